import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { marksOf, type ParameterForm, readParameterCalls, writeParameterCalls } from '../parameters.js'

const FORM: ParameterForm = {
  blocks: ['<tool_call>'],
  blockEnds: ['</tool_call>'],
  begins: ['<function='],
  named: ['>'],
  parameters: ['<parameter='],
  keyed: { '>': '' },
  ends: ['</parameter>'],
  closes: ['</function>'],
  trims: true,
}

/** Qwen3-Coder, Qwen 3.5 and later, Nemotron 3 Nano, Step 3.5: an element per parameter; the outer tags may be missing. */
export const qwen3CoderXml: TextDialect = {
  id: 'qwen3-coder-xml',
  markers: ['<tool_call>', '<function='],
  ends: /* @__PURE__ */ marksOf(FORM),
  read: (source, marker) => readParameterCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => writeParameterCalls(calls, FORM),
  results: TOOL_RESPONSE,
}
