import type { JsonObject } from '../../../src/base/json/json-types.js'
import type { Finish, Message, Usage } from '../../../src/base/model/types.js'
import type { Fetch } from '../../../src/traffic/replay/recorder.js'

/** A tool, independent of its declaration in an SDK. */
export interface JobTool {
  readonly name: string
  readonly parameters: JsonObject
  run(input: JsonObject): ToolGave
}

export interface ToolGave {
  readonly text: string
  readonly isError?: true
}

/** The task of a runner. */
export interface Job {
  readonly fetch: Fetch
  readonly tools: readonly JobTool[]
  /**
   * The number of answers to get. A runner that runs tools by itself ends with the first answer without
   * calls.
   */
  readonly turns: number
  /** Repeated requests that the SDK may send by itself. Default: 0. */
  readonly retries?: number
  /** Aborts the job in the middle. */
  readonly signal?: AbortSignal
}

/** One answer, as far as the SDK's own object shows it. */
export interface Heard {
  readonly message: Message
  readonly finish?: Finish
  readonly usage?: Usage
}

/** An official SDK, and one method to run several turns with it. */
export interface Runner {
  readonly title: string
  readonly wire: string
  readonly streams: boolean
  /** True if it continues after an answer without calls, until the number of turns is reached. */
  readonly goesOn: boolean
  /** True if its provider stores the turns, so that requests contain only the newest one. Default: false. */
  readonly leavesTurns?: boolean
  /** False if it cannot repeat refused requests by itself. Default: it can. */
  readonly retries?: false
  /** The reason why streamed reasoning becomes text in its history, if it does. */
  readonly mixesThinking?: string
  /** The reason why errors of tools lose their error flag in its history, if they do. */
  readonly losesErrors?: string
  /** Yields each answer as soon as it is complete. */
  run(job: Job): AsyncGenerator<Heard>
  /** Returns true if the SDK itself threw the error. */
  isOwnError(error: unknown): boolean
}

export const QUESTION = 'How is it in Zürich and elsewhere?'
export const MORE = 'Go on.'
export const MODEL = 'm'
export const HOST = 'https://proxy.test'

/**
 * Returns the job's tool of this name.
 * @throws Error for a tool that the job does not have: a name that was not mapped back.
 */
export function toolOf({ tools }: Job, name: string): JobTool {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error(`no tool is named ${name}`)
  return tool
}
