import { describe, expect, test } from 'vitest'
import { googleLive } from '../../adapters/google-live/index.js'
import { openaiRealtime } from '../../adapters/openai-realtime/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assembleTurns } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { SessionCodec, SessionEvent } from '../../src/codec/stream/session-codec.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { allFixtures, fixtures as provided } from '../support/exchanges.js'
import { parsedEvents } from '../support/streams.js'

/** Gemini Live has no event for a request for approval. */
const UNSAID = new Set(['openai-realtime/mcp-approval'])

const BESIDE = new Set([
  'session-ready',
  'input-text',
  'message-added',
  'interrupted',
  'calls-cancelled',
  'session-ending',
  'resumption',
])

function sessionOf({ codecs }: Adapter): SessionCodec {
  if (codecs.session === undefined) throw new Error(`${codecs.id} has no sessions`)
  return codecs.session
}

function told(adapter: Adapter, frames: readonly JsonValue[]): SessionEvent[] {
  const decoder = sessionOf(adapter).serverDecoder(createContext(adapter.id))
  return [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.finish()]
}

function written(adapter: Adapter, events: readonly SessionEvent[]): JsonObject[] {
  const encoder = sessionOf(adapter).serverEncoder(createContext(adapter.id))
  return events.flatMap((event) => encoder.push(event))
}

function isTurn(event: SessionEvent): event is StreamEvent {
  return !BESIDE.has(event.type)
}

/** Returns the content of a session: calls, texts and ends of its turns. */
function meaning(turns: readonly ModelResponse[]) {
  return turns.map(({ message, finish }) => ({
    calls: message.parts.flatMap((part) =>
      part.type === 'tool-call' && !part.providerExecuted
        ? [{ name: part.name, arguments: part.arguments, status: part.status }]
        : [],
    ),
    text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    // Gemini Live has no finish value for an answer that was too long.
    reason: finish.reason === 'length' ? 'other' : finish.reason,
  }))
}

function turnsIn(adapter: Adapter, events: readonly SessionEvent[]): ModelResponse[] {
  return assembleTurns(events.filter(isTurn), adapter.id)
}

const live = [openaiRealtime, googleLive] as const

describe('a session of one wire has the same content on another', () => {
  for (const from of live)
    for (const to of live) {
      const own = allFixtures.filter(
        ({ id, wire, stream }) => wire === from.id && stream !== undefined && !UNSAID.has(id),
      )
      test.each(own.map(({ id, stream = '' }) => [id, stream]))(`%s as ${to.id}, and back`, (_id, stream) => {
        const events = told(from, parsedEvents(from, stream))
        expect(checkGrammar(events.filter(isTurn))).toEqual([])
        const there = told(to, written(to, events))
        const back = told(from, written(from, there))
        expect(checkGrammar(there.filter(isTurn))).toEqual([])
        expect(meaning(turnsIn(to, there))).toEqual(meaning(turnsIn(from, events)))
        expect(meaning(turnsIn(from, back))).toEqual(meaning(turnsIn(from, events)))
      })
    }
})

describe('input of a client of one wire is sent on another', () => {
  for (const from of live)
    for (const to of live) {
      const own = allFixtures.filter(({ wire }) => wire === from.id)
      test.each(own.map(({ id, request = {} }) => [id, request]))(`%s to ${to.id}`, (_id, request) => {
        const decoder = sessionOf(from).clientDecoder(createContext(from.id))
        const encoder = sessionOf(to).clientEncoder(createContext(to.id))
        const actions = frames(request).flatMap((frame) => decoder.push(frame))
        const there = actions.flatMap((action) => encoder.push(action))
        const again = sessionOf(to).clientDecoder(createContext(to.id))
        expect(results(there.flatMap((frame) => again.push(frame)))).toEqual(results(actions))
      })
    }
})

function frames(request: JsonObject): readonly JsonValue[] {
  return Array.isArray(request.clientEvents) ? request.clientEvents : []
}

/** Returns the ids of results, with a flag for failures. */
function results(actions: readonly { readonly type: string }[]) {
  return actions.flatMap((action) =>
    'results' in action && Array.isArray(action.results)
      ? action.results.map(({ callId, isError }) => ({ callId, isError }))
      : [],
  )
}

test('sessions have no HTTP path, so they are not wires that a proxy serves', () => {
  const wires = new Set(provided.map(({ wire }) => wire))
  for (const { id } of live) expect(wires.has(id)).toBe(false)
})
