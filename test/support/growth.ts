import { expect } from 'vitest'

function processor(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the processor time of work in milliseconds. Other load on the machine does not increase it. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = processor()
  await work()
  return processor() - before
}

/** The accepted growth between the two sizes: linear is 8 times, quadratic would be 64 times. */
const FACTOR = 8
const MOST = 32
/** Shorter times depend more on the garbage collector and the compiler than on the work. */
const SHORTEST_MILLISECONDS = 8
/** Repeats the measurement, since the garbage collector occasionally scans the complete heap. */
const TRIES = 6

/**
 * Expects work to take time in proportion to its size: eight times as much as for an eighth.
 * @param size should be large enough for about 10 milliseconds.
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
