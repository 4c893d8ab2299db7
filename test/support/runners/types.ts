import type { JsonObject } from '../../../src/base/json/json-types.js'
import type { Finish, Message, Usage } from '../../../src/base/model/types.js'
import type { Fetch } from '../../../src/traffic/replay/recorder.js'

/** A tool, however an SDK declares it. */
export interface JobTool {
  readonly name: string
  readonly parameters: JsonObject
  run(input: JsonObject): ToolGave
}

export interface ToolGave {
  readonly text: string
  readonly isError?: true
}

/** What a runner has to do. */
export interface Job {
  readonly fetch: Fetch
  readonly tools: readonly JobTool[]
  /** Answers that are wanted. What runs tools by itself ends with the first answer without calls. */
  readonly turns: number
  /** Repeated requests that the SDK may make by itself. Default: none. */
  readonly retries?: number
  /** Lets go in the middle. */
  readonly signal?: AbortSignal
}

/** One answer as the SDK's own object shows it; what the SDK keeps to itself is absent. */
export interface Heard {
  readonly message: Message
  readonly finish?: Finish
  readonly usage?: Usage
}

/** An official SDK, and a way in which people go through several turns with it. */
export interface Runner {
  readonly title: string
  readonly wire: string
  readonly streams: boolean
  /** Whether it goes on after an answer without calls, as long as turns are wanted. */
  readonly goesOn: boolean
  /** Whether its provider keeps the turns, so that requests hold the newest alone. Default: no. */
  readonly leavesTurns?: boolean
  /** Whether it repeats refused requests by itself, when it is told to. Default: yes. */
  readonly retries?: false
  /** Why thinking that it streams becomes text in its history, where it does. */
  readonly mixesThinking?: string
  /** Why errors that the model was told of as such are not, where they are not. */
  readonly losesErrors?: string
  /** Tells of each answer as soon as it is whole. */
  run(job: Job): AsyncGenerator<Heard>
  /** Whether the SDK itself threw it. */
  isOwnError(error: unknown): boolean
}

export const QUESTION = 'How is it in Zürich and elsewhere?'
export const MORE = 'Go on.'
export const MODEL = 'm'
export const HOST = 'https://proxy.test'

/** @throws Error for a tool that the job has not: a name that was not given back. */
export function toolOf({ tools }: Job, name: string): JobTool {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`no tool is named ${name}`)
  return tool
}
