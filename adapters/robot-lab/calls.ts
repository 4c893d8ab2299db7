import { CARRIED, carried, withCarried } from '../../src/format/carry.js'
import { unfenced } from '../../src/json/fence.js'
import { tryParseJson } from '../../src/json/parse.js'
import { expectString, isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson, stringifyJson } from '../../src/json/write.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  reportUnusable,
} from '../../src/model/arguments.js'
import { type Context, createContext } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, withMetadata } from '../../src/model/metadata.js'
import type { ToolCall } from '../../src/model/types.js'
import { absentFields, extraFields, type Fields, wasAbsent, withExtras } from '../../src/shape/fields.js'

const FIELDS: Fields = { type: 'string', id: 'text', name: 'string', input: 'any', [CARRIED]: 'object' }
const ALIAS: Fields = { ...FIELDS, arguments: 'any' }
const NOTHING: JsonObject = {}

/** `{type: "tool", id, name, input}`; `arguments` where there is no `input`, as its own reader takes it. */
export function decodeCall(native: JsonObject, path: string, context: Context): ToolCall {
  const name = expectString(native.name, `${path}/name`)
  const id = stringOr(native.id, '')
  const slot = objectOr(native[CARRIED], NOTHING)
  const isAlias = (native.input ?? null) === null && (native.arguments ?? null) !== null
  const given = isAlias ? native.arguments : native.input
  const isText = slot.kind === 'custom' && typeof given === 'string'
  const decoded = isText
    ? undefined
    : decodeInput(given, slot, `${path}/${isAlias ? 'arguments' : 'input'}`, context)
  const body = compact({
    extra: extraFields(native, isAlias ? ALIAS : FIELDS),
    absent: absentFields(native, FIELDS, ['type', 'id', 'input']),
    form: isAlias ? 'arguments' : undefined,
    ...decoded?.kept,
  })
  const head = compact({
    type: 'tool-call' as const,
    id: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    providerExecuted: false,
  })
  const call: ToolCall =
    decoded === undefined
      ? { ...head, kind: 'custom', ...decodeFreeText(stringOr(given, ''), false) }
      : { ...head, kind: 'function', ...decoded.value }
  return withMetadata(withCarried(call, slot), { body }, context)
}

interface ReadInput {
  readonly value: DecodedArguments
  /** What the format needs to write the same again. */
  readonly kept?: JsonObject
}

function decodeInput(
  given: JsonValue | undefined,
  slot: JsonObject,
  path: string,
  context: Context,
): ReadInput {
  if (typeof given === 'string') {
    // Models put JSON into a code fence; RobotLab strips it.
    const value = decodeArgumentText(unfenced(given) ?? given, false, path, context)
    return { value, kept: { text: given } }
  }
  const raw = unparsed(given)
  if (raw !== undefined) {
    reportUnusable('could not be parsed there', path, context)
    return { value: { status: 'malformed', rawArguments: raw }, kept: { text: raw, raw: true } }
  }
  const value = decodeArgumentValue(given, path, context)
  if (given !== undefined && given !== null && !isObject(given)) return { value, kept: { json: true } }
  const isCarried = typeof slot.rawArguments === 'string'
  const isExact = value.status === 'complete' && value.rawArguments !== undefined && !isCarried
  return isExact ? { value, kept: { exact: true } } : { value }
}

/** RobotLab writes `{raw: text}` for argument text that it cannot parse. Tools may have such an argument themselves. */
function unparsed(given: JsonValue | undefined): string | undefined {
  if (!isObject(given) || typeof given.raw !== 'string' || Object.keys(given).length !== 1) return undefined
  return /^\s*[{[]/.test(given.raw) && tryParseJson(given.raw) === undefined ? given.raw : undefined
}

/** @param usual what stands there when nobody says anything. */
export function encodeCall(
  call: ToolCall,
  path: string,
  context: Context,
  usual: JsonObject = { type: 'tool' },
): JsonObject {
  const body = objectOr(metadataOf(call, context)?.body, NOTHING)
  const id = call.minted && wasAbsent(body, 'id') ? undefined : call.id
  const input = encodeInput(call, body, path, context)
  return withExtras(
    {
      id,
      name: call.name,
      [body.form === 'arguments' ? 'arguments' : 'input']: input,
      [CARRIED]: carried(call, context, saidOf(call, body)),
    },
    body,
    usual,
  )
}

export function encodeInput(
  call: ToolCall,
  body: JsonObject,
  path: string,
  context: Context,
): JsonValue | undefined {
  const kept = keptText(call, body)
  if (kept !== undefined) return kept
  if (call.kind === 'custom') return encodeArgumentText(call)
  const { status, arguments: value = {} } = call
  const isEmpty = status === 'complete' && Object.keys(value).length === 0
  if (isEmpty && wasAbsent(body, 'input') && body.form !== 'arguments') return undefined
  const other = otherJson(call, body)
  return other === undefined ? encodeArgumentValue(call, `${path}/arguments`, context) : other
}

/** The text that it came as, while it means the same. */
function keptText(call: ToolCall, { text, raw }: JsonObject): JsonValue | undefined {
  if (typeof text !== 'string') return undefined
  if (raw === true)
    return call.status === 'malformed' && call.rawArguments === text ? { raw: text } : undefined
  const { value } = decodeInput(text, NOTHING, '', createContext(''))
  const isSame = value.status === call.status && value.rawArguments === call.rawArguments
  return isSame && equalJson(value.arguments, call.arguments) ? text : undefined
}

/** An input may be any JSON here: what came so goes out so. */
function otherJson({ status, rawArguments = '' }: ToolCall, { json }: JsonObject): JsonValue | undefined {
  return json === true && status === 'not-object' ? tryParseJson(rawArguments) : undefined
}

/** What the fields say beside what they always do: that there is no id, and the text of the input. */
function saidOf(call: ToolCall, body: JsonObject): string[] {
  const isExact = body.exact === true || keptText(call, body) !== undefined
  return [...(wasAbsent(body, 'id') ? ['minted'] : []), ...(isExact ? ['rawArguments'] : [])]
}

/** The text of an input, for streams. */
export function inputText(call: ToolCall, context: Context): string {
  return call.status === 'complete'
    ? encodeArgumentText(call)
    : stringifyJson(encodeArgumentValue(call, '', context))
}
