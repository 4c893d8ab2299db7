import type { FinishTable } from '../../src/shape/finish-table.js'
import { addTotal, type UsageTable } from '../../src/shape/usage-table.js'

/** `ChatFinishReason` of cohere-ai. It has no word for a filter; that all went well is not to be said. */
export const FINISH: FinishTable = [
  ['stop', 'COMPLETE STOP_SEQUENCE'],
  ['tool-calls', 'TOOL_CALL'],
  ['length', 'MAX_TOKENS'],
  ['error', 'ERROR TIMEOUT'],
  ['content-filter', 'ERROR'],
]

/** `billed_units` lacks what Cohere's own template adds, so it is no count of what was read and written. */
export const USAGE: UsageTable = {
  rows: {
    tokens: { input_tokens: 'inputTokens', output_tokens: 'outputTokens' },
    cached_tokens: 'cachedInputTokens',
  },
  correct: addTotal,
}
