import { describe, expect, test } from 'vitest'
import { assembleTurns, checkGrammar, defineAdapter } from '../../src/adapter-kit.js'
import { createContext } from '../../src/base/model/context.js'
import { createFrameWriter } from '../../src/codec/stream/frame-writer.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { NativeTypes, StreamEvent } from '../../src/index.js'
import { createAnswerSteps } from '../../src/translate/exchange/translate-answer.js'
import { adapters } from '../support/adapters.js'
import { fakeWire } from '../support/fake-wire.js'

/** A realtime wire: a session of several answers in one stream. */
const codecs = fakeWire('live', 'live')
const adapter = defineAdapter<NativeTypes>(codecs)

const call = (id: string) => ({ live: 1, part: { call: 'look', id, args: { id } } })
const over = { live: 1, over: 'done' }
const again = { live: 1, again: true }
const SESSION = [again, call('a'), over, again, call('b'), call('c'), over]

function read(native: readonly object[]) {
  const context = createContext('live')
  const reader = new EventReader(codecs.stream, context)
  const events = native.flatMap((event) => reader.push(event))
  return { events: [...events, ...reader.finish()], notices: context.notices }
}

function callIds(events: readonly StreamEvent[]): string[][] {
  return assembleTurns(events, 'live').map(({ message }) =>
    message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])),
  )
}

describe('a stream of several answers', () => {
  test('has a finish event for each, and does not mistake one for a restarted answer', () => {
    const { events, notices } = read(SESSION)
    expect(events.filter(({ type }) => type === 'finish')).toHaveLength(2)
    expect(checkGrammar(events, 2)).toEqual([])
    expect(checkGrammar(events)).not.toEqual([])
    expect(callIds(events)).toEqual([['a'], ['b', 'c']])
    expect(notices).toEqual([])
  })

  test('may be interrupted inside an answer; the earlier answers are kept', () => {
    const turns = assembleTurns(read(SESSION.slice(0, -1)).events, 'live')
    expect(turns.map(({ finish }) => finish.reason)).toEqual(['stop', 'error'])
  })

  test('a restarted answer is void, those before it are kept', () => {
    const { events, notices } = read([...SESSION.slice(0, 5), again, call('d'), over])
    expect(callIds(events)).toEqual([['a'], ['d']])
    expect(checkGrammar(events, 2)).toEqual([])
    expect(notices).toEqual([expect.objectContaining({ code: 'stream-restarted', severity: 'warning' })])
  })

  test('a frame that cannot be read spoils only its own answer', () => {
    const line = (value: object) => `data: ${JSON.stringify(value)}\n\n`
    const reader = new EventReader(codecs.stream, createContext('live'))
    const text = [line(call('a')), 'data: {"live"\n\n', line(over), line(call('b')), line(over)].join('')
    const turns = assembleTurns([...reader.push(text), ...reader.finish()], 'live')
    expect(turns.map(({ finish, error }) => [finish.reason, error?.code])).toEqual([
      ['error', 'invalid-json'],
      ['stop', undefined],
    ])
  })

  test('cannot be collected into one answer, which throws a typed error', async () => {
    await expect(adapter.collect(SESSION)).rejects.toMatchObject({ code: 'unsupported' })
    expect((await adapter.collect(SESSION.slice(0, 3))).message.parts).toHaveLength(1)
  })
})

describe.each(adapters)('translated to $wire', ({ adapter: target }) => {
  test('each answer is fitted separately, and all except the first are omitted with a notice', () => {
    const steps = createAnswerSteps(codecs, target.codecs)
    const twice = [again, call('a'), over, again, call('a'), call('b'), over]
    const events = read(twice).events.flatMap((event) => steps.push(event))
    const [one, two] = assembleTurns(events, 'live').map(({ message }) => message.parts)
    expect([one?.length, two?.length]).toEqual([1, 2])
    expect(two?.[0]).toEqual(one?.[0])
    const context = createContext(target.id)
    const writer = createFrameWriter(target.codecs, context)
    const frames = [...events.flatMap((event) => writer.push(event)), ...writer.finish()]
    const first = assembleTurns(decoded(target.codecs, frames), target.id)
    expect(first.map(({ message }) => message.parts.length)).toEqual([1])
    expect(context.notices.filter(({ severity }) => severity === 'warning')).toEqual([
      expect.objectContaining({ code: 'turn-dropped' }),
    ])
  })

  test('in strict mode the first that cannot be written is an error', () => {
    const writer = createFrameWriter(target.codecs, createContext(target.id, { mode: 'strict' }))
    expect(() => read(SESSION).events.map((event) => writer.push(event))).toThrow(/turn-dropped/)
  })
})

test('a wire of several turns writes them all', () => {
  const types: string[] = []
  const stream = {
    ...codecs.stream,
    turns: true,
    encoder: () => ({
      push({ type }: StreamEvent) {
        types.push(type)
        return []
      },
      finish: () => [],
    }),
  }
  const context = createContext('live')
  const writer = createFrameWriter({ stream, title: 'Live' }, context)
  for (const event of read(SESSION).events) writer.push(event)
  expect(types.filter((type) => type === 'finish')).toHaveLength(2)
  expect(context.notices).toEqual([])
})

function decoded(
  target: (typeof adapters)[number]['adapter']['codecs'],
  frames: readonly (string | Uint8Array)[],
) {
  const reader = new EventReader(target.stream, createContext(target.id))
  return [...frames.flatMap((frame) => reader.push(frame)), ...reader.finish()]
}
