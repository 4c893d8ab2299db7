import { carried, withCarried } from '../../src/format/carry.js'
import { tryParseJson } from '../../src/json/parse.js'
import { expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
import {
  type DecodedArguments,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  reportUnusable,
} from '../../src/model/arguments.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../../src/model/metadata.js'
import type { ToolCall } from '../../src/model/types.js'
import { absentFields, extraFields, type Fields, wasAbsent, withExtras } from '../../src/shape/fields.js'

const FIELDS: Fields = { id: 'text', name: 'string', arguments: 'any' }

/** `{id, name, arguments}`, as it stands in messages and answers. @param slot what is carried of it beside. */
export function decodeCall(native: JsonObject, path: string, context: Context, slot: JsonObject): ToolCall {
  const name = expectString(native.name, `${path}/name`)
  const id = stringOr(native.id, '')
  const given = native.arguments
  const text = slot.kind === 'custom' ? stringOr(given, undefined) : undefined
  const decoded = text === undefined ? decodeArguments(given, slot, `${path}/arguments`, context) : undefined
  const body = compact({
    extra: extraFields(native, FIELDS),
    absent: absentFields(native, FIELDS, ['id', 'arguments']),
    form: decoded?.form,
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
      ? { ...head, kind: 'custom', ...decodeFreeText(text ?? '', false) }
      : { ...head, kind: 'function', ...decoded.value }
  const full = withCarried(call, slot)
  return Object.keys(body).length === 0 ? full : withMetadata(full, { body }, context)
}

interface Read {
  readonly value: DecodedArguments
  /** `exact`: the text is that of the object itself, and need not be carried. `json`: it is other JSON. */
  readonly form?: 'exact' | 'json'
}

/** multi-llm writes `null` for text that it could not parse: such a call had other arguments. */
function decodeArguments(
  given: JsonValue | undefined,
  slot: JsonObject,
  path: string,
  context: Context,
): Read {
  if (given === null) {
    reportUnusable('are null, which stands for text that could not be parsed', path, context)
    return { value: { status: 'not-object', rawArguments: 'null' }, form: 'json' }
  }
  const value = decodeArgumentValue(given, path, context)
  if (given !== undefined && !isObject(given)) return { value, form: 'json' }
  const isExact = value.status === 'complete' && value.rawArguments !== undefined
  return isExact && typeof slot.rawArguments !== 'string' ? { value, form: 'exact' } : { value }
}

export function encodeCall(call: ToolCall, path: string, context: Context): JsonObject {
  const body = metadataOf(call, context)?.body
  const id = call.minted && wasAbsent(body, 'id') ? undefined : call.id
  return withExtras({ id, name: call.name, arguments: encodeArguments(call, body, path, context) }, body)
}

function encodeArguments(
  call: ToolCall,
  body: OwnMetadata['body'],
  path: string,
  context: Context,
): JsonValue | undefined {
  if (call.kind === 'custom') return encodeArgumentText(call)
  const { status, arguments: value = {} } = call
  const isEmpty = status === 'complete' && Object.keys(value).length === 0
  if (isEmpty && wasAbsent(body, 'arguments')) return undefined
  const other = otherJson(call, body)
  return other === undefined ? encodeArgumentValue(call, `${path}/arguments`, context) : other
}

/** Arguments may be any JSON here: what came so goes out so. */
function otherJson(
  { status, rawArguments = '' }: ToolCall,
  body: JsonValue | undefined,
): JsonValue | undefined {
  const isOwn = isObject(body) && body.form === 'json'
  const value = isOwn && status === 'not-object' ? tryParseJson(rawArguments) : undefined
  return isObject(value) ? undefined : value
}

/** What of a call has no field. */
export function carriedOfCall(call: ToolCall, context: Context): JsonObject | undefined {
  const body = metadataOf(call, context)?.body
  const isExact = isObject(body) && body.form === 'exact'
  const isIdless = wasAbsent(body, 'id')
  return carried(call, context, [
    'cache',
    ...(isIdless ? ['minted'] : []),
    ...(isExact ? ['rawArguments'] : []),
  ])
}

/** A `ToolCall` by itself. */
export function isLoneCall(native: JsonObject): boolean {
  const { id, name, arguments: given, ...others } = native
  const isNamed = typeof id === 'string' && typeof name === 'string'
  return isNamed && given !== undefined && Object.keys(others).length === 0
}
