import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { type NamedForm, readNamedCalls } from '../named-calls.js'

const FORM: NamedForm = {
  begins: ['<function='],
  separators: ['>'],
  closes: ['</function>'],
  sectionEnds: ['<|eot_id|>', '<|eom_id|>'],
}

/** Llama 3.1 that was asked for its custom form, Functionary 3.1: JSON in a tag that has the name. */
export const functionTag: TextDialect = {
  id: 'function-tag',
  markers: FORM.begins,
  ends: FORM.closes,
  read: (source, marker) => readNamedCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(({ name, text }) => `<function=${name}>${text}</function>`).join(''),
  results: TOOL_RESPONSE,
}
