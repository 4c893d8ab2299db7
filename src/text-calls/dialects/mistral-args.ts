import type { TextDialect } from '../dialect.js'
import { type NamedForm, readNamedCalls } from '../named-calls.js'

const FORM: NamedForm = {
  begins: ['[TOOL_CALLS]'],
  separators: ['[ARGS]', '[CALL_ID]', ''],
  closes: ['</s>', '[/TOOL_CALLS]'],
  *callee(source, name, separator) {
    if (separator === '') return { name: (yield* source.peek()) === '{' ? name : '' }
    if (separator === '[ARGS]') return { name }
    const id = yield* source.run(/[\w-]*/y)
    yield* source.take('[ARGS]')
    return { name, id }
  },
}

/** Devstral, Magistral, Ministral 3, Small 3.2 and later: the name, maybe an id, and JSON. */
export const mistralArgs: TextDialect = {
  id: 'mistral-args',
  markers: FORM.begins,
  ends: ['[ARGS]', '[CALL_ID]', '</s>'],
  read: (source, marker) => readNamedCalls(source, marker, FORM),
  nameCharacters: 'a-zA-Z0-9_-',
  writeCalls: (calls) => calls.map(({ name, text }) => `[TOOL_CALLS]${name}[ARGS]${text}`).join(''),
  results: { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' },
}
