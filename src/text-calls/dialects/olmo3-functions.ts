import type { TextDialect } from '../dialect.js'
import { TOOL_RESPONSE } from '../json-calls.js'
import { pythonicCall, readPythonicCalls } from '../pythonic-calls.js'

const CLOSES = ['</function_calls>']
const FORM = { separator: '', closes: CLOSES, marks: CLOSES }

/** OLMo 3: calls in Python, one to a line. */
export const olmo3Functions: TextDialect = {
  id: 'olmo3-functions',
  markers: ['<function_calls>'],
  ends: FORM.closes,
  read: (source) => readPythonicCalls(source, FORM),
  nameCharacters: 'a-zA-Z0-9_',
  writeCalls: (calls) => `<function_calls>${calls.map(pythonicCall).join('\n')}</function_calls>`,
  results: TOOL_RESPONSE,
}
