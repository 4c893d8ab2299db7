import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { addTotal, type UsageTable } from '../../src/codec/shape/usage-table.js'

/**
 * The wire has no finish reason for calls. `load` and `unload` end the answer to an empty request, and are
 * unknown as ends of an answer.
 */
export const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'stop'],
  ['length', 'length'],
]

/** A missing count is zero: `Metrics` of https://github.com/ollama/ollama, `api/types.go`, omits zeros. */
export const USAGE: UsageTable = {
  rows: { prompt_eval_count: 'inputTokens', eval_count: 'outputTokens' },
  correct(counts) {
    counts.inputTokens ??= 0
    counts.outputTokens ??= 0
    addTotal(counts)
  },
}

/** Metadata keys of this wire, documented in this folder's README. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'function' | 'role', unknown> {}
}
