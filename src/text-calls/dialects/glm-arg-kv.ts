import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { marksOf, type ParameterForm, readParameterCalls, writeParameterCalls } from '../parameters.js'

const FORM: ParameterForm = {
  begins: ['<tool_call>'],
  named: [''],
  parameters: ['<arg_key>'],
  keyed: { '</arg_key>': '' },
  value: '<arg_value>',
  ends: ['</arg_value>'],
  closes: ['</tool_call>'],
}

/** GLM 4.5 to 5: keys and values after the name. */
export const glmArgKv: TextDialect = {
  id: 'glm-arg-kv',
  markers: FORM.begins,
  ends: /* @__PURE__ */ [...marksOf(FORM), '<arg_value>'],
  read: (source, marker) => readParameterCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => writeParameterCalls(calls, FORM),
  results: TOOL_RESPONSE,
}
