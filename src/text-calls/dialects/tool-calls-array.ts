import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = { ...NAME_ARGUMENTS, closes: ['</tool_calls>'], markers: ['<tool_calls>'] }

/** Jamba 1.5, Hunyuan-A13B, which write a list, and MiniMax-M1, which writes an object to a line. */
export const toolCallsArray: TextDialect = {
  id: 'tool-calls-array',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) => `<tool_calls>[${calls.map((call) => jsonCall(call)).join(', ')}]</tool_calls>`,
  results: TOOL_RESPONSE,
}
