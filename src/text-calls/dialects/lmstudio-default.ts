import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

/** Any model in LM Studio without its own form. */
export const lmstudioDefault: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'lmstudio-default',
  markers: ['[TOOL_REQUEST]'],
  closes: ['[END_TOOL_REQUEST]', '[TOOL_REQUEST_END]'],
  writeCalls: (calls) =>
    calls.map((call) => `[TOOL_REQUEST]\n${jsonCall(call)}\n[END_TOOL_REQUEST]`).join('\n'),
  results: { open: '[TOOL_RESULT]\n', close: '\n[END_TOOL_RESULT]' },
})
