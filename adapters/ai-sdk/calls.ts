import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { expectString, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { compact, merged, stringifyJson } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  INVALID_ARGUMENTS,
  INVALID_STATUS,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { CustomToolCall, ObjectToolCall, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { CARRIED } from '../../src/codec/format/carry.js'
import { callOf, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { narrationOf } from '../../src/translate/fit/provider-executed.js'
import { isAnswer, opened, type PartPlace, slotOf, TOLD, withKept } from './slots.js'

/** Kinds of provider-executed tools by the names that the packages use, if the kind is not carried. */
export const KINDS: Readonly<Record<string, ObjectToolCall['kind']>> = {
  web_search: 'web_search',
  web_search_preview: 'web_search',
  google_search: 'web_search',
  code_execution: 'code_execution',
  code_interpreter: 'code_execution',
  file_search: 'file_search',
  image_generation: 'image_generation',
}

function kindOf(name: string, isExecuted: boolean): ObjectToolCall['kind'] {
  if (!isExecuted) return 'function'
  return (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'other'
}

/** Decodes the id and name that calls and their results have in common. */
export function decodeHead(native: JsonObject, path: string, kept: JsonObject) {
  const name = expectString(native.toolName, `${path}/toolName`)
  const said = stringOr(kept.name, undefined)
  const ids = identity(native.toolCallId, path, name)
  return { ids, name: said ?? name, named: said === undefined ? undefined : name }
}

/** Returns fields in which a flag counts as read only if it is true. `false` is kept as an unknown field. */
export function switched(native: JsonObject, fields: Fields, names: readonly string[]): Fields {
  const off = names.filter((name) => native[name] !== true)
  return { ...fields, ...Object.fromEntries(off.map((name) => [name, undefined])) }
}

const FIELDS: Fields = {
  type: 'string',
  toolCallId: 'text',
  toolName: 'string',
  providerExecuted: 'boolean',
  dynamic: 'boolean',
}

/** Decodes a call. `input` is JSON text in answers and a value in prompts. An older name is `args`. */
export function decodeCall(part: JsonObject, place: PartPlace, context: Context): ToolCall {
  const [native, options, kept] = opened(part, place.slot)
  const field = native.input === undefined && native.args !== undefined ? 'args' : 'input'
  const { ids, named, name } = decodeHead(native, context.path, kept)
  const isExecuted = native.providerExecuted === true
  const fields = switched(native, { ...FIELDS, [field]: 'any' }, ['providerExecuted', 'dynamic'])
  const isBare = isAnswer(place) && typeof native[field] !== 'string'
  const facts = {
    providerExecuted: isExecuted,
    // In answers, calls that another provider executed are always marked as dynamic.
    dynamic: named === undefined && native.dynamic === true ? (true as const) : undefined,
    providerMetadata: metadataFor(native, fields, context, {
      field: field === 'args' || isBare ? field : undefined,
      executed: isExecuted && place.isTold !== true ? true : undefined,
      told: kept.rawArguments === undefined || !isAnswer(place) ? undefined : true,
      named,
      absent: absentFields(native, fields, ['toolCallId', field]),
    }),
  }
  const text = freeText(native[field], place, native)
  if (text !== undefined) {
    const head = { type: 'tool-call' as const, kind: 'custom' as const, ...ids, name }
    const call: CustomToolCall = merged(head, decodeFreeText(text, false), facts)
    return withKept(call, options, kept)
  }
  const input = decodeInput(native[field], kept, contextAt(context, field))
  const kind = kindOf(named ?? name, isExecuted)
  return withKept(callOf(ids, name, input, { kind, ...facts }), options, kept)
}

/** Returns the free text of a custom tool: a string instead of an object. */
function freeText(
  input: JsonValue | undefined,
  place: PartPlace,
  { invalid }: JsonObject,
): string | undefined {
  if (typeof input !== 'string' || invalid === true) return undefined
  const value = isAnswer(place) ? tryParseJson(input) : input
  return typeof value === 'string' ? value : undefined
}

/**
 * Decodes the input of a call. For unparsable text the SDK keeps only `{}` in its history; but the carried
 * text is complete.
 * @param kept `rawArguments` is the original text if the value does not restore the text. Broken text is in
 * the marker object.
 */
function decodeInput(
  input: JsonValue | undefined,
  { rawArguments }: JsonObject,
  context: Context,
): DecodedArguments {
  if (typeof input === 'string') return decodeArgumentText(input, false, context)
  const isLost = input === undefined || (isObject(input) && Object.keys(input).length === 0)
  const said = typeof rawArguments === 'string' ? tryParseJson(rawArguments) : undefined
  if (isLost && isObject(said) && INVALID_ARGUMENTS in said)
    return decodeArgumentText(stringOr(rawArguments, ''), false, context)
  return decodeArgumentValue(input, context)
}

/** Encodes the call. If only another provider would accept it, the call becomes a text description. */
export function encodeCall(call: ToolCall, place: PartPlace, context: Context): JsonObject {
  const metadata = metadataOf(call, context)
  const isForeign = call.providerExecuted && metadata?.executed !== true && place.isTold !== true
  if (isForeign && place.isPrompt === true) {
    const native = encodeCall(call, TOLD, context)
    return asTold(call, native, place, context)
  }
  const field = stringOr(metadata?.field, 'input')
  const isText = isAnswer(place) && metadata?.field === undefined
  const named = nativeName(call, isForeign, place, context)
  const input = isText ? inputText(call, context) : inputValue(call, context)
  const isAbsent = wasAbsent(metadata, field) && Object.keys(call.arguments ?? { some: 1 }).length === 0
  const isDerived = call.kind === 'custom' || call.kind === kindOf(named, call.providerExecuted)
  const isRenamed = named !== call.name
  const isNameless = call.minted === true && wasAbsent(metadata, 'toolCallId')
  const said = ['rawArguments', ...(isDerived ? ['kind'] : []), ...(isNameless ? ['minted'] : [])]
  const more = {
    name: isRenamed ? call.name : undefined,
    rawArguments: keptText(call, isText, place, context),
  }
  const slot = slotOf(call, place, context, more, isRenamed ? said : [...said, 'dynamic'])
  return withExtras(
    {
      type: 'tool-call',
      toolCallId: isNameless ? undefined : call.id,
      toolName: named,
      [field]: isAbsent ? undefined : input,
      providerExecuted: call.providerExecuted || undefined,
      dynamic: isRenamed || call.dynamic || undefined,
      ...ofCall(slot, place),
    },
    metadata,
  )
}

/** The owner of a slot that is found next to a result. */
export const CALL = 'tool-call'

/** Returns the slot of a call. In answers, a slot names its owner, because the SDK copies slots. */
function ofCall(options: JsonObject, { slot }: PartPlace): JsonObject {
  const all = objectIn(options[slot])
  const own = all[CARRIED]
  if (slot !== 'providerMetadata' || !isObject(own)) return options
  return { [slot]: { ...all, [CARRIED]: { ...own, of: CALL } } }
}

/**
 * Returns the native name of a tool. A tool that another provider executed is prefixed with the wire: a
 * package treats a call with the name of its tool as its own call, and throws an error for the result.
 */
export function nativeName(
  { name, providerMetadata }: ToolCall | ToolResult,
  isForeign: boolean,
  { origin }: PartPlace,
  context: Context,
): string {
  const named = stringOr(providerMetadata?.[context.wire]?.named, undefined)
  if (!isForeign) return named ?? name
  const wire = origin?.wire ?? Object.keys(providerMetadata ?? {})[0] ?? 'provider'
  return `${wire}.${name}`
}

/**
 * Describes a call or result of another provider as text for the model. The original is kept next to the
 * text.
 */
export function asTold(
  part: ToolCall | ToolResult,
  native: JsonObject,
  place: PartPlace,
  context: Context,
): JsonObject {
  const bearer = { type: 'text' } as const
  return { type: 'text', text: narrationOf(part), ...slotOf(bearer, place, context, { part: native }) }
}

function inputText(call: ToolCall, context: Context): string {
  const text = encodeArgumentText(call)
  if (call.kind === 'custom') return stringifyJson(text)
  // A bare string would be mistaken for the text of a custom tool.
  const isString = typeof tryParseJson(text) === 'string'
  return isString ? stringifyJson(encodeArgumentValue(call, contextAt(context, 'arguments'))) : text
}

function inputValue(call: ToolCall, context: Context): JsonValue {
  if (call.kind === 'custom') return encodeArgumentText(call)
  return encodeArgumentValue(call, contextAt(context, 'arguments'))
}

/**
 * Returns the original text of the arguments if the input does not restore the text. `decodeInput` reads this
 * text.
 */
function keptText(
  call: ToolCall,
  isText: boolean,
  { origin }: PartPlace,
  context: Context,
): string | undefined {
  const { kind, status, rawArguments, arguments: value } = call
  if (kind === 'custom' || rawArguments === undefined) return undefined
  if (status === 'complete')
    return isText || rawArguments === stringifyJson(value ?? {}) ? undefined : rawArguments
  // Calls from a model of the SDK have their original text in `input`.
  const isTold = origin?.wire !== context.wire || metadataOf(call, context)?.told === true
  return isText && isTold
    ? stringifyJson(compact({ [INVALID_ARGUMENTS]: rawArguments, [INVALID_STATUS]: status }))
    : undefined
}
