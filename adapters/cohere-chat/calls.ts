import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { objectIn, stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { callIdIn, completeCall, encodeInput, toolNameIn } from '../../src/codec/shape/call-codec.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { dropExecutedCall } from '../../src/codec/shape/losses.js'
import { beside, inside, noted } from '../../src/codec/shape/rows.js'
import { type CodedRow, shape } from '../../src/codec/shape/shape.js'

/** The row of the type. The usual type is `function`; other types are kept. */
const TYPE: CodedRow = {
  type: 'string',
  isNoted: true,
  read(field, { kept }) {
    if (field !== 'function') kept.type = field
    return true
  },
  write: ({ kept }, name) => kept.type ?? (wasAbsent(kept, name) ? undefined : 'function'),
}

const BODY = /* @__PURE__ */ inside('body', { name: toolNameIn('name'), arguments: noted(beside()) })

/** A call without a function has neither a name nor arguments. */
const FUNCTION: CodedRow<'name'> = {
  ...BODY,
  isNoted: true,
  write(from, name) {
    const isBare = from.value.name === '' && (from.beside.arguments ?? '') === ''
    return isBare && wasAbsent(from.kept, name) ? undefined : BODY.write(from, name)
  },
}

/** The shape of a call, of which the official client's types require only the id. */
const CALL = /* @__PURE__ */ shape<ToolCall>(
  { type: 'tool-call' },
  { id: callIdIn('id'), type: TYPE, function: FUNCTION },
)

/** Position of a call, with facts from outside the call. */
export interface CallSite {
  readonly context: Context
  /** A text that distinguishes this call from other calls, for calls without an id. */
  readonly place: string
  /** True if the answer reports that this call may be truncated. */
  readonly cut?: boolean
}

/**
 * Decodes one entry of `tool_calls`.
 * @param decoded the arguments, if they were streamed as text.
 */
export function decodeCall(
  native: JsonObject,
  { context, place, cut = false }: CallSite,
  decoded?: DecodedArguments,
): ToolCall {
  const body = objectIn(native.function)
  const { arguments: given } = body
  const isText = typeof given === 'string' || (given ?? null) === null
  const { none, read } = withoutNone(
    decoded ?? decodeArguments(given, cut, contextAt(context, 'function', 'arguments')),
  )
  const call = CALL.expect(native, context, { form: isText ? undefined : 'value', none })
  const name = stringOr(body.name, '')
  return completeCall(call, place, read, { name, kind: 'function', providerExecuted: false })
}

/**
 * Removes the text of a call without arguments, for which the server sends `null` or streams no text. Readers
 * would use this text as arguments, so it is kept separately and only for this wire.
 */
function withoutNone(decoded: DecodedArguments): { read: DecodedArguments; none?: string } {
  const { rawArguments: none } = decoded
  if (decoded.status !== 'complete' || none === undefined || !isNone(none)) return { read: decoded }
  return { read: { status: 'complete', arguments: {} }, none }
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
  const text = encodeArguments(call, context, cut)
  const isAbsent = text === '' && wasAbsent(metadataOf(call, context), 'arguments')
  return CALL.encode(call, context, context.path, { arguments: isAbsent ? undefined : text })
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
