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

/** Where a call stands, and what is known of it beside its own words. */
export interface CallSite {
  readonly context: Context
  /** What tells this call from others, for calls without id. */
  readonly place: string
  /** Whether the answer says that this call may be cut. */
  readonly cut?: boolean
}

/**
 * One entry of `tool_calls`: the types of the official client leave out everything but the id.
 * @param decoded the arguments, when they came as streamed text.
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
 * The server writes `null`, or streams no text, for a call without arguments. Readers of the text would take that for the
 * arguments, so it is kept apart, for this wire alone.
 */
function withoutNone(decoded: DecodedArguments): { read: DecodedArguments; none?: string } {
  const { rawArguments: none } = decoded
  if (decoded.status !== 'complete' || none === undefined || !isNone(none)) return { read: decoded }
  return { read: { status: 'complete', arguments: {} }, none }
}

/** What of the usual members is not there; those of the function are told apart by their names. */
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
 * The entry, or undefined with a notice for a call that another provider ran itself.
 * @param cut whether the answer says that this call may be cut.
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

/** Whether the text of a call has no arguments in it, as servers write it for tools without parameters. */
function isNone(text: string): boolean {
  const bare = text.trim()
  return bare === '' || bare === 'null'
}

function encodeArguments(call: ToolCall, context: Context, cut: boolean): JsonValue | undefined {
  const form = { wereAbsent: false, isVerbatim: true }
  if (metadataOf(call, context)?.form === 'value') return encodeInput(call, form, context)
  // Free text has no place here, but as the one member of an object.
  if (call.kind === 'custom')
    return stringifyJson(encodeInput(call, { ...form, isVerbatim: false }, context) ?? {})
  const text = encodeArgumentText(call, cut)
  const none = metadataOf(call, context)?.none
  if (text === '{}' && call.rawArguments === undefined && typeof none === 'string') return none
  // Calls of other wires may have an empty text, which is no JSON.
  return call.status === 'complete' && isNone(text) ? '{}' : text
}
