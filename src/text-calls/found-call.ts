import type { DeclaredTool } from './declared.js'

/**
 * A call that has certainly begun. Pieces of its arguments may follow, and the call as a `FoundCall` always
 * follows.
 */
export interface BegunCall {
  /** The called tool. */
  readonly begun: DeclaredTool
  /** The id of the call, if the text contains one. */
  readonly id?: string | undefined
}

/** The next piece of the JSON arguments of a begun call. The text of the call begins with all its pieces. */
export interface ArgumentPiece {
  readonly piece: string
}

/** A call found in a text. */
export interface FoundCall {
  /** The called tool. */
  readonly tool: DeclaredTool
  /** The id of the call, if the text contains one. */
  readonly id?: string | undefined
  /** The arguments as JSON text, possibly incomplete. Default: the call has no arguments. */
  readonly text?: string | undefined
  /** The reason why the arguments are unusable. Default: determined from the text. */
  readonly flaw?: 'malformed' | 'truncated' | undefined
  /** True if the text was converted from another notation of the model. Default: false. */
  readonly isMade?: boolean
  /** True if the text is the input of a free-text tool. Default: false. */
  readonly isFree?: boolean
}
