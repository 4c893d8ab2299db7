import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCall } from '../json-calls.js'

const SEPARATOR = '<|message_sep|>'
const MARKERS = [`${SEPARATOR}\n\nfunction call<|role_sep|>`, '<|function_call|>']
const FORM = { ...NAME_ARGUMENTS, markers: MARKERS }

/** GigaChat 3 and 3.1: JSON in a separate message, or after a mark. */
export const gigaChat3: TextDialect = {
  id: 'giga-chat3',
  markers: MARKERS,
  ends: [SEPARATOR],
  *read(source) {
    yield* source.space()
    const call = (yield* source.peek()) === '{' ? yield* readJsonCall(source, FORM) : undefined
    if (call === undefined) return false
    yield call
    if (yield* source.isNext(...MARKERS)) return false
    return (yield* source.take(`${SEPARATOR}\n\n`, SEPARATOR)) !== undefined
  },
  writeCalls: (calls) => calls.map((call) => `${MARKERS[0]}\n${jsonCall(call)}`).join(''),
  results: { open: 'function result<|role_sep|>\n', close: SEPARATOR },
}
