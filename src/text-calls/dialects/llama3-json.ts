import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = {
  ...NAME_ARGUMENTS,
  others: ['type'],
  closes: ['<|eot_id|>', '<|eom_id|>'],
  markers: ['<|python_tag|>'],
}

/** Llama 3.1 to 3.3: an answer that is JSON from its start, or after `<|python_tag|>`. */
export const llama3Json: TextDialect = {
  id: 'llama3-json',
  markers: FORM.markers,
  starts: ['{'],
  ends: FORM.closes,
  read: (source, marker) => readJsonCalls(marker === '{' ? source.back(1) : source, FORM),
  writeCalls: (calls) => calls.map((call) => jsonCall(call, 'name', 'parameters')).join('; '),
  results: TOOL_RESPONSE,
}
