import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, OpaquePart, ToolCall } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import { extraFields, type Fields, innerExtras, wasAbsent, withExtras } from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'

const FIELDS: Fields = { function: 'object', id: 'text' }
const BODY: Fields = { name: 'string', arguments: 'any' }

/**
 * Decodes one entry of `tool_calls`: `{id?, function: {index?, name, arguments}}`. An entry without a
 * function is kept unchanged.
 * @param place distinguishes this call from other calls, for calls without an id.
 */
export function decodeCall(native: JsonValue, context: Context, place: string): ObjectToolCall | OpaquePart {
  if (!isObject(native) || !isObject(native.function) || typeof native.function.name !== 'string')
    return opaque({ tool_calls: [native] }, context)
  const { id, function: body } = native
  const ids = identity(id, place, native.function.name)
  const input = body.arguments
  return callOf(
    ids,
    native.function.name,
    decodeArguments(input, contextAt(context, 'function', 'arguments')),
    {
      kind: 'function',
      providerExecuted: false,
      providerMetadata: wireMetadata(context, {
        extra: extraFields(native, FIELDS),
        function: innerExtras(body, BODY),
        form: formOf(input),
        // Null is kept as an extra field, and restored if the arguments are absent.
        absent: input === undefined || input === null ? ['arguments'] : undefined,
      }),
    },
  )
}

/**
 * Decodes arguments. The server accepts only objects (OLLAMA-ARG-01). JSON text from a client is parsed
 * anyway.
 */
function decodeArguments(input: JsonValue | undefined, context: Context): DecodedArguments {
  return typeof input === 'string'
    ? decodeArgumentText(input, false, context)
    : decodeArgumentValue(input, context)
}

function formOf(input: JsonValue | undefined): 'text' | 'value' | undefined {
  if (typeof input === 'string') return 'text'
  return input === undefined || input === null || isObject(input) ? undefined : 'value'
}

/**
 * Encodes the entry. Returns undefined with a notice for a call that another provider executed. A minted id
 * is omitted: results are paired by order and tool name.
 */
export function encodeCall(call: ToolCall, context: Context): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, context)
  const metadata = metadataOf(call, context)
  const body = { name: call.name, arguments: encodeArguments(call, context) }
  const id = call.minted ? undefined : call.id
  return withExtras({ id, function: withExtras(body, metadata?.function) }, metadata)
}

function encodeArguments(call: ToolCall, context: Context): JsonValue | undefined {
  const metadata = metadataOf(call, context)
  if (metadata?.form === 'text') return encodeArgumentText(call)
  if (metadata?.form === 'value' && call.status === 'not-object')
    return tryParseJson(call.rawArguments ?? '') ?? null
  return encodeInput(call, { wereAbsent: wasAbsent(metadata, 'arguments'), isVerbatim: false }, context)
}
