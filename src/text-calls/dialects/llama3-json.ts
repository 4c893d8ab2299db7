import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

/** Llama 3.1 to 3.3: an answer that is JSON from its start, or after `<|python_tag|>`. */
export const llama3Json: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'llama3-json',
  others: ['type'],
  markers: ['<|python_tag|>'],
  starts: ['{'],
  closes: ['<|eot_id|>', '<|eom_id|>'],
  writeCalls: (calls) => calls.map((call) => jsonCall(call, 'name', 'parameters')).join('; '),
})
