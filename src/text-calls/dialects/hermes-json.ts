import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls, TOOL_RESPONSE } from '../json-calls.js'

const FORM = { ...NAME_ARGUMENTS, closes: ['</tool_call>'], markers: ['<tool_call>'] }

/** Hermes 2 Pro and 3, Qwen 2.5 and 3, QwQ, Granite 4, EXAONE 4: JSON in tags. */
export const hermesJson: TextDialect = {
  id: 'hermes-json',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) => calls.map((call) => `<tool_call>\n${jsonCall(call)}\n</tool_call>`).join('\n'),
  results: TOOL_RESPONSE,
}
