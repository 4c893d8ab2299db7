import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Granite 3.0 to 3.3: a list after a marker without an end mark. */
export const granite3: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'granite3',
  markers: ['<|tool_call|>', '<tool_call>'],
  closes: ['<|end_of_text|>', '</tool_call>', '<|/tool_call|>'],
  writeCalls: (calls) => `<|tool_call|>${jsonList(calls)}`,
})
