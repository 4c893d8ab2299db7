import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { defineTool, type RunnableTool } from '../../src/index.js'
import { createExecutor, type ExecutorOptions, ToolError, type ToolEvent } from '../../src/tools/index.js'
import { tries } from '../support/cases.js'
import { never, sleep } from '../support/waiting.js'

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', note))
afterAll(() => void process.off('unhandledRejection', note))

function thrower(thrown: unknown) {
  return () => {
    throw thrown
  }
}

/** Every fault of a tool, by name. */
const BEHAVIORS: Readonly<Record<string, NonNullable<RunnableTool['execute']>>> = {
  quick: () => 'quick',
  slow: () => sleep(3).then(() => 'slow'),
  never,
  throws: thrower(new Error('thrown')),
  throwsNull: thrower(null),
  throwsText: thrower('text'),
  rejects: () => Promise.reject(new ToolError('rejected', { category: 'network_error' })),
  rejectsLate: () => sleep(4).then(thrower(new Error('late'))),
  rejectsWhenStopped: (_input, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  nothing: () => undefined,
  bigint: () => 1n,
  function: () => () => 1,
  streams: async function* () {
    yield 1
    await sleep(1)
    yield 2
  },
  endless: async function* () {
    for (;;) {
      yield 'more'
      await sleep(1)
    }
  },
  stuckStream: async function* () {
    yield 1
    await never()
  },
  failingStream: async function* () {
    yield 1
    throw new Error('in the stream')
  },
  chatty: (_input, run) => {
    for (let at = 0; at < 20; at += 1) run.emit('chunk')
    return run.setState('seen', true)
  },
  needsLeave: () => 'leave given',
}

const flags = fc.record({
  retryable: fc.boolean(),
  destructive: fc.boolean(),
  timeout: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
})

const options = fc.record({
  mode: fc.constantFrom('parallel', 'guarded', 'sequential'),
  concurrency: fc.constantFrom(1, 2, 100),
  timeout: fc.integer({ min: 2, max: 8 }),
  totalTimeout: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  retries: fc.constant({ attempts: 2, delay: 1 }),
  maxOutputCharacters: fc.constantFrom(3, 1000),
  approve: fc.constantFrom<ExecutorOptions['approve']>(
    () => ({ type: 'approve' }),
    () => ({ type: 'deny' }),
    () => ({ type: 'wait' }),
    // A person who takes longer than any batch here allows.
    () => sleep(30).then(() => ({ type: 'approve' })),
    thrower('no answer'),
  ),
  onEvent: fc.constantFrom<NonNullable<ExecutorOptions['onEvent']>>(
    () => {},
    thrower('a listener'),
    () => Promise.reject(new Error('a listener')),
  ),
  onWarning: fc.constant(() => {}),
})

const calls = fc.array(
  fc.record({
    name: fc.constantFrom(...Object.keys(BEHAVIORS), 'unknown'),
    status: fc.constantFrom('complete', 'complete', 'complete', 'malformed', 'truncated'),
    providerExecuted: fc.constantFrom(false, false, false, false, true),
  }),
  { maxLength: 12 },
)

function callOf(given: { name: string; status: string; providerExecuted: boolean }, at: number): ToolCall {
  const call: ToolCall = { ...toolCall(`c${at}`, given.name), providerExecuted: given.providerExecuted }
  if (given.status === 'complete') return call
  const { arguments: _none, kind: _kind, ...rest } = call
  return { ...rest, kind: 'function', status: given.status as 'truncated', rawArguments: '{' }
}

function toolsWith(more: object, watch: Watch): RunnableTool[] {
  return Object.entries(BEHAVIORS).map(([name, execute]) => ({
    ...defineTool({ name, parameters: { type: 'object' } }),
    execute: (input, run) => watch.around(run.callId, () => execute(input, run)),
    ...more,
    requiresApproval: name === 'needsLeave',
  }))
}

/** Counts the calls that really run, even if they were given up. */
class Watch {
  most = 0
  overlapping = 0
  readonly #running = new Map<string, number>()

  around(callId: string, execute: () => unknown): unknown {
    const before = this.#running.get(callId) ?? 0
    this.overlapping += before
    this.#running.set(callId, before + 1)
    this.most = Math.max(
      this.most,
      [...this.#running.values()].reduce((sum, count) => sum + count, 0),
    )
    const end = () => this.#running.set(callId, (this.#running.get(callId) ?? 0) - 1)
    return this.#untilEnd(execute, end)
  }

  #untilEnd(execute: () => unknown, end: () => void): unknown {
    try {
      const given = execute()
      if (given instanceof Promise) return given.finally(end)
      if (isIterable(given)) return iterated(given, end)
      end()
      return given
    } catch (thrown) {
      end()
      throw thrown
    }
  }
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function* iterated(values: AsyncIterable<unknown>, end: () => void) {
  try {
    yield* values
  } finally {
    end()
  }
}

test('any mix of tools: one result per call, in order; each ends once; no slot is used twice; nothing is left unhandled', async () => {
  const cancelAfter = fc.option(fc.integer({ min: 0, max: 10 }), { nil: undefined })
  const batch = fc.asyncProperty(
    calls,
    flags,
    options,
    cancelAfter,
    async (given, more, settings, cancel) => {
      const told: ToolEvent[] = []
      const watch = new Watch()
      const executor = createExecutor({ ...settings, tools: toolsWith(more, watch) } as ExecutorOptions)
      executor.subscribe((event) => void told.push(event))
      const all = given.map(callOf)
      const results = await executor.execute(all, { signal: abortingAfter(cancel) })
      expect(watch.most).toBeLessThanOrEqual(settings.concurrency)
      expect(watch.overlapping).toBe(0)
      const own = all.filter(({ providerExecuted }) => !providerExecuted)
      expect(results.map(({ callId }) => callId)).toEqual(own.map(({ id }) => id))
      await executor.flush()
      const ends = told.filter(({ type }) => ['completed', 'failed', 'denied'].includes(type))
      const answered = results.filter(({ category }) => category !== 'confirmation_required')
      expect(ends.map(({ callId }) => callId).sort()).toEqual(answered.map(({ callId }) => callId).sort())
      expect(told.map(({ sequence }) => sequence)).toEqual([...told.keys()].map((at) => at + 1))
      for (const { callId, type } of told)
        if (type === 'output-chunk') expect(isOpen(told, callId)).toBe(true)
    },
  )
  await fc.assert(batch, tries(400))
  await sleep(20)
  expect(unhandled).toEqual([])
})

/** Returns true if the chunks of a call are before its end. */
function isOpen(told: readonly ToolEvent[], callId: string): boolean {
  const own = told.filter((event) => event.callId === callId).map(({ type }) => type)
  return own.lastIndexOf('output-chunk') < own.length - 1
}

function abortingAfter(milliseconds: number | undefined): AbortSignal {
  const controller = new AbortController()
  if (milliseconds === 0) controller.abort()
  else if (milliseconds !== undefined) setTimeout(() => controller.abort('enough'), milliseconds)
  return controller.signal
}
