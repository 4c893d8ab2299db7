import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectString, isObject, stringOr } from '../../src/base/json/read-json.js'
import { type DecodedArguments, decodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, ToolCall, ToolKind } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { lookUp } from '../../src/codec/shape/glossary.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { SERVER_TOOL_KINDS } from './maps.js'

const FIELDS: Fields = { type: 'string', id: 'text', name: 'string', input: 'any' }

export function isCallBlock(block: JsonObject): boolean {
  return block.type === 'tool_use' || block.type === 'server_tool_use' || block.type === 'mcp_tool_use'
}

/**
 * Returns the kind of a call. `tool_use` is a call of the client's tools, with any name. The provider runs
 * the other two types.
 */
function callKind(block: JsonObject): Exclude<ToolKind, 'custom'> {
  if (block.type === 'tool_use') return 'function'
  if (block.type === 'mcp_tool_use') return 'mcp'
  const kind = lookUp(stringOr(block.name, ''), SERVER_TOOL_KINDS)
  return kind === undefined || kind === 'custom' ? 'other' : kind
}

/**
 * Decodes a tool call.
 * @param place distinguishes this call from other calls, for calls without an id.
 * @param decoded the arguments, if they were streamed as text instead of `input`.
 */
export function decodeCall(
  block: JsonObject,
  context: Context,
  place: string,
  decoded: DecodedArguments = decodeArgumentValue(block.input, contextAt(context, 'input')),
): ObjectToolCall {
  const name = expectString(block.name, `${context.path}/name`)
  // A marker object for other arguments is encoded unchanged, since the API accepts only objects.
  const isBare = decoded.status === 'not-object' && block.input !== undefined && !isObject(block.input)
  return callOf(identity(block.id, place, name), name, decoded, {
    kind: callKind(block),
    providerExecuted: block.type !== 'tool_use',
    dynamic: block.type === 'mcp_tool_use' ? (true as const) : undefined,
    providerMetadata: metadataFor(block, FIELDS, context, {
      block: block.type === 'tool_use' ? undefined : block.type,
      absent: absentFields(block, FIELDS, ['input', 'id']),
      verbatimInput: isBare ? true : undefined,
    }),
  })
}

/**
 * Encodes the call. Returns undefined with a notice for a call that another provider executed.
 * @param cut true if the answer reports that this call may be truncated.
 */
export function encodeCall(call: ToolCall, context: Context, cut = false): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  const type = call.providerExecuted ? stringOr(metadata?.block, undefined) : 'tool_use'
  if (type === undefined) return dropExecutedCall(call, context)
  const id = call.minted && wasAbsent(metadata, 'id') ? undefined : call.id
  const isVerbatim = metadata?.verbatimInput === true && (cut || call.status !== 'truncated')
  const form = { wereAbsent: wasAbsent(metadata, 'input'), isVerbatim }
  return withExtras({ type, id, name: call.name, input: encodeInput(call, form, context) }, metadata)
}
