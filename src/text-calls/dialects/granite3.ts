import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = {
  ...NAME_ARGUMENTS,
  closes: ['<|end_of_text|>', '</tool_call>'],
  markers: ['<|tool_call|>', '<tool_call>'],
}

/** Granite 3.0 to 3.3: a list after a marker that nothing closes. */
export const granite3: TextDialect = {
  id: 'granite3',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) => `<|tool_call|>[${calls.map((call) => jsonCall(call)).join(', ')}]`,
  results: TOOL_RESPONSE,
}
