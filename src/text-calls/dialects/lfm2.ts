import type { TextDialect } from '../dialect.js'
import { NAME_ARGUMENTS, readEndMark, readJsonCalls } from '../json-calls.js'
import { pythonicCall, readPythonicCalls } from '../pythonic-calls.js'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'
/** The JSON form between the marks, which models write that were trained on other forms. */
const JSON_FORM = { ...NAME_ARGUMENTS, closes: [CLOSE], markers: [OPEN] }

/** LFM2 and LFM2.5: a list of calls in Python between marks. */
export const lfm2: TextDialect = {
  id: 'lfm2',
  markers: [OPEN],
  ends: [CLOSE],
  *read(source) {
    yield* source.space()
    const isList = (yield* source.take('[')) !== undefined
    yield* source.space()
    if ((yield* source.peek()) === '{') return yield* readJsonCalls(source, JSON_FORM, isList)
    if (!isList) return false
    source.copy()
    const isRead = yield* readPythonicCalls(source, { separator: ',', closes: [']'], marks: [CLOSE] })
    if (isRead) source.cut()
    const said = source.copied()
    if (!isRead || !(yield* readEndMark(source, [CLOSE]))) return false
    // Some models repeat the calls without the opening mark.
    source.cut()
    if (yield* source.take(`${said.slice(said.indexOf('['))}${CLOSE}`)) source.cut()
    return true
  },
  nameCharacters: 'a-zA-Z0-9_',
  writeCalls: (calls) => `${OPEN}[${calls.map(pythonicCall).join(', ')}]${CLOSE}`,
  results: { open: '<|tool_response_start|>', close: '<|tool_response_end|>' },
}
