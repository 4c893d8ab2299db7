import { expect } from 'vitest'
import { stableHash } from '../../src/base/model/ids.js'
import { seededRandom } from './values.js'

/**
 * `npm run test:deep` tries every case of the long tests. CI tries a share of them, and `npm test` a third of
 * this share, which differs in each run.
 */
export const isDeep = process.env.DEEP === '1'

/**
 * Selects the share: `SEED=… npm test` repeats the selection of a run. The config passes the seed to all
 * files, and prints it.
 */
export const seed = Number(process.env.SEED)

/** True if every case of `someLocally` is tried: in CI, under coverage and in a deep run. */
export const isComplete = isDeep || process.env.COMPLETE === '1'

/** One of so many cases is tried in CI. `npm run wire` tries fewer. */
const SHARE = Number(process.env.SHARE ?? 20)

/** `npm test` tries one of so many cases that CI tries. */
const LOCALLY = isComplete ? 1 : 3

/**
 * Returns all items in CI and in a deep run, and a few of them in `npm test`, selected like those of `someOf`.
 * For lists of slow cases that every merge must try.
 */
export function someLocally<Item>(
  items: readonly Item[],
  atLeast = 1,
  title = currentTitle(),
): readonly Item[] {
  return isComplete ? items : draw(items, Math.max(atLeast, items.length / SHARE), title)
}

/**
 * In a deep run all. In CI a share, but at least some: others in each test. In `npm test` a third of those. They
 * stay in their order.
 * @param title distinguishes the draw from others. It is required outside of a test, where the cases are
 * listed.
 */
export function someOf<Item>(items: readonly Item[], atLeast = 3, title = currentTitle()): readonly Item[] {
  return isDeep ? items : draw(items, Math.max(atLeast, items.length / SHARE) / LOCALLY, title)
}

function currentTitle(): string {
  return expect.getState().currentTestName ?? ''
}

/** Returns so many items, selected by the seed and the title. */
function draw<Item>(items: readonly Item[], count: number, title: string): readonly Item[] {
  const random = seededRandom(Number.parseInt(stableHash(`${seed} ${title}`).slice(0, 8), 16) | 0)
  const drawn = items.map((item, index) => ({ item, index, lot: random() }))
  const chosen = drawn.sort((one, other) => one.lot - other.lot).slice(0, Math.ceil(count))
  return chosen.sort((one, other) => one.index - other.index).map(({ item }) => item)
}

/** Returns the number of runs of a property, and its seed. */
export function tries(count: number): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: isDeep ? count : Math.ceil(count / SHARE / LOCALLY), seed }
}
