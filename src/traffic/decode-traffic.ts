import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../base/json/json-types.js'
import { parseDocument, tryParseJson } from '../base/json/parse.js'
import { asJson, isArray, isObject, objectIn, objectOr, objectsIn } from '../base/json/read-json.js'
import { compact } from '../base/json/write-json.js'
import { type ContextOptions, createContext, type Notice } from '../base/model/context.js'
import type { Conversation, ModelResponse, ToolCall } from '../base/model/types.js'
import { refuseGuess } from '../codec/stream/unread-calls.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { callsOf } from '../codec/wire/everyday.js'
import { fromPiece, inPiece } from '../codec/wire/pieces.js'
import { decodeAnswer, decodeRequest, type NativeAnswer } from '../translate/exchange/decode-exchange.js'
import { type FoundPiece, findPiece, pieceOf } from '../translate/exchange/find-piece.js'
import { type Exchange, type Registry, shownIn } from '../translate/exchange/registry.js'
import { httpRecords, isHttpDump } from './logs/http-dump.js'
import { logRecord, transcriptOf } from './logs/log-formats.js'
import type { LogRecord, LogSide } from './logs/log-types.js'

/** A decoded exchange, or one decoded side of an exchange. */
export interface DecodedTraffic {
  /** The id of the recognized wire. */
  readonly wire: string
  readonly adapter: Adapter
  /** The request. Absent if only an answer was given. */
  readonly request?: Conversation
  /** The answer. Absent if only a request was given. */
  readonly response?: ModelResponse
  /** The calls of the answer; if only a request was given, the calls in its history. */
  readonly calls: readonly ToolCall[]
  /** The notices, with paths relative to the given value. */
  readonly notices: readonly Notice[]
}

type ExactText = ContextOptions['exactText']

/** Options of decoding traffic. */
export interface DecodeAnyOptions<Wire extends string = string> {
  /**
   * The wire, by its id or a short name, for traffic that is not recognized or is recognized wrongly.
   * Default: recognized automatically.
   */
  readonly wire?: Wire | undefined
}

/** The given traffic: an exchange and the paths of its sides. */
interface GivenTraffic {
  readonly exchange: Exchange
  /** The wire of a piece and its path in the exchange, if a piece was given. */
  readonly piece?: FoundPiece | undefined
  /** The paths of the sides, if they are members of a record. */
  readonly paths?: { readonly request?: string | undefined; readonly response?: string | undefined }
  /** The wire that the record names. */
  readonly wire?: JsonValue | undefined
  readonly exactText?: ExactText
}

/**
 * Decodes traffic of any kind.
 * @param named the wire that the caller named. The registry contains no other wire.
 * @throws AdapterError 'unknown-wire' if no adapter recognizes the traffic, and any error of decoding.
 */
export function decodeTraffic(traffic: string | object, registry: Registry, named?: Adapter): DecodedTraffic {
  const shown = show(traffic, registry, named)
  const { exchange, piece } = shown
  const wire = named?.id ?? shown.wire
  const isNamed = typeof wire === 'string'
  const found = piece ?? registry.recognise(exchange)
  const adapter = isNamed ? registry.get(wire) : found?.adapter
  if (adapter === undefined) throw unrecognized(registry)
  const notices: Notice[] = []
  const { request, response } = fromPiece(piece?.place ?? '', () => decodeSides(shown, adapter, notices))
  if (!isNamed) refuseGuess(adapter.id, notices)
  const messages = response === undefined ? (request?.messages ?? []) : [response.message]
  return compact({ wire: adapter.id, adapter, request, response, calls: messages.flatMap(callsOf), notices })
}

function decodeSides(
  { exchange, paths, piece, exactText }: GivenTraffic,
  { codecs }: Adapter,
  notices: Notice[],
): Pick<DecodedTraffic, 'request' | 'response'> {
  const contextAt = (path = '') => {
    const report = (notice: Notice) => {
      const inside = inPiece(notice.path, piece?.place)
      if (inside !== undefined) notices.push({ ...notice, path: path + inside })
    }
    return { ...createContext(codecs.id, compact({ exactText })), report }
  }
  const answer = answerOf(exchange)
  return compact({
    request: exchange.request && decodeRequest(exchange.request, codecs, contextAt(paths?.request)),
    response: answer && decodeAnswer(answer, codecs, contextAt(paths?.response)),
  })
}

function show(traffic: string | object, registry: Registry, named: Adapter | undefined): GivenTraffic {
  if (traffic instanceof Uint8Array) return { exchange: { stream: [traffic] } }
  if (typeof traffic !== 'string') return showValue(asJson(traffic), registry, named)
  try {
    const { value, exactText } = parseDocument(traffic)
    return { ...showValue(value, registry, named), exactText }
  } catch (error) {
    return showText(traffic, registry) ?? refuseText(traffic, error)
  }
}

/**
 * Reads a text. A text that is not JSON may be a transcript, an HTTP dump or a stream. Of several
 * conversations, the last one is decoded.
 */
function showText(text: string, registry: Registry): GivenTraffic | undefined {
  const transcript = showTranscript(text)
  if (transcript !== undefined) return transcript
  const sent = isHttpDump(text) ? httpRecords(text).at(-1) : undefined
  if (sent !== undefined) return showValue(sent, registry, undefined)
  const exchange = { stream: [text] }
  return registry.recognise(exchange) === undefined ? undefined : { exchange }
}

function refuseText(text: string, error: unknown): never {
  const [first = '', ...others] = text.trim().split('\n')
  const isLines = others.length > 0 && tryParseJson(first) !== undefined
  if (!isLines) throw error
  throw new AdapterError(
    'invalid-json',
    '',
    'there are several JSON values, and no known transcript; give each line for itself',
  )
}

function showValue(value: JsonValue, registry: Registry, named: Adapter | undefined): GivenTraffic {
  if (!isObject(value) && !isArray(value))
    throw new AdapterError('wrong-type', '', 'expected an object, a list, JSON text, or a stream')
  const logged = isObject(value) ? logRecord(value) : undefined
  if (logged !== undefined) return showLogged(logged)
  const { wire }: JsonObject = objectIn(value)
  const exchange = shownIn(objectIn(value))
  const isRecord = Object.keys(exchange).length > 0
  // Some answers have members with the same names as the members of records.
  const isBody =
    isRecord && wire === undefined && named === undefined && registry.recognise(exchange) === undefined
  if (isRecord && !isBody) return { exchange, paths: MEMBERS, wire }
  return showBare(value, registry, named)
}

/**
 * Reads a body, a history, a stream, or a piece of a body: the reading with the highest recognition score is
 * used.
 */
function showBare(
  value: JsonObject | JsonArray,
  registry: Registry,
  named: Adapter | undefined,
): GivenTraffic {
  const whole = isArray(value) ? asHistory(value, registry) : asSide(value, registry)
  const score = registry.recognise(whole)?.recognition.score ?? 0
  const piece = findPiece(value, registry) ?? (score === 0 && named ? pieceOf(value, named) : undefined)
  if (score === 0 && piece === undefined && named !== undefined && !isStream(value)) throw unlike(named)
  if (piece === undefined || piece.recognition.score <= score) return { exchange: whole }
  return { exchange: { [piece.side]: piece.body }, piece }
}

const MEMBERS = { request: '/request', response: '/response' }

function showLogged({ wire, request, response }: LogRecord): GivenTraffic {
  const side = (logged: LogSide | undefined) => objectOr(logged?.value, undefined)
  return {
    exchange: compact({ request: side(request), response: side(response) }),
    paths: { request: request?.path, response: response?.path },
    wire,
  }
}

/** Returns the last conversation of a transcript, or undefined for any other text. */
function showTranscript(text: string): GivenTraffic | undefined {
  const lines = text.split('\n').map((line) => tryParseJson(line))
  const conversation = transcriptOf(lines)?.read(lines.filter(isObject)).at(-1)
  return conversation && { exchange: { request: conversation.request }, wire: conversation.wire }
}

/** Checks whether a list contains unparsed pieces of a stream. */
function isStream(value: JsonObject | JsonArray): boolean {
  return isArray(value) && objectsIn(value).length < value.length
}

/** Reads a list as a history or as a stream. */
function asHistory(list: JsonArray, registry: Registry): Exchange {
  const request = { messages: list }
  const score = (exchange: Exchange) => registry.recognise(exchange)?.recognition.score ?? 0
  return score({ request }) > score({ stream: list }) ? { request } : { stream: list }
}

/** Reads a body without its exchange, which may be either side, or one event of a stream. */
function asSide(body: JsonObject, registry: Registry): Exchange {
  const sides: readonly Exchange[] = [{ request: body }, { response: body }, { stream: [body] }]
  const scores = sides.map((side) => registry.recognise(side)?.recognition.score ?? 0)
  return sides[scores.indexOf(Math.max(...scores))] ?? {}
}

function answerOf({ response, stream }: Exchange): NativeAnswer | undefined {
  if (response !== undefined) return { body: response }
  return stream && { stream: stream.filter(isChunk) }
}

function isChunk(chunk: JsonValue | Uint8Array): chunk is JsonObject | string | Uint8Array {
  return typeof chunk === 'string' || (typeof chunk === 'object' && chunk !== null)
}

/** Creates the error for a body whose side cannot be determined. */
function unlike({ id }: Adapter): AdapterError {
  const mend = 'give it as a record {"request": …} or {"response": …}'
  return new AdapterError('unknown-wire', '', `nothing in this is of ${id}; ${mend}`)
}

function unrecognized({ adapters }: Registry): AdapterError {
  const known = adapters.map(({ id }) => id).join(', ')
  return new AdapterError('unknown-wire', '', `no adapter recognizes this; known are ${known}`)
}
