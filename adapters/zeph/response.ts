import { entryResponse } from '../../src/format/log-answer.js'
import { decodeEntryCall, encodeEntryCall } from '../../src/format/log-calls.js'
import { CALL, REQUEST } from './calls.js'

/** A text and calls (`ChatResponse`), or what a model without tools of its own was asked to write: `{tool_id, params}`. */
export const response = /* @__PURE__ */ entryResponse({
  text: 'text',
  calls: 'tool_calls',
  decodeCall: (native, path, context) => decodeEntryCall(native, REQUEST, path, context),
  encodeCall: (call, path, context) => encodeEntryCall(call, REQUEST, path, context),
  loneCall: (native, context) =>
    typeof native.tool_id === 'string' ? decodeEntryCall(native, CALL, '', context) : undefined,
  encodeLone: (call, path, context) => encodeEntryCall(call, CALL, path, context),
  usual: { text: null, tool_calls: [] },
})
export const { decode: decodeResponse } = response
