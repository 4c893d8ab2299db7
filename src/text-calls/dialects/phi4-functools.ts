import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

/** Phi-4-mini: `functools` and a list, from the start of the answer. */
export const phi4Functools: TextDialect = {
  id: 'phi4-functools',
  starts: ['functools['],
  read: (source) => readJsonCalls(source.back(1), NAME_ARGUMENTS),
  writeCalls: (calls) => `functools[${calls.map((call) => jsonCall(call)).join(', ')}]`,
  results: TOOL_RESPONSE,
}
