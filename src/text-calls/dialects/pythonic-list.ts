import type { TextDialect } from '../dialect.js'
import { readEndMark, TOOL_RESPONSE } from '../json-calls.js'
import { pythonicCall, readPythonicCalls } from '../pythonic-calls.js'

const CLOSES = ['<|python_end|>', '<|eot_id|>', '<|eot|>']
const FORM = { separator: ',', closes: [']'], marks: CLOSES }

/** Llama 3.2 and 4, ToolACE, Gemma 3 if prompted: an answer that is a list of calls in Python. */
export const pythonicList: TextDialect = {
  id: 'pythonic-list',
  markers: ['<|python_start|>', '<|python_tag|>'],
  starts: ['['],
  ends: ['<|python_end|>'],
  *read(source, marker) {
    if (marker !== '[') yield* source.space()
    if (marker !== '[' && !(yield* source.take('['))) return false
    const isWhole = yield* readPythonicCalls(source, FORM)
    if (!isWhole) return false
    source.cut()
    return yield* readEndMark(source, CLOSES)
  },
  nameCharacters: 'a-zA-Z0-9_',
  writeCalls: (calls) => `[${calls.map(pythonicCall).join(', ')}]`,
  results: TOOL_RESPONSE,
}
