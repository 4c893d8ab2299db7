import { describe, expect } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { assistantMessage, toolCall, toolResult } from '../../src/base/model/create.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  Part,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { createFrameWriter, streamFrames } from '../../src/codec/stream/frame-writer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import type { LoadedAdapter } from '../support/adapters.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { callsOf } from '../support/parts.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { difference, stored, utf8 } from '../support/values.js'

const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })

/** Encodes a conversation of another wire and decodes it again. */
function reread({ adapter }: LoadedAdapter, conversation: Conversation): Conversation {
  const given = { model: 'example-model', maxOutputTokens: 100, ...conversation }
  return adapter.decodeRequest(stored(encodeConversation(given, { to: adapter }).value)).value
}

function partsIn<Type extends Part['type']>(messages: readonly Message[], type: Type) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === type))
}

/** Returns all orders of a list. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    orders(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}

describe('law 20: calls without ids keep their results in every turn', () => {
  const names = ['look', 'listen', 'look']
  /** Returns a turn of parallel calls. */
  const turn = (count: number, number: number): Message[] => {
    const calls = names.slice(0, count).map(
      (name, index): ToolCall => ({
        ...toolCall(`toolwire-${number}-${index}`, name, { number, index }),
        minted: true,
      }),
    )
    const results = calls.map((call, index): ToolResult => toolResult(call, `done ${number} ${index}`))
    return [user('Go on.'), assistantMessage(...calls), { role: 'tool', parts: results }]
  }
  const counts = [1, 2, 3].flatMap((first) => [1, 2, 3].map((second) => [first, second, 2]))

  forEachAdapter('of parallel calls', ['request', 'writing'], (loaded) => {
    holdsFor(
      counts.map((all) => ({ id: all.join(), all })),
      ({ all }) => {
        const { messages } = reread(loaded, { messages: all.flatMap(turn) })
        const calls = partsIn(messages, 'tool-call').flatMap((part) =>
          part.type === 'tool-call' ? part : [],
        )
        const results = partsIn(messages, 'tool-result')
        return [
          difference(
            calls.map(({ id }) => id),
            results.map((part) => part.type === 'tool-result' && part.callId),
          ) ?? [],
          new Set(calls.map(({ id }) => id)).size === calls.length ? [] : 'the ids are not distinct',
        ].flat()
      },
    )
  })
})

describe('law 20: all names of a choice are names of tools', () => {
  const names = ['look', 'get weather', 'a.b:c/d', 'x'.repeat(130)]
  const tools = names.map((name) => ({
    ...{ type: 'function' as const, name, parameters: { type: 'object', properties: {} } },
  }))
  const choices = Array.from({ length: 15 }, (_, bits) => names.filter((_name, at) => ((bits + 1) >> at) & 1))

  forEachAdapter('some, all or none of which are renamed', ['request', 'writing'], (loaded) => {
    holdsFor(
      choices.map((chosen) => ({ id: chosen.map((name) => name.slice(0, 9)).join(), chosen })),
      ({ chosen }) => {
        const toolChoice = { type: 'allowed', mode: 'auto', names: chosen } as const
        const read = reread(loaded, { messages: [user('Go on.')], tools, toolChoice })
        if (read.toolChoice?.type !== 'allowed') return []
        const known = read.tools?.map(({ name }) => name) ?? []
        const unknown = read.toolChoice.names.filter((name) => !known.includes(name))
        return unknown.length === 0 ? [] : `no tool is named ${unknown.join()}`
      },
    )
  })
})

describe('law 20: calls that are streamed at once', () => {
  const calls = ['a', 'b', 'c', 'd'].map((id) => toolCall(`call_${id}`, `f_${id}`, { of: id }))
  const begun = calls.flatMap(({ id, name }): StreamEvent[] => [
    { type: 'tool-input-start', id, name, kind: 'function', providerExecuted: false },
    { type: 'tool-input-delta', id, delta: `{"of":"${id.slice(-1)}"}` },
  ])
  const ends = (call: ToolCall): StreamEvent[] => [
    { type: 'tool-input-end', id: call.id },
    { type: 'tool-call', call },
  ]

  forEachAdapter(
    'are all written, in whatever order they end',
    ['encoder', 'stream'],
    ({ adapter, wire }) => {
      holdsFor(
        orders(calls).map((order) => ({ id: order.map(({ id }) => id).join(), order })),
        ({ order }) => {
          const writer = createFrameWriter(adapter.codecs, createContext(wire))
          const finish: StreamEvent = { type: 'finish', finish: { reason: 'tool-calls' } }
          const events = [...begun, ...order.flatMap(ends), finish]
          const frames = [...events.flatMap((event) => writer.push(event)), ...writer.finish()]
          const read = callsOf(assemble(eventsOf(adapter, frames), wire))
          return difference(
            calls.map(({ name, arguments: value }) => ({ name, value })),
            read.map(({ name, arguments: value }) => ({ name, value })),
          )
        },
      )
    },
  )
})

describe('law 20: executed calls with one id', () => {
  /** Returns an answer with an executed call and its result, twice; the second time with another id. */
  const twice = ({ adapter }: LoadedAdapter, native: JsonObject) => {
    const answer = adapter.decodeResponse(native).value
    const { parts } = answer.message
    const result = parts.find((part) => part.type === 'tool-result')
    const call = parts.find((part) => part.type === 'tool-call' && part.id === result?.callId)
    if (result?.type !== 'tool-result' || call?.type !== 'tool-call' || !call.providerExecuted || call.minted)
      return undefined
    const second = `${call.id}_2`
    const doubled = [call, result, { ...call, id: second }, { ...result, callId: second }]
    return { answer: { ...answer, message: { ...answer.message, parts: doubled } }, id: call.id, second }
  }

  const idsIn = ({ message }: ModelResponse) => ({
    calls: callsOf({ message, finish: { reason: 'stop' } }).map(({ id }) => id),
    results: message.parts.flatMap((part) => (part.type === 'tool-result' ? part.callId : [])),
  })

  forEachAdapter('keep their results in a stream', ['response', 'encoder'], (loaded) => {
    const { adapter, wire } = loaded
    const all = someExchangesOf(wire).flatMap(({ id, response }) => {
      const doubled = response && twice(loaded, response)
      return doubled === undefined ? [] : { ...doubled, title: id }
    })
    holdsFor(
      all.map((one) => ({ ...one, id: one.title, given: one.id })),
      ({ answer, given, second }) => {
        const frames = [...streamFrames(answer, adapter.codecs, createContext(wire))]
        const bytes = Buffer.concat(frames.map((frame) => (typeof frame === 'string' ? utf8(frame) : frame)))
        const events = parsedEvents(adapter, bytes)
        const before = idsIn(assemble(eventsOf(adapter, events), wire))
        const rewritten = JSON.parse(JSON.stringify(events).replaceAll(second, given))
        const { calls, results } = idsIn(assemble(eventsOf(adapter, rewritten), wire))
        // Some wires have no place for the id of an executed call.
        if (new Set(before.results).size < 2 || !before.calls.includes(second)) return undefined
        return [
          calls.length === 2 && new Set(calls).size === 2 ? [] : `the calls are ${calls.join()}`,
          difference(calls, results) ?? [],
        ].flat()
      },
    )
    expect(all.length).toBeGreaterThanOrEqual(0)
  })
})
