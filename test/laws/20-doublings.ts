import type { CopyForm } from '../support/doubling.js'

/** One of the checks of a doubled body. */
export type Check = 'counts' | 'ids' | 'return' | 'stream' | 'translation'

/** Doublings for which a check does not hold. All given conditions must match. */
export interface Exception {
  readonly reason: string
  readonly check: Check
  readonly wires: readonly string[]
  /** Default: both. */
  readonly form?: CopyForm
  /** A pattern that the kind of the item matches. Default: all. */
  readonly at?: RegExp
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'Messages repeat their calls in up to four lists. A call in one of them is a call.',
    check: 'counts',
    wires: ['langchain'],
    at: /(?:tool_calls|tool_call_chunks|content|content_blocks)\/[^/]+$/,
  },
  {
    reason: 'A result whose call is missing represents its call.',
    check: 'counts',
    wires: ['robot-lab'],
    form: 'fresh',
    at: /^\/tool_calls\/\*\[type=tool_result,role=tool_result\]$/,
  },
  {
    reason: 'Without its last tool a namespace is kept as a tool of the wire.',
    check: 'counts',
    wires: ['openai-responses'],
    at: /^\/tools\/\*\[type=namespace\]\/tools\/\*\[type=function\]$/,
  },
  {
    reason: 'The tools of a search are declared as well; a copy with another name is not.',
    check: 'counts',
    wires: ['openai-responses'],
    form: 'fresh',
    at: /^\/input\/\*\[type=tool_search_output\]/,
  },
  {
    reason: 'A tool that is made available again is the same tool.',
    check: 'counts',
    wires: ['openai-responses'],
    form: 'same',
    at: /^\/input\/\*\[type=additional_tools,role=developer\]/,
  },
  {
    reason: 'A part of an interface is a call with its result, which belong together by their id alone.',
    check: 'return',
    wires: ['ai-sdk'],
    form: 'same',
    at: /parts\/\*\[type=(?:tool-\w+|dynamic-tool)\]$/,
  },
  {
    reason: 'Outputs differ by their index, and index 0 is not written.',
    check: 'stream',
    wires: ['xai-grpc'],
    at: /^\/outputs\/\*$/,
  },
]
