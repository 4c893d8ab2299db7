import type { TextDialect } from '../dialect.js'
import { jsonCall, NAME_ARGUMENTS, readJsonCalls } from '../json-calls.js'

const FORM = {
  ...NAME_ARGUMENTS,
  closes: ['[END_TOOL_REQUEST]', '[TOOL_REQUEST_END]'],
  markers: ['[TOOL_REQUEST]'],
}

/** Any model in LM Studio that has no form of its own. */
export const lmstudioDefault: TextDialect = {
  id: 'lmstudio-default',
  markers: FORM.markers,
  ends: FORM.closes,
  read: (source) => readJsonCalls(source, FORM),
  writeCalls: (calls) =>
    calls.map((call) => `[TOOL_REQUEST]\n${jsonCall(call)}\n[END_TOOL_REQUEST]`).join('\n'),
  results: { open: '[TOOL_RESULT]\n', close: '\n[END_TOOL_RESULT]' },
}
