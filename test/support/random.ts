import fc from 'fast-check'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject, isArray, isObject } from '../../src/base/json/read-json.js'
import type { Conversation, Message } from '../../src/base/model/types.js'
import type { LoadedAdapter } from './adapters.js'
import { conversation, messages, WIRES } from './arbitraries.js'
import { fixtures } from './exchanges.js'
import { faultsOf, viewOf } from './native/index.js'
import { refusals } from './translation.js'
import { below, seededRandom, stored, stringsOf } from './values.js'

type Piece = Pick<Conversation, 'messages' | 'tools'>

/**
 * Generates conversations from mixed sources: written by hand, decoded from damaged requests of the source
 * wire and, in parts, from requests of the target wire. No encoder has produced them.
 */
export function traveler(from: LoadedAdapter, to: LoadedAdapter): fc.Arbitrary<Conversation> {
  const piece = fc.oneof(
    messages(false).map((list): Piece => ({ messages: list })),
    bred(from),
  )
  // Content that the target wrote is included once: repeated items would have the same ids.
  return fc
    .tuple(
      conversation(),
      fc.array(piece, { maxLength: 2 }),
      fc.option(native(to), { freq: 2, nil: { messages: [] } }),
    )
    .map(([start, pieces, own]): [Conversation, Piece[]] => [
      start,
      [...pieces.slice(0, 1), own, ...pieces.slice(1)],
    ])
    .map(([start, pieces]) => join(start, pieces))
    .map((value) => withWires(value, from.wire, to.wire))
}

function join(start: Conversation, pieces: readonly Piece[]): Conversation {
  const tools = pieces.flatMap((piece) => piece.tools ?? [])
  return {
    ...start,
    messages: [...start.messages, ...pieces.flatMap((piece) => piece.messages)],
    ...(tools.length > 0 && { tools: [...(start.tools ?? []), ...tools] }),
  }
}

/**
 * Replaces the fictitious wires of a conversation by the source and an unknown third wire. Only the target
 * writes content under its own name, so only authors of texts and reasoning become the target. The target's
 * own calls and media come from its own requests.
 */
function withWires(value: Conversation, from: string, to: string): Conversation {
  const names = new Map<string, string>([
    [WIRES[0], 'a-third-wire'],
    [WIRES[1], from],
  ])
  const messages = value.messages.map((message): Message => {
    const { origin, parts } = message
    const isTargets = origin?.wire === WIRES[0] && parts.every(({ type }) => !MADE_BY_AUTHORS.has(type))
    return isTargets ? { ...message, origin: { ...origin, wire: to } } : message
  })
  return JSON.parse(
    JSON.stringify({ ...value, messages }, (key, member: unknown) => rename(key, member, names)),
  )
}

/** Parts to which the target would have added its own metadata. */
const MADE_BY_AUTHORS: ReadonlySet<string> = new Set(['tool-call', 'media', 'source'])

function rename(key: string, member: unknown, names: ReadonlyMap<string, string>): unknown {
  if (key === 'wire' && typeof member === 'string') return names.get(member) ?? member
  if (key !== 'providerMetadata' || typeof member !== 'object' || member === null) return member
  return Object.fromEntries(Object.entries(member).map(([wire, own]) => [names.get(wire) ?? wire, own]))
}

/** Returns the requests of fixtures: written from documented facts, or recorded. */
function requestsOf(wire: string): JsonObject[] {
  return fixtures.flatMap(({ wire: own, request }) =>
    own === wire && request !== undefined ? [request] : [],
  )
}

/** Generates requests that the target itself accepts. */
function native({ wire, adapter, rules }: LoadedAdapter): fc.Arbitrary<Piece> {
  const requests = requestsOf(wire).filter((request) => {
    const piece = pieceOf(adapter.decodeRequest(request).value)
    const alone = stored(expectObject(asJson(adapter.encodeRequest({ model: 'm', ...piece }).value), ''))
    const view = viewOf(wire, alone)
    return refusals(alone, { rules }).length === 0 && (view === undefined || faultsOf(view).length === 0)
  })
  return fc.nat().map((seed) => pieceOf(adapter.decodeRequest(requests[seed % requests.length] ?? {}).value))
}

function pieceOf({ messages: list, tools = [] }: Conversation): Piece {
  return { messages: list, tools }
}

/** Generates a damaged request of the wire, or an empty one if the wire cannot decode it. */
function bred({ wire, adapter }: LoadedAdapter): fc.Arbitrary<Piece> {
  return damagedRequest(wire).map((request) => {
    try {
      return pieceOf(adapter.decodeRequest(request).value)
    } catch (error) {
      if (error instanceof AdapterError) return { messages: [] }
      throw error
    }
  })
}

/** Generates one of the wire's requests with damage. */
export function damagedRequest(wire: string): fc.Arbitrary<JsonObject> {
  const requests = requestsOf(wire)
  return fc.nat().map((seed) => {
    const random = seededRandom(seed)
    return damaged(requests[below(random, requests.length)] ?? {}, random)
  })
}

const STRANGE_TEXTS = ['', ' ', '\n', 'ends blank \n', 'a.b/c d', '获取', 'x'.repeat(90)]

/**
 * Returns a request with messages, parts and calls lost, doubled and swapped. Texts, names and ids are
 * emptied, replaced by unusual ones, or exchanged.
 */
function damaged(request: JsonObject, random: () => number): JsonObject {
  const texts = [...STRANGE_TEXTS, ...stringsOf(request).slice(0, 60)]
  const visit = (value: JsonValue, key: string): JsonValue => {
    if (typeof value === 'string')
      return STABLE.has(key) || random() > 0.05 ? value : (texts[below(random, texts.length)] ?? '')
    if (isArray(value)) return shuffled(value, random).map((item) => visit(item, key))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, visit(member, name)]))
  }
  return expectObject(visit(request, ''), '')
}

/** Members that identify a type are unchanged: with a wrong type the value is not a conversation. */
const STABLE = new Set(['type', 'role', 'model', 'status', 'mimeType', 'media_type', 'data'])

function shuffled(list: readonly JsonValue[], random: () => number): JsonValue[] {
  const kept = list.flatMap((item) => {
    const chance = random()
    return chance < 0.06 ? [] : chance < 0.12 ? [item, stored(item)] : [item]
  })
  const at = below(random, kept.length)
  const [a, b] = [kept[at], kept[at + 1]]
  return a === undefined || b === undefined || random() > 0.1 ? kept : kept.with(at, b).with(at + 1, a)
}
