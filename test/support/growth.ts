import { expect } from 'vitest'

/** Milliseconds of processor time that work takes: a machine that does other things besides makes it no longer. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

async function least(work: () => unknown, times: number): Promise<number> {
  let time = Number.POSITIVE_INFINITY
  for (let count = 0; count < times; count += 1) time = Math.min(time, await processorTime(work))
  return time
}

/** How much longer the larger of two sizes may take: linear is 8 times, a square would be 64 times. */
const FACTOR = 8
const MOST = 32
/** Shorter times say more of the collector and the compiler than of the work. */
const SHORTEST_MILLISECONDS = 8

/**
 * Work of a size takes time in proportion to it: eight times as much as of an eighth.
 * @param size should be large enough for some 10 milliseconds.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const part = Math.ceil(size / FACTOR)
  await work(part)
  const small = Math.max(await least(() => work(part), 2), SHORTEST_MILLISECONDS)
  expect((await least(() => work(size), 1)) / small).toBeLessThan(MOST)
}
