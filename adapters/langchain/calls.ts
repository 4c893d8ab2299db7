import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject, objectIn, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact, equalJson, unlessEmpty } from '../../src/base/json/write-json.js'
import {
  asGivenCall,
  type DecodedArguments,
  decodeArgumentText,
  decodeArgumentValue,
  encodeArgumentText,
  encodeArgumentValue,
  reportUnusable,
} from '../../src/base/model/arguments.js'
import { type Context, contextAt, createContext } from '../../src/base/model/context.js'
import { stableHash } from '../../src/base/model/ids.js'
import { type MetadataEntries, metadataOf, wireMetadata } from '../../src/base/model/metadata.js'
import type { ToolCall, ToolCallStatus } from '../../src/base/model/types.js'
import { callOf, identity } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  extraFields,
  type Fields,
  innerExtras,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { CALL_BLOCKS } from './maps.js'
import { asCustom, executedKind } from './slots.js'

/** Positions of one call in a message: LangChain and its integrations repeat most calls. */
export interface CallPlaces {
  /** Among `tool_calls`. */
  readonly list?: JsonObject
  /** Among `invalid_tool_calls`. */
  readonly invalid?: JsonObject
  /** In the content. */
  readonly block?: JsonObject
  /** In OpenAI's form, among `tool_calls` (`listed`) or in `additional_kwargs.tool_calls`. */
  readonly raw?: JsonObject
  readonly listed?: boolean
  /** Among the `tool_call_chunks` of a streamed message. */
  readonly chunk?: JsonObject
  /** Pieces of the call's text without id and name. */
  readonly pieces?: ContentPieces
}

/**
 * Pieces that joined stream chunks leave in a message: the text of an Anthropic call is a separate block
 * after the call's block. In other positions, the text of a provider-executed call looks like a call without
 * a name.
 */
export interface ContentPieces {
  readonly delta?: JsonObject
  readonly chunk?: JsonObject
  readonly invalid?: JsonObject
}

/** Form of a call in one of its positions. */
interface PlaceForm {
  /** The type of the object. It determines the field of the arguments, and if they are text. */
  readonly type: string
  /** Fields whose absence is recorded. */
  readonly usual: readonly string[]
  /** A field that is derived from the call. */
  readonly mark?: 'isCustomTool' | 'error'
}

const LIST: PlaceForm = { type: 'tool_call', usual: ['type', 'args', 'id'], mark: 'isCustomTool' }
const INVALID: PlaceForm = {
  type: 'invalid_tool_call',
  usual: ['type', 'args', 'id', 'name', 'error'],
  mark: 'error',
}
const CHUNK: PlaceForm = {
  type: 'tool_call_chunk',
  usual: ['type', 'id', 'name', 'args'],
  mark: 'isCustomTool',
}
const RAW: Fields = { type: 'string', id: 'text', function: 'object' }
const FUNCTION: Fields = { name: 'string', arguments: 'string' }

function blockForm(type: string): PlaceForm {
  return { type, usual: ['id', argumentsField({ type })] }
}

type Broken = Exclude<ToolCallStatus, 'complete'>

/**
 * The `error` text of an unusable call. LangChain's own text (`Malformed args.`) does not distinguish the
 * reasons.
 */
const ERRORS: Readonly<Record<Broken, string>> = {
  malformed: 'The arguments are malformed.',
  truncated: 'The arguments were cut off.',
  'not-object': 'The arguments are not an object.',
}

/**
 * Matches the mark at the end of an unusable call's streamed text. LangChain closes truncated text and treats
 * it as complete. These escapes make `parsePartialJson` fail at any point of truncation.
 */
const MARK = /\\x\\x<toolwire_(malformed|truncated|not-object)\/>$/

/** Returns the mark to append to the text of an unusable call. */
export function brokenMark({ status }: ToolCall): string {
  return status === 'complete' ? '' : `\\x\\x<toolwire_${status}/>`
}

export function isCallBlock({ type }: JsonObject): boolean {
  return typeof type === 'string' && Object.hasOwn(CALL_BLOCKS, type)
}

/** Returns true if a content block, or an entry of `tool_call_chunks`, is only a piece of a call. */
export function isPieceOfCall({ type = 'tool_call_chunk', id, name }: JsonObject): boolean {
  const isPiece = type === 'input_json_delta' || type === 'tool_call_chunk'
  return isPiece && stringOr(id, '') === '' && stringOr(name, '') === ''
}

export function isExecutedBlock(block: JsonObject | undefined): boolean {
  return CALL_BLOCKS[stringOr(block?.type, '')]?.[1] === true
}

/** Returns true if a block has arguments as text. */
export function isTextBlock({ type }: JsonObject): boolean {
  return type === 'invalid_tool_call' || type === 'tool_call_chunk'
}

/** Returns the id of a call from any of its positions. */
export function nativeId(places: CallPlaces): string | undefined {
  const { list, invalid, block, raw, chunk } = places
  return [list, invalid, block, raw, chunk].map((one) => stringOr(one?.id, '')).find((id) => id !== '')
}

export function nativeName({ list, invalid, block, raw, chunk }: CallPlaces): string | undefined {
  const named = [list, invalid, block, objectOr(raw?.function, undefined), chunk]
  return named.map((one) => stringOr(one?.name, undefined)).find((name) => name !== undefined)
}

/**
 * Decodes a tool call.
 * @param place distinguishes this call from other calls, for calls without an id.
 */
export function decodeCall(
  places: CallPlaces,
  context: Context,
  place: string,
  decoded: DecodedArguments = decodeGiven(places, context),
): ToolCall {
  const { list, block, chunk } = places
  const name = nativeName(places) ?? ''
  const executed = isExecutedBlock(block)
  const kind = executed ? executedKind(name) : 'function'
  const ids = identity(nativeId(places), place, name)
  const call = callOf(ids, name, decoded, { kind, providerExecuted: executed, providerMetadata: undefined })
  const isCustom = [list, chunk, block].some((one) => one?.isCustomTool === true)
  const full = isCustom ? asCustom(call) : call
  const providerMetadata = wireMetadata(context, placesMetadata(places, full))
  return compact({ ...full, providerMetadata })
}

/** Records every position to write again, except for the default ones. */
function placesMetadata(places: CallPlaces, call: ToolCall): MetadataEntries {
  const { list, invalid, block, raw, listed, chunk, pieces } = places
  const isUsual = call.providerExecuted && block?.type === 'server_tool_call'
  const type = stringOr(block?.type, '')
  return {
    list: list && unlessEmpty(keptOf(list, LIST, call)),
    invalid: invalid && unlessEmpty(keptOf(invalid, INVALID, call)),
    block:
      block &&
      unlessEmpty({ type: isUsual ? undefined : block.type, ...keptOf(block, blockForm(type), call) }),
    raw: raw && compact({ listed: listed || undefined, ...keptOfRaw(raw, call) }),
    chunk: chunk && keptOf(chunk, CHUNK, call),
    pieces: pieces && { ...pieces, of: printOf(call) },
    unlisted: list === undefined && invalid === undefined && !call.providerExecuted ? true : undefined,
  }
}

function keptOf(native: JsonObject, { type, usual, mark }: PlaceForm, call: ToolCall): JsonObject {
  const args = argumentsField({ type })
  const isText = isTextBlock({ type })
  const isMarked = mark !== undefined && native[mark] === marksOf(call)[mark]
  const fields: Fields = { type: 'string', id: 'text', name: 'string', [args]: isText ? 'string' : 'any' }
  return compact({
    extra: extraFields(native, isMarked ? { ...fields, [mark]: 'any' } : fields),
    absent: absentFields(native, { ...fields, error: 'string' }, usual),
    ...toldIn(native[args], call, isText),
  })
}

function keptOfRaw(raw: JsonObject, call: ToolCall): JsonObject {
  const body = objectIn(raw.function)
  return compact({
    extra: extraFields(raw, RAW),
    absent: absentFields(raw, RAW, ['type', 'id']),
    function: innerExtras(body, FUNCTION),
    ...toldIn(body.arguments, call, true),
  })
}

function marksOf({ kind, status }: ToolCall) {
  return { isCustomTool: kind === 'custom' || undefined, error: errorOf({ status }) }
}

export function argumentsField(block: JsonObject | undefined): 'args' | 'input' {
  return CALL_BLOCKS[stringOr(block?.type, '')]?.[0] ?? 'args'
}

/**
 * Keeps the native arguments of a position if encoding would write different ones. They are restored if the
 * call is unchanged.
 */
function toldIn(value: JsonValue | undefined, call: ToolCall, isText: boolean): JsonObject {
  const usual = isText ? textOf(call) : argumentsOf(call, createContext(''))
  const isUsual = equalJson(value ?? (isText ? '' : {}), usual)
  return isUsual || value === undefined ? {} : { told: value, of: printOf(call) }
}

function printOf(call: ToolCall): string {
  return stableHash(textOf(call))
}

/** Returns the kept arguments of a position if the call is unchanged. */
function toldBy(kept: JsonValue | undefined, call: ToolCall): JsonValue | undefined {
  return isObject(kept) && kept.of === printOf(call) ? kept.told : undefined
}

/** Prefers text: an object that LangChain parsed from truncated text looks complete. */
export function decodeGiven(places: CallPlaces, context: Context): DecodedArguments {
  const { list, invalid, block, raw, chunk } = places
  const text = textInPieces(places)
  if (text !== '' && (list ?? chunk) === undefined) return decodeStreamed(text, false, context)
  const value = list === undefined ? block?.[argumentsField(block)] : list.args
  const rawText = objectIn(raw?.function).arguments
  if (typeof chunk?.args === 'string' && chunk.isCustomTool !== true)
    return edited(decodeStreamed(chunk.args, true, context), list?.args)
  if (invalid !== undefined) return decodeInvalid(invalid, context)
  if (list === undefined && block?.type === 'invalid_tool_call') return decodeInvalid(block, context)
  const isRead = typeof rawText === 'string' && (!isObject(value) || equalJson(tryParseJson(rawText), value))
  if (isRead) return decodeArgumentText(rawText, false, context)
  if (list === undefined && typeof value === 'string') return decodeStreamed(value, false, context)
  return decodeArgumentValue(value, contextAt(context, 'args'))
}

function textInPieces({ block, pieces }: CallPlaces): string {
  const begun = stringOr(block?.[argumentsField(block)], '')
  const rest = pieces?.delta?.input ?? pieces?.delta?.args ?? pieces?.chunk?.args
  return typeof rest === 'string' ? begun + rest : ''
}

/** Returns the arguments of a call. Changes that a program made to `args` take precedence over the text. */
function edited(decoded: DecodedArguments, value: JsonValue | undefined): DecodedArguments {
  if (decoded.status !== 'complete' || !isObject(value) || equalJson(value, decoded.arguments)) return decoded
  return { status: 'complete', arguments: value }
}

/** Decodes text collected from a stream. */
function decodeStreamed(text: string, cut: boolean, context: Context): DecodedArguments {
  return readBrokenMark(text, context) ?? decodeArgumentText(text, cut && text !== '', context)
}

export function readBrokenMark(text: string, context: Context): DecodedArguments | undefined {
  const found = MARK.exec(text)
  const status = brokenStatus(found?.[1])
  if (found === null || status === undefined) return undefined
  return unusable(status, text.slice(0, found.index), context)
}

function brokenStatus(word: string | undefined): Broken | undefined {
  return word === 'malformed' || word === 'truncated' || word === 'not-object' ? word : undefined
}

function unusable(status: Broken, rawArguments: string, context: Context): DecodedArguments {
  reportUnusable(`are ${status}`, context)
  return { status, rawArguments }
}

/** LangChain marked the call as invalid, so it is never complete, even if the text can be parsed. */
function decodeInvalid(native: JsonObject, context: Context): DecodedArguments {
  const text = stringOr(native.args, '')
  const found = readBrokenMark(text, context)
  if (found !== undefined) return found
  const told = (['malformed', 'truncated', 'not-object'] as const).find(
    (status) => ERRORS[status] === native.error,
  )
  if (told !== undefined) return unusable(told, text, context)
  const value = tryParseJson(text)
  const status =
    value === undefined ? 'malformed' : isObject(value) || text === '' ? 'truncated' : 'not-object'
  return unusable(status, text, context)
}

/**
 * Encodes the call for one of its positions.
 * @param kept the native fields of that position.
 */
function written(
  call: ToolCall,
  { type, mark }: PlaceForm,
  kept: JsonValue | undefined,
  context: Context,
): JsonObject {
  const field = argumentsField({ type })
  const args = toldBy(kept, call) ?? (isTextBlock({ type }) ? textOf(call) : argumentsOf(call, context))
  const { isCustomTool, error } = marksOf(call)
  return withExtras(
    {
      id: idFor(call, kept),
      name: wasAbsent(kept, 'name') && call.name === '' ? undefined : call.name,
      [field]: wasAbsent(kept, field) && isEmpty(args) ? undefined : args,
      isCustomTool: mark === 'isCustomTool' ? isCustomTool : undefined,
    },
    kept,
    { type, error: mark === 'error' ? error : undefined },
  )
}

/** Encodes the entry for `tool_calls`, or for `invalid_tool_calls`. */
export function encodeListed(call: ToolCall, context: Context, cut: boolean): JsonObject {
  const own = metadataOf(call, context)
  return isInvalid(call, cut, context)
    ? written(call, INVALID, own?.invalid, context)
    : written(call, LIST, own?.list, context)
}

/** Returns true if a call belongs in LangChain's list of unreadable calls. */
export function isInvalid(call: ToolCall, cut: boolean, context: Context): boolean {
  if (asGivenCall(call).status === 'complete') return false
  const own = metadataOf(call, context)
  return !(own?.cut === true && cut) && toldBy(own?.list, call) === undefined
}

export function errorOf({ status }: { readonly status: ToolCallStatus }): string | undefined {
  return status === 'complete' ? undefined : ERRORS[status]
}

function isEmpty(value: JsonValue): boolean {
  return value === '' || (isObject(value) && Object.keys(value).length === 0)
}

function argumentsOf(call: ToolCall, context: Context, own = metadataOf(call, context)): JsonValue {
  if (call.kind === 'custom' && call.status === 'complete') return { input: call.arguments }
  if (call.status !== 'complete' && own?.cut === true)
    return tryParseJson(`${call.rawArguments ?? ''}}`) ?? {}
  return encodeArgumentValue(call, contextAt(context, 'arguments'))
}

function idFor({ minted, id }: ToolCall, kept: JsonValue | undefined): string | undefined {
  return minted && wasAbsent(kept, 'id') ? undefined : id
}

/** Returns the original pieces of the call's text if the text is unchanged. */
export function originalPieces(call: ToolCall, context: Context): ContentPieces {
  const kept = metadataOf(call, context)?.pieces
  if (!isObject(kept) || kept.of !== printOf(call)) return {}
  const { delta, chunk, invalid } = kept
  return compact({
    delta: objectOr(delta, undefined),
    chunk: objectOr(chunk, undefined),
    invalid: objectOr(invalid, undefined),
  })
}

/** Encodes the call as a content block. Returns undefined for a call without such a block. */
export function encodeBlock(
  call: ToolCall,
  context: Context,
  cut: boolean,
  isNew: boolean,
): JsonObject | undefined {
  const kept = metadataOf(call, context)?.block
  if (!isObject(kept) && !isNew && !call.providerExecuted) return undefined
  const isBroken = !call.providerExecuted && isInvalid(call, cut, context)
  if (isBroken && !isObject(kept)) return written(call, INVALID, undefined, context)
  const usual = call.providerExecuted ? 'server_tool_call' : 'tool_call'
  return written(call, blockForm(stringOr(objectIn(kept).type, usual)), kept, context)
}

function textOf(call: ToolCall): string {
  return call.status === 'complete' ? encodeArgumentText(call) : (call.rawArguments ?? '')
}

/** Encodes the call in OpenAI's form if it was received in that form. */
export function encodeRaw(call: ToolCall, context: Context): JsonObject | undefined {
  const kept = metadataOf(call, context)?.raw
  if (!isObject(kept)) return undefined
  const native = withExtras({ name: call.name, arguments: toldBy(kept, call) ?? textOf(call) }, kept.function)
  return withExtras({ id: idFor(call, kept), function: native }, kept, { type: 'function' })
}

/** Encodes the call as collected chunks if it was received in that form. */
export function encodeChunk(call: ToolCall, context: Context): JsonObject | undefined {
  const kept = metadataOf(call, context)?.chunk
  return isObject(kept) ? written(call, CHUNK, kept, context) : undefined
}
