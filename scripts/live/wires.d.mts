import type { Adapter } from 'toolwire'

export interface Target {
  readonly title: string
  readonly adapter: Adapter
  readonly model: string
  readonly key: string | null
  readonly url?: string
  readonly server?: string
  readonly limits?: string
  readonly reasoning: object
  /** Reasons by the id of the case. */
  readonly lacks: Readonly<Record<string, string>>
  readonly streamsBytes: boolean
  /** Default: the global `fetch`, or the mock. */
  readonly fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Milliseconds between repetitions. Default: 2000. */
  readonly pauseMs?: number
}
interface Asked {
  readonly wires: readonly string[]
  readonly models: readonly string[]
  readonly url?: string
}
export function liveTargets(
  asked: Asked,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Target[]>
export function mockTargets(servers: readonly string[]): Promise<readonly Target[]>
export function keyVariables(): Promise<readonly { wire: string; variables: readonly string[] }[]>
