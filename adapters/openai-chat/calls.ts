import { tryParseJson } from '../../src/json/parse.js'
import { isObject, objectOr, stringOr } from '../../src/json/read.js'
import type { JsonObject, JsonValue } from '../../src/json/types.js'
import { compact, merged } from '../../src/json/write.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
} from '../../src/model/arguments.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, type OwnMetadata, opaque, wireMetadata } from '../../src/model/metadata.js'
import type { CustomToolCall, ObjectToolCall, OpaquePart, ToolCall } from '../../src/model/types.js'
import { extraFields, extraOf, type Fields, innerExtras, withExtras } from '../../src/shape/fields.js'
import type { ChatContext, Side, Site } from './dialect.js'

const NOTHING: JsonObject = {}

/** One call's place in its message. */
export interface CallSite extends Site {
  readonly position: string | number
  readonly last: boolean
}

/** Where an entry of `tool_calls` stands. Member by member: spreading takes as long as reading a short call. */
export function siteOfCall(
  { context, side, path, place, cut }: Site,
  position: number,
  last: boolean,
): CallSite {
  return { context, side, path: `${path}/tool_calls/${position}`, place, cut, position, last }
}

/** The id of a call that came without one: the same in a stream and in the whole response. */
export function mintCallId(place: string, position: string | number): string {
  return mintId(place, String(position), '')
}

/**
 * One entry of `tool_calls`. What is neither a function nor a custom call is kept as it is.
 * @param read what the arguments of a function amount to, when they were read before.
 */
export function decodeCall(
  native: JsonValue,
  site: CallSite,
  read?: DecodedArguments,
): ToolCall | OpaquePart {
  if (isObject(native)) {
    const { custom, function: fn } = native
    const hasText = isNamed(custom) && typeof (custom.input ?? '') === 'string'
    if (isNamed(custom) && hasText && isCustom(native)) return decodeCustomCall(native, custom, site)
    if (isNamed(fn)) return decodeFunctionCall(native, fn, site, read)
  }
  return opaque({ tool_calls: [native] }, site.context)
}

/** Snowflake fills in an empty `custom` beside `function` (and the other way round), Mistral leaves out `type`. */
function isCustom({ type, function: fn }: JsonObject): boolean {
  if (type === 'custom' || type === 'function') return type === 'custom'
  return !isNamed(fn) || fn.name === ''
}

type Named = JsonObject & { readonly name: string }

function isNamed(body: JsonValue | undefined): body is Named {
  return isObject(body) && typeof body.name === 'string'
}

/**
 * How the native call differed from the usual form on the side it came from; on the other side the usual form is
 * written: a call that came without an id must still be answerable in the next request.
 */
interface NativeForm {
  readonly id?: 'none'
  readonly arguments?: 'none' | 'object'
}

function formMetadata(
  id: NativeForm['id'],
  argumentForm: NativeForm['arguments'],
  side: Side,
): JsonObject | undefined {
  if (id === undefined && argumentForm === undefined) return undefined
  return compact({ side, id, arguments: argumentForm })
}

function formOn(metadata: OwnMetadata | undefined, side: Side): JsonObject {
  const form = objectOr(metadata?.form, NOTHING)
  return form.side === side ? form : NOTHING
}

/** The id of a call or a fragment of one; '' when it has none. */
export function callIdOf({ id }: JsonObject, { dialect }: ChatContext): string {
  return typeof id === 'string' && !dialect.noIds.includes(id) ? id : ''
}

interface Identity {
  readonly id: string
  readonly minted?: true
}

function identity(native: JsonObject, site: CallSite): Identity {
  const id = callIdOf(native, site.context)
  return id === '' ? { id: mintCallId(site.place, site.position), minted: true } : { id }
}

function callMetadata(
  native: JsonObject,
  { minted }: Identity,
  { side, context }: Site,
  body: 'function' | 'custom',
  bodyExtra: JsonObject | undefined,
  argumentForm?: NativeForm['arguments'],
): ToolCall['providerMetadata'] {
  const { signature, rest } = takeSignature(native.extra_content)
  const fields = signature === undefined ? native : compact({ ...native, extra_content: rest })
  return wireMetadata(context, {
    // An id that is none stays an extra field.
    extra: extraFields(fields, { [body]: 'any', type: 'any', id: minted ? undefined : 'any' }),
    function: body === 'function' ? bodyExtra : undefined,
    custom: body === 'custom' ? bodyExtra : undefined,
    signature,
    issuer: signature === undefined ? undefined : SIGNATURE_ISSUER,
    type: native.type === body ? undefined : native.type,
    absent: native.type === undefined ? ['type'] : undefined,
    form: formMetadata(minted && 'none', argumentForm, side),
  })
}

/** The wire that Gemini speaks itself. */
export const SIGNATURE_ISSUER = 'google-generate-content'

/**
 * Gemini's OpenAI endpoint proves a call with `extra_content.google.thought_signature`, which must be sent back.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function takeSignature(content: JsonValue | undefined): { signature?: string; rest?: JsonObject } {
  if (!isObject(content) || !isObject(content.google)) return {}
  const { thought_signature: signature, ...google } = content.google
  if (typeof signature !== 'string') return {}
  const { google: _, ...others } = content
  const rest = Object.keys(google).length > 0 ? { ...others, google } : others
  return Object.keys(rest).length > 0 ? { signature, rest } : { signature }
}

/** `extra_content` with the signature back in it; undefined when there is none. */
export function extraContent(metadata: OwnMetadata | undefined): JsonObject | undefined {
  if (typeof metadata?.signature !== 'string') return undefined
  const rest = objectOr(extraOf(metadata).extra_content, NOTHING)
  return { ...rest, google: { ...objectOr(rest.google, NOTHING), thought_signature: metadata.signature } }
}

const FUNCTION_FIELDS: Fields = { name: 'any', arguments: 'any' }
const CUSTOM_FIELDS: Fields = { name: 'any', input: 'any' }

function decodeFunctionCall(
  native: JsonObject,
  fn: Named,
  site: CallSite,
  read = readArguments(fn.arguments, `${site.path}/function/arguments`, site),
): ObjectToolCall {
  const ids = identity(native, site)
  const { id, minted } = ids
  const form = argumentForm(fn.arguments)
  const head = { type: 'tool-call' as const, kind: 'function' as const, id, minted, name: fn.name }
  return merged(head, read, {
    providerExecuted: false,
    providerMetadata: callMetadata(native, ids, site, 'function', functionExtra(fn), form),
  })
}

export function argumentForm(value: JsonValue | undefined): NativeForm['arguments'] {
  if (typeof value === 'string') return undefined
  return value === undefined || value === null ? 'none' : 'object'
}

function functionExtra(fn: JsonObject): JsonObject | undefined {
  return innerExtras(fn, FUNCTION_FIELDS)
}

/** OpenRouter leaves out the arguments of a call without any, or sends null; some servers send an object. */
function readArguments(value: JsonValue | undefined, path: string, site: CallSite): DecodedArguments {
  if (typeof value === 'string') {
    if (site.cut === 'broken') return truncatedArguments(value)
    return decodeArgumentText(value, site.cut === 'length' && site.last, path, site.context)
  }
  return site.cut === 'broken' ? truncatedArguments('') : decodeArgumentValue(value, path, site.context)
}

function decodeCustomCall(native: JsonObject, custom: Named, site: CallSite): CustomToolCall {
  const ids = identity(native, site)
  const { id, minted } = ids
  const isText = typeof custom.input === 'string'
  const extra = innerExtras(custom, CUSTOM_FIELDS)
  const isCut = site.cut === 'broken' || (site.cut === 'length' && site.last)
  const read = decodeFreeText(stringOr(custom.input, ''), isCut)
  const head = { type: 'tool-call' as const, kind: 'custom' as const, id, minted, name: custom.name }
  return merged(head, read, {
    providerExecuted: false,
    providerMetadata: callMetadata(native, ids, site, 'custom', extra, isText ? undefined : 'none'),
  })
}

/** Whether this call is written without an id, because it had none on this side. */
export function isIdless(call: ToolCall, side: Side, context: ChatContext): boolean {
  return call.minted === true && formOn(metadataOf(call, context), side).id === 'none'
}

/** @param cut whether the finish reason of the answer says that this call may be cut. */
export function encodeCall(
  call: ToolCall,
  side: Side,
  path: string,
  context: ChatContext,
  cut = false,
): JsonObject {
  const metadata = metadataOf(call, context)
  const body = call.kind === 'custom' ? 'custom' : 'function'
  const fresh = {
    id: isIdless(call, side, context) ? undefined : call.id,
    type: metadata?.type,
    [body]: encodeCallBody(call, side, path, context, cut),
    extra_content: extraContent(metadata),
  }
  return withExtras(fresh, metadata, { type: body })
}

function encodeCallBody(
  call: ToolCall,
  side: Side,
  path: string,
  context: ChatContext,
  cut: boolean,
): JsonObject {
  const metadata = metadataOf(call, context)
  if (call.kind === 'custom') {
    const text = encodeArgumentText(call, cut)
    const none = text === '' && formOn(metadata, side).arguments === 'none'
    return withExtras({ name: call.name, input: none ? undefined : text }, metadata?.custom)
  }
  const value = encodeFunctionArguments(call, formOn(metadata, side), path, context, cut)
  return withExtras({ name: call.name, arguments: value }, metadata?.function)
}

function encodeFunctionArguments(
  call: ObjectToolCall,
  form: JsonObject,
  path: string,
  context: ChatContext,
  cut: boolean,
): JsonValue | undefined {
  if (form.arguments === 'object') {
    // What is no object came as a bare JSON value and goes back as one.
    return call.status === 'not-object' ? bareValue(call) : encodeArgumentValue(call, path, context)
  }
  const isEmpty = call.status === 'complete' && Object.keys(call.arguments).length === 0
  const none = form.arguments === 'none' && isEmpty
  return none ? undefined : encodeArgumentText(call, cut)
}

export function bareValue(call: ToolCall): JsonValue {
  return tryParseJson(call.rawArguments ?? '') ?? null
}

/** The form before `tool_calls`: `function_call` without an id. Snowflake fills in an empty one where there is none. */
export function decodeLegacyCall(native: JsonValue | undefined, site: Site): ObjectToolCall | undefined {
  if (!isNamed(native) || isEmptyLegacyCall(native)) return undefined
  const form = formMetadata(undefined, argumentForm(native.arguments), site.side)
  const callSite = { ...site, position: 'function_call', last: true }
  return compact({
    type: 'tool-call' as const,
    kind: 'function' as const,
    id: mintCallId(site.place, 'function_call'),
    minted: true as const,
    name: native.name,
    ...readArguments(native.arguments, `${site.path}/function_call/arguments`, callSite),
    providerExecuted: false,
    providerMetadata: wireMetadata(site.context, {
      field: 'function_call',
      function: functionExtra(native),
      form,
    }),
  })
}

export function isEmptyLegacyCall({ name, arguments: text }: JsonObject): boolean {
  return stringOr(name, '') === '' && stringOr(text, '') === ''
}

export function isLegacyCall(call: ToolCall, context: ChatContext): boolean {
  return metadataOf(call, context)?.field === 'function_call'
}

export function encodeLegacyCall(
  call: ToolCall,
  side: Side,
  path: string,
  context: ChatContext,
  cut: boolean,
): JsonObject {
  return encodeCallBody(call, side, path, context, cut)
}
