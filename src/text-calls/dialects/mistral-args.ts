import type { TextDialect } from '../dialect.js'
import { namedDialect } from '../named-calls.js'

/** Devstral, Magistral, Ministral 3, Small 3.2 and later: the name, an optional id, and JSON. */
export const mistralArgs: TextDialect = /* @__PURE__ */ namedDialect({
  id: 'mistral-args',
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
  ends: ['[ARGS]', '[CALL_ID]', '</s>'],
  writeCalls: (calls) => calls.map(({ name, text }) => `[TOOL_CALLS]${name}[ARGS]${text}`).join(''),
  results: { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' },
})
