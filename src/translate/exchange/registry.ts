import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { nearest } from '../../base/json/nearest-name.js'
import { tryParseJson } from '../../base/json/parse.js'
import { arrayOr, isObject, objectOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { expectAdapter, expectList } from '../../base/model/expect.js'
import { type Framing, ndjson, sse } from '../../codec/stream/framing.js'
import type { Evidence } from '../../codec/wire/contract.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { unreadRequest } from './decode-exchange.js'
import { bestSign, NONE, type Recognition } from './recognition.js'

export type { Recognition } from './recognition.js'

/** The recognized wire of an exchange, and its certainty. */
export interface Recognised {
  readonly adapter: Adapter
  readonly recognition: Recognition
}

/**
 * A set of adapters to choose from. It is passed to each function that needs it; a global set does not exist.
 */
export interface Registry {
  readonly adapters: readonly Adapter[]
  /**
   * Returns the adapter of a wire, by its id.
   * @throws AdapterError('unknown-wire') for an unknown id. The message lists the known ids.
   */
  get(wire: string): Adapter
  /** Returns the adapter with the highest certainty for the exchange, or undefined if no adapter matches. */
  recognise(exchange: Exchange): Recognised | undefined
}

/**
 * Creates a set of adapters, in which a wire is looked up or recognized.
 * @example const registry = createRegistry([openaiChat, anthropic])
 */
export function createRegistry(adapters: readonly Adapter[]): Registry {
  expectList(adapters, ['createRegistry needs a list of adapters', 'createRegistry([adapter])'])
  for (const [index, adapter] of adapters.entries()) expectAdapter(adapter, 'this', `/${index}`)
  const byId = new Map(adapters.map((adapter) => [adapter.id, adapter]))
  // Text framings are tried first, since binary framings find no events in text.
  const framings = new Set([sse, ndjson, ...adapters.map(({ codecs }) => codecs.stream.framing)])
  return {
    adapters,
    get(wire) {
      const adapter = byId.get(wire)
      if (adapter !== undefined) return adapter
      throw unknownWire(
        wire,
        adapters.map(({ id }) => [id]),
      )
    },
    recognise({ stream, ...bodies }) {
      const exchange = stream === undefined ? bodies : { ...bodies, stream: firstEvents(stream, framings) }
      const candidates = adapters
        .map((adapter) => ({ adapter, recognition: recognise(adapter.codecs.evidence, exchange) }))
        .filter(({ recognition }) => recognition.score > 0)
      return candidates.sort((a, b) => b.recognition.score - a.recognition.score)[0]
    },
  }
}

/** The known data of an exchange whose wire is unknown. */
export interface Exchange {
  /** The native request. */
  readonly request?: JsonObject | undefined
  /** The native answer, if it is complete. */
  readonly response?: JsonObject | undefined
  /** A complete streamed answer or the beginning of one: text or bytes split anywhere, or parsed events. */
  readonly stream?: readonly (JsonValue | Uint8Array)[] | undefined
}

/** Extracts the exchange from a record of traffic, `{request?, response?, sse?, chunks?}`. */
export function shownIn({ request, response, sse, chunks }: JsonObject): Exchange {
  return compact({
    request: objectOr(request, undefined),
    response: objectOr(response, undefined),
    stream: typeof sse === 'string' ? [sse] : arrayOr(chunks, arrayOr(response, undefined)),
  })
}

/**
 * Minimum score of a request that counts if the answer has no sign of the wire. Requests with a lower score
 * may belong to any wire.
 */
const SAYS_ENOUGH = 0.6

/** Scores an exchange by the signs of a wire: the best sign of either side counts. */
export function recognise(
  evidence: readonly Evidence[],
  { request, response, stream }: Exchange,
): Recognition {
  const asked = bestSign(evidence, 'request', isObject(request) ? [request] : [])
  const answer =
    response === undefined ? stream && firstEvents(stream).filter(isObject) : [response].filter(isObject)
  if (answer === undefined) return asked
  const answered = bestSign(evidence, response === undefined ? 'event' : 'response', answer)
  if (answered.score === 0 && asked.score < SAYS_ENOUGH) return NONE
  return answered.score < asked.score ? asked : answered
}

/** Limit of the inspected data, which is enough to recognize a wire and fast to read. */
const EVENTS = 5
const CHUNKS = 10
const LENGTH = 65_536

/** Returns the first events of a stream, in the first framing that finds events. */
function firstEvents(
  stream: NonNullable<Exchange['stream']>,
  framings: Iterable<Framing> = [sse, ndjson],
): readonly JsonValue[] {
  const chunks: (string | Uint8Array)[] = []
  const events: JsonValue[] = []
  for (const chunk of stream.slice(0, CHUNKS)) {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(chunk.slice(0, LENGTH))
    else events.push(chunk)
  }
  for (const framing of framings) if (events.length === 0) events.push(...framedEvents(chunks, framing))
  return events.slice(0, EVENTS)
}

function framedEvents(chunks: readonly (string | Uint8Array)[], framing: Framing): JsonValue[] {
  const framer = framing.createFramer()
  try {
    const frames = chunks.flatMap((chunk) => framer.push(chunk))
    return [...frames, ...framer.finish()].flatMap(({ data }) => tryParseJson(data) ?? [])
  } catch (error) {
    if (error instanceof AdapterError) return []
    throw error
  }
}

/**
 * Returns the possible wires of a request, the most likely first: by its path, and if that is ambiguous by
 * its body.
 * @param body returns the body. It is called only if the body is needed.
 */
export function wiresAt(path: string, body: () => JsonValue | undefined, registry: Registry): Adapter[] {
  const byPath = registry.adapters.filter(({ codecs }) => codecs.http.path.test(path))
  const request = byPath.length === 1 ? undefined : body()
  const likeliest = isObject(request) ? readerOf(request, registry) : undefined
  return likeliest === undefined ? byPath : [likeliest, ...byPath.filter(({ id }) => id !== likeliest.id)]
}

/**
 * Returns the wire that the request looks like; undefined if this wire would not decode all calls of the
 * request, which then belongs to another wire.
 */
function readerOf(request: JsonObject, registry: Registry): Adapter | undefined {
  const adapter = registry.recognise({ request })?.adapter
  return adapter && unreadRequest(request, adapter.codecs).length === 0 ? adapter : undefined
}

/** Returns the model of a request, from its path or its body. */
export function modelAt(path: string, { model }: JsonObject, { codecs }: Adapter): string | undefined {
  return codecs.http.modelIn?.(path) ?? (typeof model === 'string' ? model : undefined)
}

/**
 * Checks that clients and servers use a wire.
 * @param known wires to choose from, for the message.
 * @throws AdapterError for a wire without HTTP paths.
 */
export function expectHttp({ id, lacks }: Adapter, path: string, known: readonly Adapter[] = []): void {
  if (!lacks.has('http')) return
  const served = known.flatMap((adapter) => (adapter.lacks.has('http') ? [] : adapter.id))
  const fix = served.length === 0 ? '' : `. Wires with HTTP paths are ${served.join(', ')}`
  const message = `${id} has no HTTP paths, so no client or server uses it${fix}`
  throw new AdapterError('unsupported', path, message)
}

/**
 * Creates the error for an unknown wire name.
 * @param known the names of each wire: the id, and the short names if they are accepted.
 */
export function unknownWire(name: string, known: readonly (readonly string[])[]): AdapterError {
  const words = known.map((names) => names.join(' or ')).join(', ')
  const meant = nearest(String(name), known.flat())
  const fix = meant === undefined ? '' : `. Did you mean ${meant}?`
  return new AdapterError('unknown-wire', '', `unknown wire "${name}"; known are ${words}${fix}`)
}
