import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { defineTool, type StateStore, type ToolRun } from '../../src/index.js'
import {
  type Approval,
  approveCall,
  composeExecutors,
  createExecutionContext,
  createExecutor,
  memoryState,
  redisState,
  type ToolEvent,
  trustExecutionContext,
} from '../../src/tools/index.js'
import {
  createQueueExecutor,
  createToolWorker,
  type QueueExecutor,
  type QueueExecutorOptions,
  type ToolWorker,
  type ToolWorkerOptions,
} from '../../src/tools/queue/index.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { remoteTools, textOf, until, Workers } from './support/workers.js'

/** Returns a timer that fires only when the test triggers it. */
function timerOf(milliseconds: number): { fire(): void } {
  const real = globalThis.setTimeout
  let fire = () => {}
  const spy = vi.spyOn(globalThis, 'setTimeout')
  spy.mockImplementation((run, delay, ...given) => {
    if (delay === milliseconds) {
      fire = () => run(...given)
      spy.mockRestore()
    }
    return real(run, delay, ...given)
  })
  return { fire: () => fire() }
}

function storeOf(texts: Map<string, string>, canReplace: boolean): StateStore {
  const store = {
    get: (key: string) => texts.get(key),
    set: (key: string, text: string) => void texts.set(key, text),
  }
  const replace = (key: string, expected: string | undefined, text: string) => {
    const isAsExpected = texts.get(key) === expected
    if (isAsExpected) texts.set(key, text)
    return isAsExpected
  }
  return canReplace ? { ...store, replace } : store
}

describeWithRedis('calls on workers of a queue', () => {
  let redis: TestRedis
  let workers: Workers
  let here: ToolWorker
  const open: QueueExecutor[] = []

  beforeAll(async () => {
    redis = await startRedis()
    workers = new Workers({
      port: redis.port,
      queue: 'tools',
      maxResultBytes: 100_000,
      maxOutputCharacters: 1000,
    })
    here = workers.startHere()
    await Promise.all([workers.start(), here.ready()])
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((executor) => executor.close()))
  })
  afterAll(async () => {
    await here.close()
    await workers.close()
    await redis.close()
  })

  function executor(options: Partial<QueueExecutorOptions> = {}): QueueExecutor {
    const { port } = redis
    const made = createQueueExecutor({ queue: 'tools', connection: { port }, tools: remoteTools, ...options })
    open.push(made)
    return made
  }

  test('row 19: results are in the order of the calls, regardless of the finishing order, on several workers', async () => {
    const calls = Array.from({ length: 60 }, (_, index) =>
      toolCall(`order-${index}`, 'once', { id: `order-${index}`, milliseconds: (60 - index) * 2 }),
    )
    const results = await executor().execute(calls)
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
    expect(results.filter(({ isError }) => isError)).toEqual([])
    const pids = results.map(({ output }) => JSON.stringify(output).match(/"pid":(\d+)/)?.[1])
    expect(new Set(pids).size).toBe(2)
    const begun = workers.begun().filter((id) => id.startsWith('order-'))
    expect(begun.toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  })

  test('row 18: each kind of error is that of an executor in the process', async () => {
    const tools = [
      defineTool({
        name: 'fail',
        parameters: { type: 'object', properties: { category: { type: 'string' } } },
        execute() {
          throw new Error('It went wrong.')
        },
      }),
    ]
    const here = createExecutor({ tools })
    const calls = [
      toolCall('thrown', 'fail'),
      toolCall('invalid', 'fail', { category: 7 }),
      { ...toolCall('cut', 'fail'), status: 'truncated' as const, arguments: undefined, rawArguments: '{"a' },
      toolCall('unknown', 'nobody'),
      { ...toolCall('theirs', 'fail'), providerExecuted: true },
    ]
    const there = await executor({ tools }).execute(calls)
    expect(there).toEqual(await here.execute(calls))
    expect(there.map(({ callId }) => callId)).toEqual(['thrown', 'invalid', 'cut', 'unknown'])
    const category = await executor().execute([toolCall('limited', 'fail', { category: 'rate_limited' })])
    expect(category).toMatchObject([{ isError: true, category: 'rate_limited', retryable: true }])
  })

  test('the time limit of a tool holds at the worker', async () => {
    const [result] = await executor().execute([toolCall('slow', 'slow')])
    expect(result).toMatchObject({ isError: true, category: 'timeout' })
  })

  test('the time limit of a batch withdraws waiting calls and stops running calls', async () => {
    const limit = timerOf(7_654_321)
    const remote = executor({ totalTimeout: 7_654_321 })
    const calls = Array.from({ length: 20 }, (_, index) =>
      toolCall(`late-${index}`, 'once', { id: `late-${index}`, milliseconds: 600_000 }),
    )
    const running = remote.execute(calls)
    const begun = () => workers.begun().filter((id) => id.startsWith('late-'))
    const stopped = () => workers.stopped().filter((id) => id.startsWith('late-'))
    // All slots of both workers are in use.
    await until(() => begun().length === 16)
    limit.fire()
    const results = await running
    expect(results.map(({ category }) => category)).toEqual(calls.map(() => 'timeout'))
    await until(() => stopped().length === 16)
    // Calls that never began report this and may be called again. The outcome of started calls is unknown.
    const unbegun = results.filter((result) => textOf(result).includes('had not begun'))
    const ids = calls.map(({ id }) => id)
    expect(unbegun.map(({ callId }) => callId)).toEqual(ids.filter((id) => !begun().includes(id)))
    expect(begun()).toHaveLength(16)
    for (const result of results) expect(result.retryable).toBe(unbegun.includes(result))
    const [next] = await executor().execute([toolCall('after-late', 'echo', { is: 'free' })])
    expect(next?.isError).toBe(false)
  })

  test('a cancel reaches the tool that runs elsewhere, and is answered at once', async () => {
    const controller = new AbortController()
    const call = toolCall('cancel', 'once', { id: 'cancel', milliseconds: 60_000 })
    const running = executor().execute([call], { signal: controller.signal })
    await until(() => workers.begun().includes('cancel'))
    controller.abort()
    expect(await running).toMatchObject([{ isError: true, category: 'cancelled', retryable: false }])
    await until(() => workers.stopped().includes('cancel'))
    const early = await executor().execute([toolCall('never', 'once', { id: 'never' })], {
      signal: controller.signal,
    })
    expect(early).toMatchObject([{ isError: true, category: 'cancelled' }])
    expect(workers.begun()).not.toContain('never')
  })

  test('row 13: events have the call id, and arrive in one order, with the end of each call last', async () => {
    const events: ToolEvent[] = []
    const remote = executor({ onEvent: (event) => void events.push(event) })
    const calls = [1, 2, 3].map((id) => toolCall(`events-${id}`, 'chatty', { count: 20 }))
    await remote.execute(calls, { context: { conversationId: 'events' } })
    await remote.flush()
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
    for (const { id } of calls) {
      const own = events.filter(({ callId }) => callId === id)
      const chunks = own.flatMap((event) => (event.type === 'output-chunk' ? [event.chunk] : []))
      expect(own[0]?.type).toBe('started')
      expect(own.at(-1)).toMatchObject({ type: 'completed', conversationId: 'events', name: 'chatty' })
      expect(chunks).toEqual(Array.from({ length: 20 }, (_, index) => `chunk ${index}`))
      expect(own.filter(({ type }) => type === 'preliminary').length).toBeGreaterThan(0)
    }
  })

  test('a large chunk is sent in pieces of complete characters', async () => {
    const chunks: string[] = []
    const remote = executor({
      onEvent: (event) => void (event.type === 'output-chunk' && chunks.push(event.chunk)),
    })
    await remote.execute([toolCall('flood', 'flood', { text: '😀', times: 30_000 })])
    await remote.flush()
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.join('')).toBe('😀'.repeat(30_000))
    expect(chunks.filter((chunk) => !/^(😀)+$/u.test(chunk))).toEqual([])
  })

  test("the caller's identity is passed along; trust is not", async () => {
    const execution = trustExecutionContext(createExecutionContext({ cwd: '/srv', env: { CI: 'true' } }))
    const context = { conversationId: 'who', callerId: 'anna', skills: ['sql'], execution }
    const [result] = await executor({ context }).execute([toolCall('who', 'context')])
    expect(result?.output).toMatchObject({
      value: {
        conversationId: 'who',
        callerId: 'anna',
        skills: ['sql'],
        execution: { cwd: '/srv', env: { CI: 'true' } },
        isTrusted: false,
      },
    })
  })

  test('the digits of large numbers go along as the model wrote them', async () => {
    const rawArguments = '{"id": 12345678901234567890123}'
    const call = { ...toolCall('digits', 'echo', { id: 1.2345678901234568e22 }), rawArguments }
    const [result] = await executor().execute([call])
    expect(result?.output).toMatchObject({ value: { raw: rawArguments } })
  })

  test('a call that is submitted twice runs once, also when another process asks later', async () => {
    const call = toolCall('twice', 'once', { id: 'twice', milliseconds: 100 })
    const options = { context: { conversationId: 'duplicates' } }
    const [one, other] = [executor(), executor()]
    const both = await Promise.all([one.execute([call, call], options), other.execute([call], options)])
    const later = await executor().execute([call], options)
    const [first] = later
    expect(both.flat()).toEqual([first, first, first])
    expect(first?.isError).toBe(false)
    expect(workers.begun().filter((id) => id === 'twice')).toEqual(['twice'])
    const different = toolCall('twice', 'once', { id: 'another' })
    const [refused] = await executor().execute([different], options)
    expect(textOf(refused)).toContain('Two calls of the conversation have the id "twice"')
    expect(workers.begun()).not.toContain('another')
    // Arguments with a different order of members, as a store may return them, are equal.
    const reordered = toolCall('twice', 'once', { milliseconds: 100, id: 'twice' })
    const [same] = await executor().execute([reordered], options)
    expect(same).toEqual(first)
  })

  test('without a conversation, and for derived ids, a later batch is another call', async () => {
    const call = toolCall('plain', 'once', { id: 'plain' })
    await executor().execute([call])
    await executor().execute([call])
    const minted = { ...toolCall('minted', 'once', { id: 'minted' }), minted: true as const }
    const options = { context: { conversationId: 'derived' } }
    await executor().execute([minted, minted], options)
    await executor().execute([minted], options)
    expect(workers.begun().filter((id) => id === 'plain')).toHaveLength(2)
    expect(workers.begun().filter((id) => id === 'minted')).toHaveLength(2)
  })

  test('row 17: a call that needs approval waits, and runs with an approval that is given later', async () => {
    const call = toolCall('leave', 'delete', { id: 'leave' })
    const options = { context: { conversationId: 'leave' } }
    const [waiting] = await executor().dispatch([call], options)
    expect(waiting).toMatchObject({
      status: 'waiting',
      request: { callId: 'leave', conversationId: 'leave' },
    })
    expect(await executor().dispatch([call], options)).toEqual([waiting])
    if (waiting?.status !== 'waiting') throw new Error('It did not wait.')
    const approvals = [{ request: waiting.request, decision: { type: 'approve' as const } }]
    const [ran] = await executor().dispatch([call], { ...options, approvals })
    expect(ran).toMatchObject({ status: 'answered', result: { isError: false } })
    expect(workers.begun().filter((id) => id === 'leave')).toHaveLength(1)
    const denied = [{ request: waiting.request, decision: { type: 'deny' as const, reason: 'No.' } }]
    const other = { ...options, context: { conversationId: 'leave 2' }, approvals: denied }
    const events: ToolEvent[] = []
    const [no] = await executor({ onEvent: (event) => void events.push(event) }).dispatch([call], {
      ...other,
      approvals: denied.map(({ decision, request }) => ({
        decision,
        request: { ...request, conversationId: 'leave 2' },
      })),
    })
    expect(no).toMatchObject({ status: 'answered', result: { output: { type: 'denied', reason: 'No.' } } })
    expect(events.at(-1)).toMatchObject({ type: 'denied', reason: 'No.' })
  })

  /** Returns a tool whose calls wait until they are released. */
  function held(name: string, flags: { readonly retryable?: boolean } = {}) {
    const begun: string[] = []
    const ends: ((value: string) => void)[] = []
    const execute = (_: unknown, { call, signal }: ToolRun) => {
      begun.push(call.id)
      return new Promise<string>((resolve, reject) => {
        ends.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    }
    const finishCall = () => {
      for (const end of ends.splice(0)) end('done')
    }
    return { begun, finishCall, tool: defineTool({ name, requiresApproval: true, ...flags, execute }) }
  }

  async function approved(remote: QueueExecutor, call: ToolCall): Promise<Approval> {
    const [outcome] = await remote.dispatch([call])
    if (outcome?.status !== 'waiting') throw new Error('It did not wait.')
    return approveCall(outcome.request)
  }

  test('an approval is used by only one of two workers, even after the call has ended', async () => {
    const { tool, begun, finishCall } = held('pay')
    const work = () =>
      createToolWorker({
        queue: 'paid',
        connection: { port: redis.port },
        tools: [tool],
        concurrency: 1,
        onWarning: () => {},
      })
    const both = [work(), work()]
    const remote = executor({ queue: 'paid', tools: [defineTool({ name: 'pay', requiresApproval: true })] })
    const call = toolCall('1', 'pay')
    const options = { approvals: [await approved(remote, call)] }
    const running = remote.dispatch([call], options)
    await until(() => begun.length === 1)
    // The other worker is free, and this is a separate batch.
    expect(await remote.dispatch([call], options)).toMatchObject([{ status: 'waiting' }])
    finishCall()
    expect(await running).toMatchObject([{ status: 'answered', result: { isError: false } }])
    await Promise.all(both.map((worker) => worker.close()))
    const later = work()
    expect(await remote.dispatch([call], options)).toMatchObject([{ status: 'waiting' }])
    expect(begun).toHaveLength(1)
    await later.close()
  })

  test.each<[string, () => StateStore | undefined]>([
    ['the queue', () => undefined],
    ['a store of the host', () => storeOf(new Map(), true)],
    ['one that cannot compare and write in one step', () => storeOf(new Map(), false)],
  ])('in %s an approval counts also when its worker gave the call back', async (name, make) => {
    const { tool, begun, finishCall } = held('pay', { retryable: true })
    const approvalState = make()
    const queue = `paid again: ${name}`.replaceAll(':', '')
    const work = () =>
      createToolWorker({
        queue,
        connection: { port: redis.port },
        tools: [tool],
        onWarning: () => {},
        ...(approvalState && { approvalState }),
      })
    const first = work()
    const remote = executor({
      queue,
      tools: [defineTool({ name: 'pay', requiresApproval: true, retryable: true })],
    })
    const call = toolCall('1', 'pay')
    const approvals = [await approved(remote, call)]
    const running = remote.dispatch([call], { approvals })
    await until(() => begun.length === 1)
    await first.close(0)
    const second = work()
    await until(() => begun.length === 2)
    finishCall()
    expect(await running).toMatchObject([{ status: 'answered', result: { isError: false } }])
    expect(await remote.dispatch([call], { approvals })).toMatchObject([{ status: 'waiting' }])
    await second.close()
  })

  test('used approvals in the memory of one worker are refused', () => {
    const make = () =>
      createToolWorker({
        queue: 'never made',
        connection: { port: redis.port },
        tools: [],
        approvalState: memoryState(),
      })
    expect(make).toThrow(/redisState.*\/approvalState/)
  })

  test('sequential calls stop at the first error', async () => {
    const calls = [toolCall('s1', 'echo'), toolCall('s2', 'fail'), toolCall('s3', 'once', { id: 's3' })]
    const results = await executor().execute(calls, { mode: 'sequential' })
    expect(results.map(({ isError }) => isError)).toEqual([false, true, true])
    expect(workers.begun()).not.toContain('s3')
  })

  test('tools that may not be used are refused', async () => {
    const results = await executor().execute([toolCall('no', 'once', { id: 'no' })], {
      allowedTools: ['echo'],
    })
    expect(results).toMatchObject([{ isError: true, category: 'policy_blocked' }])
    expect(workers.begun()).not.toContain('no')
  })

  test('omits host data from a large result; a result that is still too large is an error', async () => {
    const [shortened] = await executor().execute([toolCall('large', 'large', { size: 200_000 })])
    expect(shortened).toMatchObject({ isError: false })
    expect(shortened?.raw).toBeUndefined()
    const [media] = await executor().execute([toolCall('huge', 'media', { size: 200_000 })])
    expect(media).toMatchObject({ isError: true })
    expect(textOf(media)).toContain('is too large: the limit is 100,000')
    const tooMuch = toolCall('long', 'echo', { text: 'x'.repeat(2000) })
    const [refused] = await executor({ maxCallBytes: 1000 }).execute([tooMuch])
    expect(textOf(refused)).toContain('The call of')
  })

  test('it works next to an executor in the process', async () => {
    const here = createExecutor({ tools: [defineTool({ name: 'local', execute: () => 'here' })] })
    const both = composeExecutors(here, executor())
    const results = await both.execute([
      toolCall('r', 'echo'),
      toolCall('l', 'local'),
      toolCall('u', 'nobody'),
    ])
    expect(results.map(({ callId, isError }) => [callId, isError])).toEqual([
      ['r', false],
      ['l', false],
      ['u', true],
    ])
  })

  test('a worker that has not got the tool, or has another version of it, gives the call back', async () => {
    const warnings: string[] = []
    const work = (version: string) =>
      createToolWorker({
        queue: 'versions',
        connection: { port: redis.port },
        tools: [
          defineTool({ name: 'made', version, execute: () => version }),
          defineTool({ name: `only ${version}`, execute: () => 1 }),
        ],
        onWarning: ({ message }) => void warnings.push(message),
      })
    const old = work('1')
    const tools = [
      defineTool({ name: 'made', version: '2' }),
      defineTool({ name: 'only 2' }),
      defineTool({ name: 'only 1' }),
    ]
    const remote = executor({ queue: 'versions', tools })
    const calls = [toolCall('a', 'made'), toolCall('b', 'only 2'), toolCall('c', 'only 1')]
    const running = remote.execute(calls)
    await until(() => warnings.length === 2)
    const fresh = work('2')
    expect(await running).toMatchObject([
      { output: { value: '2' } },
      { output: { value: 1 } },
      { output: { value: 1 } },
    ])
    await Promise.all([old.close(), fresh.close()])
  })

  test('a caller waiting for a tool without a worker is informed that it did not begin', async () => {
    const tools = [defineTool({ name: 'elsewhere' })]
    const limit = timerOf(7_654_322)
    const known = async () => (await redis.keys('bull:tools:calls:*')).length
    const before = await known()
    const running = executor({ tools, totalTimeout: 7_654_322 }).dispatch([toolCall('gone', 'elsewhere')])
    await vi.waitFor(async () => expect(await known()).toBe(before + 1), 100_000)
    limit.fire()
    expect(await running).toMatchObject([
      { status: 'not-begun', result: { isError: true, category: 'timeout', retryable: true } },
    ])
  })

  test('a waiting or running call never expires; its result expires', async () => {
    const remote = executor({ queue: 'patient', keepResults: 60_000, tools: [defineTool({ name: 'wait' })] })
    const running = remote.execute([toolCall('a', 'wait')])
    const lives = async () => {
      const [key = ''] = await redis.keys('*:patient:calls:*')
      return redis.command(`PTTL ${key}`)
    }
    await vi.waitFor(async () => expect(await lives()).toBe(':-1'), 10_000)
    const told: string[] = []
    const execute = async () => {
      told.push('begun')
      await until(() => told.includes('end'))
      return 'ended'
    }
    const tools = [defineTool({ name: 'wait', execute })]
    const worker = createToolWorker({ queue: 'patient', connection: { port: redis.port }, tools })
    await until(() => told.includes('begun'))
    await sleep(600)
    expect(await lives()).toBe(':-1')
    told.push('end')
    expect(await running).toMatchObject([{ output: { value: 'ended' } }])
    await worker.close()
    expect(Number((await lives()).slice(1))).toBeGreaterThan(0)
  })

  test('skips no waiting call, also if there are more calls than one look-up returns', {
    timeout: 120_000,
  }, async () => {
    const remote = executor({ queue: 'many', tools: [defineTool({ name: 'wait' })] })
    const waiting = Array.from({ length: 510 }, (_, index) => toolCall(`waits-${index}`, 'wait'))
    const stop = new AbortController()
    const all = remote.execute(waiting, { signal: stop.signal })
    const known = async () => await redis.keys('bull:many:calls:*')
    await vi.waitFor(async () => expect(await known()).toHaveLength(waiting.length), 100_000)
    const before = new Set(await known())
    const last = remote.execute([toolCall('last', 'wait')])
    await vi.waitFor(async () => expect(await known()).toHaveLength(waiting.length + 1), 100_000)
    const [key = ''] = (await known()).filter((name) => !before.has(name))
    // The result is stored, but its event was not sent.
    const client = new Redis(redis.port)
    const result = {
      type: 'tool-result',
      callId: 'last',
      name: 'wait',
      isError: false,
      providerExecuted: false,
    }
    const outcome = { status: 'answered', result: { ...result, output: { type: 'text', value: 'found' } } }
    await client.hset(
      key,
      'outcome',
      JSON.stringify({ ...outcome, ending: { type: 'completed', duration: 0 } }),
    )
    client.disconnect()
    expect(await last).toMatchObject([{ output: { value: 'found' } }])
    stop.abort()
    expect(await all).toHaveLength(waiting.length)
  })

  test('two calls with the same id at the same time in two conversations have separate events', async () => {
    const rounds: (() => void)[] = []
    const tell = defineTool({
      name: 'tell',
      async execute(_, { emit, conversationId }) {
        for (let round = 0; round < 5; round += 1) {
          await new Promise<void>((resolve) => rounds.push(resolve))
          emit(`${conversationId} ${round}`)
        }
        return conversationId
      },
    })
    const worker = createToolWorker({ queue: 'woven', connection: { port: redis.port }, tools: [tell] })
    const chunks: Record<string, string[]> = { a: [], b: [] }
    const ask = (conversationId: string) => {
      const onEvent = (event: ToolEvent) => {
        if (event.type === 'output-chunk') chunks[conversationId]?.push(event.chunk)
      }
      const remote = executor({ queue: 'woven', tools: [defineTool({ name: 'tell' })], onEvent })
      return remote.execute([toolCall('1', 'tell')], { context: { conversationId } })
    }
    const both = Promise.all(['a', 'b'].map(ask))
    for (let round = 0; round < 5; round += 1) {
      await until(() => rounds.length === 2)
      for (const goOn of rounds.splice(0)) goOn()
    }
    expect(await both).toMatchObject([[{ output: { value: 'a' } }], [{ output: { value: 'b' } }]])
    const told = (id: string) => [0, 1, 2, 3, 4].map((round) => `${id} ${round}`)
    expect(chunks).toEqual({ a: told('a'), b: told('b') })
    // The second time, one call is already stored, and the other is still distinct.
    expect(await Promise.all(['b', 'a'].map(ask))).toMatchObject([
      [{ output: { value: 'b' } }],
      [{ output: { value: 'a' } }],
    ])
    expect(rounds).toEqual([])
    await worker.close()
  })

  test('the trace of the caller is sent with the call', async () => {
    const traces: unknown[] = []
    const worker = createToolWorker({
      queue: 'traced',
      connection: { port: redis.port },
      tools: [defineTool({ name: 'traced', execute: () => 1 })],
      telemetry: {
        around: (_told, work) => work(),
        resume(carrier, work) {
          traces.push(carrier)
          return work()
        },
      },
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const telemetry = { carrier: () => ({ traceparent }) }
    const remote = executor({ queue: 'traced', tools: [defineTool({ name: 'traced' })], telemetry })
    expect(await remote.execute([toolCall('a', 'traced')])).toMatchObject([{ isError: false }])
    expect(traces).toEqual([{ traceparent }])
    await worker.close()
  })

  const counting = defineTool({
    name: 'count',
    async execute(_, run) {
      const count = await run.updateState('count', 0, (before) => before + 1)
      return { count, callerId: run.callerId }
    },
  })

  test('a state in memory is refused: another process may run the next call', async () => {
    const make = (context: ToolWorkerOptions['context']) =>
      createToolWorker({
        queue: 'states',
        connection: { port: redis.port },
        tools: [counting],
        ...(context && { context }),
      })
    expect(() => make({ state: memoryState() })).toThrow(/redisState.*\/context\/state/)
    const remote = executor({ queue: 'states', tools: [defineTool({ name: 'count' })] })
    for (const context of [undefined, {}, () => ({}), () => ({ state: memoryState() })]) {
      const worker = make(context)
      const [result] = await remote.execute([toolCall('1', 'count')])
      expect(textOf(result)).toMatch(/A worker cannot have state in memory.*redisState/)
      await worker.close()
    }
  })

  test('context, hooks and events of the worker are as in the process', async () => {
    const events: string[] = []
    const client = new Redis(redis.port)
    const worker = createToolWorker({
      queue: 'own',
      connection: { port: redis.port },
      tools: [counting],
      context: async ({ conversationId = '' }) => ({
        state: redisState((...words) => client.call(...words), { scope: conversationId }),
      }),
      hooks: { before: ({ id }) => (id === 'no' ? { deny: 'Not today.' } : undefined) },
      onEvent: ({ type, callId }) => void events.push(`${type} ${callId}`),
    })
    const remote = executor({ queue: 'own', tools: [defineTool({ name: 'count' })] })
    const ask = (id: string, conversationId: string) =>
      remote.execute([toolCall(id, 'count')], { context: { conversationId, callerId: 'anna' } })
    expect(await ask('1', 'a')).toMatchObject([{ output: { value: { count: 1, callerId: 'anna' } } }])
    expect(await ask('2', 'a')).toMatchObject([{ output: { value: { count: 2 } } }])
    expect(await ask('1', 'b')).toMatchObject([{ output: { value: { count: 1 } } }])
    expect(await ask('no', 'a')).toMatchObject([{ output: { type: 'denied', reason: 'Not today.' } }])
    expect(events).toEqual(expect.arrayContaining(['started 2', 'completed 2', 'denied no']))
    await worker.close()
    client.disconnect()
  })

  test('a context that cannot be had is an error of the call', async () => {
    const worker = createToolWorker({
      queue: 'broken',
      connection: { port: redis.port },
      tools: [defineTool({ name: 'never', execute: () => 1 })],
      context() {
        throw new Error('No such conversation.')
      },
    })
    const remote = executor({ queue: 'broken', tools: [defineTool({ name: 'never' })] })
    const [result] = await remote.execute([toolCall('never', 'never')])
    expect(textOf(result)).toBe('No such conversation.')
    await worker.close()
  })

  test('a client of the host is used, and stays open', async () => {
    const connection = new Redis(redis.port, { maxRetriesPerRequest: null })
    const worker = createToolWorker({
      queue: 'shared',
      connection,
      tools: [
        defineTool({
          name: 'loud',
          execute: async function* (_, { emit }) {
            emit('kept')
            yield 'x'.repeat(300_000)
            return 'end'
          },
        }),
      ],
      onWarning({ message }) {
        warnings.push(message)
        throw new Error('Who listens fails.')
      },
    })
    const warnings: string[] = []
    const events: string[] = []
    const remote = executor({
      queue: 'shared',
      connection,
      tools: [defineTool({ name: 'loud' })],
      onEvent: ({ type }) => void events.push(type),
    })
    expect(await remote.execute([toolCall('loud', 'loud')])).toMatchObject([{ output: { value: 'end' } }])
    await remote.flush()
    // The worker's host receives a warning about events that are too large to forward.
    expect(warnings.join()).toContain('an event (preliminary) of loud was not forwarded')
    expect(events.filter((type) => type !== 'preliminary')).toEqual(['started', 'output-chunk', 'completed'])
    await Promise.all([worker.close(), remote.close()])
    expect(await connection.ping()).toBe('PONG')
    connection.disconnect()
  })

  test('closing answers waiting calls, and a closed executor answers at once', async () => {
    const remote = executor()
    const running = remote.execute([toolCall('closing', 'once', { id: 'closing', milliseconds: 500 })], {
      context: { conversationId: 'closing' },
    })
    await until(() => workers.begun().includes('closing'))
    await remote.close()
    expect(await running).toMatchObject([{ isError: true, category: 'cancelled' }])
    expect(await remote.execute([toolCall('closed', 'echo')])).toMatchObject([{ category: 'cancelled' }])
    // The worker continued, and its result is stored.
    const options = { context: { conversationId: 'closing' } }
    const call = toolCall('closing', 'once', { id: 'closing', milliseconds: 500 })
    expect(await executor().execute([call], options)).toMatchObject([{ isError: false }])
    expect(workers.begun().filter((id) => id === 'closing')).toHaveLength(1)
  })

  test('invalid numbers are rejected when the executor is created', () => {
    const wrong = [{ totalTimeout: 0 }, { keepResults: 5 }, { maxCallBytes: Number.NaN }]
    for (const options of wrong) expect(() => executor(options)).toThrow(/expected a number/)
    const worker = { queue: 'tools', connection: { port: redis.port }, tools: [] }
    for (const options of [
      { concurrency: 0 },
      { lease: 10 },
      { maxRuns: 0 },
      { maxResultBytes: 1 },
      { timeout: -1 },
    ])
      expect(() => createToolWorker({ ...worker, ...options })).toThrow(/expected a number/)
  })

  test('a bare address is rejected with the expected form', () => {
    const address = `redis://127.0.0.1:${redis.port}`
    for (const connection of [address, new URL(address), undefined]) {
      const options = { queue: 'tools', connection: {}, tools: [] }
      Reflect.set(options, 'connection', connection)
      for (const make of [createQueueExecutor, createToolWorker])
        expect(() => make(options)).toThrow(/expected an object such as \{ url \}/)
    }
  })
})
