import { describe, expect, test } from 'vitest'
import { defineAdapter } from '../../src/adapter-kit.js'
import { asNative } from '../../src/base/json/read-json.js'
import type { NativeTypes, StreamSource } from '../../src/index.js'
import { fakeWire } from '../support/fake-wire.js'

const adapter = defineAdapter<NativeTypes>(fakeWire('fake', 'fake'))
const parts = ['a', 'b', 'c'].map((say) => ({ fake: 1, part: { say } }))
const text = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
const bytes = new TextEncoder().encode(text)

async function typesOf(source: StreamSource<object>): Promise<string> {
  const types: string[] = []
  for await (const event of adapter.stream(source)) types.push(event.type)
  return types.join(' ')
}

const whole = await typesOf(text)

async function* later<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await Promise.resolve()
    yield item
  }
}

describe('a stream may come as', () => {
  const sources: Record<string, () => StreamSource<object>> = {
    bytes: () => bytes,
    'chunks of bytes': () => [bytes.slice(0, 10), bytes.slice(10, 11), bytes.slice(11)],
    'chunks of text': () => [...text],
    'parsed events': () => parts,
    'parsed events over time': () => later(parts),
    'bytes over time': () => later([bytes.slice(0, 5), bytes.slice(5)]),
    'a fetch Response': () => new Response(text),
    'a ReadableStream': () => new Response(text).body ?? [],
    'a ReadableStream that cannot be iterated': () => {
      const body = new Response(text).body
      return asNative<ReadableStream<Uint8Array>>({ getReader: () => body?.getReader() } as never)
    },
  }
  test.each(Object.entries(sources))('%s', async (_name, source) => {
    expect(whole).toBe('text-end text-end text-end finish')
    expect(await typesOf(source())).toBe(whole)
  })

  test('a Response without a body', async () => {
    expect(await typesOf(new Response(null))).toContain('finish')
  })

  test.each([[undefined], [null], [5], [Promise.resolve()]])('not as %j', async (source) => {
    await expect(typesOf(asNative(source as never))).rejects.toMatchObject({ code: 'wrong-type' })
  })
})

describe('reading', () => {
  test('calls of next() before earlier ones are answered keep the order', async () => {
    const inOrder: string[] = []
    for await (const event of adapter.stream(text)) inOrder.push(JSON.stringify(event))
    const iterator = adapter.stream(later([...text]))
    const steps = await Promise.all(Array.from({ length: inOrder.length + 3 }, () => iterator.next()))
    expect(steps.filter(({ done }) => !done).map(({ value }) => JSON.stringify(value))).toEqual(inOrder)
    expect(steps.slice(inOrder.length).every(({ done }) => done)).toBe(true)
  })

  test('leaving early closes the source', async () => {
    let closed = false
    async function* source() {
      try {
        yield* parts
      } finally {
        closed = true
      }
    }
    const iterator = adapter.stream(source())
    for await (const _event of iterator) break
    expect(closed).toBe(true)
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
  })

  test('a failing source loses no earlier events', async () => {
    async function* source() {
      yield* parts
      throw new Error('connection lost')
    }
    const types = await typesOf(source())
    expect(types).toMatch(/^(text-end ){3}error finish$/)
    const response = await adapter.collect(source())
    expect(response.error).toMatchObject({ code: 'stream-failed', message: 'connection lost' })
  })
})

describe('strict mode', () => {
  const unusable = { fake: 1, part: { call: 'f', id: '1', text: '{"cut' } }
  const more = { fake: 1, part: { say: 'never read' } }
  const sse = [...parts, unusable, more].map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
  const sources: Record<string, () => StreamSource<object>> = {
    'one chunk': () => [sse],
    'a chunk per event': () => [...parts, unusable, more],
    'events over time': () => later([...parts, unusable, more]),
    'a last frame without its line end': () => [sse.slice(0, sse.indexOf('cut') + 6)],
  }

  test.each(Object.entries(sources))(
    '%s: a warning is thrown, after the events before it',
    async (_name, source) => {
      const types: string[] = []
      const iterator = adapter.stream(source(), { mode: 'strict' })
      const read = async () => {
        for await (const { type } of iterator) types.push(type)
      }
      await expect(read()).rejects.toMatchObject({ name: 'AdapterError', code: 'strict' })
      expect(types).toEqual(['text-end', 'text-end', 'text-end'])
      expect(await iterator.next()).toEqual({ done: true, value: undefined })
      await expect(adapter.collect(source(), { mode: 'strict' })).rejects.toMatchObject({ code: 'strict' })
    },
  )

  test('releases the source', async () => {
    let closed = false
    async function* source() {
      try {
        yield unusable
        yield more
      } finally {
        closed = true
      }
    }
    await expect(adapter.collect(source(), { mode: 'strict' })).rejects.toMatchObject({ code: 'strict' })
    expect(closed).toBe(true)
  })

  test('nothing to warn of, nothing thrown', async () => {
    const response = await adapter.collect([...parts, { fake: 1, end: 'stop' }], { mode: 'strict' })
    expect(response.finish.reason).toBe('stop')
  })
})

describe('an event that cannot be read', () => {
  const events = [...parts, { fake: 1, part: { call: 5, id: '1' } }, { fake: 1, part: { say: 'd' } }]
  const sse = events.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')

  test.each([
    ['in one chunk with others', () => [sse]],
    ['alone', () => events],
  ])('%s: ends the stream with an error, and what came before stays', async (_name, source) => {
    expect(await typesOf(source())).toBe('text-end text-end text-end error finish')
    const { error } = await adapter.collect(source())
    expect(error).toMatchObject({ code: 'stream-failed', message: expect.stringContaining('string') })
  })

  test('a frame that is not JSON is shown, but not all of a long one', async () => {
    const response = await adapter.collect(`data: ${'x'.repeat(5000)}\n\n`)
    expect(response.error).toMatchObject({ code: 'invalid-json', raw: `${'x'.repeat(1000)}…` })
  })

  test('a source may throw anything', async () => {
    async function* source() {
      yield* parts
      throw 'gone'
    }
    expect((await adapter.collect(source())).error).toMatchObject({ message: 'gone', raw: 'gone' })
  })
})

test('a stream released while it waits for a chunk emits no further events', async () => {
  let deliver: (bytes: Uint8Array) => void = () => undefined
  async function* source() {
    yield await new Promise<Uint8Array>((resolve) => {
      deliver = resolve
    })
  }
  const events = adapter.stream(source())
  const waiting = events.next()
  const returned = events.return?.()
  deliver(bytes)
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(await returned).toEqual({ done: true, value: undefined })
  expect(await events.next()).toEqual({ done: true, value: undefined })
})

test('a body released while it waits for a chunk is cancelled immediately', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    cancel() {
      isCancelled = true
    },
  })
  const events = adapter.stream(body)
  const waiting = events.next()
  await events.return?.()
  expect(isCancelled).toBe(true)
  expect(await waiting).toEqual({ done: true, value: undefined })
})
