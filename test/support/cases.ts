import { expect } from 'vitest'
import { stableHash } from '../../src/base/model/ids.js'
import { seededRandom } from './values.js'

/**
 * `npm run test:deep` tries every case of the long tests. `npm test` tries a share of them, which differs in
 * each run.
 */
export const isDeep = process.env.DEEP === '1'

/**
 * Selects the share: `SEED=… npm test` repeats the selection of a run. The config passes the seed to all
 * files, and prints it.
 */
export const seed = Number(process.env.SEED)

/** One of so many cases is tried. `npm run wire` tries fewer. */
const SHARE = Number(process.env.SHARE ?? 20)

/** True if every case of `someLocally` is tried. */
export const isComplete = isDeep || process.env.CI === 'true'

/**
 * Returns all items in CI and in a deep run, and a few of them in `npm test`, selected like those of `someOf`.
 * For lists of slow cases that every merge must try.
 */
export function someLocally<Item>(items: readonly Item[], atLeast = 1, title?: string): readonly Item[] {
  return isComplete ? items : someOf(items, atLeast, title)
}

/**
 * In a deep run all; else a share, but at least some: others in each test. They stay in their order.
 * @param title distinguishes the draw from others. It is required outside of a test, where the cases are
 * listed.
 */
export function someOf<Item>(
  items: readonly Item[],
  atLeast = 3,
  title = expect.getState().currentTestName ?? '',
): readonly Item[] {
  if (isDeep) return items
  const random = seededRandom(Number.parseInt(stableHash(`${seed} ${title}`).slice(0, 8), 16) | 0)
  const drawn = items.map((item, index) => ({ item, index, lot: random() }))
  const wanted = Math.max(atLeast, Math.ceil(items.length / SHARE))
  const chosen = drawn.sort((one, other) => one.lot - other.lot).slice(0, wanted)
  return chosen.sort((one, other) => one.index - other.index).map(({ item }) => item)
}

/** Returns the number of runs of a property, and its seed. */
export function tries(count: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: isDeep ? count : Math.ceil(count / SHARE), seed }
}
