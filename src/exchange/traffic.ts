import { AdapterError } from '../json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../json/json-types.js'
import { parseDocument, tryParseJson } from '../json/parse.js'
import { asJson, isArray, isObject, objectOr } from '../json/read-json.js'
import { compact } from '../json/write-json.js'
import { httpRecords, isHttpDump } from '../logs/http-dump.js'
import { logRecord, transcriptOf } from '../logs/log-formats.js'
import type { LogRecord, LogSide } from '../logs/log-types.js'
import { type ContextOptions, createContext, type Notice } from '../model/context.js'
import type { Conversation, ModelResponse, ToolCall } from '../model/types.js'
import { refuseGuess } from '../stream/unread-calls.js'
import type { Adapter } from '../wire/define-adapter.js'
import { callsOf } from '../wire/everyday.js'
import { decodeAnswer, decodeRequest, type NativeAnswer } from './decode-exchange.js'
import { type Exchange, type Registry, shownIn } from './registry.js'

/** What a piece of traffic amounts to. */
export interface DecodedTraffic {
  /** The id of the wire that it was recognized as. */
  readonly wire: string
  readonly adapter: Adapter
  /** Absent when only an answer was given. */
  readonly request?: Conversation
  /** Absent when only a request was given. */
  readonly response?: ModelResponse
  /** The calls of the answer; without one, those in the history of the request. */
  readonly calls: readonly ToolCall[]
  /** Paths lead into what was given. */
  readonly notices: readonly Notice[]
}

type ExactText = ContextOptions['exactText']

/** Traffic as it was given: an exchange, and where its sides stand in it. */
interface GivenTraffic {
  readonly exchange: Exchange
  /** Where the sides stand, if they are members of a record. */
  readonly paths?: { readonly request?: string | undefined; readonly response?: string | undefined }
  /** The wire that the record names. */
  readonly wire?: JsonValue | undefined
  readonly exactText?: ExactText
}

/** @throws AdapterError 'unknown-wire' when no adapter recognizes it, and as decoding does. */
export function decodeTraffic(traffic: string | object, registry: Registry): DecodedTraffic {
  const shown = show(traffic, registry)
  const { exchange, wire, paths } = shown
  const adapter = typeof wire === 'string' ? registry.get(wire) : registry.recognise(exchange)?.adapter
  if (adapter === undefined) throw unrecognized(registry)
  const { codecs } = adapter
  const notices: Notice[] = []
  const contextAt = (path: string) => {
    const report = (notice: Notice) => notices.push({ ...notice, path: path + notice.path })
    return { ...createContext(codecs.id, compact({ exactText: shown.exactText })), report }
  }
  const request = exchange.request && decodeRequest(exchange.request, codecs, contextAt(paths?.request ?? ''))
  const answer = answerOf(exchange)
  const response = answer && decodeAnswer(answer, codecs, contextAt(paths?.response ?? ''))
  if (typeof wire !== 'string') refuseGuess(adapter.id, notices)
  const messages = response === undefined ? (request?.messages ?? []) : [response.message]
  return compact({ wire: adapter.id, adapter, request, response, calls: messages.flatMap(callsOf), notices })
}

function show(traffic: string | object, registry: Registry): GivenTraffic {
  if (traffic instanceof Uint8Array) return { exchange: { stream: [traffic] } }
  if (typeof traffic !== 'string') return showValue(asJson(traffic), registry)
  try {
    const { value, exactText } = parseDocument(traffic)
    return { ...showValue(value, registry), exactText }
  } catch (error) {
    return showText(traffic, registry) ?? refuseText(traffic, error)
  }
}

/** What is no JSON may be a transcript, HTTP as it was sent, or a stream. Of several conversations the last one is shown. */
function showText(text: string, registry: Registry): GivenTraffic | undefined {
  const transcript = showTranscript(text)
  if (transcript !== undefined) return transcript
  const sent = isHttpDump(text) ? httpRecords(text).at(-1) : undefined
  if (sent !== undefined) return showValue(sent, registry)
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

function showValue(value: JsonValue, registry: Registry): GivenTraffic {
  if (isArray(value)) return { exchange: asHistory(value, registry) ?? { stream: value } }
  if (!isObject(value))
    throw new AdapterError('wrong-type', '', 'expected an object, its JSON text, or a stream')
  const logged = logRecord(value)
  if (logged !== undefined) return showLogged(logged)
  const exchange = shownIn(value)
  const isRecord = Object.keys(exchange).length > 0
  // Some answers have members that are called as those of records.
  const isBody = isRecord && value.wire === undefined && registry.recognise(exchange) === undefined
  if (isRecord && !isBody) return { exchange, paths: MEMBERS, wire: value.wire }
  return { exchange: asSide(value, registry) }
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

/** The last conversation of a transcript; undefined for anything else. */
function showTranscript(text: string): GivenTraffic | undefined {
  const lines = text.split('\n').map((line) => tryParseJson(line))
  const conversation = transcriptOf(lines)?.read(lines.filter(isObject)).at(-1)
  return conversation && { exchange: { request: conversation.request }, wire: conversation.wire }
}

/** A list may be the messages of a history. */
function asHistory(list: JsonArray, registry: Registry): Exchange | undefined {
  const request = { messages: list }
  const score = (exchange: Exchange) => registry.recognise(exchange)?.recognition.score ?? 0
  return score({ request }) > score({ stream: list }) ? { request } : undefined
}

/** A body alone may be either side, or one event of a stream. */
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

function unrecognized({ adapters }: Registry): AdapterError {
  const known = adapters.map(({ id }) => id).join(', ')
  return new AdapterError('unknown-wire', '', `no adapter recognizes this; known are ${known}`)
}
