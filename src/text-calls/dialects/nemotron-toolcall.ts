import type { TextDialect } from '../dialect.js'
import { jsonDialect, jsonList } from '../json-calls.js'

/** Nemotron Nano v2, Super v1.5: a list in tags. */
export const nemotronToolcall: TextDialect = /* @__PURE__ */ jsonDialect({
  id: 'nemotron-toolcall',
  markers: ['<TOOLCALL>'],
  closes: ['</TOOLCALL>'],
  writeCalls: (calls) => `<TOOLCALL>${jsonList(calls)}</TOOLCALL>`,
  results: { open: '<TOOL_RESPONSE>[', close: ']</TOOL_RESPONSE>' },
})
