import {
  type DecodedArguments,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  reportUnusable,
} from '../../src/adapter/arguments.js'
import { type CarriedField, carried, withCarried } from '../../src/adapter/carry.js'
import type { Context } from '../../src/adapter/context.js'
import { absentFields, extraFields, type Fields, wasAbsent, withExtras } from '../../src/adapter/fields.js'
import { mintId } from '../../src/adapter/ids.js'
import { metadataOf, type OwnMetadata, withMetadata } from '../../src/adapter/metadata.js'
import { tryParseJson } from '../../src/json/parse.js'
import { expectString, isObject, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, equalJson, stringifyJson } from '../../src/json/write.js'
import type { ToolCall } from '../../src/model/types.js'

const FIELDS: Fields = { id: 'text', name: 'string', arguments: 'any' }
const CARRIED_OF_CALLS: readonly CarriedField[] = [
  'minted',
  'namespace',
  'dynamic',
  'title',
  'callerId',
  'context',
  'skills',
]

/** `{id, name, arguments}`, as it stands in messages and answers. @param slot what is carried of it beside. */
export function decodeCall(native: JsonObject, path: string, context: Context, slot: JsonObject): ToolCall {
  const name = expectString(native.name, `${path}/name`)
  const id = stringOr(native.id, '')
  const given = native.arguments
  const isText = slot.kind === 'custom' && typeof given === 'string'
  const decoded = isText ? undefined : decodeArguments(given, slot, `${path}/arguments`, context)
  const body = compact({
    extra: extraFields(native, FIELDS),
    absent: absentFields(native, FIELDS, ['id', 'arguments']),
    form: decoded?.isExact ? 'exact' : undefined,
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
  const full = withCarried(
    call,
    slot,
    slot.kind === 'custom' ? CARRIED_OF_CALLS : ['kind', ...CARRIED_OF_CALLS],
  )
  return Object.keys(body).length === 0 ? full : withMetadata(full, { body }, context)
}

interface Read {
  readonly value: DecodedArguments
  /** Whether its text is that of the object itself, so that it need not be carried. */
  readonly isExact: boolean
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
    return { value: { status: 'not-object', rawArguments: 'null' }, isExact: false }
  }
  const value = decodeArgumentValue(given, path, context)
  const { rawArguments: text } = slot
  const isMeant = typeof text === 'string' && equalJson(tryParseJson(text) ?? {}, given ?? {})
  if (isMeant) return { value: { ...value, rawArguments: text }, isExact: false }
  return { value, isExact: value.status === 'complete' && value.rawArguments !== undefined }
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
  const other = otherJson(call)
  return other === undefined ? encodeArgumentValue(call, `${path}/arguments`, context) : other
}

/** Arguments may be any JSON here, also what is no object. */
function otherJson({ status, rawArguments = '' }: ToolCall): JsonValue | undefined {
  const value = status === 'not-object' ? tryParseJson(rawArguments) : undefined
  return isObject(value) ? undefined : value
}

/** What of a call has no field. */
export function carriedOfCall(call: ToolCall, context: Context): JsonObject | undefined {
  const body = metadataOf(call, context)?.body
  const { rawArguments, kind } = call
  const value = call.arguments ?? otherJson(call)
  const isTold =
    rawArguments === undefined ||
    value === undefined ||
    kind === 'custom' ||
    wasExact(body) ||
    rawArguments === stringifyJson(value)
  const others = CARRIED_OF_CALLS.filter((field) => field !== 'minted' || !wasAbsent(body, 'id'))
  return carried(call, isTold ? ['kind', ...others] : ['rawArguments', 'kind', ...others], context)
}

function wasExact(body: JsonValue | undefined): boolean {
  return isObject(body) && body.form === 'exact'
}
