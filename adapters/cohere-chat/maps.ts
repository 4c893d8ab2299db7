import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { addTotal, type UsageTable } from '../../src/codec/shape/usage-table.js'

/** `ChatFinishReason` of cohere-ai 8. This type has no value for a filter; `ERROR` is the only bad end. */
export const FINISH: FinishTable = [
  ['complete', 'COMPLETE STOP_SEQUENCE'],
  ['tool-calls', 'TOOL_CALL'],
  ['length', 'MAX_TOKENS'],
  ['failed', 'ERROR TIMEOUT'],
]

/** `billed_units` excludes tokens of Cohere's own template, so this field is not a token count. */
export const USAGE: UsageTable = {
  rows: {
    tokens: { input_tokens: 'inputTokens', output_tokens: 'outputTokens' },
    cached_tokens: 'cachedInputTokens',
  },
  correct: addTotal,
}
