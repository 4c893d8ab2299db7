import type { FinishTable } from '../../src/codec/shape/finish-table.js'
import { addTotal, type UsageTable } from '../../src/codec/shape/usage-table.js'

/** It has no word for calls. `load` and `unload` end the answer to an empty request, and are unknown as ends of an answer. */
export const FINISH: FinishTable = [
  ['complete', 'stop'],
  ['tool-calls', 'stop'],
  ['length', 'length'],
]

/** A count that is missing is zero: `Metrics` of https://github.com/ollama/ollama, `api/types.go`, leaves out zeros. */
export const USAGE: UsageTable = {
  rows: { prompt_eval_count: 'inputTokens', eval_count: 'outputTokens' },
  correct(counts) {
    counts.inputTokens ??= 0
    counts.outputTokens ??= 0
    addTotal(counts)
  },
}

/** The keys of this wire's own metadata; the README of this folder says what each holds. */
declare module '../../src/base/model/metadata.js' {
  interface MetadataKeys extends Record<'function' | 'role', unknown> {}
}
