import { entryResponse } from '../../src/codec/format/log-answer.js'
import { CALL, REQUEST } from './calls.js'

/**
 * A text and calls (`ChatResponse`), or the text form for models without tool support: `{tool_id, params}`.
 */
export const response = /* @__PURE__ */ entryResponse({
  text: 'text',
  calls: 'tool_calls',
  decodeCall: REQUEST.decode,
  encodeCall: REQUEST.encode,
  loneCall: (native, context) =>
    typeof native.tool_id === 'string' ? CALL.decode(native, { ...context, path: '' }) : undefined,
  encodeLone: CALL.encode,
  usual: { text: null, tool_calls: [] },
})
export const { decode: decodeResponse } = response
