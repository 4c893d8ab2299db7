import type { Adapter } from '../adapter/define.js'
import { type Exchange, recognise, shownIn } from '../exchange/recognise.js'
import type { Recognised, Registry } from '../exchange/registry.js'
import { AdapterError } from '../json/errors.js'
import { isArray, isObject, stringOr } from '../json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../json/types.js'
import { compact } from '../json/write.js'

/** One side of an exchange as it came, and where it stood in the input. */
export interface Side<Value = JsonValue> {
  readonly path: string
  readonly value: Value
}

/** One exchange of the input. A bare body has been put on the side that it belongs to. */
export interface TrafficRecord {
  readonly id?: JsonValue
  readonly wire?: string
  readonly request?: Side
  readonly response?: Side
  /** The answer as an event stream: its text, or its events. */
  readonly stream?: Side<string | JsonArray>
}

export interface ResolvedRecord extends TrafficRecord {
  readonly adapter: Adapter
  /** Why the wire is what it is. */
  readonly reason: string
}

const ENVELOPE_KEYS = ['wire', 'request', 'response', 'sse', 'chunks']

export interface ResolveOptions {
  readonly registry: Registry
  /** What the user said the wire is; it wins. */
  readonly wire?: string
  /** Bare bodies are requests, whatever they look like, for a command that reads nothing else. */
  readonly requestsOnly?: boolean
}

/** Reads a record, or a bare native body, and finds its wire. */
export function resolveRecord(value: JsonValue, options: ResolveOptions): ResolvedRecord {
  const { registry, wire } = options
  if (!isObject(value))
    throw new AdapterError(
      'wrong-type',
      '',
      'a record must be an object with a request, response, sse or chunks',
    )
  if (!isEnvelope(value) && !options.requestsOnly) return resolveBare(value, registry, wire)
  const record = isEnvelope(value) ? readEnvelope(value) : { request: { path: '', value } }
  const named = wire ?? record.wire
  if (named !== undefined) return { ...record, adapter: registry.get(named), reason: namedBy(wire) }
  const found = registry.recognise(isEnvelope(value) ? shownIn(value) : { request: value })
  if (found === undefined) throw unrecognised(registry)
  return { ...record, adapter: found.adapter, reason: found.recognition.reason }
}

function namedBy(option: string | undefined): string {
  return option === undefined ? 'named by the record' : 'named by --wire'
}

function isEnvelope(value: JsonObject): boolean {
  return ENVELOPE_KEYS.some((key) => Object.hasOwn(value, key))
}

function readEnvelope(value: JsonObject): TrafficRecord {
  const { id, wire } = value
  const record = compact({
    id,
    wire: stringOr(wire, undefined),
    request: sideOf(value, 'request'),
    response: sideOf(value, 'response'),
    stream: streamOf(value),
  })
  if (record.request ?? record.response ?? record.stream) return record
  throw new AdapterError('missing-field', '', 'the record has no request, response, sse or chunks')
}

function sideOf(record: JsonObject, key: string): Side | undefined {
  const value = record[key]
  return value === undefined || value === null ? undefined : { path: `/${key}`, value }
}

function streamOf({ sse, chunks }: JsonObject): Side<string | JsonArray> | undefined {
  if (typeof sse === 'string') return { path: '/sse', value: sse }
  return isArray(chunks) ? { path: '/chunks', value: chunks } : undefined
}

function resolveBare(body: JsonObject, registry: Registry, wire: string | undefined): ResolvedRecord {
  const side: Side = { path: '', value: body }
  const asRequest = recogniseAs({ request: body }, registry, wire)
  const asResponse = recogniseAs({ response: body }, registry, wire)
  const score = Math.max(asRequest?.recognition.score ?? 0, asResponse?.recognition.score ?? 0)
  if (asRequest?.recognition.score === score)
    return { request: side, adapter: asRequest.adapter, reason: asRequest.recognition.reason }
  if (asResponse?.recognition.score === score)
    return { response: side, adapter: asResponse.adapter, reason: asResponse.recognition.reason }
  throw unrecognised(registry)
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

function unrecognised(registry: Registry): AdapterError {
  const known = registry.adapters.map(({ id }) => id).join(', ')
  return new AdapterError(
    'unknown-wire',
    '',
    `no adapter recognises this; put it in a record {"request": …} or {"response": …} and name its wire with --wire (${known})`,
  )
}
