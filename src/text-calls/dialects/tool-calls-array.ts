import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Jamba 1.5 and Hunyuan-A13B (a list), and MiniMax-M1 (one object per line). */
export const toolCallsArray: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'tool-calls-array',
  markers: ['<tool_calls>'],
  closes: ['</tool_calls>'],
  writeCalls: (calls) => `<tool_calls>${jsonList(calls)}</tool_calls>`,
})
