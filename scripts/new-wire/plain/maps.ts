import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { addTotal, type UsageTable } from '../../src/codec/shape/usage-table.js'

/** The words for how a turn ended. TODO: every documented word. */
export const FINISH: FinishTable = [
  ['complete', 'end'],
  ['tool-calls', 'calls'],
  ['length', 'length'],
  ['filtered', 'filter'],
  ['failed', 'error'],
]

/** The counts of tokens. */
export const USAGE: UsageTable = {
  rows: { input_tokens: 'inputTokens', output_tokens: 'outputTokens' },
  correct: addTotal,
}

/** The member of this example that names the wire in every body: see evidence.ts. */
export const API = { api: 'acme-chat' }
