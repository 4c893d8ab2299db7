import type { DeclaredTool } from './declared.js'

/** A call as a text states it. */
export interface FoundCall {
  /** Which of the declared tools it calls. */
  readonly tool: DeclaredTool
  /** Where the text states one. */
  readonly id?: string | undefined
  /** The arguments as JSON text, or what there is of them. Default: the call has none. */
  readonly text?: string | undefined
  /** Why they cannot be used; else that is decided by the text. */
  readonly flaw?: 'malformed' | 'truncated' | undefined
  /** Whether the text is another notation than the model's, made of it. Default: no. */
  readonly isMade?: boolean
  /** Whether the text is what a tool with free text is given. Default: no. */
  readonly isFree?: boolean
}
