import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { MetadataEntries } from '../../src/base/model/metadata.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { callCodec } from '../../src/codec/format/log-calls.js'
import { type Fields, innerExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { is } from '../../src/codec/shape/rows.js'
import { openMeta, withSlot } from './meta.js'

/** Members of a call that stay with the host, such as its kind and caller. */
const WITHHELD = ['kind', 'namespace', 'callerId', 'context', 'skills', 'cache']
const FORM = { name: 'name', verbatim: { verbatimInput: true }, said: WITHHELD } as const
/** A `tool_use` block of a sampled message. */
const BLOCK = /* @__PURE__ */ callCodec({
  ...FORM,
  id: 'id',
  arguments: 'input',
  more: { type: /* @__PURE__ */ is('tool_use') },
})
/** The `params` of `tools/call`. The protocol has no ids for calls. */
const PARAMS = /* @__PURE__ */ callCodec({ ...FORM, arguments: 'arguments', key: 'params' })
const FRAME_FIELDS: Fields = { jsonrpc: 'any', id: 'any', method: 'string', params: 'object' }

/**
 * Decodes a `tool_use` block.
 * @param place distinguishes the call from other calls, for calls without an id.
 */
export function decodeToolUse(value: JsonObject, context: Context, place: string): ToolCall {
  const { native, slot } = openMeta(value)
  return BLOCK.decode(native, context, { slot, place })
}

/**
 * Decodes the params of a `tools/call` frame.
 * @param id an id made by Toolwire.
 * @param own kept data of the frame around the params.
 */
export function decodeParams(
  value: JsonValue | undefined,
  id: string,
  context: Context,
  own?: MetadataEntries,
): ToolCall {
  const { native, slot } = openMeta(expectObject(value, context.path))
  return PARAMS.decode(native, context, { own, slot, id })
}

/** Returns the fields of a `tools/call` request except its parameters. */
export function frameMetadata(frame: JsonObject): MetadataEntries {
  return { rpcId: frame.id, ...innerExtras(frame, FRAME_FIELDS) }
}

/** Encodes the block. Returns undefined with a notice for a call that another provider executed. */
export function encodeToolUse(call: ToolCall, context: Context, cut = false): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, context)
  return withSlot(BLOCK.encode(call, context, cut), BLOCK.carried(call, context))
}

export function encodeParams(call: ToolCall, context: Context): JsonObject {
  return withSlot(PARAMS.encode(call, context), PARAMS.carried(call, context))
}
