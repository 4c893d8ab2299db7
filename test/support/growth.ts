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

/** The ratio of the two sizes: linear work grows 8 times, quadratic work 64 times. */
const FACTOR = 8
/** Repeats the measurement, since the garbage collector occasionally scans the complete heap. */
const TRIES = 6

/** Options of `expectLinear`. Lower values find quadratic work at smaller sizes. */
export interface GrowthLimits {
  /** The accepted growth between the two sizes. Default: 32. */
  readonly growth?: number
  /**
   * The shortest time that is compared. Shorter times depend more on the garbage collector and the compiler
   * than on the work. Default: 8.
   */
  readonly shortestMilliseconds?: number
}

/**
 * Expects work to take time in proportion to its size: eight times as much as for an eighth. Work that is too
 * quick to exceed the accepted growth is measured once.
 * @param size should be large enough for about 10 milliseconds.
 */
export async function expectLinear(
  work: (size: number) => unknown,
  size: number,
  { growth = 32, shortestMilliseconds = 8 }: GrowthLimits = {},
): Promise<void> {
  let large = await processorTime(() => work(size))
  if (large < growth * shortestMilliseconds) return
  const part = Math.ceil(size / FACTOR)
  const small = Math.max(
    Math.min(await processorTime(() => work(part)), await processorTime(() => work(part))),
    shortestMilliseconds,
  )
  for (let count = 1; count < TRIES && large / small >= growth; count += 1)
    large = Math.min(large, await processorTime(() => work(size)))
  expect(large / small).toBeLessThan(growth)
}
