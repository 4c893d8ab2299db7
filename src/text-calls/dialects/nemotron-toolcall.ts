import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls } from '../json-calls.js'

const FORM = { ...NAME_ARGUMENTS, closes: ['</TOOLCALL>'], markers: ['<TOOLCALL>'] }

/** Nemotron Nano v2, Super v1.5: a list in tags. */
export const nemotronToolcall: TextDialect = {
  id: 'nemotron-toolcall',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) => `<TOOLCALL>[${calls.map((call) => jsonCall(call)).join(', ')}]</TOOLCALL>`,
  results: { open: '<TOOL_RESPONSE>[', close: ']</TOOL_RESPONSE>' },
}
