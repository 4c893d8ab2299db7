import type { TextDialect } from '../dialect.js'
import { jsonCall, jsonDialect } from '../json-calls.js'

/** Hermes 2 Pro and 3, Qwen 2.5 and 3, QwQ, Granite 4, EXAONE 4: JSON in tags. */
export const hermesJson: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'hermes-json',
  markers: ['<tool_call>'],
  closes: ['</tool_call>'],
  writeCalls: (calls) => calls.map((call) => `<tool_call>\n${jsonCall(call)}\n</tool_call>`).join('\n'),
})
