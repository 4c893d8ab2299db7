import {
  type BodyPieces,
  type ByteSource,
  type HeaderFields,
  type HttpRequest,
  joinedBytes,
  piecesOf,
  textOfPieces,
} from '../base/http/http-message.js'
import { concatenate } from '../base/http/recorded-body.js'
import type { Pause } from '../base/http/timer.js'
import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { type JsonDocument, parseExact, stringifyExact } from '../base/json/parse.js'
import { asJson, expectObject } from '../base/json/read-json.js'
import { compact, equalJson, stringifyJson } from '../base/json/write-json.js'
import { type AnswerFields, type Context, createContext, type Notice } from '../base/model/context.js'
import type { Conversation, Message, Part } from '../base/model/types.js'
import { byteLengthOf } from '../base/seal/digest.js'
import { outputText } from '../codec/shape/results.js'
import type { RunKind } from '../codec/shape/run-forms.js'
import { type Adapter, framedFor, isStreamInPath } from '../codec/wire/define-adapter.js'
import { profileOfHeaders } from '../codec/wire/limits.js'
import type { ServerBinding } from '../codec/wire/server.js'
import { decodeRequest } from '../translate/exchange/decode-exchange.js'
import {
  carriedKinds,
  encodeConversation,
  moveConversation,
} from '../translate/exchange/translate-conversation.js'
import { type FitOptions, fit } from '../translate/fit/fit.js'
import { hasForeignRuns, narrateForeignRuns } from '../translate/fit/provider-executed.js'
import type { Restorable } from '../translate/fit/restore.js'
import type { ConversationMemory, TargetMemory } from './conversation-memory.js'
import { ProxyFailure } from './proxy-failure.js'
import { bodyAt, cachePolicyOf, headersFor, type Target } from './proxy-target.js'
import type { SettingOverrides } from './shared-options.js'
import { type Substituted, type SubstitutedTools, substituteTools } from './substitute-tools.js'
import { type Unpackers, unpacked } from './unpacking.js'

/** Limits of request bodies. */
export interface BodyLimits {
  /** Maximum size of a body in bytes, after decompression. */
  readonly maxBodyBytes: number
  readonly unpackers: Unpackers
}

/**
 * Reads the bytes of a body.
 * @throws ProxyFailure for a body that is too long, or compressed in an unsupported encoding.
 */
export async function readPieces(
  request: HttpRequest,
  { maxBodyBytes, unpackers }: BodyLimits,
): Promise<BodyPieces> {
  checkLength(request.headers, maxBodyBytes)
  const body = unpacked(request, unpackers)
  if (body === null) return []
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of limitedPieces(body, maxBodyBytes)) pieces.push(piece)
    return pieces
  } catch (error) {
    if (error instanceof ProxyFailure) throw error
    throw unreadableBody()
  }
}

/**
 * Reads the text of a body.
 * @throws ProxyFailure for a body that is not UTF-8.
 */
export function readText(pieces: BodyPieces): string {
  try {
    return textOfPieces(pieces)
  } catch {
    throw unreadableBody()
  }
}

function unreadableBody(): ProxyFailure {
  return new ProxyFailure(
    'bad-request',
    'the body of the request is not UTF-8, not packed as it says, or was cut off',
  )
}

/**
 * Reads the body of a request unchanged, or returns undefined if there is no body.
 * @throws ProxyFailure for a body that is too long or interrupted.
 */
export async function readBytes(
  { headers, body }: HttpRequest,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  checkLength(headers, maxBytes)
  if (body === null) return undefined
  const pieces: Uint8Array[] = []
  try {
    for await (const piece of limitedPieces(body, maxBytes)) pieces.push(piece)
  } catch (error) {
    if (error instanceof ProxyFailure) throw error
    throw new ProxyFailure('bad-request', 'the body of the request was cut off')
  }
  return new Uint8Array(concatenate(pieces))
}

function checkLength(headers: HeaderFields, maxBytes: number): void {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes)
}

/** Pieces up to this number of bytes are joined, since a client may send a body byte by byte. */
const SMALL_PIECE = 16 << 10

/** Yields the bytes of a body up to a limit, in pieces of at least 16 KiB but for the last one. */
async function* limitedPieces(body: ByteSource, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0
  let sent = 0
  let waiting: Uint8Array[] = []
  for await (const piece of piecesOf(body)) {
    length += piece.length
    if (length > maxBytes) throw tooLarge(maxBytes)
    waiting.push(piece)
    if (length - sent < SMALL_PIECE) continue
    yield joinedBytes(waiting)
    waiting = []
    sent = length
  }
  if (waiting.length > 0) yield joinedBytes(waiting)
}

function tooLarge(maxBytes: number): ProxyFailure {
  return new ProxyFailure('body-too-large', `the body of the request has more than ${maxBytes} bytes`)
}

/** A decoded request of a client. */
export interface ClientRequest {
  readonly client: Adapter
  /** The model name sent by the client. */
  readonly model: string | undefined
  /** True if the client requested a stream. */
  readonly streams: boolean
  readonly headers: HeaderFields
  /** The native request. */
  readonly body: JsonObject
  /**
   * Returns the request's text with another model name. Absent if the conversation differs from the original
   * text.
   */
  readonly textFor?: ((model: string | undefined) => string | undefined) | undefined
  readonly conversation: Conversation
  /** True if the conversation includes the earlier turns stored by the provider. Default: false. */
  readonly hasEarlier?: true
  readonly notices: readonly Notice[]
  /** The memory of the conversation. Absent for conversations that are not remembered. */
  readonly memory?: ConversationMemory | undefined
  /** The data that a server of the client's wire needs. Default: none. */
  readonly server?: ServerBinding | undefined
  /** Fields that the answer states about itself and the request. Default: the wire's usual values. */
  readonly answerFields?: AnswerFields | undefined
}

/** Returns the request with the data of a server of its wire. */
export async function servedRequest(asked: ClientRequest): Promise<ClientRequest> {
  const server = await asked.client.codecs.http.server?.()
  // The stored answer has the same time as the client's answer.
  let ended: number | undefined
  let inputTokens: number | undefined
  const facts = {
    began: unixSeconds(),
    ended() {
      ended ??= unixSeconds()
      return ended
    },
    inputTokens() {
      inputTokens ??= estimatedTokens(asked.conversation)
      return inputTokens
    },
  }
  return { ...asked, server, answerFields: server?.answerFields(asked.body, facts) }
}

/** Tokens of an image, an audio clip or a page of unknown size. */
const MEDIA_TOKENS = 1500
/** Average number of bytes per token of English text and JSON in most vocabularies. */
const BYTES_PER_TOKEN = 4

/**
 * Estimates the tokens of a request from the length of its texts. The error is about ten percent for English,
 * and larger for other languages.
 */
export function estimatedTokens({ messages, tools = [] }: Conversation): number {
  let bytes = tools.length === 0 ? 0 : byteLengthOf(jsonText(tools))
  let media = 0
  for (const message of messages) {
    const size = sizeOf(message)
    bytes += size.bytes
    media += size.media
  }
  return Math.ceil(bytes / BYTES_PER_TOKEN) + media * MEDIA_TOKENS + messages.length * 3
}

/** The bytes of the texts of a message, and the number of its media. */
interface MessageSize {
  readonly bytes: number
  readonly media: number
}

/** Messages of a remembered conversation are the same objects in each request. */
const SIZES = new WeakMap<Message, MessageSize>()

function sizeOf(message: Message): MessageSize {
  const known = SIZES.get(message)
  if (known !== undefined) return known
  const { parts } = message
  const bytes = parts.reduce((sum, part) => sum + byteLengthOf(partText(part)), 0)
  const size = { bytes, media: parts.filter(({ type }) => type === 'media').length }
  SIZES.set(message, size)
  return size
}

/** Returns an empty text for values that are nested too deeply to be sent. */
function jsonText(value: JsonValue | object): string {
  try {
    return stringifyJson(value)
  } catch {
    return ''
  }
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return part.name + (part.rawArguments ?? jsonText(part.arguments ?? ''))
    case 'tool-result':
      return outputText(part.output)
    default:
      return ''
  }
}

/** Returns the Unix time in seconds. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Decodes a client's request.
 * @throws AdapterError if the body is not a request of the client's wire.
 */
export function readRequest(
  request: HttpRequest,
  { value, exactText, memory }: Omit<ReadDocument, 'text'>,
  { client, model }: Pick<ClientRequest, 'client' | 'model'>,
): ClientRequest {
  const { codecs } = client
  const body = expectObject(value, '')
  const context = { ...createContext(codecs.id, { parseExact, exactText }), earlier: memory?.earlier }
  const decoded = decodeRequest(body, codecs, context)
  const conversation = memory?.shared(decoded) ?? decoded
  const streams = codecs.http.streams(new URL(request.url).pathname, body)
  const asked = { model, streams, headers: request.headers, body, conversation, memory }
  return { ...asked, client: framedFor(client, request.url), notices: context.notices }
}

/** A request in the form that a target accepts. */
export interface Written {
  readonly text: string
  /** The bytes of the text, if its messages were written for an earlier request. Default: the text is sent. */
  readonly pieces?: BodyPieces | undefined
  readonly notices: readonly Notice[]
  /** The data that restores the names of the answer's calls. */
  readonly restorable: Restorable
  readonly model: string | undefined
  /** True if a stream is requested from the target. */
  readonly streams: boolean
  /** The hosted tools of the client that the proxy runs. */
  readonly substituted: SubstitutedTools
}

/**
 * Returns the profile of the headers that a request of another wire is sent with. A request of the target's wire is
 * written for its own headers.
 */
function profileOfSent(
  { client, headers }: ClientRequest,
  target: Target,
  model: string | undefined,
): string | undefined {
  const { adapter, base } = target
  if (client.id === adapter.id || model === undefined) return undefined
  const sent = new Headers(headersFor(target, undefined, headers))
  return profileOfHeaders(adapter.codecs.http, base, sent, model)
}

/** Encodes a client's request as a request of the target. */
export async function writeRequest(request: ClientRequest, target: Target, pause: Pause): Promise<Written> {
  const { client, model: named, ...asked } = request
  const { adapter, models, fill = true, model = named, hosted = 'carry' } = target
  const limits = target.limits ?? profileOfSent(request, target, model)
  const { stream: streams = asked.streams } = target
  const context = createContext(adapter.id)
  const { conversation, tools: substituted } = await substitutedIn(
    asked.conversation,
    client,
    target,
    context,
  )
  const isSubstituted = substituted.size > 0
  const passed = isSubstituted ? undefined : passedRequest(request, target)
  if (passed !== undefined) return passed
  const isUntouched = client.id === adapter.id && !isSubstituted
  const moved = moveConversation(
    isUntouched
      ? withoutForeignRuns(conversation)
      : compact({ ...conversation, model: conversation.model ?? named }),
    {
      from: client.codecs,
      to: adapter,
      earlier: asked.hasEarlier && [],
      hosted,
      options: { model, limits, models },
    },
    context,
  )
  await pause()
  const memory = asked.memory?.at(target)
  const given = withStream(overridden(moved, target.settings), adapter, streams)
  const settled = memory?.values.shared(given) ?? given
  const encoded = encodeConversation(settled, {
    memory: memory?.history,
    to: adapter,
    from: client.id,
    model,
    parseExact,
    cache: cachePolicyOf(target),
    models,
    fill,
    limits,
    repair: limits !== undefined || mayRefuse(target, model, named),
    ...(isSubstituted && { providerExecuted: 'as-function', repair: true }),
    maxOutputTokens: settled.maxOutputTokens ?? target.maxOutputTokens,
  })
  await pause()
  const body = bodyAt(target.platform, { ...target.fields, ...encoded.value }, asked.headers)
  return withBody(expectObject(asJson(body), ''), adapter, memory, {
    notices: [...asked.notices, ...context.notices, ...encoded.notices],
    restorable: { ...encoded, carried: [...carriedKinds(moved, hosted), ...kindsOf(substituted)] },
    model,
    streams,
    substituted,
  })
}

/** Writes a request. Its text is created when it is needed, if its messages were written for an earlier request. */
function withBody(
  body: JsonObject,
  { codecs }: Adapter,
  memory: TargetMemory | undefined,
  written: Omit<Written, 'text' | 'pieces'>,
): Written {
  const { history } = codecs.http
  const pieces = history === undefined ? undefined : memory?.written.write(body, history)
  if (pieces === undefined) return { ...written, text: stringifyExact(body) }
  let text: string | undefined
  return {
    ...written,
    pieces,
    get text() {
      text ??= textOfPieces(pieces)
      return text
    },
  }
}

async function substitutedIn(
  conversation: Conversation,
  client: Adapter,
  { substitutes, deferredTools, adapter }: Target,
  context: Context,
): Promise<Substituted> {
  const substituted =
    substitutes === undefined
      ? { conversation, tools: new Map() }
      : substituteTools(conversation, client, substitutes, context)
  // The provider of the client's wire has a native tool search.
  if (deferredTools !== 'search' || client.id === adapter.id) return substituted
  const { searchTools } = await import('./deferred-tools.js')
  const searched = searchTools(substituted.conversation, context)
  return { ...searched, tools: new Map([...substituted.tools, ...searched.tools]) }
}

function kindsOf(substituted: SubstitutedTools): readonly RunKind[] {
  return [...substituted.values()].map(({ kind }) => kind)
}

/** Replaces the calls that a provider of another wire ran, which the client's provider never ran, by text. */
function withoutForeignRuns(conversation: Conversation): Conversation {
  return { ...conversation, messages: narrateForeignRuns(conversation.messages) }
}

/**
 * Returns a request of the target's wire unchanged except for the model name, if the target's options do not
 * require other changes.
 */
function passedRequest(
  { textFor, client, conversation, notices, streams, model: named }: ClientRequest,
  target: Target,
): Written | undefined {
  const { adapter, stream = streams, model = named } = target
  const isAsked = client.id !== adapter.id || stream !== streams || changes(target, conversation)
  if (isAsked || hasForeignRuns(conversation.messages)) return undefined
  if (mayRefuse(target, model, named) && !isAccepted(conversation, target, model)) return undefined
  const text = textFor?.(model)
  return text === undefined
    ? undefined
    : {
        text,
        restorable: { toolNames: {}, customTools: [] },
        notices,
        model,
        streams,
        substituted: new Map(),
      }
}

/** Returns true if the target's options change each request. */
function changes(
  { limits, hasHostLimits, settings, fields, maxOutputTokens, platform }: Target,
  conversation: Conversation,
): boolean {
  const limit = conversation.maxOutputTokens === undefined ? maxOutputTokens : undefined
  const chosen = hasHostLimits ? undefined : limits
  return [chosen, settings, fields, limit, platform].some((each) => each !== undefined)
}

/** Returns true if the target's host and its model require no other changes than the usual limits. */
function isAccepted(
  conversation: Conversation,
  { adapter, limits, models }: Target,
  model: string | undefined,
): boolean {
  const fitted = (options: FitOptions) =>
    fit(conversation, adapter.codecs, { ...options, model }).conversation
  const atTarget = fitted({ limits, models })
  return atTarget === conversation || equalJson(asJson(atTarget), asJson(fitted({ limits: {} })))
}

/** Returns true if the host of the target has limits, or if another model than the client's is known. */
function mayRefuse(
  { hasHostLimits, models }: Target,
  model: string | undefined,
  named: string | undefined,
): boolean {
  return hasHostLimits || (model !== undefined && model !== named && models.find(model) !== undefined)
}

/**
 * Returns the text of a request that is not translated, or undefined if parsing lost details and the text
 * must be encoded again.
 */
export function textWith(
  model: string | undefined,
  { value, text, exactText }: ReadDocument,
): string | undefined {
  const body = expectObject(value, '')
  if (body.model === undefined || body.model === model) return text
  return exactText(body) === undefined ? stringifyExact(compact({ ...body, model })) : undefined
}

/** The parsed body of a request. */
export interface ReadDocument extends JsonDocument {
  readonly text: string
  readonly memory?: ConversationMemory | undefined
}

function overridden(conversation: Conversation, overrides: SettingOverrides = {}): Conversation {
  const given = Object.entries(overrides).map(([name, value]) => [name, value ?? undefined] as const)
  return given.length === 0 ? conversation : compact({ ...conversation, ...Object.fromEntries(given) })
}

/**
 * Returns the conversation with its stream setting. If the path selects streaming, the body has no stream
 * setting.
 */
function withStream(conversation: Conversation, { codecs }: Adapter, streams: boolean): Conversation {
  const { stream, ...rest } = conversation
  if (isStreamInPath(codecs.http)) return rest
  return compact({ ...rest, stream: streams ? true : stream === false ? false : undefined })
}
