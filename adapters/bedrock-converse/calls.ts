import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectObject, expectString, stringOr } from '../../src/base/json/read-json.js'
import { type DecodedArguments, decodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import { absentFields, type Fields, wasAbsent } from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { KIND_BY_SYSTEM_TOOL } from './maps.js'
import { union, unionMetadata } from './union.js'

/** `ToolUseType` of the SDK: a call that the provider runs. */
const SERVER = 'server_tool_use'
const FIELDS: Fields = { toolUseId: 'text', name: 'string', input: 'any', type: 'string' }

/**
 * Decodes a tool call.
 * @param place distinguishes this call from other calls, for calls without an id.
 * @param decoded the arguments, if they were streamed as text instead of `input`.
 */
export function decodeCall(
  block: JsonObject,
  context: Context,
  place: string,
  decoded?: DecodedArguments,
): ObjectToolCall {
  const { path } = context
  const use = expectObject(block.toolUse, `${path}/toolUse`)
  const name = expectString(use.name, `${path}/toolUse/name`)
  const input = decoded ?? decodeArgumentValue(use.input, contextAt(context, 'toolUse', 'input'))
  const isServer = use.type === SERVER
  return callOf(identity(use.toolUseId, place, name), name, input, {
    kind: isServer ? (KIND_BY_SYSTEM_TOOL.get(name) ?? 'other') : 'function',
    providerExecuted: isServer,
    providerMetadata: unionMetadata(block, 'toolUse', FIELDS, context, {
      executed: isServer ? true : undefined,
      type: isServer ? undefined : stringOr(use.type, undefined),
      absent: absentFields(use, FIELDS, ['toolUseId', 'input']),
    }),
  })
}

/**
 * Encodes the block. Returns undefined with a notice for a call that another provider executed.
 * @param cut true if the answer reports that this call may be truncated.
 */
export function encodeCall(call: ToolCall, context: Context, cut = false): JsonObject | undefined {
  const metadata = metadataOf(call, context)
  if (call.providerExecuted && metadata?.executed !== true) return dropExecutedCall(call, context)
  const isVerbatim = cut && metadata?.cut === true && call.status === 'truncated'
  const form = { wereAbsent: wasAbsent(metadata, 'input'), isVerbatim }
  const use = {
    toolUseId: call.minted && wasAbsent(metadata, 'toolUseId') ? undefined : call.id,
    name: call.name,
    input: encodeInput(call, form, context),
    type: call.providerExecuted ? SERVER : metadata?.type,
  }
  return union('toolUse', use, metadata)
}
