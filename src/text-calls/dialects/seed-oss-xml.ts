import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { marksOf, type ParameterForm, readParameterCalls, writeParameterCalls } from '../parameters.js'

const FORM: ParameterForm = {
  blocks: ['<seed:tool_call>'],
  blockEnds: ['</seed:tool_call>'],
  begins: ['<function='],
  named: ['>'],
  parameters: ['<parameter='],
  keyed: { '>': '' },
  ends: ['</parameter>'],
  closes: ['</function>'],
}

/** Seed-OSS 36B: an element per parameter. */
export const seedOssXml: TextDialect = {
  id: 'seed-oss-xml',
  markers: ['<seed:tool_call>'],
  ends: /* @__PURE__ */ marksOf(FORM),
  read: (source, marker) => readParameterCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_.-',
  writeCalls: (calls) => writeParameterCalls(calls, FORM),
  results: TOOL_RESPONSE,
}
