import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata } from '../../src/base/model/metadata.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { type CallCodec, callCodec } from '../../src/codec/format/log-calls.js'
import { unread } from '../../src/codec/shape/rows.js'

const FORM = { id: 'id', name: 'name', bears: true, verbatim: { verbatim: true }, exact: 'digits' } as const
/** `ToolCallInfo` of agy-bridge. Absent values are written as null. */
const INFO = /* @__PURE__ */ callCodec({ ...FORM, arguments: 'args', more: { canonical_path: unread(null) } })
/** `BatchToolCall` of llm-tool. */
const BATCH = /* @__PURE__ */ callCodec({ ...FORM, arguments: 'arguments' })

/** Returns true for the fields of a call. */
export function isCall(native: JsonObject): boolean {
  const isGiven = 'args' in native || 'arguments' in native || 'canonical_path' in native
  return typeof native.name === 'string' && isGiven && !('result' in native) && !('error' in native)
}

function codecOf(call: ToolCall, context: Context): CallCodec {
  return metadataOf(call, context)?.form === 'batch' ? BATCH : INFO
}

/**
 * Decodes a tool call.
 * @param slot carried data of the call.
 */
export function decodeCall(
  native: JsonObject,
  context: Context,
  own: OwnMetadata = {},
  slot?: JsonValue,
): ToolCall {
  const isBatch = 'arguments' in native && !('args' in native)
  return isBatch
    ? BATCH.decode(native, context, { own: { form: 'batch', ...own }, slot })
    : INFO.decode(native, context, { own, slot })
}

export function encodeCall(call: ToolCall, context: Context): JsonObject {
  return codecOf(call, context).encode(call, context)
}

export function carriedCall(call: ToolCall, context: Context): JsonObject | undefined {
  return codecOf(call, context).carried(call, context)
}
