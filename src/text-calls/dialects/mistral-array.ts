import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls } from '../json-calls.js'

const FORM = { ...NAME_ARGUMENTS, ids: ['id'], closes: ['[/TOOL_CALLS]', '</s>'], markers: ['[TOOL_CALLS]'] }

/** Mistral 7B v0.3 to Small 3.1: a list after `[TOOL_CALLS]`. */
export const mistralArray: TextDialect = {
  id: 'mistral-array',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) => `[TOOL_CALLS][${calls.map((call) => jsonCall(call)).join(', ')}]`,
  results: { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' },
}
