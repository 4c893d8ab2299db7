import type { ScriptedAnswer } from 'toolwire/mock'
import type { RecordedExchange } from 'toolwire/replay'
import type { Target } from './wires.mjs'

export interface Case {
  readonly id: string
  readonly title: string
  /** The answer of the mock to a request body. */
  readonly play?: ((body: string) => ScriptedAnswer) | undefined
  /** The reason why the mock cannot play the case. */
  readonly mock?: string
}
export interface CaseOutcome {
  readonly id: string
  readonly title: string
  readonly status: 'passed' | 'failed' | 'not shown'
  readonly detail: string
  readonly exchanges: readonly RecordedExchange[]
}
export interface MatrixRow {
  readonly target: Target
  readonly outcomes: readonly CaseOutcome[]
}
export function casesNamed(ids: readonly string[]): readonly Case[]
export function runCase(target: Target, one: Case, isRecording?: boolean): Promise<CaseOutcome>
export function runMatrix(options: {
  readonly targets: readonly Target[]
  readonly cases: readonly Case[]
  readonly isRecording?: boolean
  readonly onTarget?: (row: MatrixRow) => void
}): Promise<readonly MatrixRow[]>
