import type { JsonObject } from '../../src/base/json/json-types.js'
import { expectString, isObject, stringOr } from '../../src/base/json/read-json.js'
import { type DecodedArguments, decodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { FUNCTION_CALL, isNamed, MCP_CALL, nativeType, toolKindOf, toolNameOf } from './maps.js'

const FIELDS: Fields = { type: 'string', id: 'text', arguments: 'any', signature: 'string' }
const NAMED_FIELDS: Fields = { ...FIELDS, name: 'string' }

/**
 * Returns the tool that a call step names.
 * @throws AdapterError for a step that must name a tool and does not.
 */
export function calledTool(step: JsonObject, path: string): string {
  const type = nativeType(step)
  return isNamed(type) ? expectString(step.name, `${path}/name`) : toolNameOf(type)
}

/**
 * Decodes a tool call.
 * @param place distinguishes this call from other calls, for calls without an id.
 * @param decoded the arguments, if they were streamed as text.
 */
export function decodeCall(
  step: JsonObject,
  context: Context,
  place: string,
  decoded: DecodedArguments = decodeArgumentValue(step.arguments, contextAt(context, 'arguments')),
): ObjectToolCall {
  const type = nativeType(step)
  const isFunction = type === FUNCTION_CALL
  const name = calledTool(step, context.path)
  // A marker object for other arguments is encoded unchanged, since the API accepts only objects.
  const isBare = decoded.status === 'not-object' && step.arguments !== undefined && !isObject(step.arguments)
  return callOf(identity(step.id, place, name), name, decoded, {
    kind: isFunction ? 'function' : toolKindOf(toolNameOf(type)),
    providerExecuted: !isFunction,
    dynamic: type === MCP_CALL ? true : undefined,
    providerMetadata: metadataFor(step, isNamed(type) ? NAMED_FIELDS : FIELDS, context, {
      type: isFunction ? undefined : type,
      signature: stringOr(step.signature, undefined),
      absent: absentFields(step, FIELDS, ['arguments', 'id']),
      verbatimInput: isBare ? true : undefined,
    }),
  })
}

/**
 * Encodes the step. Returns undefined with a notice for a call that another provider executed.
 * @param cut true if the answer reports that this call may be truncated.
 */
export function encodeCall(call: ToolCall, cut: boolean, context: Context): JsonObject | undefined {
  const own = metadataOf(call, context)
  const type = call.providerExecuted ? stringOr(own?.type, undefined) : FUNCTION_CALL
  if (type === undefined) return dropExecutedCall(call, context)
  const isVerbatim = own?.verbatimInput === true && (cut || call.status !== 'truncated')
  const form = { wereAbsent: wasAbsent(own, 'arguments'), isVerbatim }
  return withExtras(
    {
      type,
      id: call.minted && wasAbsent(own, 'id') ? undefined : call.id,
      name: isNamed(type) ? call.name : undefined,
      arguments: encodeInput(call, form, context),
      signature: own?.signature,
    },
    own,
  )
}
