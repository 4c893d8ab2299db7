import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ObjectToolCall, ToolCall } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'

const FIELDS: Fields = { id: 'text', type: 'string', function: 'object' }
const FUNCTION_FIELDS: Fields = { name: 'string', arguments: 'any' }

/** Position of a call, with facts from outside the call. */
export interface CallSite {
  readonly context: Context
  /** Distinguishes this call from others, for calls without id. */
  readonly place: string
  /** True if the answer reports that this call may be truncated. */
  readonly cut?: boolean
}

/**
 * Decodes one entry of `tool_calls`. In the official client's types only the id is required.
 * @param decoded the arguments, if they were streamed as text.
 */
export function decodeCall(
  native: JsonObject,
  { context, place, cut = false }: CallSite,
  decoded?: DecodedArguments,
): ObjectToolCall {
  const body = objectIn(native.function)
  const name = stringOr(body.name, '')
  const { arguments: given } = body
  const isText = typeof given === 'string' || (given ?? null) === null
  const { none, read } = withoutNone(
    decoded ?? decodeArguments(given, cut, contextAt(context, 'function', 'arguments')),
  )
  return callOf(identity(native.id, place, name), name, read, {
    kind: 'function',
    providerExecuted: false,
    providerMetadata: metadataFor(native, FIELDS, context, {
      body: innerExtras(body, FUNCTION_FIELDS),
      form: isText ? undefined : 'value',
      none,
      type: native.type === 'function' ? undefined : native.type,
      absent: absentOf(native, body),
    }),
  })
}

/**
 * Removes the text of a call without arguments: the server writes `null`, or streams no text. Readers would
 * mistake it for arguments, so it is kept separately, only for this wire.
 */
function withoutNone(decoded: DecodedArguments): { read: DecodedArguments; none?: string } {
  const { rawArguments: none } = decoded
  if (decoded.status !== 'complete' || none === undefined || !isNone(none)) return { read: decoded }
  return { read: { status: 'complete', arguments: {} }, none }
}

/** Returns the absent members of a call. Names of the function's members are distinct. */
function absentOf(native: JsonObject, body: JsonObject): readonly string[] | undefined {
  const outer = absentFields(native, FIELDS, ['id', 'type', 'function']) ?? []
  if (!isObject(native.function)) return outer
  const inner = absentFields(body, FUNCTION_FIELDS, ['name', 'arguments']) ?? []
  const absent = [...outer, ...inner]
  return absent.length === 0 ? undefined : absent
}

function decodeArguments(given: JsonValue | undefined, cut: boolean, context: Context): DecodedArguments {
  if (typeof given === 'string') return decodeArgumentText(given, cut, context)
  return (given ?? null) === null ? decodeArgumentText('', cut, context) : decodeArgumentValue(given, context)
}

/**
 * Encodes the entry. Returns undefined with a notice for a call that another provider executed.
 * @param cut true if the answer reports that this call may be truncated.
 */
export function encodeCall(call: ToolCall, context: Context, cut = false): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, context)
  const own = metadataOf(call, context)
  const text = encodeArguments(call, context, cut)
  const body = withExtras(
    {
      name: call.name === '' && wasAbsent(own, 'name') ? undefined : call.name,
      arguments: text === '' && wasAbsent(own, 'arguments') ? undefined : text,
    },
    own?.body,
  )
  const isBare = wasAbsent(own, 'function') && call.name === '' && text === ''
  const id = call.minted && wasAbsent(own, 'id') ? undefined : call.id
  return withExtras({ id, type: own?.type, function: isBare ? undefined : body }, own, { type: 'function' })
}

/** Returns true for a text without arguments, as servers write for tools without parameters. */
function isNone(text: string): boolean {
  const bare = text.trim()
  return bare === '' || bare === 'null'
}

function encodeArguments(call: ToolCall, context: Context, cut: boolean): JsonValue | undefined {
  const form = { wereAbsent: false, isVerbatim: true }
  if (metadataOf(call, context)?.form === 'value') return encodeInput(call, form, context)
  // Free text is encoded as the only member of an object.
  if (call.kind === 'custom')
    return stringifyJson(encodeInput(call, { ...form, isVerbatim: false }, context) ?? {})
  const text = encodeArgumentText(call, cut)
  const none = metadataOf(call, context)?.none
  if (text === '{}' && call.rawArguments === undefined && typeof none === 'string') return none
  // Calls of other wires may have an empty text, which is not JSON.
  return call.status === 'complete' && isNone(text) ? '{}' : text
}
