import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { toolCall } from '../../src/base/model/create.js'
import type { ToolResult } from '../../src/base/model/types.js'
import { createQueueExecutor } from '../../src/tools/queue/index.js'
import { someOf } from '../support/cases.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { remoteTools, textOf, Workers } from './support/workers.js'

// The full test of the claim: TOOLWIRE_QUEUE_CALLS=10000 npx vitest run test/bullmq/claim.test.ts
const COUNT = Number(process.env['TOOLWIRE_QUEUE_CALLS'] ?? 300)
const WORKERS = 4
/**
 * Milliseconds after which a worker counts as dead. On a busy machine processes may pause for a second or
 * two.
 */
const LEASE = COUNT < 1000 ? 2000 : 5000
/** Milliseconds between two kills. */
const PERIOD = COUNT < 1000 ? 300 : 1000
/** Limits the kills, because a machine that starts processes too slowly would make no progress. */
const MOST_KILLS = Math.ceil(COUNT / 50)
const HOUR = 3_600_000

describeWithRedis(`${COUNT} calls over ${WORKERS} workers, one killed every ${PERIOD} ms`, () => {
  let redis: TestRedis
  let workers: Workers
  afterEach(async () => {
    await workers.close()
    await redis.close()
  })

  const cases = [
    { title: 'row 18: each call has one result; non-retryable calls run once', restarts: 0, offset: 0 },
    { title: 'the same while Redis is killed and started again', restarts: 2, offset: 0 },
    { title: 'the same with clocks an hour off', restarts: 0, offset: HOUR },
  ]
  test.each(someOf(cases, 1, 'the claim'))('$title', { timeout: 900_000 }, async ({ restarts, offset }) => {
    redis = await startRedis()
    workers = new Workers({ port: redis.port, queue: 'claim', concurrency: 8, lease: LEASE })
    const offsets = [0, offset, -offset, offset / 2]
    await Promise.all(offsets.map((clockOffset) => workers.start({}, clockOffset)))
    const remote = createQueueExecutor({
      queue: 'claim',
      connection: { port: redis.port },
      tools: remoteTools,
      onWarning: () => {},
    })
    const calls = Array.from({ length: COUNT }, (_, index) => {
      const id = `call-${index}`
      return toolCall(id, index % 2 === 0 ? 'once' : 'again', { id, milliseconds: 5 + (index % 50) })
    })
    const start = performance.now()
    let isOver = false
    const execution = remote.execute(calls).finally(() => {
      isOver = true
    })
    const breaking = Promise.all([killing(() => isOver, offset), restarting(restarts)])
    const results = await execution
    const seconds = (performance.now() - start) / 1000
    const [kills] = await breaking
    await remote.close()
    check(
      results,
      calls.map(({ id }) => id),
    )
    report(results, seconds, kills, restarts, offset)
  })

  /** Kills one worker after the other and starts replacements. Returns the number of kills. */
  async function killing(isOver: () => boolean, offset: number): Promise<number> {
    const starting: Promise<unknown>[] = []
    let kills = 0
    while (kills < MOST_KILLS) {
      await sleep(PERIOD)
      if (isOver()) break
      if (!workers.killOne()) continue
      kills += 1
      starting.push(workers.start({}, kills % 2 === 0 ? 0 : offset))
    }
    await Promise.all(starting)
    return kills
  }

  async function restarting(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      await sleep(1500 + COUNT / 2)
      await redis.stop('SIGKILL')
      await sleep(200)
      await redis.start()
    }
  }

  function check(results: readonly ToolResult[], ids: readonly string[]): void {
    expect(results.map(({ callId }) => callId)).toEqual(ids)
    const begun = workers.begun()
    const once = begun.filter((id) => Number(id.slice(5)) % 2 === 0)
    expect(once.filter((id, index) => once.indexOf(id) !== index)).toEqual([])
    const failed = results.filter(({ isError }) => isError)
    expect(failed.filter((result) => !/wa(s|re) lost/.test(textOf(result))).map(textOf)).toEqual([])
    // Calls with a result have run, and retryable calls were not given up.
    const wasRun = new Set(begun)
    expect(results.filter(({ isError, callId }) => !isError && !wasRun.has(callId))).toEqual([])
  }

  function report(
    results: readonly ToolResult[],
    seconds: number,
    kills: number,
    restarts: number,
    offset: number,
  ): void {
    const unknown = results.filter(({ isError }) => isError)
    const begun = workers.begun()
    const again = begun.length - new Set(begun).size
    console.log(
      `${results.length} calls in ${seconds.toFixed(1)} s: ${kills} workers killed, ${restarts} restarts of Redis, ` +
        `clocks ${offset} ms off; ${results.length - unknown.length} answered by their tool, ` +
        `${unknown.filter(({ name }) => name === 'once').length} not known, ` +
        `${unknown.filter(({ name }) => name === 'again').length} given up; ${again} retryable runs repeated`,
    )
    for (const result of unknown.filter(({ name }) => name === 'again'))
      console.log(
        `given up: ${textOf(result)} It began ${begun.filter((id) => id === result.callId).length} times.`,
      )
  }
})
