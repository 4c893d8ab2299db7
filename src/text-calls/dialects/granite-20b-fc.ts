import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

/** Granite 20B for function calling: JSON after a mark without an end mark. */
export const granite20bFc: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'granite-20b-fc',
  markers: ['<function_call>'],
  closes: ['</function_call>'],
  writeCalls: (calls) => calls.map((call) => `<function_call> ${jsonCall(call)}`).join('\n'),
})
