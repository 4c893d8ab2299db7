import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, asNative } from '../../src/base/json/read-json.js'
import { contentResult, deniedResult, toolCall, toolResult } from '../../src/base/model/create.js'
import type { ToolCall, ToolResult } from '../../src/base/model/types.js'
import type { RunnableTool } from '../../src/index.js'
import type { ToolRun } from '../../src/tools/context/context-types.js'
import { defineTool } from '../../src/tools/define-tool.js'
import {
  type CallOutcome,
  composeExecutors,
  createExecutor,
  createPolicy,
  type ExecutorOptions,
  ToolError,
  type ToolEvent,
  withHostData,
} from '../../src/tools/index.js'
import { outputIn } from '../support/parts.js'
import { never, sleep } from '../support/waiting.js'

function tool(name: string, execute: Parameters<typeof defineTool>[0]['execute'], more: object = {}) {
  return defineTool({ name, parameters: { type: 'object' }, ...(execute && { execute }), ...more })
}

async function one(
  given: RunnableTool,
  options: Partial<ExecutorOptions> = {},
  call = toolCall('c1', given.name),
) {
  const executor = createExecutor({ ...options, tools: [given] })
  const [result] = await executor.execute([call])
  return result
}

describe('results', () => {
  test('A10, R2: are in the order of the calls, regardless of the finishing order', async () => {
    const wait = tool('wait', async ({ ms }) => {
      await sleep(Number(ms))
      return ms
    })
    const executor = createExecutor({ tools: [wait] })
    const results = await executor.execute([30, 1, 15].map((ms, at) => toolCall(`c${at}`, 'wait', { ms })))
    expect(results.map(({ callId }) => callId)).toEqual(['c0', 'c1', 'c2'])
    expect(results.map(outputIn)).toEqual([30, 1, 15])
  })

  test('no more than `concurrency` calls run at one time, over all batches', async () => {
    let running = 0
    let most = 0
    const busy = tool('busy', async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(2)
      running -= 1
    })
    const executor = createExecutor({ tools: [busy], concurrency: 3 })
    const batch = (name: string) => Array.from({ length: 10 }, (_, at) => toolCall(`${name}${at}`, 'busy'))
    const results = await Promise.all([executor.execute(batch('a')), executor.execute(batch('b'))])
    expect(results.flat()).toHaveLength(20)
    expect(most).toBe(3)
  })

  /** Returns a tool that runs for this time, ignoring its signal, and a count of its concurrent runs. */
  function stubborn(milliseconds: number, more: object = {}) {
    const seen = { running: 0, most: 0, runs: 0, overlapping: 0 }
    const attempts = new Map<string, number>()
    const given = tool(
      'stubborn',
      async (_input, { callId }) => {
        const others = attempts.get(callId) ?? 0
        attempts.set(callId, others + 1)
        seen.overlapping += others
        seen.running += 1
        seen.runs += 1
        seen.most = Math.max(seen.most, seen.running)
        await sleep(milliseconds)
        attempts.set(callId, (attempts.get(callId) ?? 0) - 1)
        seen.running -= 1
        return 'done'
      },
      more,
    )
    return { given, seen }
  }

  const twelve = Array.from({ length: 12 }, (_, at) => toolCall(`c${at}`, 'stubborn'))

  test('a tool that ignores its timeout keeps its slot until it ends', async () => {
    const { given, seen } = stubborn(120)
    const executor = createExecutor({ tools: [given], concurrency: 2, timeout: 50 })
    const results = await executor.execute(twelve)
    expect(results.map(({ category }) => category)).toEqual(twelve.map(() => 'timeout'))
    expect(seen).toMatchObject({ most: 2, runs: 12 })
  })

  test('the next attempt begins after the previous one has ended; a call that is still running is not retried', async () => {
    const retries = { attempts: 3, delay: 1 }
    const slow = stubborn(15, { retryable: true })
    const executor = createExecutor({ tools: [slow.given], concurrency: 2, timeout: 10, retries })
    await executor.execute(twelve.slice(0, 3))
    expect(slow.seen).toMatchObject({ overlapping: 0 })
    expect(slow.seen.runs).toBeGreaterThan(3)
    const endless = vi.fn(never)
    const result = await one(tool('endless', endless, { retryable: true }), { timeout: 5, retries })
    expect(result).toMatchObject({ category: 'timeout', retryable: true })
    expect(outputIn(result)).toMatch(/still running, so it was not retried/)
    expect(endless).toHaveBeenCalledTimes(1)
  })

  test('callers can request the slots at once', async () => {
    const { given, seen } = stubborn(60)
    const executor = createExecutor({ tools: [given], concurrency: 2, timeout: 5, releaseAbandoned: true })
    await executor.execute(twelve)
    expect(seen.most).toBeGreaterThan(2)
  })

  test('if endless calls occupy all slots, a waiting call is answered after its timeout', async () => {
    const begin = vi.fn(never)
    const executor = createExecutor({ tools: [tool('endless', begin)], concurrency: 1, timeout: 10 })
    const results = await executor.execute([toolCall('a', 'endless'), toolCall('b', 'endless')])
    expect(results.map(outputIn)).toEqual([
      'endless took longer than 10 ms and was cancelled.',
      'The call did not begin: all slots are occupied by calls that timed out and are still running.',
    ])
    expect(results[1]).toMatchObject({ category: 'timeout', retryable: true })
    expect(begin).toHaveBeenCalledTimes(1)
  })

  test('an abandoned iterable keeps its slot until it has cleaned up', async () => {
    const told: string[] = []
    const pages = tool('pages', async function* () {
      try {
        for (;;) {
          await sleep(1)
          yield 1
        }
      } finally {
        await sleep(40)
        told.push('closed')
      }
    })
    const next = tool('next', () => told.push('next'))
    const executor = createExecutor({ tools: [pages, next], concurrency: 1, timeout: 20 })
    await executor.execute([toolCall('a', 'pages'), toolCall('b', 'next')])
    expect(told).toEqual(['closed', 'next'])
  })

  test('A2, trap 4: a call that the provider runs is never run, and has no result', async () => {
    const run = vi.fn()
    const executor = createExecutor({ tools: [tool('search', run)] })
    const call: ToolCall = { ...toolCall('c', 'search'), providerExecuted: true }
    expect(await executor.execute([call, toolCall('d', 'search')])).toMatchObject([{ callId: 'd' }])
    expect(await executor.dispatch([call])).toEqual([{ status: 'left', call, why: 'provider-executed' }])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test("Z8: a call of another host's tool is left open, not failed", async () => {
    const executor = createExecutor({ tools: [tool('known', () => 1), defineTool({ name: 'elsewhere' })] })
    const calls = ['unknown', 'elsewhere', 'known'].map((name) => toolCall(name, name))
    expect((await executor.dispatch(calls)).map(stateOf)).toEqual([
      'unknown-tool',
      'not-run-here',
      'answered',
    ])
    const results = await executor.execute(calls)
    expect(results.map(({ callId, category }) => [callId, category])).toEqual([
      ['unknown', 'tool_not_found'],
      ['known', undefined],
    ])
    expect(outputIn(results[0])).toBe('There is no tool "unknown". There are: known, elsewhere.')
  })

  test('a name of a megabyte is not repeated', async () => {
    const executor = createExecutor({ tools: [] })
    const [result] = await executor.execute([toolCall('c', 'x'.repeat(1_000_000))])
    expect(String(outputIn(result)).length).toBeLessThan(300)
  })

  test('Z1, M6, trap 1: incomplete arguments are an error of that call, and the tool is not run', async () => {
    const run = vi.fn()
    for (const status of ['malformed', 'truncated', 'not-object'] as const) {
      const { arguments: _none, ...call } = toolCall('c', 'cut')
      const result = await one(tool('cut', run), {}, { ...call, status, rawArguments: '{"a' } as never)
      expect(result).toMatchObject({ isError: true, category: 'invalid_parameters' })
    }
    expect(run).not.toHaveBeenCalled()
  })

  test('input that the schema rejects is an error with the paths, defaults of the schema reach the tool', async () => {
    const strict = defineTool({
      name: 'strict',
      parameters: z.object({ city: z.string(), days: z.number().default(3) }),
      execute: ({ city, days }) => `${city} ${days}`,
    })
    expect(outputIn(await one(strict, {}, toolCall('c', 'strict', { city: 7 })))).toMatch(/\/city: /)
    expect(outputIn(await one(strict, {}, toolCall('c', 'strict', { city: 'Oslo' })))).toBe('Oslo 3')
  })
})

function stateOf(outcome: CallOutcome) {
  return outcome.status === 'left' ? outcome.why : outcome.status
}

describe('outputs of a tool', () => {
  test.each([
    ['undefined', () => undefined, ''],
    ['a text', () => 'rain', 'rain'],
    ['an empty text', () => '', ''],
    ['null', () => null, null],
    ['false', () => false, false],
    ['a list', () => [1, 'a', null], [1, 'a', null]],
    ['a date', () => new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a promise', async () => ({ sky: 'rain' }), { sky: 'rain' }],
  ])('%s goes to the model', async (_name, execute, expected) => {
    const result = await one(tool('give', execute))
    expect([outputIn(result), result?.isError]).toEqual([expected, false])
  })

  test.each([
    ['a circular value', () => circular(), /contains itself/],
    ['a BigInt', () => 10n, /BigInt|bigint/],
    ['a function', () => () => 1, /function/],
    ['a symbol', () => Symbol('s'), /symbol/],
    ['a result of another call', () => toolResult(toolCall('other', 'x'), 1), /another call/],
  ])('%s is an error of the call', async (_name, execute, expected) => {
    const result = await one(tool('give', execute))
    expect(result).toMatchObject({ isError: true, callId: 'c1' })
    expect(outputIn(result)).toMatch(expected)
  })

  test.each<[string, () => unknown, unknown]>([
    ['a Map', () => new Map([['sky', 'rain']]), { sky: 'rain' }],
    ['a Set', () => new Set(['rain']), ['rain']],
    ['numbers', () => new Float64Array([1, 2]), [1, 2]],
  ])('%s has one form in JSON', async (_name, execute, expected) => {
    expect(outputIn(await one(tool('give', execute)))).toEqual(expected)
  })

  test.each<[string, () => unknown, RegExp]>([
    ['a Response', () => new Response('{"sky":"rain"}'), /a Response has no form in JSON: read it first/],
    ['what a Response holds', () => new Response('{"sky":"rain"}').body, /a stream/],
    ['a stream of Node', () => Readable.from(['one', 'two']), /a stream/],
    ['NaN in an average', () => ({ average: 0 / 0 }), /NaN .*\/average/],
    ['the values of a Map', () => new Map([['a', 1]]).values(), /Map Iterator/],
  ])('%s is refused with the reason, and is not a success', async (_name, execute, expected) => {
    const result = await one(tool('give', execute))
    expect([result?.isError, outputIn(result)]).toEqual([true, expect.stringMatching(expected)])
  })

  test.each<[string, (body: ReadableStream, onEnd: () => void) => unknown]>([
    ['a Response', (body) => new Response(body)],
    ['a stream of the web', (body) => body],
    ['what has a body', (body) => ({ status: 200, body })],
    ['a stream of Node', (_, onEnd) => new Readable({ read() {}, destroy: onEnd })],
  ])('of %s that is refused the body is let go, each time', async (_name, give) => {
    const ended: string[] = []
    const execute = (_: unknown, { callId }: ToolRun) => {
      const onEnd = () => void ended.push(callId)
      return give(new ReadableStream({ cancel: onEnd }), onEnd)
    }
    const calls = [toolCall('1', 'give'), toolCall('2', 'give')]
    const tools = [defineTool({ name: 'give', execute })]
    const results = await createExecutor({ tools }).execute(calls)
    expect(results.map(({ isError }) => isError)).toEqual([true, true])
    await vi.waitFor(() => expect(ended.toSorted()).toEqual(['1', '2']), 20_000)
  })

  test('a refused body that somebody else reads is left to them', async () => {
    const body = new Response('rain').body
    const reader = body?.getReader()
    expect(await one(tool('give', () => body))).toMatchObject({ isError: true })
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('rain')
  })

  test('a returned Error is handled like a thrown one: it is an error, and is retried', async () => {
    let count = 0
    const give = tool(
      'give',
      () => (++count < 3 ? Object.assign(new Error('busy'), { status: 503 }) : 'rain'),
      {
        retryable: true,
      },
    )
    expect(outputIn(await one(give, { retries: { delay: 1 } }))).toBe('rain')
    const result = await one(tool('give', () => new Error('no network')))
    expect([result?.isError, outputIn(result)]).toEqual([true, 'no network'])
  })

  test('toModelOutput may read values without a JSON form; the host gets no `{}` for them', async () => {
    const fetches = tool('fetch', () => new Response('rain'), {
      toModelOutput: (response: Response) => response.text(),
    })
    const result = await one(fetches)
    expect(outputIn(result)).toBe('rain')
    expect(result).not.toHaveProperty('raw')
  })

  test.each([
    ['a text', 'no network', 'no network'],
    ['null', null, 'The tool threw null.'],
    ['nothing', undefined, 'The tool threw undefined.'],
    ['an object', { code: 17 }, { code: 17 }],
    ['an error', new Error('no network'), 'no network'],
    ['an object without a text', Object.create(null), {}],
  ])('a thrown value reaches the model: %s', async (_name, thrown, expected) => {
    const throwing = () => {
      throw thrown
    }
    const result = await one(tool('fail', throwing))
    expect([outputIn(result), result?.isError]).toEqual([expected, true])
    expect(result?.category).toBe('permanent_failure')
  })

  test('100 MB of text: the beginning and the end for the model, the complete text for the host', async () => {
    const text = `begin${'x'.repeat(100_000_000)}end`
    const result = await one(tool('log', () => text))
    const told = String(outputIn(result))
    expect(told.length).toBeLessThan(100_100)
    expect(told).toMatch(/^begin.*left out.*end$/s)
    expect(result?.raw).toBe(text)
  })

  test('Z12: JSON over the limit becomes text, parts share the room, errors are cut too', async () => {
    const list = Array.from({ length: 1000 }, (_, at) => at)
    const result = await one(
      tool('list', () => list),
      { maxOutputCharacters: 100 },
    )
    expect(result?.output.type).toBe('text')
    expect(result?.raw).toEqual(list)
    const parts = [
      { type: 'text' as const, text: 'a'.repeat(80) },
      { type: 'text' as const, text: 'b'.repeat(80) },
    ]
    const shared = await one(
      tool('parts', (_input, run) => contentResult(run.call, parts)),
      { maxOutputCharacters: 100 },
    )
    expect(outputIn(shared)).toMatchObject([
      parts[0],
      { text: expect.stringMatching(/^b{10}\n.*60.*\nb{10}$/) },
    ])
    expect(shared?.raw).toEqual(parts)
    const kept = await one(
      tool('kept', (_input, run) =>
        withHostData(toolResult(run.call, 'c'.repeat(200)), { raw: { rows: 7 } }),
      ),
      { maxOutputCharacters: 100 },
    )
    expect(kept?.raw).toEqual({ rows: 7 })
    const failing = () => {
      throw new Error('e'.repeat(1000))
    }
    const failed = await one(tool('fail', failing), { maxOutputCharacters: 100 })
    expect(String(outputIn(failed)).length).toBeLessThan(200)
    expect(failed?.isError).toBe(true)
  })

  test("A9: toModelOutput determines the model's text; the host keeps the complete output", async () => {
    const picture = tool('picture', () => ({ sky: 'rain', pixels: [1, 2, 3] }), {
      toModelOutput: (output: { readonly sky: string }) => output.sky,
    })
    expect(await one(picture)).toMatchObject({
      output: { type: 'text', value: 'rain' },
      raw: { sky: 'rain', pixels: [1, 2, 3] },
    })
  })

  test('Z6, A5: a returned result keeps its form and the data for the host', async () => {
    const own = tool('own', (_input, { call }) => ({
      ...deniedResult(call, 'not today'),
      raw: { exitCode: 1 },
      metadata: { diff: 'a' },
    }))
    expect(await one(own)).toMatchObject({
      output: { type: 'denied', reason: 'not today' },
      raw: { exitCode: 1 },
      metadata: { diff: 'a' },
    })
  })

  test("Z6: data for the host is next to the model's text", async () => {
    const diff = { filePath: 'a.ts', oldContent: 'a', newContent: 'b' }
    const edit = tool('edit', (_input, { call }) =>
      withHostData(toolResult(call, 'changed 1 line'), {
        diff,
        locations: ['a.ts'],
        raw: { lines: 1 },
        runId: 'r1',
      }),
    )
    expect(await one(edit)).toMatchObject({
      output: { type: 'text', value: 'changed 1 line' },
      raw: { lines: 1 },
      metadata: { diff, locations: ['a.ts'], runId: 'r1' },
    })
  })

  test('A6: an iterable gives preliminary results, and its last value is the result', async () => {
    const told: ToolEvent[] = []
    async function* progress() {
      yield 1
      yield 2
      yield { done: true }
    }
    const result = await one(tool('progress', progress), { onEvent: (event) => void told.push(event) })
    expect(result).toMatchObject({ output: { type: 'json', value: { done: true } } })
    expect(result?.preliminary).toBeUndefined()
    const preliminary = told.filter((event) => event.type === 'preliminary')
    expect(preliminary.map(({ result: { output } }) => output)).toMatchObject([
      { value: 1 },
      { value: 2 },
      {},
    ])
    expect(preliminary.every(({ result }) => result.preliminary)).toBe(true)
  })

  test('an empty iterable gives null; what a generator returns goes first; one that throws is an error', async () => {
    expect(outputIn(await one(tool('none', async function* () {})))).toBe(null)
    const returning = async function* () {
      yield 1
      return 'returned'
    }
    expect(outputIn(await one(tool('returning', returning)))).toBe('returned')
    const plain = function* () {
      yield 1
      yield 2
    }
    expect(outputIn(await one(tool('plain', plain)))).toBe(2)
    const failing = async function* () {
      yield 1
      throw new Error('in the middle')
    }
    expect(await one(tool('failing', failing))).toMatchObject({
      isError: true,
      output: { value: 'in the middle' },
    })
  })

  test('a never-ending iterable ends with the time, and is aborted', async () => {
    let isOver = false
    const endless = async function* () {
      try {
        for (let at = 0; ; at += 1) {
          yield at
          await sleep(1)
        }
      } finally {
        isOver = true
      }
    }
    const result = await one(tool('endless', endless), { timeout: 20 })
    expect(result).toMatchObject({ isError: true, category: 'timeout' })
    await vi.waitFor(() => expect(isOver).toBe(true), 20_000)
  })
})

function circular(): object {
  const value: { self?: object } = {}
  value.self = value
  return value
}

describe('time', () => {
  test('a promise that never settles ends with the time of the call; the other calls continue', async () => {
    const executor = createExecutor({
      tools: [tool('never', never), tool('quick', () => 'there')],
      timeout: 15,
    })
    const results = await executor.execute([toolCall('a', 'never'), toolCall('b', 'quick')])
    expect(results).toMatchObject([
      { isError: true, category: 'timeout', retryable: true },
      { isError: false, output: { value: 'there' } },
    ])
    expect(outputIn(results[0])).toBe('never took longer than 15 ms and was cancelled.')
  })

  test('a tool’s own time precedes the executor’s, and its signal has that reason', async () => {
    const told = vi.fn()
    const slow = tool(
      'slow',
      (_input, { signal }) => {
        signal.addEventListener('abort', told)
        return never()
      },
      { timeout: 5 },
    )
    const result = await one(slow, { timeout: 10_000 })
    expect(outputIn(result)).toBe('slow took longer than 5 ms and was cancelled.')
    expect(told).toHaveBeenCalledTimes(1)
  })

  test('a batch that exceeds its time ends completely; calls that have not begun are not run', async () => {
    const run = vi.fn(never)
    const executor = createExecutor({ tools: [tool('slow', run)], totalTimeout: 15, concurrency: 1 })
    const results = await executor.execute([toolCall('a', 'slow'), toolCall('b', 'slow')])
    expect(results.map(({ category }) => category)).toEqual(['timeout', 'timeout'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('a cancel reaches the tool; running, waiting and new calls are answered as cancelled', async () => {
    const controller = new AbortController()
    const run = vi.fn(never)
    const executor = createExecutor({ tools: [tool('slow', run)], concurrency: 1 })
    const running = executor.execute([toolCall('a', 'slow'), toolCall('b', 'slow')], {
      signal: controller.signal,
    })
    await sleep(5)
    controller.abort('the user pressed escape')
    expect((await running).map(({ category }) => category)).toEqual(['cancelled', 'cancelled'])
    const late = await executor.execute([toolCall('c', 'slow')], { signal: controller.signal })
    expect(late).toMatchObject([
      { category: 'cancelled', output: { value: 'The call was cancelled before it began.' } },
    ])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('a call whose tool never began has a special status, and may be run again', async () => {
    const run = vi.fn(never)
    const controller = new AbortController()
    const executor = createExecutor({ tools: [tool('slow', run)], concurrency: 1 })
    const dispatched = executor.dispatch([toolCall('a', 'slow'), toolCall('b', 'slow')], {
      signal: controller.signal,
    })
    await expect.poll(() => run).toHaveBeenCalled()
    controller.abort()
    expect(await dispatched).toMatchObject([
      { status: 'answered', result: { category: 'cancelled', retryable: false } },
      { status: 'not-begun', result: { category: 'cancelled', retryable: true } },
    ])
    const { signal } = controller
    expect(await executor.dispatch([toolCall('c', 'slow')], { signal })).toMatchObject([
      { status: 'not-begun' },
    ])
    const { results } = await executor.settle([toolCall('d', 'slow')], { signal })
    expect(results).toMatchObject([{ isError: true, retryable: true }])
  })

  test('a thousand calls under one signal leave no listener behind, and no warning', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const { signal } = new AbortController()
    const add = vi.spyOn(signal, 'addEventListener')
    const listen = tool('listen', (_input, run) => {
      run.signal.addEventListener('abort', () => {})
      return sleep(1)
    })
    const executor = createExecutor({ tools: [listen] })
    await executor.execute(
      Array.from({ length: 1000 }, (_, at) => toolCall(`c${at}`, 'listen')),
      { signal },
    )
    await sleep(1)
    expect(add).toHaveBeenCalledTimes(1)
    expect(warned).not.toHaveBeenCalled()
    process.off('warning', warned)
  })
})

describe('retries', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function failingTwice(more: object, thrown: unknown = new ToolError('busy', { category: 'rate_limited' })) {
    const run = vi.fn((_input: unknown, { attempt }: { readonly attempt: number }) => {
      if (attempt < 3) throw thrown
      return `attempt ${attempt}`
    })
    return { run, tool: tool('flaky', run, more) }
  }

  test('Z13: only a tool that is marked as repeatable is retried, with growing pauses', async () => {
    const { run, tool: flaky } = failingTwice({ retryable: true })
    const told: ToolEvent[] = []
    const result = one(flaky, { onEvent: (event) => void told.push(event) })
    await vi.advanceTimersByTimeAsync(499)
    expect(run).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(999)
    expect(run).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(outputIn(await result)).toBe('attempt 3')
    expect(told.map(({ type }) => type)).toEqual([
      'started',
      'retrying',
      'started',
      'retrying',
      'started',
      'completed',
    ])
    const once = failingTwice({})
    expect(await one(once.tool)).toMatchObject({ isError: true, category: 'rate_limited', retryable: true })
    expect(once.run).toHaveBeenCalledTimes(1)
  })

  test('a permanent error is not retried, and other errors are retried at most as often as allowed', async () => {
    const lasting = failingTwice({ retryable: true }, new Error('no such city'))
    expect(await one(lasting.tool)).toMatchObject({ isError: true, retryable: false })
    expect(lasting.run).toHaveBeenCalledTimes(1)
    const flaky = failingTwice({ retryable: true })
    const result = one(flaky.tool, { retries: { attempts: 2, delay: 10 } })
    await vi.advanceTimersByTimeAsync(10)
    expect(await result).toMatchObject({ isError: true })
    expect(flaky.run).toHaveBeenCalledTimes(2)
  })

  test('options that are undefined have their defaults', async () => {
    const busy = vi.fn(() => {
      throw new ToolError('busy', { category: 'rate_limited' })
    })
    const none = { attempts: undefined, delay: undefined, maxDelay: undefined }
    const options = { mode: undefined, maxOutputCharacters: undefined, retries: none }
    const result = one(tool('busy', busy, { retryable: true }), options)
    await vi.advanceTimersByTimeAsync(1500)
    expect(await result).toMatchObject({ isError: true })
    expect(busy).toHaveBeenCalledTimes(3)
    const long = await one(
      tool('long', () => 'x'.repeat(200_000)),
      options,
    )
    expect(String(outputIn(long)).length).toBeLessThan(110_000)
  })

  test('quotas count calls, not attempts; calls beyond a quota are blocked', async () => {
    const flaky = failingTwice({ retryable: true })
    const executor = createExecutor({
      tools: [flaky.tool, tool('free', () => 1)],
      quota: { perTool: { flaky: 1 } },
    })
    const results = executor.execute([toolCall('a', 'flaky'), toolCall('b', 'flaky'), toolCall('c', 'free')])
    await vi.advanceTimersByTimeAsync(10_000)
    expect((await results).map(({ category }) => category)).toEqual([undefined, 'policy_blocked', undefined])
    const all = createExecutor({ tools: [tool('free', () => 1)], quota: { calls: 2 } })
    const three = await all.execute(['a', 'b', 'c'].map((id) => toolCall(id, 'free')))
    expect(three.map(({ category }) => category)).toEqual([undefined, undefined, 'policy_blocked'])
  })

  test('a call over the quota of its tool uses up no other quota', async () => {
    const executor = createExecutor({
      tools: [tool('rare', () => 1), tool('free', () => 1)],
      quota: { calls: 3, perTool: { rare: 1 } },
    })
    const names = ['rare', 'rare', 'rare', 'free', 'free', 'free']
    const results = await executor.execute(names.map((name, index) => toolCall(`c${index}`, name)))
    const blocked = 'policy_blocked'
    const expected = [undefined, blocked, blocked, undefined, undefined, blocked]
    expect(results.map(({ category }) => category)).toEqual(expected)
  })
})

describe('modes', () => {
  const failing = tool('fail', () => {
    throw new Error('no')
  })

  test('C9: sequential runs one after another and stops at the first error', async () => {
    const order: string[] = []
    const note = tool('note', async ({ id }) => {
      order.push(`${id} begins`)
      await sleep(3)
      order.push(`${id} ends`)
    })
    const executor = createExecutor({ tools: [note, failing], mode: 'sequential' })
    const results = await executor.execute([
      toolCall('a', 'note', { id: 'a' }),
      toolCall('b', 'note', { id: 'b' }),
      toolCall('c', 'fail'),
      toolCall('d', 'note', { id: 'd' }),
    ])
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
    expect(results.map(({ isError, category }) => [isError, category])).toEqual([
      [false, undefined],
      [false, undefined],
      [true, 'permanent_failure'],
      [true, 'cancelled'],
    ])
    expect(outputIn(results[3])).toBe('It was not run, because fail before it failed.')
  })

  test('C9: guarded requires approval for destructive tools, and runs the other tools meanwhile', async () => {
    const run = vi.fn()
    const remove = tool('remove', run, { destructive: true })
    const executor = createExecutor({ tools: [remove, tool('look', () => 'seen')], mode: 'guarded' })
    const calls = [toolCall('a', 'remove'), toolCall('b', 'look')]
    const [waiting, seen] = await executor.dispatch(calls)
    expect([waiting, seen].map((outcome) => outcome?.status)).toEqual(['waiting', 'answered'])
    expect(run).not.toHaveBeenCalled()
    await createExecutor({ tools: [remove], mode: 'parallel' }).execute(calls)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

describe('destructive tools', () => {
  const calls = [toolCall('a', 'remove'), toolCall('b', 'look')]
  const toolsWith = (run: () => unknown) => [
    tool('remove', run, { destructive: true }),
    tool('look', () => 'seen'),
  ]

  test('C9: destructive tools are refused unless the batch allows them; others run', async () => {
    const run = vi.fn(() => 'removed')
    const executor = createExecutor({ tools: toolsWith(run), destructive: 'refuse' })
    const [refused, seen] = await executor.execute(calls)
    expect([refused?.isError, refused?.category, outputIn(seen)]).toEqual([true, 'policy_blocked', 'seen'])
    expect(run).not.toHaveBeenCalled()
    const [removed] = await executor.execute(calls, { destructive: 'allow' })
    expect(outputIn(removed)).toBe('removed')
    const open = createExecutor({ tools: toolsWith(run) })
    expect((await open.execute(calls, { destructive: 'refuse' }))[0]?.isError).toBe(true)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('C9: an approval does not allow a refused tool, whoever asks for it', async () => {
    const run = vi.fn()
    const approve = vi.fn(() => ({ type: 'approve' as const }))
    for (const policy of [
      undefined,
      createPolicy({ rules: [], default: 'ask' }),
      createPolicy({ rules: [], default: 'allow' }),
    ])
      for (const mode of ['parallel', 'guarded', 'sequential'] as const) {
        const executor = createExecutor({
          tools: toolsWith(run),
          destructive: 'refuse',
          approve,
          policy,
          mode,
        })
        const [refused] = await executor.execute(calls.slice(0, 1))
        expect(refused?.category).toBe('policy_blocked')
      }
    expect([run, approve].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })

  test('C9: an unknown word does not allow destructive tools', () => {
    const wrong = JSON.parse('{"destructive": "refused"}')
    expect(() => createExecutor({ tools: [], ...wrong })).toThrow(/expected allow or refuse, got refused/)
  })
})

describe('equal ids', () => {
  test('one call that is there twice is run once; two calls with one id are one call and an error', async () => {
    const run = vi.fn(({ n }) => n)
    const executor = createExecutor({ tools: [tool('count', run)] })
    const results = await executor.execute([
      toolCall('a', 'count', { n: 1 }),
      toolCall('a', 'count', { n: 1 }),
      toolCall('a', 'count', { n: 2 }),
    ])
    expect(run).toHaveBeenCalledTimes(1)
    expect(results.map(outputIn)).toEqual([1, 1, 'Two calls have the id "a": only the first one was run.'])
  })

  test('a host that asks twice for a running call of a conversation gets its one result', async () => {
    const run = vi.fn(async () => {
      await sleep(5)
      return run.mock.calls.length
    })
    const executor = createExecutor({ tools: [tool('slow', run)], context: { conversationId: 'talk' } })
    const both = [executor.execute([toolCall('a', 'slow')]), executor.execute([toolCall('a', 'slow')])]
    expect((await Promise.all(both)).flat().map(outputIn)).toEqual([1, 1])
    const other = { context: { conversationId: 'other' } }
    const apart = [
      executor.execute([toolCall('a', 'slow')]),
      executor.execute([toolCall('a', 'slow')], other),
    ]
    await Promise.all(apart)
    expect(run).toHaveBeenCalledTimes(3)
  })
})

describe('leave', () => {
  const pay = (run: () => unknown) =>
    defineTool({
      name: 'pay',
      parameters: z.object({ euros: z.number() }),
      requiresApproval: ({ euros }) => euros > 10,
      execute: run,
    })
  const call = toolCall('p1', 'pay', { euros: 50 })

  test('A7, trap 5: a call that needs approval waits as data, and runs later in another executor', async () => {
    const run = vi.fn(() => 'paid')
    const [waiting] = await createExecutor({ tools: [pay(run)] }).dispatch([call])
    if (waiting?.status !== 'waiting') throw new Error('it should wait')
    expect(run).not.toHaveBeenCalled()
    const stored = JSON.parse(JSON.stringify(waiting))
    const told: string[] = []
    const restarted = createExecutor({ tools: [pay(run)], onEvent: ({ type }) => void told.push(type) })
    const approvals = [{ request: stored.request, decision: { type: 'approve' as const } }]
    const results = await restarted.execute([stored.call], { approvals })
    expect(told).toEqual(['decided', 'started', 'completed'])
    expect(results).toMatchObject([{ callId: 'p1', isError: false, output: { value: 'paid' } }])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('A7: a loop settles what it can: results of all others, and the requests of calls that wait', async () => {
    const tools = [pay(() => 'paid'), tool('left', undefined)]
    const executor = composeExecutors(createExecutor({ tools }))
    const small = toolCall('small', 'pay', { euros: 5 })
    const hosted: ToolCall = { ...toolCall('hosted', 'pay'), providerExecuted: true }
    const calls = [call, toolCall('x', 'nobody knows it'), hosted, toolCall('l', 'left'), small]
    const { results, waiting } = await executor.settle(calls)
    expect(results.map(({ callId, category }) => [callId, category])).toEqual([
      ['x', 'tool_not_found'],
      ['small', undefined],
    ])
    const asked = { callId: 'p1', name: 'pay', arguments: { euros: 50 }, input: { euros: 50 } }
    expect(waiting).toEqual([{ ...asked, id: expect.any(String) }])
    const [request] = waiting
    if (request === undefined) throw new Error('it should wait')
    const approvals = [{ request, decision: { type: 'approve' as const } }]
    const later = await executor.settle([call], { approvals })
    expect(later).toMatchObject({ results: [{ callId: 'p1', isError: false }], waiting: [] })
  })

  test('a small payment needs no approval; a large one without it is an error', async () => {
    const run = vi.fn(() => 'paid')
    const executor = createExecutor({ tools: [pay(run)] })
    const results = await executor.execute([toolCall('small', 'pay', { euros: 5 }), call])
    expect(results.map(({ category }) => category)).toEqual([undefined, 'confirmation_required'])
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('an approval of other arguments does not count', async () => {
    const run = vi.fn()
    const executor = createExecutor({ tools: [pay(run)] })
    const request = { id: 'q1', callId: 'p1', name: 'pay', arguments: { euros: 11 } }
    const [outcome] = await executor.dispatch([call], {
      approvals: [{ request, decision: { type: 'approve' } }],
    })
    expect(outcome?.status).toBe('waiting')
    expect(run).not.toHaveBeenCalled()
  })

  test('C10: a handler can approve, deny with a reason, or change the arguments', async () => {
    const run = vi.fn(({ euros }) => `paid ${euros}`)
    const ask = (decision: object) => one(pay(run as never), { approve: () => decision as never }, call)
    expect(outputIn(await ask({ type: 'approve' }))).toBe('paid 50')
    expect(outputIn(await ask({ type: 'approve', arguments: { euros: 20 } }))).toBe('paid 20')
    expect(await ask({ type: 'deny', reason: 'too much' })).toMatchObject({
      output: { type: 'denied', reason: 'too much' },
      isError: true,
      category: 'policy_blocked',
    })
    expect(await ask({ type: 'approve', arguments: { euros: 'many' } })).toMatchObject({
      isError: true,
      category: 'invalid_parameters',
    })
    expect(run).toHaveBeenCalledTimes(2)
  })

  test('Z11: an approval skips only the question', async () => {
    const run = vi.fn()
    const policy = { decide: () => ({ action: 'deny' as const, reason: 'never' }) }
    const executor = createExecutor({ tools: [pay(run)], policy })
    const request = { id: 'q1', callId: 'p1', name: 'pay', arguments: call.arguments }
    const approvals = [{ request, decision: { type: 'approve' as const } }]
    expect(await executor.execute([call], { approvals })).toMatchObject([
      { output: { type: 'denied', reason: 'never' } },
    ])
    const deniesChanged = {
      decide: ({ arguments: given }: { readonly arguments: unknown }) =>
        JSON.stringify(given) === '{"euros":20}'
          ? ({ action: 'deny' } as const)
          : ({ action: 'ask' } as const),
    }
    const changing = { ...approvals[0], decision: { type: 'approve' as const, arguments: { euros: 20 } } }
    const other = createExecutor({ tools: [pay(run)], policy: deniesChanged })
    expect(await other.execute([call], { approvals: [changing as never] })).toMatchObject([
      { output: { type: 'denied' } },
    ])
    expect(run).not.toHaveBeenCalled()
  })

  test.each([
    ['a policy', { policy: { decide: throwing } }],
    ['a handler', { approve: throwing }],
    ['a hook', { hooks: { before: throwing } }],
  ])('%s that throws lets nothing pass', async (_name, options) => {
    const run = vi.fn()
    expect(await one(pay(run), options, call)).toMatchObject({ isError: true, category: 'policy_blocked' })
    expect(run).not.toHaveBeenCalled()
  })

  test('a handler that never answers ends with the batch', async () => {
    const executor = createExecutor({ tools: [pay(vi.fn())], approve: never, totalTimeout: 10 })
    expect(await executor.execute([call])).toMatchObject([{ category: 'timeout' }])
  })

  test('sequential: calls after a waiting call wait, too', async () => {
    const run = vi.fn()
    const executor = createExecutor({ tools: [pay(run)], mode: 'sequential' })
    const outcomes = await executor.dispatch([call, toolCall('small', 'pay', { euros: 1 })])
    expect(outcomes.map(stateOf)).toEqual(['waiting', 'waiting'])
    expect(run).not.toHaveBeenCalled()
  })

  test('R10: tools that are not among the allowed ones are neither declared nor run', async () => {
    const run = vi.fn(() => 1)
    const tools = [tool('read', run), tool('write', run)]
    const executor = createExecutor({ tools, allowedTools: ['read'] })
    expect(executor.definitions.map(({ name }) => name)).toEqual(['read'])
    const calls = [toolCall('a', 'read'), toolCall('b', 'write')]
    expect((await executor.execute(calls)).map(({ category }) => category)).toEqual([
      undefined,
      'policy_blocked',
    ])
    const nothing = await executor.execute(calls, { allowedTools: 'none' })
    expect(nothing.map(({ category }) => category)).toEqual(['policy_blocked', 'policy_blocked'])
    expect(run).toHaveBeenCalledTimes(1)
  })
})

function throwing(): never {
  throw new Error('broken')
}

describe('hooks', () => {
  const greet = tool('greet', ({ name }) => `hello ${name}`)
  const call = toolCall('g', 'greet', { name: 'Ada' })

  test('C10, R8: before denies, answers or changes; after and onError may give another result', async () => {
    const run = (hooks: ExecutorOptions['hooks'], given: RunnableTool = greet) =>
      one(given, hooks === undefined ? {} : { hooks }, { ...call, name: given.name })
    expect(await run({ before: () => ({ deny: 'no' }) })).toMatchObject({
      output: { type: 'denied', reason: 'no' },
    })
    expect(outputIn(await run({ before: () => ({ arguments: { name: 'Bob' } }) }))).toBe('hello Bob')
    expect(outputIn(await run({ before: (given) => ({ result: toolResult(given, 'cached') }) }))).toBe(
      'cached',
    )
    const seen: unknown[] = []
    const after = (result: ToolResult) => {
      seen.push(result.output)
      return { ...result, output: { type: 'text' as const, value: 'changed' } }
    }
    expect(outputIn(await run({ after }))).toBe('changed')
    expect(seen).toEqual([{ type: 'text', value: 'hello Ada' }])
    const onError = (error: ToolError, failed: ToolCall) =>
      toolResult(failed, `rescued from ${error.category}`)
    expect(outputIn(await run({ onError }, tool('fail', throwing)))).toBe('rescued from permanent_failure')
  })

  test("input from `before` is checked against schema, rules and the tool's approval setting", async () => {
    const run = vi.fn()
    const move = (name: unknown, options: Partial<ExecutorOptions> = {}, more: object = {}) => {
      const schema = { type: 'object', properties: { name: { type: 'string' } } } as const
      const hooks = { before: () => ({ arguments: asNative<JsonObject>(asJson({ name })) }) }
      return one({ ...tool('greet', run), parameters: schema, ...more }, { hooks, ...options }, call)
    }
    expect(await move(7)).toMatchObject({ category: 'invalid_parameters' })
    const rules = [{ tool: 'greet', input: { name: 'eve' }, action: 'deny' as const }]
    const policy = createPolicy({ rules, default: 'allow' })
    expect(await move('Eve', { policy })).toMatchObject({ output: { type: 'denied' } })
    const wish = { requiresApproval: ({ name }: { name: string }) => name === 'Bob' }
    expect(await move('Bob', { policy }, wish)).toMatchObject({ category: 'confirmation_required' })
    expect(run).not.toHaveBeenCalled()
    await move('Ada', { policy }, wish)
    expect(run).toHaveBeenCalledTimes(1)
  })

  test('after and onError that throw change nothing, and are reported', async () => {
    const onWarning = vi.fn()
    const hooks = { after: throwing, onError: throwing }
    expect(outputIn(await one(greet, { hooks, onWarning }, call))).toBe('hello Ada')
    expect(outputIn(await one(tool('fail', throwing), { hooks, onWarning, formatError: throwing }))).toBe(
      'broken',
    )
    expect(onWarning).toHaveBeenCalledTimes(3)
  })

  test("C7: an error's data for the host reaches the hook and the result, not the model", async () => {
    const onError = vi.fn()
    const secret = tool('secret', () => {
      throw new ToolError('no access', { category: 'policy_blocked', metadata: { user: 'root' } })
    })
    const result = await one(secret, { hooks: { onError } })
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ metadata: { user: 'root' } })
    expect(result).toMatchObject({
      metadata: { user: 'root' },
      output: { type: 'error-text', value: 'no access' },
    })
  })

  test('a hook that never ends does so with the batch; the result stays', async () => {
    const onWarning = vi.fn()
    const executor = createExecutor({ tools: [greet], hooks: { after: never }, onWarning, totalTimeout: 10 })
    expect((await executor.execute([call])).map(outputIn)).toEqual(['hello Ada'])
  })

  test('telemetry wraps each call; if telemetry fails, the call still runs once', async () => {
    const run = vi.fn(() => 1)
    const around = vi.fn((_told: unknown, work: () => Promise<CallOutcome>) => work())
    expect(outputIn(await one(tool('t', run), { telemetry: { around } }))).toBe(1)
    expect(around).toHaveBeenCalledTimes(1)
    const onWarning = vi.fn()
    expect(outputIn(await one(tool('t', run), { telemetry: { around: throwing }, onWarning }))).toBe(1)
    const late = { around: (_told: unknown, work: () => Promise<CallOutcome>) => work().then(throwing) }
    expect(outputIn(await one(tool('t', run), { telemetry: late, onWarning }))).toBe(1)
    expect(run).toHaveBeenCalledTimes(3)
  })
})

describe('several executors', () => {
  const first = createExecutor({ tools: [tool('a', () => 'first a'), tool('b', () => 'first b')] })
  const second = createExecutor({
    tools: [tool('b', () => 'second b'), tool('c', () => 'second c'), tool('fail', throwing)],
  })

  test('Z8: each call goes to the first that handles it; definitions merge, the first of a name', async () => {
    const both = composeExecutors(first, second)
    expect(both.definitions.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'fail'])
    const calls = ['c', 'b', 'x', 'a'].map((name) => toolCall(name, name))
    expect((await both.execute(calls)).map(outputIn)).toEqual([
      'second c',
      'first b',
      'There is no tool "x". There are: a, b, c, fail.',
      'first a',
    ])
  })

  test('sequential holds over all of them', async () => {
    const both = composeExecutors(first, second)
    const calls = ['a', 'fail', 'b'].map((name) => toolCall(name, name))
    const results = await both.execute(calls, { mode: 'sequential' })
    expect(results.map(({ category }) => category)).toEqual([undefined, 'permanent_failure', 'cancelled'])
  })

  test('executors that live longer are released with the last listener', async () => {
    const subscribe = vi.spyOn(first, 'subscribe')
    const both = composeExecutors(first, second)
    expect(subscribe).not.toHaveBeenCalled()
    const told = vi.fn()
    const remove = both.subscribe(told)
    await both.execute([toolCall('a', 'a')])
    expect(told).toHaveBeenCalledTimes(2)
    remove()
    remove()
    await first.execute([toolCall('b', 'b')])
    both.subscribe(told)()
    expect(told).toHaveBeenCalledTimes(2)
    expect(subscribe).toHaveBeenCalledTimes(2)
    subscribe.mockRestore()
  })

  test('their events have one counter', async () => {
    const both = composeExecutors(first, second)
    const told: ToolEvent[] = []
    both.subscribe((event) => void told.push(event))
    await both.execute(['a', 'c', 'b'].map((name) => toolCall(name, name)))
    await both.flush()
    expect(told.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('tools that change', () => {
  test('C14: one that is registered again replaces the first, in the next batch and in the declared tools', async () => {
    const registry = new Map([['a', tool('a', () => 'old')]])
    const executor = createExecutor({ tools: () => [...registry.values()] })
    expect((await executor.execute([toolCall('1', 'a')])).map(outputIn)).toEqual(['old'])
    registry.set(
      'a',
      tool('a', () => 'new'),
    )
    registry.set(
      'b',
      tool('b', () => 'more'),
    )
    expect((await executor.execute([toolCall('2', 'a'), toolCall('3', 'b')])).map(outputIn)).toEqual([
      'new',
      'more',
    ])
    registry.delete('a')
    expect(executor.definitions.map(({ name }) => name)).toEqual(['b'])
    expect(executor.handles(toolCall('4', 'a'))).toBe(false)
  })

  test('if the function that returns them fails, the previous tools are used', async () => {
    const onWarning = vi.fn()
    const tools = vi.fn(() => [tool('a', () => 'still there')])
    const executor = createExecutor({ tools, onWarning })
    await executor.execute([toolCall('1', 'a')])
    tools.mockImplementation(throwing)
    expect((await executor.execute([toolCall('2', 'a')])).map(outputIn)).toEqual(['still there'])
    expect(onWarning).toHaveBeenCalled()
  })
})

describe('events', () => {
  test('Z5, trap 10: all name their call, and each call ends once', async () => {
    const told: ToolEvent[] = []
    const chatty = tool('chatty', async (_input, run) => {
      run.emit('one')
      await sleep(1)
      run.emit('two')
      run.reportRollback({ restoredCount: 1, deletedCount: 2 })
      return 'done'
    })
    const executor = createExecutor({
      tools: [chatty, tool('fail', throwing)],
      onEvent: (event) => void told.push(event),
      context: { conversationId: 'talk' },
    })
    executor.observe({
      type: 'tool-input-start',
      id: 'a',
      name: 'chatty',
      kind: 'function',
      providerExecuted: false,
    })
    executor.observe({ type: 'tool-input-delta', id: 'a', delta: '{"x"' })
    await executor.execute([toolCall('a', 'chatty'), toolCall('b', 'fail'), toolCall('c', 'unknown')])
    await executor.flush()
    const of = (id: string) => told.filter(({ callId }) => callId === id).map(({ type }) => type)
    expect(of('a')).toEqual([
      'input-delta',
      'started',
      'output-chunk',
      'output-chunk',
      'rolled-back',
      'completed',
    ])
    expect(of('b')).toEqual(['started', 'failed'])
    expect(of('c')).toEqual(['failed'])
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, at) => at + 1))
  })

  test('events of an aborted tool are dropped', async () => {
    const told: string[] = []
    let goOn = () => {}
    let hasTold = false
    const late = tool('late', async (_input, run) => {
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      run.emit('too late')
      hasTold = true
    })
    await one(late, { timeout: 2, onEvent: ({ type }) => void told.push(type) })
    goOn()
    await vi.waitFor(() => expect(hasTold).toBe(true), 20_000)
    expect(told).toEqual(['started', 'failed'])
  })
})

test.each(['concurrency', 'timeout', 'totalTimeout', 'maxOutputCharacters'])(
  'an invalid %s throws',
  (name) => {
    for (const wrong of [0, -1, Number.NaN])
      expect(() => createExecutor({ tools: [], [name]: wrong })).toThrow(`(at /${name})`)
  },
)
