import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { errorResult, toolCall, toolResult } from '../../src/base/model/create.js'
import { defineTool } from '../../src/index.js'
import {
  createExecutor,
  createToolEvents,
  type ToldEvent,
  type ToolEvent,
  type ToolEvents,
} from '../../src/tools/index.js'

const about = { callId: 'c1', name: 'shell' }
const result = toolResult(toolCall('c1', 'shell'), 'done')

function chunk(text: string, callId = 'c1'): ToldEvent {
  return { ...about, callId, type: 'output-chunk', chunk: text }
}

function completed(callId = 'c1'): ToldEvent {
  return { ...about, callId, type: 'completed', result: { ...result, callId }, duration: 3 }
}

function textOf(event: ToolEvent): string {
  return event.type === 'output-chunk' ? event.chunk : event.type
}

/** Returns a listener that waits for `open` with each event. */
function slowListener() {
  const heard: ToolEvent[] = []
  let open: () => void = () => {}
  const listener = (event: ToolEvent) => {
    heard.push(event)
    return new Promise<void>((resolve) => {
      open = resolve
    })
  }
  const next = async () => {
    open()
    await settled()
  }
  return { heard, listener, next }
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const rejections: unknown[] = []
const note = (reason: unknown) => rejections.push(reason)
beforeEach(() => {
  rejections.length = 0
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  await settled()
  process.off('unhandledRejection', note)
  vi.restoreAllMocks()
  expect(rejections).toEqual([])
})

describe('emitted events', () => {
  test('Z5, trap 10: is received at once, in one sequence, with its call', () => {
    const events = createToolEvents()
    const heard: ToolEvent[] = []
    events.subscribe((event) => void heard.push(event))
    const before = Date.now()
    events.emit({ ...about, type: 'started', arguments: { command: 'ls' }, attempt: 1 })
    events.emit(chunk('a'))
    events.emit({ ...about, type: 'rolled-back', restoredCount: 2, deletedCount: 1 })
    events.emit({ ...completed('c2'), conversationId: 'k' })
    expect(heard.map(({ type, callId, sequence }) => [type, callId, sequence])).toEqual([
      ['started', 'c1', 1],
      ['output-chunk', 'c1', 2],
      ['rolled-back', 'c1', 3],
      ['completed', 'c2', 4],
    ])
    expect(heard.every(({ time }) => time >= before && time <= Date.now())).toBe(true)
    expect(heard[3]?.conversationId).toBe('k')
  })

  test('Z5: an end contains its success, and the work that continues in the background', () => {
    const events = createToolEvents()
    const heard: ToolEvent[] = []
    events.subscribe((event) => void heard.push(event))
    events.emit({
      ...about,
      type: 'completed',
      result: { ...result, metadata: { runId: 'r-9' } },
      duration: 1,
    })
    const failure = errorResult(toolCall('c1', 'shell'), 'no')
    events.emit({ ...about, type: 'failed', result: failure, duration: 1 })
    events.emit({ ...about, type: 'denied', result: failure, reason: 'no' })
    expect(heard).toMatchObject([{ success: true, runId: 'r-9' }, { success: false }, { success: false }])
    expect(heard[1]).not.toHaveProperty('runId')
  })

  test('R9: an approval request, and the answer, are emitted', () => {
    const events = createToolEvents()
    const heard: ToolEvent[] = []
    events.subscribe((event) => void heard.push(event))
    const request = { id: 'q1', callId: 'c1', name: 'shell', arguments: { command: 'rm' } }
    events.emit({ ...about, type: 'waiting', request })
    events.emit({ ...about, type: 'decided', decision: { type: 'deny', reason: 'no' } })
    expect(heard).toMatchObject([{ request }, { decision: { type: 'deny', reason: 'no' } }])
  })

  test('R9: has one counter for all users of a bus, also one that receives the events of another', () => {
    const [outer, inner] = [createToolEvents(), createToolEvents()]
    const heard: ToolEvent[] = []
    inner.subscribe((event) => outer.emit(event))
    outer.subscribe((event) => void heard.push(event))
    outer.emit(chunk('a'))
    inner.emit(chunk('b'))
    outer.emit(chunk('c'))
    expect(heard.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
  })

  test('costs nothing without a listener', () => {
    const events = createToolEvents()
    expect(events.isHeard).toBe(false)
    events.emit(chunk('a'))
    const remove = events.subscribe(() => {})
    expect(events.isHeard).toBe(true)
    remove()
    remove()
    expect(events.isHeard).toBe(false)
  })
})

describe('a slow listener', () => {
  test('gets its events one after another, while the run and the other listeners continue', async () => {
    const events = createToolEvents()
    const slow = slowListener()
    const fast: string[] = []
    events.subscribe(slow.listener)
    events.subscribe((event) => void fast.push(textOf(event)))
    for (const text of ['a', 'b', 'c']) events.emit(chunk(text))
    expect(fast).toEqual(['a', 'b', 'c'])
    expect(slow.heard.map(textOf)).toEqual(['a'])
    await slow.next()
    expect(slow.heard.map(textOf)).toEqual(['a', 'b'])
    await slow.next()
    await slow.next()
    expect(slow.heard.map(textOf)).toEqual(['a', 'b', 'c'])
    events.emit(chunk('d'))
    expect(slow.heard.map(textOf)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('Z5: loses chunks beyond the capacity, no other event, and gets their number', async () => {
    const events = createToolEvents({ capacity: 2 })
    const slow = slowListener()
    events.subscribe(slow.listener)
    for (let index = 0; index < 6; index += 1) events.emit(chunk(String(index)))
    events.emit({ ...about, type: 'preliminary', result })
    events.emit({ ...about, type: 'input-delta', delta: '{' })
    events.emit(completed())
    events.emit(completed('c2'))
    expect(events.dropped).toBe(5)
    for (let index = 0; index < 6; index += 1) await slow.next()
    expect(slow.heard.map(textOf)).toEqual(['0', '1', '2', 'completed', 'completed'])
    expect(slow.heard.map(({ dropped }) => dropped)).toEqual([undefined, undefined, undefined, 5, undefined])
    expect(slow.heard.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 9, 10])
    events.emit(chunk('after'))
    expect(slow.heard.at(-1)).not.toHaveProperty('dropped')
  })

  test('with a capacity of 0 still gets events that arrive while it is idle', async () => {
    const events = createToolEvents({ capacity: 0 })
    const slow = slowListener()
    events.subscribe(slow.listener)
    events.emit(chunk('a'))
    events.emit(chunk('b'))
    await slow.next()
    events.emit(chunk('c'))
    expect(slow.heard.map(textOf)).toEqual(['a', 'c'])
  })

  test.each([-1, Number.NaN])('cannot have a capacity of %d', (capacity) => {
    expect(() => createToolEvents({ capacity })).toThrow(RangeError)
  })

  test('trap 6: a waiting listener does not delay the others, and events keep their order', async () => {
    const events = createToolEvents()
    const heard: number[] = []
    events.subscribe(async ({ sequence }) => {
      await new Promise((resolve) => setTimeout(resolve, sequence === 1 ? 200 : 0))
      heard.push(sequence)
    })
    for (let index = 0; index < 20; index += 1) events.emit(chunk('x'))
    expect(heard).toEqual([])
    await events.flush()
    expect(heard).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

describe('a listener that fails', () => {
  test('R9: breaks nothing, and is reported to the host', async () => {
    const warnings: unknown[] = []
    const events = createToolEvents({ onWarning: ({ cause }) => void warnings.push(cause) })
    const heard: string[] = []
    let calls = 0
    events.subscribe(() => {
      throw 'thrown'
    })
    events.subscribe(async () => {
      calls += 1
      throw 'rejected'
    })
    events.subscribe((event) => void heard.push(textOf(event)))
    events.emit(chunk('a'))
    events.emit(completed())
    await events.flush()
    expect(heard).toEqual(['a', 'completed'])
    expect(calls).toBe(2)
    expect(warnings.sort()).toEqual(['rejected', 'rejected', 'thrown', 'thrown'])
  })

  test('R9: causes one warning on the console, unless the host listens to warnings', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const events = createToolEvents()
    const cause = new Error('no')
    for (let index = 0; index < 2; index += 1)
      events.subscribe(() => {
        throw cause
      })
    events.emit(chunk('a'))
    events.emit(chunk('b'))
    await settled()
    expect(warn.mock.calls).toEqual(Array(2).fill([expect.stringContaining('listener'), cause]))
  })

  test('breaks nothing when the host fails as well', async () => {
    const events = createToolEvents({
      onWarning: (async () => {
        throw new Error('also')
      }) as () => void,
    })
    const heard: ToolEvent[] = []
    const hostile = Object.defineProperty({}, 'then', {
      get() {
        throw new Error('hostile')
      },
    })
    events.subscribe(() => hostile as Promise<void>)
    events.subscribe((event) => void heard.push(event))
    events.emit(completed())
    await events.flush()
    expect(heard.length).toBe(1)
  })
})

describe('a listener that acts on the bus', () => {
  test('may emit an event: all receive it in order', () => {
    const events = createToolEvents()
    const heard: [string, string][] = []
    events.subscribe((event) => {
      heard.push(['a', textOf(event)])
      if (event.type === 'completed') events.emit(chunk('echo'))
    })
    events.subscribe((event) => void heard.push(['b', textOf(event)]))
    events.emit(completed())
    expect(heard.filter(([who]) => who === 'a').map(([, text]) => text)).toEqual(['completed', 'echo'])
    expect(heard.filter(([who]) => who === 'b').map(([, text]) => text)).toEqual(['completed', 'echo'])
  })

  test('may remove itself or another, and add one, which receives later events', () => {
    const events = createToolEvents()
    const heard: string[] = []
    const removeFirst = events.subscribe(() => {
      heard.push('first')
      removeFirst()
      removeSecond()
      events.subscribe((event) => void heard.push(`added ${textOf(event)}`))
    })
    const removeSecond = events.subscribe(() => void heard.push('second'))
    events.emit(chunk('1'))
    events.emit(chunk('2'))
    expect(heard).toEqual(['first', 'added 2'])
  })

  test('gets no more events once it is removed, not even waiting events', async () => {
    const events = createToolEvents()
    const slow = slowListener()
    const remove = events.subscribe(slow.listener)
    events.emit(chunk('a'))
    events.emit(completed())
    const flushed = events.flush()
    remove()
    await flushed
    await slow.next()
    expect(slow.heard.map(textOf)).toEqual(['a'])
  })
})

describe('flush', () => {
  test('is done when all earlier events have been received, not later ones', async () => {
    const events = createToolEvents()
    const slow = slowListener()
    events.subscribe(slow.listener)
    await events.flush()
    events.emit(chunk('a'))
    events.emit(completed())
    let isDone = false
    void events.flush().then(() => {
      isDone = true
    })
    events.emit(chunk('later'))
    await slow.next()
    expect(isDone).toBe(false)
    await slow.next()
    expect(isDone).toBe(true)
    expect(slow.heard.at(-1)).toMatchObject({ chunk: 'later' })
  })

  test('is done at once without listeners', async () => {
    await createToolEvents().flush()
  })
})

describe('a stream of events', () => {
  test('yields events from its creation on, and ends with the signal, after earlier events', async () => {
    const events = createToolEvents()
    const over = new AbortController()
    events.emit(chunk('before'))
    const stream = events.stream({ signal: over.signal })
    events.emit(chunk('a'))
    const heard: string[] = []
    const reading = (async () => {
      for await (const event of stream) heard.push(textOf(event))
    })()
    await settled()
    events.emit(chunk('b'))
    events.emit(completed())
    over.abort()
    events.emit(chunk('after'))
    await reading
    expect(heard).toEqual(['a', 'b', 'completed'])
    expect(events.isHeard).toBe(false)
  })

  test('leaves nothing behind when its loop is left', async () => {
    const events = createToolEvents()
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    const stream = events.stream({ signal })
    events.emit(chunk('a'))
    events.emit(chunk('b'))
    for await (const _ of stream) break
    expect(events.isHeard).toBe(false)
    expect(removed.mock.calls).toEqual(added.mock.calls)
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  test('of a signal that is over gives nothing', async () => {
    const events = createToolEvents()
    const stream = events.stream({ signal: AbortSignal.abort() })
    expect(events.isHeard).toBe(false)
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })

  test('drops chunks beyond the capacity as for a listener', async () => {
    const events = createToolEvents({ capacity: 1 })
    const over = new AbortController()
    const stream = events.stream({ signal: over.signal })
    for (let index = 0; index < 3; index += 1) events.emit(chunk(String(index)))
    events.emit(completed())
    over.abort()
    const heard: ToolEvent[] = []
    for await (const event of stream) heard.push(event)
    expect(heard.map(textOf)).toEqual(['0', 'completed'])
    expect(heard[1]?.dropped).toBe(2)
  })

  test('several waiting readers are served in order, and released at the end', async () => {
    const events = createToolEvents({ capacity: 0 })
    const stream = events.stream()
    const steps = [stream.next(), stream.next(), stream.next()]
    events.emit(chunk('a'))
    events.emit(chunk('b'))
    await stream.return?.()
    const values = (await Promise.all(steps)).map(({ value }) => value && textOf(value))
    expect(values).toEqual(['a', 'b', undefined])
  })
})

/** Behaviors of a listener. */
const behaviors = fc.array(fc.constantFrom('return', 'throw', 'reject', 'wait', 'emit', 'thenable'), {
  minLength: 1,
  maxLength: 5,
})
const told = fc.array(fc.constantFrom('chunk', 'completed', 'turn'), { maxLength: 60 })

/** Returns an object that is not a promise but can be awaited. */
function thenable(): Promise<void> {
  return Object.defineProperty({}, 'then', { value: (done: () => void) => done() }) as Promise<void>
}

/** Runs the next behavior with each event. */
function listenerOf(behavior: readonly string[], events: ToolEvents, heard: ToolEvent[]) {
  let echoes = 0
  return (event: ToolEvent): void | Promise<void> => {
    const what = behavior[heard.length % behavior.length]
    heard.push(event)
    if (what === 'throw') throw new Error('thrown')
    if (what === 'reject') return Promise.reject('rejected')
    if (what === 'wait') return settled()
    if (what === 'thenable') return thenable()
    if (what === 'emit' && echoes++ < 5) events.emit(completed('echo'))
  }
}

test('Z5: for any listeners, each receives every end, in order, and the number of missed chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      told,
      fc.array(behaviors, { minLength: 1, maxLength: 3 }),
      fc.nat(4),
      async (acts, all, capacity) => {
        const events = createToolEvents({ capacity, onWarning: () => {} })
        const record: ToolEvent[] = []
        events.subscribe((event) => void record.push(event))
        const logs = all.map((behavior) => {
          const heard: ToolEvent[] = []
          events.subscribe(listenerOf(behavior, events, heard))
          return heard
        })
        for (const act of acts) {
          if (act === 'turn') await settled()
          else events.emit(act === 'chunk' ? chunk('x') : completed())
        }
        // Each flush may end with an echo that is not yet delivered.
        for (let round = 0; round < 20; round += 1) await events.flush()
        const ends = (list: readonly ToolEvent[]) => list.filter(({ type }) => type === 'completed')
        let missed = 0
        for (const heard of logs) {
          expect(ends(heard).map(({ sequence }) => sequence)).toEqual(
            ends(record).map(({ sequence }) => sequence),
          )
          let last = 0
          for (const { sequence, dropped = 0 } of heard) {
            expect(sequence).toBe(last + dropped + 1)
            last = sequence
          }
          missed += record.length - heard.length
        }
        expect(events.dropped).toBe(missed)
      },
    ),
    { numRuns: 200 },
  )
})

test('1,000 calls with 100,000 chunks and a slow listener: memory is bounded and no end is lost', async () => {
  const events = createToolEvents()
  let ends = 0
  let chunks = 0
  events.subscribe(async (event) => {
    if (event.type === 'completed') ends += 1
    else chunks += 1
    await null
  })
  const stuck = events.subscribe(() => new Promise(() => {}))
  const text = 'x'.repeat(1000)
  const begin = process.memoryUsage().heapUsed
  let most = 0
  for (let index = 0; index < 100_000; index += 1) {
    events.emit(chunk(`${text}${index}`, `c${index % 1000}`))
    if (index % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - begin)
    if (index % 100 === 99) events.emit(completed(`c${index % 1000}`))
  }
  stuck()
  await events.flush()
  expect(ends).toBe(1000)
  expect(chunks).toBeGreaterThan(1000)
  expect(chunks).toBeLessThan(3000)
  expect(events.dropped).toBeGreaterThan(190_000)
  expect(most).toBeLessThan(80_000_000)
})

test('1,000 calls of an executor that emit 100,000 chunks side by side: each has its end, in order after its chunks', async () => {
  const noisy = defineTool({
    name: 'noisy',
    async execute(_, run) {
      for (let index = 0; index < 100; index += 1) {
        run.emit('x'.repeat(1000))
        if (index % 10 === 0) await null
      }
      return 'done'
    },
  })
  const ended = new Set<string>()
  const executor = createExecutor({
    tools: [noisy],
    async onEvent({ type, callId }) {
      expect(ended).not.toContain(callId)
      if (type === 'completed') ended.add(callId)
      await null
    },
  })
  const calls = Array.from({ length: 1000 }, (_, index) => toolCall(`c${index}`, 'noisy'))
  const results = await executor.execute(calls)
  await executor.flush()
  expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
  expect(ended.size).toBe(1000)
})
