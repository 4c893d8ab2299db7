import type { TextDialect } from '../dialect.js'
import { pythonicCall, readPythonicCalls } from '../pythonic-calls.js'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'

/** LFM2 and LFM2.5: a list of calls in Python between marks. */
export const lfm2: TextDialect = {
  id: 'lfm2',
  markers: [OPEN],
  ends: [CLOSE],
  *read(source) {
    yield* source.space()
    if (!(yield* source.take('['))) return false
    if (!(yield* readPythonicCalls(source, { separator: ',', closes: [']'] }))) return false
    source.cut()
    yield* source.space()
    return (yield* source.take(CLOSE)) !== undefined
  },
  nameCharacters: 'a-zA-Z0-9_',
  writeCalls: (calls) => `${OPEN}[${calls.map(pythonicCall).join(', ')}]${CLOSE}`,
  results: { open: '<|tool_response_start|>', close: '<|tool_response_end|>' },
}
