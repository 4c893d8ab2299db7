import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { compact } from '../../src/base/json/write-json.js'
import { looksWhole } from '../../src/base/model/arguments.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { isGoodEnd, isTruncatedOutcome, outcomeOf } from '../../src/base/model/outcome.js'
import type { Finish, Message, Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import type { Lack } from '../../src/codec/wire/contract.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf, tries } from '../support/cases.js'
import { forEachAdapter } from '../support/law.js'
import { stored } from '../support/values.js'

const RUNS = 400

interface Answer {
  readonly message: Message
  readonly finish: Finish
  readonly error?: ProviderError
}

/** One way to encode an answer in a wire and decode it again. */
type Way = (answer: Answer, loaded: LoadedAdapter) => Message

const WAYS: Readonly<Record<string, Way>> = {
  whole(answer, { adapter }) {
    const { response } = fitResponse(answer, adapter.codecs)
    return adapter.decodeResponse(stored(adapter.encodeResponse(response).value)).value.message
  },
  streamed(answer, { adapter }) {
    const { response } = fitResponse(answer, adapter.codecs)
    const texts = [...streamFrames(response, adapter.codecs, createContext(adapter.id))]
    return assembleStream(texts, adapter.codecs, createContext(adapter.id)).message
  },
  /** Writes an answer as a live stream. The text is sent before the validity of the call is known. */
  live(answer, { adapter }) {
    const { stream } = adapter.codecs
    const encoder = stream.encoder?.(createContext(adapter.id))
    const frames = liveEvents(answer).flatMap((event) => encoder?.push(event) ?? [])
    const texts = [...frames, ...(encoder?.finish() ?? [])].map((frame) => stream.framing.write(frame))
    return assembleStream(texts, adapter.codecs, createContext(adapter.id)).message
  },
  history({ message }, { adapter }) {
    const { value } = encodeConversation(
      { model: 'example-model', maxOutputTokens: 100, messages: [QUESTION, message] },
      { to: adapter, pendingCalls: 'keep' },
    )
    const { messages } = adapter.decodeRequest(stored(value)).value
    return { role: 'assistant', parts: messages.flatMap(({ parts }) => parts) }
  },
}

const QUESTION: Message = { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] }

function liveEvents({ message, finish, error }: Answer): StreamEvent[] {
  const events: StreamEvent[] = message.parts.flatMap((part, index) => partEvents(part, String(index)))
  if (error !== undefined) events.push({ type: 'error', error })
  return [...events, { type: 'finish', finish }]
}

function partEvents(part: Part, id: string): StreamEvent[] {
  if (part.type === 'text')
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id, part },
    ]
  if (part.type !== 'tool-call') return []
  const { name, kind, providerExecuted, rawArguments = '' } = part
  return [
    { type: 'tool-input-start', id: part.id, name, kind, providerExecuted },
    ...(rawArguments === '' ? [] : [{ type: 'tool-input-delta' as const, id: part.id, delta: rawArguments }]),
    { type: 'tool-input-end', id: part.id },
    { type: 'tool-call', call: part },
  ]
}

const text = fc.constantFrom(
  '',
  ' ',
  'null',
  ' null',
  '{}',
  '{"a":1}',
  '{"a',
  '{"a":"',
  '12',
  '"x"',
  '[1]',
  'rm -rf /tmp/x',
  '*** Begin Patch\n',
)

const brokenCall = fc
  .record({
    kind: fc.constantFrom('function' as const, 'custom' as const, 'shell' as const),
    status: fc.constantFrom('truncated' as const, 'malformed' as const),
    rawArguments: text,
  })
  .map(
    (fields): ToolCall => ({
      type: 'tool-call',
      id: 'call_1',
      name: 'run',
      providerExecuted: false,
      ...fields,
    }),
  )

const AFTER: readonly Part[][] = [
  [],
  [{ type: 'text', text: 'Done.' }],
  [
    {
      type: 'tool-call',
      id: 'call_2',
      name: 'other',
      kind: 'function',
      status: 'complete',
      arguments: { b: 2 },
      rawArguments: '{"b":2}',
      providerExecuted: false,
    },
  ],
]

const answer: fc.Arbitrary<Answer> = fc
  .record({
    call: brokenCall,
    after: fc.constantFrom(...AFTER),
    reason: fc.constantFrom<Finish['reason']>(
      'stop',
      'tool-calls',
      'length',
      'content-filter',
      'error',
      'other',
    ),
    error: fc.option(fc.constant({ message: 'overloaded' }), { nil: undefined }),
  })
  .map(({ call, after, reason, error }) =>
    compact({ message: { role: 'assistant' as const, parts: [call, ...after] }, finish: { reason }, error }),
  )

/** The codec that each way needs. */
const NEEDS: Readonly<Record<string, Lack>> = {
  whole: 'response',
  streamed: 'encoder',
  live: 'encoder',
  history: 'request',
}

/** Returns the ways that an adapter supports, except the excluded ones. */
function waysOf({ adapter }: LoadedAdapter, ...without: readonly string[]): fc.Arbitrary<string> {
  const has = (name: string) => !without.includes(name) && !adapter.lacks.has(NEEDS[name] ?? 'http')
  return fc.constantFrom(...Object.keys(WAYS).filter(has))
}

function run(name: string, answer: Answer, loaded: LoadedAdapter): Message {
  return WAYS[name]?.(answer, loaded) ?? answer.message
}

function callsNamed(message: Message, name: string): ToolCall[] {
  return message.parts.filter((part) => part.type === 'tool-call').filter((call) => call.name === name)
}

/**
 * Returns true if the text of the truncated call is sent in pieces and is a complete object. No text may be
 * added to it, so only the end of its answer shows that the call must not run: law 19 checks that end.
 */
function isToldByItsEnd(message: Message, way: string): boolean {
  const [call] = callsNamed(message, 'run')
  return way === 'live' && call !== undefined && looksWhole(call)
}

/**
 * Returns true if the call is kept in a translation: an unsuccessful answer omits its calls unless it was
 * truncated.
 */
function isKept({ finish, error }: Answer): boolean {
  const outcome = outcomeOf(finish)
  return error === undefined && (isGoodEnd(outcome) || isTruncatedOutcome(outcome))
}

describe('law 13: a call that must not run never looks fit to run', () => {
  for (const first of someOf(adapters, 3, 'law 13'))
    forEachAdapter(
      `written in ${first.wire}, then in this wire: as answer, stream or history`,
      ['request', 'writing'],
      (second) => {
        fc.assert(
          fc.property(answer, waysOf(first), waysOf(second), (broken, one, two) => {
            if (isToldByItsEnd(broken.message, one)) return
            const read = run(one, stored(broken), first)
            if (isToldByItsEnd(read, two)) return
            const again = run(two, stored({ ...broken, message: read }), second)
            for (const message of [read, again]) {
              const calls = callsNamed(message, 'run')
              if (isKept(broken)) expect(calls).toHaveLength(1)
              for (const found of calls) {
                expect(['truncated', 'malformed']).toContain(found.status)
                expect(found).not.toHaveProperty('arguments')
              }
            }
          }),
          tries(RUNS),
        )
      },
    )

  forEachAdapter('its text arrives, whichever way it goes', ['request', 'writing'], (loaded) => {
    fc.assert(
      fc.property(answer, waysOf(loaded, 'live'), (broken, name) => {
        const [call] = callsNamed(run(name, stored(broken), loaded), 'run')
        expect(call?.rawArguments).toBe(callsNamed(broken.message, 'run')[0]?.rawArguments)
      }),
      tries(RUNS),
    )
  })
})
