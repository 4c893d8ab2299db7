import { describe, expect, test } from 'vitest'
import { adapters, type LoadedAdapter } from './adapters.js'

/** What is wrong with an item, or nothing. */
export type Verdict = string | undefined | readonly string[]

/**
 * Asks for a verdict on each item and fails once, with all that is wrong: a law that breaks on one recording often breaks
 * on fifty, and the list shows the pattern.
 */
export function holdsFor<Item extends { readonly id: string }>(
  items: readonly Item[],
  judge: (item: Item) => Verdict,
): void {
  const wrong = items.flatMap((item) =>
    [judged(item, judge)].flat().map((problem) => `${item.id}: ${problem}`),
  )
  const more = wrong.length > 25 ? [`… and ${wrong.length - 25} more`] : []
  expect([...wrong.slice(0, 25), ...more], `of ${items.length} items`).toEqual([])
}

function judged<Item>(item: Item, judge: (item: Item) => Verdict): readonly string[] {
  try {
    return [judge(item) ?? []].flat()
  } catch (error) {
    return [error instanceof Error ? `threw ${String(error)}${origin(error)}` : String(error)]
  }
}

/** Where in the project an error that nobody expected came from. */
function origin(error: Error): string {
  const line = error.stack?.split('\n').find((frame) => /\/(src|adapters)\//.test(frame))
  return line === undefined ? '' : ` ${line.trim().replace(/file:\/\/|\/.*\/(?=(src|adapters)\/)/g, '')}`
}

/** One test per adapter; a placeholder says so while there is none. */
export function forEachAdapter(title: string, run: (loaded: LoadedAdapter) => void | Promise<void>): void {
  describe(title, () => {
    if (adapters.length === 0) test.skip('no adapters yet', () => undefined)
    for (const loaded of adapters) test(loaded.wire, () => run(loaded))
  })
}

/** One test per ordered pair of different adapters. */
export function forEachPair(title: string, run: (from: LoadedAdapter, to: LoadedAdapter) => void): void {
  describe(title, () => {
    if (adapters.length < 2) test.skip('fewer than two adapters yet', () => undefined)
    for (const from of adapters)
      for (const to of adapters) if (from !== to) test(`${from.wire} to ${to.wire}`, () => run(from, to))
  })
}
