import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Mistral 7B v0.3 to Small 3.1: a list after `[TOOL_CALLS]`. */
export const mistralArray: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'mistral-array',
  ids: ['id'],
  markers: ['[TOOL_CALLS]'],
  closes: ['[/TOOL_CALLS]', '</s>'],
  writeCalls: (calls) => `[TOOL_CALLS]${jsonList(calls)}`,
  results: { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' },
})
