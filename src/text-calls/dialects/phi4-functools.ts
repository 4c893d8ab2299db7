import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Phi-4-mini: `functools` and a list, from the start of the answer. */
export const phi4Functools: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'phi4-functools',
  markers: ['<|tool_call|>'],
  starts: ['functools['],
  closes: ['<|/tool_call|>', '<|end|>', '<|endoftext|>'],
  writeCalls: (calls) => `functools${jsonList(calls)}`,
})
