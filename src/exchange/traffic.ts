import { AdapterError } from '../json/errors.js'
import { parseDocument } from '../json/parse.js'
import { asJson, isArray, isObject } from '../json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'
import { type ContextOptions, createContext, type Notice } from '../model/context.js'
import type { Conversation, ModelResponse, ToolCall } from '../model/types.js'
import { refuseGuess } from '../stream/unread-calls.js'
import type { Adapter } from '../wire/define.js'
import { callsOf } from '../wire/everyday.js'
import { decodeAnswer, decodeRequest, type NativeAnswer } from './decode.js'
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
interface Shown {
  readonly exchange: Exchange
  /** Whether the sides are members of a record. */
  readonly isRecord?: boolean
  /** The wire that the record names. */
  readonly wire?: JsonValue | undefined
  readonly exactText?: ExactText
}

/** @throws AdapterError 'unknown-wire' when no adapter recognizes it, and as decoding does. */
export function decodeTraffic(traffic: string | object, registry: Registry): DecodedTraffic {
  const shown = show(traffic, registry)
  const { exchange, wire } = shown
  const adapter = typeof wire === 'string' ? registry.get(wire) : registry.recognise(exchange)?.adapter
  if (adapter === undefined) throw unrecognized(registry)
  const { codecs } = adapter
  const notices: Notice[] = []
  const contextAt = (path: string) => {
    const report = (notice: Notice) =>
      notices.push({ ...notice, path: (shown.isRecord ? path : '') + notice.path })
    return { ...createContext(codecs.id, compact({ exactText: shown.exactText })), report }
  }
  const request = exchange.request && decodeRequest(exchange.request, codecs, contextAt('/request'))
  const answer = answerOf(exchange)
  const response = answer && decodeAnswer(answer, codecs, contextAt('/response'))
  if (typeof wire !== 'string') refuseGuess(adapter.id, notices)
  const messages = response === undefined ? (request?.messages ?? []) : [response.message]
  return compact({ wire: adapter.id, adapter, request, response, calls: messages.flatMap(callsOf), notices })
}

function show(traffic: string | object, registry: Registry): Shown {
  if (traffic instanceof Uint8Array) return { exchange: { stream: [traffic] } }
  if (typeof traffic !== 'string') return showValue(asJson(traffic), registry)
  try {
    const { value, exactText } = parseDocument(traffic)
    return { ...showValue(value, registry), exactText }
  } catch (error) {
    // What is no JSON may be a stream of it.
    const exchange = { stream: [traffic] }
    if (registry.recognise(exchange) === undefined) throw error
    return { exchange }
  }
}

function showValue(value: JsonValue, registry: Registry): Shown {
  if (isArray(value)) return { exchange: asHistory(value, registry) ?? { stream: value } }
  if (!isObject(value))
    throw new AdapterError('wrong-type', '', 'expected an object, its JSON text, or a stream')
  const exchange = shownIn(value)
  const isRecord = Object.keys(exchange).length > 0
  // Some answers have members that are called as those of records.
  const isBody = isRecord && value.wire === undefined && registry.recognise(exchange) === undefined
  if (isRecord && !isBody) return { exchange, isRecord, wire: value.wire }
  return { exchange: asSide(value, registry) }
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
