import { expect } from 'vitest'

function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of processor time that work takes: a machine that does other things besides makes it no longer. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = processor()
  await work()
  return processor() - before
}

/** How much longer the larger of two sizes may take: linear is 8 times, a square would be 64 times. */
const FACTOR = 8
const MOST = 32
/** Shorter times say more of the collector and the compiler than of the work. */
const SHORTEST_MILLISECONDS = 8
/** Now and then the collector walks through all that a process holds: not every time. */
const TRIES = 6

/**
 * Work of a size takes time in proportion to it: eight times as much as of an eighth.
 * @param size should be large enough for some 10 milliseconds.
 */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  const part = Math.ceil(size / FACTOR)
  await work(part)
  const small = Math.max(
    Math.min(await processorTime(() => work(part)), await processorTime(() => work(part))),
    SHORTEST_MILLISECONDS,
  )
  let most = Number.POSITIVE_INFINITY
  for (let count = 0; count < TRIES && most >= MOST; count += 1)
    most = Math.min(most, (await processorTime(() => work(size))) / small)
  expect(most).toBeLessThan(MOST)
}
