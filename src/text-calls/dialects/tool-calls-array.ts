import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Jamba 1.5, Hunyuan-A13B, which write a list, and MiniMax-M1, which writes an object to a line. */
export const toolCallsArray: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'tool-calls-array',
  markers: ['<tool_calls>'],
  closes: ['</tool_calls>'],
  writeCalls: (calls) => `<tool_calls>${jsonList(calls)}</tool_calls>`,
})
