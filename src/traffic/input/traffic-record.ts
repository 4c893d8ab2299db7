import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { arrayOr, at, isArray, isObject, numberOr, objectOr, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { type FoundPiece, findHistory, findPiece, pieceOf } from '../../translate/exchange/find-piece.js'
import {
  createRegistry,
  type Exchange,
  type Recognised,
  type Registry,
  recognise,
} from '../../translate/exchange/registry.js'
import { listsIn } from '../logs/envelopes.js'
import { conversationsIn, logRecord } from '../logs/log-formats.js'
import { bytesOf } from '../replay/import/bytes.js'
import { isOwnBody } from './own-form.js'
import { shareGptRecord } from './share-gpt.js'

/** One side of an exchange, unchanged, and its path in the input. */
export interface RecordSide<Value = JsonValue> {
  readonly path: string
  readonly value: Value
  /** The path of the input in the value, if the input is a piece of a body. */
  readonly place?: string
}

/** An event stream: its text, its events, or its bytes. */
type StreamValue = string | JsonArray | Uint8Array

/** One exchange of the input. A bare body is assigned to its side. */
export interface TrafficRecord {
  readonly id?: JsonValue
  readonly wire?: string
  readonly request?: RecordSide
  readonly response?: RecordSide
  readonly stream?: RecordSide<StreamValue>
  /** The HTTP status of the answer. */
  readonly status?: number
  /** The times of the messages of the request, in order, as the log has them. Default: unknown. */
  readonly times?: readonly JsonValue[]
  /** Reports about the conversion of the record. */
  readonly notices?: readonly Notice[]
}

export interface ResolvedRecord extends TrafficRecord {
  readonly adapter: Adapter
  /** True if the wire was named; false if it was recognized. */
  readonly isNamed: boolean
  /** The reason for choosing this wire. */
  readonly reason: string
}

/** Members of records with a stream. */
export const STREAM_KEYS = ['sse', 'chunks', 'eventStreamBase64']
const ENVELOPE_KEYS = ['wire', 'request', 'response', ...STREAM_KEYS]

export interface ResolveOptions {
  readonly registry: Registry
  /** The wire that the user named. It takes precedence over the recognized wire. */
  readonly wire?: string | undefined
  /** True if bare bodies are always requests, for a command that reads only requests. */
  readonly requestsOnly?: boolean | undefined
}

/** Reads a record, or a bare native body, and finds its wire. */
export function resolveRecord(value: JsonValue, options: ResolveOptions): ResolvedRecord {
  const { registry, wire } = options
  const logged = isObject(value) ? (logRecord(value) ?? shareGptRecord(value)) : undefined
  const resolved = logged && withWire(logged, options)
  if (resolved !== undefined) return resolved
  if (logged !== undefined) throw unrecognized(registry)
  const told = conversationsIn(value).at(-1)
  if (told !== undefined && (wire ?? told.wire) === told.wire)
    return named({ request: { path: '', value: told.request } }, told.wire, options)
  if (isArray(value)) return resolveList(value, options)
  if (!isObject(value))
    throw new AdapterError(
      'wrong-type',
      '',
      'a record must be an object with a request, response, sse or chunks',
    )
  if (!isEnvelope(value) && !options.requestsOnly) return resolveBare(value, registry, wire)
  const record: TrafficRecord = isEnvelope(value) ? readEnvelope(value) : { request: { path: '', value } }
  // Some answers have members with the same names as the members of records.
  return withWire(record, options) ?? resolveBare(value, registry, wire)
}

/** Returns the record with its wire: the named wire, or the wire recognized from the bodies. */
function withWire(record: TrafficRecord, { registry, wire }: ResolveOptions): ResolvedRecord | undefined {
  // The output of decoding names the wire that it was decoded from.
  const isOwn = isOwnBody(record.request?.value) || isOwnBody(record.response?.value)
  const name = wire ?? (isOwn ? undefined : record.wire)
  if (name !== undefined) return named(record, name, { registry, wire })
  const found = registry.recognise(shownBy(record))
  return found && { ...record, adapter: found.adapter, isNamed: false, reason: found.recognition.reason }
}

/** Returns the record with the wire that the record or the user named. */
function named(record: TrafficRecord, name: string, { registry, wire }: ResolveOptions): ResolvedRecord {
  const reason = wire === undefined ? 'named by the record' : 'named by --wire'
  return { ...record, adapter: registry.get(name), isNamed: true, reason }
}

function isEnvelope(value: JsonObject): boolean {
  return ENVELOPE_KEYS.some((key) => Object.hasOwn(value, key))
}

function readEnvelope(value: JsonObject): TrafficRecord {
  const { id, wire, response } = value
  const record = compact({
    id,
    wire: stringOr(wire, undefined),
    request: sideOf(value, 'request'),
    response: isArray(response) ? undefined : sideOf(value, 'response'),
    stream: streamOf(value),
    status: numberOr(value.status, undefined),
    times: arrayOr(value.times, undefined),
  })
  if (record.request ?? record.response ?? record.stream) return record
  throw new AdapterError('missing-field', '', 'the record has no request, response, sse or chunks')
}

function sideOf(record: JsonObject, key: string): RecordSide | undefined {
  const value = record[key]
  return value === undefined || value === null ? undefined : { path: `/${key}`, value }
}

/** Returns the stream of a record. A list in `response` contains the events of a streamed answer. */
function streamOf({ sse, chunks, response, eventStreamBase64: bytes }: JsonObject): TrafficRecord['stream'] {
  if (typeof sse === 'string') return { path: '/sse', value: sse }
  if (isArray(chunks)) return { path: '/chunks', value: chunks }
  if (isArray(response)) return { path: '/response', value: response }
  if (typeof bytes !== 'string') return undefined
  return { path: '/eventStreamBase64', value: bytesOf(bytes, true, '/eventStreamBase64') }
}

/** Returns the sides of a record without a named wire, for recognition. */
function shownBy({ request, response, stream }: TrafficRecord): Exchange {
  return compact({
    request: objectOr(request?.value, undefined),
    response: objectOr(response?.value, undefined),
    stream: stream && chunksOf(stream.value),
  })
}

export function chunksOf(stream: StreamValue): readonly (JsonValue | Uint8Array)[] {
  return typeof stream === 'string' || stream instanceof Uint8Array ? [stream] : stream
}

/** Returns true if the value is a record, a body or a log that can be read without further options. */
export function isKnown(value: JsonValue, registry: Registry): boolean {
  const resolved = attempt(() => resolveRecord(value, { registry }))
  return !('error' in resolved) || resolved.error.code !== 'unknown-wire'
}

/**
 * Returns true if a JSON value that is not a record is one event of a stream rather than a request or an
 * answer.
 */
export function isEvent(value: JsonValue, registry: Registry): boolean {
  const { event, body } = eventScores(value, registry)
  return event > body
}

/** Returns true if a JSON value may be one event of a stream. Some wires stream bodies like their answers. */
export function mayBeEvent(value: JsonValue, registry: Registry): boolean {
  const { event, body } = eventScores(value, registry)
  return event > 0 && event >= body
}

function eventScores(value: JsonValue, registry: Registry) {
  const score = (exchange: Exchange) => registry.recognise(exchange)?.recognition.score ?? 0
  if (!isObject(value)) return { event: 0, body: 0 }
  return {
    event: score({ stream: [value] }),
    body: Math.max(score({ request: value }), score({ response: value })),
  }
}

/**
 * Returns the kind of a bare list: one history, the events of one stream, the calls or the content of one
 * message, or none of these.
 */
export function listKind(
  list: JsonArray,
  registry: Registry,
  wire: string | undefined,
): 'messages' | 'events' | 'pieces' | undefined {
  const score = (exchange: Exchange) => recogniseAs(exchange, registry, wire)?.recognition.score ?? 0
  const items = list.slice(0, FEW).filter(isObject)
  if (items.length === 0 || items.some(isEnvelope)) return undefined
  const messages = historyOf(list, registry, wire)?.recognition.score ?? 0
  if (messages > 0 && list.filter(isObject).some(isOfAsker)) return 'messages'
  const events = score({ stream: list })
  const bodies = Math.max(...items.flatMap((item) => [score({ request: item }), score({ response: item })]))
  const pieces = pieceIn(list, registry, wire)?.recognition.score ?? 0
  if (pieces > Math.max(messages, events, bodies)) return 'pieces'
  if (Math.max(messages, events) <= bodies) return undefined
  return messages >= events ? 'messages' : 'events'
}

/** Returns true if a list is one history, for a command that reads only requests. */
export function isHistory(list: JsonArray, registry: Registry, wire: string | undefined): boolean {
  const items = list.slice(0, FEW).filter(isObject)
  if (items.length === 0 || items.some(isEnvelope)) return false
  const score = historyOf(list, registry, wire)?.recognition.score ?? 0
  const alone = items.map((request) => recogniseAs({ request }, registry, wire)?.recognition.score ?? 0)
  return score > 0 && (list.filter(isObject).some(isOfAsker) || score > Math.max(...alone))
}

/** Roles of messages that no model writes. A list with such a message is a history and not a list of answers. */
const ASKERS = new Set<JsonValue | undefined>(['user', 'human', 'system', 'developer', 'tool'])

function isOfAsker({ role, type }: JsonObject): boolean {
  return ASKERS.has(role ?? type)
}

/**
 * Finds the wire of a list of messages: under the field of most wires, or by its messages if one of them is
 * not of a model.
 */
function historyOf(list: JsonArray, registry: Registry, wire: string | undefined): FoundPiece | undefined {
  const body = { messages: list }
  const recognised = recogniseAs({ request: body }, registry, wire)
  const whole = recognised && { ...recognised, side: 'request' as const, body, place: '/messages' }
  if (!list.filter(isObject).some(isOfAsker)) return whole
  const named = wire === undefined ? registry : createRegistry([registry.get(wire)])
  const found = findHistory(list, named)
  return (found?.recognition.score ?? 0) > (whole?.recognition.score ?? 0) ? found : whole
}

/** Number of items checked to classify a list. */
const FEW = 5

/** Resolves a list of calls, of results or of content: the pieces of one body. */
function resolveList(list: JsonArray, { registry, wire, requestsOnly }: ResolveOptions): ResolvedRecord {
  const isWhole = requestsOnly && isHistory(list, registry, wire)
  const kind = isWhole ? 'messages' : listKind(list, registry, wire)
  const history = kind === 'messages' ? historyOf(list, registry, wire) : undefined
  if (history !== undefined) return resolvePiece(history, wire)
  const piece = kind === 'pieces' ? pieceIn(list, registry, wire) : undefined
  if (piece !== undefined) return resolvePiece(piece, wire)
  // Some wires stream bodies like their answers.
  const isAsked = list.filter(isObject).some(isOfAsker)
  const events = isAsked ? undefined : recogniseAs({ stream: list }, registry, wire)
  if (events !== undefined) return { ...foundAs(events, wire), stream: { path: '', value: list } }
  const unmarked = pieceIn(list, registry, wire)
  if (unmarked === undefined) throw unrecognized(registry, wire)
  return resolvePiece(unmarked, wire)
}

function resolvePiece({ side, body, place, ...found }: FoundPiece, wire: string | undefined): ResolvedRecord {
  return { ...foundAs(found, wire), [side]: { path: '', value: body, place } }
}

function foundAs({ adapter, recognition }: Recognised, wire: string | undefined) {
  return { adapter, isNamed: wire !== undefined, reason: recognition.reason }
}

function pieceIn(
  value: JsonObject | JsonArray,
  registry: Registry,
  wire: string | undefined,
): FoundPiece | undefined {
  if (wire === undefined) return findPiece(value, registry)
  const adapter = registry.get(wire)
  return findPiece(value, createRegistry([adapter])) ?? pieceOf(value, adapter)
}

function resolveBare(body: JsonObject, registry: Registry, wire: string | undefined): ResolvedRecord {
  const side: RecordSide = { path: '', value: body }
  const asRequest = recogniseAs({ request: body }, registry, wire)
  const asResponse = recogniseAs({ response: body }, registry, wire)
  const isRequest = (asRequest?.recognition.score ?? 0) >= (asResponse?.recognition.score ?? 0)
  const found = isRequest ? asRequest : asResponse
  const piece = pieceIn(body, registry, wire)
  if (piece !== undefined && piece.recognition.score > (found?.recognition.score ?? 0))
    return resolvePiece(piece, wire)
  if (found === undefined) return resolveEnveloped(body, registry, wire)
  return { ...foundAs(found, wire), ...(isRequest ? { request: side } : { response: side }) }
}

/** Resolves a list of messages in an object of another program. */
function resolveEnveloped(body: JsonObject, registry: Registry, wire: string | undefined): ResolvedRecord {
  for (const { path, list } of listsIn(body)) {
    const resolved = attempt(() => resolveList(list, { registry, wire }))
    if ('value' in resolved) return under(path, resolved.value)
  }
  throw unrecognized(registry, wire, body)
}

/** Returns the record with its paths under the position of a list. */
function under(path: string, record: ResolvedRecord): ResolvedRecord {
  const { request, response, stream } = record
  return compact({
    ...record,
    request: request && { ...request, path: path + request.path },
    response: response && { ...response, path: path + response.path },
    stream: stream && { ...stream, path: path + stream.path },
  })
}

function recogniseAs(
  exchange: Exchange,
  registry: Registry,
  wire: string | undefined,
): Recognised | undefined {
  if (wire === undefined) return registry.recognise(exchange)
  const adapter = registry.get(wire)
  const recognition = recognise(adapter.codecs.evidence, exchange)
  return recognition.score > 0 ? { adapter, recognition } : undefined
}

/**
 * Creates the error for input that no wire recognizes, or that the named wire does not recognize.
 * @param wire the wire that the user named.
 * @param value the input, for the wire that it looks like.
 */
function unrecognized(registry: Registry, wire?: string, value?: JsonValue): AdapterError {
  if (wire !== undefined) return notOfWire(registry.get(wire).id, value, registry)
  const known = registry.adapters.map(({ id }) => id).join(', ')
  return new AdapterError(
    'unknown-wire',
    '',
    `no adapter recognizes this; wrap it in a record {"request": …} or {"response": …} and name its wire (--wire, or the option wire in a program)${insideOf(value, registry)}. The wires are ${known}`,
  )
}

function notOfWire(named: string, value: JsonValue | undefined, registry: Registry): AdapterError {
  const other = lookOf(value, registry)
  const fix =
    other === undefined
      ? insideOf(value, registry).replace(/^\. /, '')
      : `It looks like ${other.description}: name ${other.id}, or leave the wire out`
  return new AdapterError('unknown-wire', '', `this is not a body of ${named}. ${fix}`)
}

/** Returns the advice for a body inside another object, with its path if a wire recognizes it. */
function insideOf(value: JsonValue | undefined, registry: Registry): string {
  const path = bodyPathIn(value, registry, 2)
  return path === undefined
    ? '. If the body is inside another object, name its path (--at)'
    : `. The body seems to be at ${path}: add --at ${path}`
}

/** Returns the path of the first member that a wire recognizes, down to a depth. */
function bodyPathIn(value: JsonValue | undefined, registry: Registry, depth: number): string | undefined {
  if (!isObject(value) || depth === 0) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (lookOf(member, registry) !== undefined) return at('', name)
    const below = bodyPathIn(member, registry, depth - 1)
    if (below !== undefined) return at('', name) + below
  }
  return undefined
}

/** The wire that a bare value looks like, and a description such as `a request of openai-chat`. */
interface Look {
  readonly id: string
  readonly description: string
}

function lookOf(value: JsonValue | undefined, registry: Registry): Look | undefined {
  if (!isObject(value)) return undefined
  const sides = [
    ['a request', registry.recognise({ request: value })],
    ['an answer', registry.recognise({ response: value })],
  ] as const
  const [best] = sides
    .flatMap(([side, found]) => (found === undefined ? [] : { side, found }))
    .sort((one, other) => other.found.recognition.score - one.found.recognition.score)
  if (best === undefined) return undefined
  const { id } = best.found.adapter
  return { id, description: `${best.side} of ${id}` }
}

/** Returns the recognized wire of a record whose named wire is another one. */
export function likelyWire(
  { adapter, isNamed, ...record }: ResolvedRecord,
  registry: Registry,
): string | undefined {
  const found = isNamed ? registry.recognise(shownBy(record))?.adapter.id : undefined
  return found === adapter.id ? undefined : found
}
