import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Queue } from 'bullmq'
import { expect, type TestContext, test, vi } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import type { ToolEvent } from '../../src/tools/index.js'
import {
  createQueueExecutor,
  type QueueExecutor,
  type QueueExecutorOptions,
} from '../../src/tools/queue/index.js'
import { someOf } from '../support/cases.js'
import { projectRoot } from '../support/project.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { remoteTools, textOf, until, Workers } from './support/workers.js'

const run = promisify(execFile)
const HOUR = 3_600_000
/** The shortest possible lease, because the tests wait until a worker counts as dead. */
const LEASE = 1000
/** For tests in which a worker must not count as dead on a busy machine. */
const LONG_LEASE = 5000

/** The resources of one test. */
interface Setting {
  readonly redis: TestRedis
  readonly queue: string
  readonly workers: Workers
  executor(options?: Partial<QueueExecutorOptions>): QueueExecutor
}

/** Starts a server, a queue and workers of one test. The tests mostly wait, so they run concurrently. */
async function settle({ onTestFinished }: TestContext, count: number): Promise<Setting> {
  const redis = await startRedis()
  const queue = 'failures'
  const workers = new Workers({ port: redis.port, queue, lease: LEASE, concurrency: 4 })
  const open: QueueExecutor[] = []
  onTestFinished(async () => {
    await Promise.all(open.map((executor) => executor.close()))
    await workers.close()
    await redis.close()
  })
  await Promise.all(Array.from({ length: count }, () => workers.start()))
  function executor(options: Partial<QueueExecutorOptions> = {}): QueueExecutor {
    const shared = { queue, connection: { port: redis.port }, tools: remoteTools, onWarning: () => {} }
    const made = createQueueExecutor({ ...shared, ...options })
    open.push(made)
    return made
  }
  return { redis, queue, workers, executor }
}

function callsOf(name: string, count: number, milliseconds: number) {
  return Array.from({ length: count }, (_, index) => {
    const id = `${name}-${index}`
    return toolCall(id, name, { id, milliseconds })
  })
}

describeWithRedis('when something breaks, each call still has one result', () => {
  test.concurrent('row 18: calls of a killed worker run again only if retryable', async (context) => {
    const { workers, executor } = await settle(context, 0)
    const worker = await workers.start()
    const events: ToolEvent[] = []
    const remote = executor({ onEvent: (event) => void events.push(event) })
    const calls = [...callsOf('once', 2, 3000), ...callsOf('again', 2, 3000)]
    const running = remote.execute(calls)
    // A tool starts before its start event is forwarded, and a killed worker sends no further events.
    await until(() => workers.begun().length === 4)
    await until(() => events.filter(({ type }) => type === 'started').length === 4)
    worker.kill('SIGKILL')
    const here = workers.startHere()
    const results = await running
    await here.close()
    expect(results.map(({ callId, isError }) => [callId, isError])).toEqual([
      ['once-0', true],
      ['once-1', true],
      ['again-0', false],
      ['again-1', false],
    ])
    expect(results[0]).toMatchObject({ category: 'server_error', retryable: false })
    expect(textOf(results[0])).toContain('It is unknown whether the call took effect')
    expect(workers.begun().toSorted()).toEqual([
      'again-0',
      'again-0',
      'again-1',
      'again-1',
      'once-0',
      'once-1',
    ])
    await remote.flush()
    const again = events.filter(({ callId }) => callId === 'again-0').map(({ type }) => type)
    expect(again).toEqual(['started', 'retrying', 'started', 'completed'])
    const once = events.filter(({ callId }) => callId === 'once-0').map(({ type }) => type)
    expect(once).toEqual(['started', 'failed'])
  })

  test.concurrent('a call that kills each of its workers is abandoned', async (context) => {
    const { workers, executor } = await settle(context, 0)
    const running = executor().execute(callsOf('again', 1, 60_000))
    for (const times of [1, 2, 3]) {
      const worker = await workers.start({ maxRuns: 3 })
      await until(() => workers.begun().length === times, 20_000)
      worker.kill('SIGKILL')
    }
    const here = workers.startHere()
    const results = await running
    await here.close()
    expect(results).toMatchObject([{ isError: true, category: 'server_error', retryable: false }])
    expect(workers.begun()).toHaveLength(3)
  })

  test.concurrent('Redis killed and started again in the middle', async (context) => {
    const { redis, workers, executor } = await settle(context, 2)
    const remote = executor()
    const calls = [...callsOf('once', 100, 60), ...callsOf('again', 100, 60)]
    const running = remote.execute(calls)
    await until(() => workers.begun().length > 10)
    await redis.stop('SIGKILL')
    await sleep(300)
    await redis.start()
    const results = await running
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ id }) => id))
    const once = workers.begun().filter((id) => id.startsWith('once'))
    expect(new Set(once).size).toBe(once.length)
    expect(results.filter(({ isError }) => isError).map(textOf)).toEqual([])
    // Executors and workers continue.
    expect(await remote.execute([toolCall('after', 'echo', { a: 1 })])).toMatchObject([{ isError: false }])
  })

  test.concurrent('if Redis is unreachable for longer than a worker may be silent, running calls still return their results', async (context) => {
    const { redis, workers, executor } = await settle(context, 2)
    const warnings: string[] = []
    const remote = executor({ onWarning: ({ message }) => void warnings.push(message) })
    const running = remote.execute(callsOf('once', 2, 8000))
    await until(() => workers.begun().length === 2)
    await redis.stop()
    await sleep(2 * LEASE)
    await redis.start()
    expect((await running).map(({ isError }) => isError)).toEqual([false, false])
    expect(workers.begun()).toHaveLength(2)
    expect(warnings.length).toBeGreaterThan(0)
  })

  test.concurrent('Redis that lost everything: calls that may have begun are not run again', async (context) => {
    const { redis, workers, executor } = await settle(context, 1)
    const end = join(mkdtempSync(join(tmpdir(), 'lost-')), 'end')
    const endless = toolCall('once-0', 'once', { id: 'once-0', milliseconds: 20, until: end })
    const running = executor().execute([endless, ...callsOf('again', 1, 1500)])
    await until(() => workers.begun().length === 2)
    await redis.command('FLUSHALL')
    const [once, again] = await running
    writeFileSync(end, '')
    expect(textOf(once)).toContain('It is unknown')
    expect(again?.isError).toBe(false)
    expect(workers.begun().filter((id) => id.startsWith('once'))).toHaveLength(1)
  })

  test.concurrent.for(someOf([HOUR, -HOUR], 1, 'clocks'))(
    'a second machine whose clock is %i ms off',
    async (offset, context) => {
      const { workers, executor } = await settle(context, 1)
      const shifted = await workers.start({}, offset)
      const remote = executor()
      const calls = [...callsOf('once', 60, 20), ...callsOf('again', 20, 20)]
      const results = await remote.execute(calls, { context: { conversationId: 'clock' } })
      expect(results.filter(({ isError }) => isError)).toEqual([])
      const pids = results.map(({ output }) => JSON.stringify(output).match(/"pid":(\d+)/)?.[1])
      expect(new Set(pids)).toContain(String(shifted.pid))
      expect(new Set(pids).size).toBe(2)
      // Results are kept regardless of the clock that wrote them.
      expect(await executor().execute(calls, { context: { conversationId: 'clock' } })).toEqual(results)
      expect(workers.begun()).toHaveLength(80)
      // A dead worker is detected by the worker with the other clock.
      const running = remote.execute(callsOf('again', 4, 1500))
      await until(() => workers.begun().length >= 82)
      shifted.kill('SIGKILL')
      expect((await running).map(({ isError }) => isError)).toEqual([false, false, false, false])
    },
  )

  test.concurrent('without Redis: the batch ends in time, closing does, and the process does', async (context) => {
    const { redis, executor } = await settle(context, 0)
    await redis.stop()
    const remote = executor({ totalTimeout: 500 })
    const [result] = await remote.execute(callsOf('once', 1, 0))
    expect(result).toMatchObject({ isError: true, category: 'timeout' })
    await remote.close()
    const { stdout } = await run(process.execPath, ['test/bullmq/support/asker.mjs', String(redis.port)], {
      cwd: projectRoot,
      timeout: 110_000,
    })
    expect(stdout.trim().split('\n')).toEqual(['timeout', 'closed', 'worker closed'])
  })

  test.concurrent('a process ends when executor and worker are closed', async (context) => {
    const { redis, workers, executor } = await settle(context, 0)
    const worker = await workers.start()
    expect(await executor().execute([toolCall('one', 'echo', {})])).toMatchObject([{ isError: false }])
    expect(await Workers.end(worker)).toBe(0)
    const { stdout } = await run(process.execPath, ['test/bullmq/support/asker.mjs', String(redis.port)], {
      cwd: projectRoot,
      timeout: 110_000,
    })
    expect(stdout.trim().split('\n')).toEqual(['timeout', 'closed', 'worker closed'])
  })

  test.concurrent('a closing worker finishes its calls, or aborts them after the given time', async (context) => {
    const { workers, executor } = await settle(context, 0)
    const worker = await workers.start()
    const running = executor().execute(callsOf('once', 1, 1000))
    await until(() => workers.begun().length === 1)
    expect(await Workers.end(worker)).toBe(0)
    expect(await running).toMatchObject([{ isError: false }])
    const other = await workers.start({ grace: 200 })
    const late = executor().execute([toolCall('late', 'once', { id: 'late', milliseconds: 30_000 })])
    await until(() => workers.begun().length === 2)
    expect(await Workers.end(other)).toBe(0)
    expect(await late).toMatchObject([{ isError: true, category: 'cancelled' }])
    expect(textOf((await late)[0])).toContain('its worker was shut down. It may have taken effect.')
  })

  test.concurrent('a worker that ends returns calls that may run again to the queue', async (context) => {
    const { workers, executor } = await settle(context, 0)
    const ending = await workers.start({ grace: 100, maxRuns: 1 })
    const call = toolCall('moved', 'again', { id: 'moved', milliseconds: 5000 })
    const running = executor().dispatch([call])
    await until(() => workers.begun().length === 1)
    expect(await Workers.end(ending)).toBe(0)
    await workers.start({ maxRuns: 1 })
    expect(await running).toMatchObject([{ status: 'answered', result: { isError: false } }])
    expect(workers.begun()).toEqual(['moved', 'moved'])
  })

  test.concurrent('a tool that blocks its worker costs the other calls nothing', async (context) => {
    const { redis, workers, executor } = await settle(context, 0)
    await workers.start({ lease: LONG_LEASE })
    const end = join(mkdtempSync(join(tmpdir(), 'block-')), 'end')
    const calls = [
      toolCall('other', 'once', { id: 'other', milliseconds: 1000 }),
      toolCall('block', 'block', { until: end }),
    ]
    const running = executor().execute(calls)
    await until(() => workers.begun().length === 2)
    await workers.start({ lease: LONG_LEASE })
    await sleep(LONG_LEASE + 1000)
    // Heartbeats that were not renewed have expired by now. On a busy machine they are late; a blocked worker
    // never sends any.
    await vi.waitFor(async () => expect(await redis.keys('*:alive:*')).toHaveLength(2), 60_000)
    writeFileSync(end, '')
    expect(await running).toMatchObject([{ isError: false }, { isError: false }])
    expect(workers.begun().toSorted()).toEqual(['block', 'other'])
  })

  test.concurrent('a Redis that rejects writes: the call is answered, and finished results are not lost', async (context) => {
    const { redis, workers, executor } = await settle(context, 0)
    const warnings: string[] = []
    const here = workers.startHere({ onWarning: ({ message }) => void warnings.push(message) })
    const remote = executor()
    const running = remote.execute(callsOf('once', 1, 1000))
    await until(() => workers.begun().length === 1)
    await redis.command('CONFIG SET maxmemory 1')
    const [refused] = await remote.execute([toolCall('full', 'again', { id: 'full' })])
    expect(refused).toMatchObject({ isError: true, category: 'network_error', retryable: true })
    await redis.command('CONFIG SET maxmemory 0')
    expect(await running).toMatchObject([{ isError: false }])
    expect(warnings.join()).toContain('could not be stored')
    expect(workers.begun()).toEqual(['once-0'])
    await here.close()
  })

  test.concurrent('a caller that left no longer waits: the remaining callers can stop the tool', async (context) => {
    const { redis, workers, executor } = await settle(context, 1)
    const calls = callsOf('once', 1, 60_000)
    const conversation = { context: { conversationId: 'left-alone' } }
    const controller = new AbortController()
    const first = executor()
    const leaving = first.execute(calls, conversation)
    await until(() => workers.begun().length === 1)
    const staying = executor().execute(calls, { ...conversation, signal: controller.signal })
    const signs = () => redis.keys('*:here')
    while ((await signs()).length < 2) await sleep(20)
    // A killed worker does not close, so its heartbeat expires.
    for (const sign of await signs()) expect(await redis.command(`PTTL ${sign}`)).toMatch(/^:\d+$/)
    await first.close()
    expect(await leaving).toMatchObject([{ isError: true, category: 'cancelled' }])
    expect(await signs()).toHaveLength(1)
    controller.abort()
    expect(textOf((await staying)[0])).toContain('It may have taken effect')
    await until(() => workers.stopped().length === 1)
    expect(await executor().execute(calls, conversation)).toMatchObject([{ category: 'cancelled' }])
  })

  test.concurrent('a job that vanishes before it began is handed in again', async (context) => {
    const { redis, queue, workers, executor } = await settle(context, 0)
    const running = executor().execute(callsOf('once', 2, 10))
    const bull = new Queue(queue, { connection: { port: redis.port } })
    while ((await bull.getWaitingCount()) < 2) await sleep(20)
    await bull.drain()
    const here = workers.startHere()
    expect(await running).toMatchObject([{ isError: false }, { isError: false }])
    expect(workers.begun()).toHaveLength(2)
    await Promise.all([here.close(), bull.close()])
  })

  test.concurrent('a foreign job fails, and the worker continues', async (context) => {
    const { redis, queue, workers, executor } = await settle(context, 0)
    const here = workers.startHere()
    const remote = executor()
    const foreign = new Queue(queue, { connection: { port: redis.port } })
    for (const data of [{}, null, { asked: '{' }, { asked: '{"format":99}' }]) await foreign.add('x', data)
    expect(await remote.execute([toolCall('ours', 'echo', {})])).toMatchObject([{ isError: false }])
    await Promise.all([foreign.close(), here.close()])
  })
})
