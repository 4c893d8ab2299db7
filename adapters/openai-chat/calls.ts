import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, merged } from '../../src/base/json/write-json.js'
import {
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  decodeFreeText,
  encodeArgumentText,
  encodeArgumentValue,
  truncatedArguments,
} from '../../src/base/model/arguments.js'
import { mintId } from '../../src/base/model/ids.js'
import { metadataOf, type OwnMetadata, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { CustomToolCall, ObjectToolCall, OpaquePart, ToolCall } from '../../src/base/model/types.js'
import { callOf, type Identity } from '../../src/codec/shape/call-codec.js'
import { extraFields, extraOf, innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import type { ChatContext, MessageSite, Side } from './dialect.js'

const NOTHING: JsonObject = {}

/** The position of one call in its message. */
export interface CallSite extends MessageSite {
  readonly position: string | number
  readonly last: boolean
}

/**
 * Returns the position of an entry of `tool_calls`. Members are written one by one: spreading takes as long
 * as decoding a short call.
 */
export function siteOfCall(
  { context, side, path, place, cut }: MessageSite,
  position: number,
  last: boolean,
): CallSite {
  return { context, side, path: `${path}/tool_calls/${position}`, place, cut, position, last }
}

/** Mints the id of a call without an id. The id is the same in a stream and in the complete response. */
export function mintCallId(place: string, position: string | number): string {
  return mintId(place, String(position), '')
}

/**
 * Decodes one entry of `tool_calls`. An entry that is neither a function nor a custom call is kept unchanged.
 * @param read the decoded arguments of a function, if they were decoded before.
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

/**
 * Returns true for a custom call. Snowflake adds an empty `custom` next to `function` (and vice versa), and
 * Mistral omits `type`.
 */
function isCustom({ type, function: fn }: JsonObject): boolean {
  if (type === 'custom' || type === 'function') return type === 'custom'
  return !isNamed(fn) || fn.name === ''
}

type NamedBody = JsonObject & { readonly name: string }

function isNamed(body: JsonValue | undefined): body is NamedBody {
  return isObject(body) && typeof body.name === 'string'
}

/**
 * Differences between the native call and the usual form, on the side from which the call was received. On
 * the other side the usual form is written: a call received without an id must still be answerable in the
 * next request.
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

/** Returns the id of a call or a fragment, or '' if absent. */
export function callIdOf({ id }: JsonObject, { dialect }: ChatContext): string {
  return typeof id === 'string' && !dialect.noIds.includes(id) ? id : ''
}

function idsOf(native: JsonObject, site: CallSite): Identity {
  const id = callIdOf(native, site.context)
  return id === '' ? { id: mintCallId(site.place, site.position), minted: true } : { id }
}

/** Kinds of calls, with the field of their arguments. */
const BODIES = { function: 'arguments', custom: 'input' } as const
type CallKind = keyof typeof BODIES

function bodyExtra(body: JsonObject, kind: CallKind): JsonObject | undefined {
  return innerExtras(body, { name: 'any', [BODIES[kind]]: 'any' })
}

function callMetadata(
  native: JsonObject,
  { minted }: Identity,
  { side, context }: MessageSite,
  kind: CallKind,
  body: JsonObject,
): ToolCall['providerMetadata'] {
  const { signature, rest } = takeSignature(native.extra_content)
  const fields = signature === undefined ? native : compact({ ...native, extra_content: rest })
  return wireMetadata(context, {
    // An invalid id stays an extra field.
    extra: extraFields(fields, { [kind]: 'any', type: 'any', id: minted ? undefined : 'any' }),
    [kind]: bodyExtra(body, kind),
    signature,
    issuer: signature === undefined ? undefined : SIGNATURE_ISSUER,
    type: native.type === kind ? undefined : native.type,
    absent: native.type === undefined ? ['type'] : undefined,
    form: formMetadata(minted && 'none', argumentForm(body[BODIES[kind]]), side),
  })
}

/** The wire of Gemini, whose provider issues the signatures. */
export const SIGNATURE_ISSUER = 'google-generate-content'

/**
 * Extracts a signature. Gemini's OpenAI endpoint signs a call with `extra_content.google.thought_signature`,
 * which must be sent back. https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function takeSignature(content: JsonValue | undefined): { signature?: string; rest?: JsonObject } {
  if (!isObject(content) || !isObject(content.google)) return {}
  const { thought_signature: signature, ...google } = content.google
  if (typeof signature !== 'string') return {}
  const { google: _, ...others } = content
  const rest = Object.keys(google).length > 0 ? { ...others, google } : others
  return Object.keys(rest).length > 0 ? { signature, rest } : { signature }
}

/** Returns `extra_content` with the signature, or undefined without a signature. */
export function extraContent(metadata: OwnMetadata | undefined): JsonObject | undefined {
  if (typeof metadata?.signature !== 'string') return undefined
  const rest = objectOr(extraOf(metadata).extra_content, NOTHING)
  return { ...rest, google: { ...objectOr(rest.google, NOTHING), thought_signature: metadata.signature } }
}

function decodeFunctionCall(
  native: JsonObject,
  fn: NamedBody,
  site: CallSite,
  read = readArguments(fn.arguments, `${site.path}/function/arguments`, site),
): ObjectToolCall {
  const ids = idsOf(native, site)
  const providerMetadata = callMetadata(native, ids, site, 'function', fn)
  return callOf(ids, fn.name, read, { kind: 'function', providerExecuted: false, providerMetadata })
}

export function argumentForm(value: JsonValue | undefined): NativeForm['arguments'] {
  if (typeof value === 'string') return undefined
  return value === undefined || value === null ? 'none' : 'object'
}

/**
 * Reads arguments. OpenRouter omits the arguments of a call without arguments or sends null; some servers
 * send an object.
 */
function readArguments(value: JsonValue | undefined, path: string, site: CallSite): DecodedArguments {
  if (typeof value === 'string') {
    if (site.cut === 'broken') return truncatedArguments(value)
    return decodeArgumentText(value, site.cut === 'length' && site.last, { ...site.context, path })
  }
  return site.cut === 'broken'
    ? truncatedArguments('')
    : decodeArgumentValue(value, { ...site.context, path })
}

function decodeCustomCall(native: JsonObject, custom: NamedBody, site: CallSite): CustomToolCall {
  const ids = idsOf(native, site)
  const { id, minted } = ids
  const isCut = site.cut === 'broken' || (site.cut === 'length' && site.last)
  const read = decodeFreeText(stringOr(custom.input, ''), isCut)
  const head = { type: 'tool-call' as const, kind: 'custom' as const, id, minted, name: custom.name }
  const providerMetadata = callMetadata(native, ids, site, 'custom', custom)
  return merged(head, read, { providerExecuted: false, providerMetadata })
}

/** Returns true if this call is written without an id, because the original call had no id on this side. */
export function isIdless(call: ToolCall, side: Side, context: ChatContext): boolean {
  return call.minted === true && formOn(metadataOf(call, context), side).id === 'none'
}

/** Position of a call for encoding. */
export interface WriteSite extends Pick<MessageSite, 'context' | 'side'> {
  /** True if the finish reason of the answer implies that this call may be truncated. Default: false. */
  readonly cut?: boolean
}

export function encodeCall(call: ToolCall, site: WriteSite): JsonObject {
  const metadata = metadataOf(call, site.context)
  const body = call.kind === 'custom' ? 'custom' : 'function'
  const fresh = {
    id: isIdless(call, site.side, site.context) ? undefined : call.id,
    type: metadata?.type,
    [body]: encodeCallBody(call, site),
    extra_content: extraContent(metadata),
  }
  return withExtras(fresh, metadata, { type: body })
}

/** Encodes the body of a call, which was the complete call before `tool_calls`. */
export function encodeCallBody(call: ToolCall, site: WriteSite): JsonObject {
  const metadata = metadataOf(call, site.context)
  const form = formOn(metadata, site.side)
  if (call.kind === 'custom') {
    const text = encodeArgumentText(call, site.cut)
    const none = text === '' && form.arguments === 'none'
    return withExtras({ name: call.name, input: none ? undefined : text }, metadata?.custom)
  }
  const value = encodeFunctionArguments(call, form, site)
  return withExtras({ name: call.name, arguments: value }, metadata?.function)
}

function encodeFunctionArguments(
  call: ObjectToolCall,
  form: JsonObject,
  { context, cut }: WriteSite,
): JsonValue | undefined {
  if (form.arguments === 'object') {
    // Arguments other than an object were a bare JSON value and are restored.
    return call.status === 'not-object' ? bareValue(call) : encodeArgumentValue(call, context)
  }
  const isEmpty = call.status === 'complete' && Object.keys(call.arguments).length === 0
  const none = form.arguments === 'none' && isEmpty
  return none ? undefined : encodeArgumentText(call, cut)
}

export function bareValue(call: ToolCall): JsonValue {
  return tryParseJson(call.rawArguments ?? '') ?? null
}

/**
 * Decodes the form before `tool_calls`: `function_call` without an id. Snowflake adds an empty
 * `function_call` to messages without a call.
 */
export function decodeLegacyCall(
  native: JsonValue | undefined,
  site: MessageSite,
): ObjectToolCall | undefined {
  if (!isNamed(native) || isEmptyLegacyCall(native)) return undefined
  const callSite = { ...site, position: FUNCTION_CALL, last: true }
  const read = readArguments(native.arguments, `${site.path}/${FUNCTION_CALL}/arguments`, callSite)
  const providerMetadata = wireMetadata(site.context, {
    field: FUNCTION_CALL,
    function: bodyExtra(native, 'function'),
    form: formMetadata(undefined, argumentForm(native.arguments), site.side),
  })
  const ids = { id: mintCallId(site.place, FUNCTION_CALL), minted: true } as const
  return callOf(ids, native.name, read, { kind: 'function', providerExecuted: false, providerMetadata })
}

const FUNCTION_CALL = 'function_call'

export function isEmptyLegacyCall({ name, arguments: text }: JsonObject): boolean {
  return stringOr(name, '') === '' && stringOr(text, '') === ''
}

export function isLegacyCall(call: Pick<ToolCall, 'providerMetadata'>, context: ChatContext): boolean {
  return metadataOf(call, context)?.field === FUNCTION_CALL
}
