import { describe, expect, test } from 'vitest'
import type { Lack } from '../../src/codec/wire/contract.js'
import { allAdapters, formats, isReadOnly, type LoadedAdapter } from './adapters.js'
import { someOf } from './cases.js'
import { type Exchange, exchangesOf } from './exchanges.js'

/** The problems of an item, if any. */
export type Verdict = string | undefined | readonly string[]

/**
 * Judges each item and fails once, with all problems. A law that breaks on one recording often breaks on
 * fifty, and the list shows the pattern.
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

/** Returns the project's stack frame of an unexpected error. */
function origin(error: Error): string {
  const line = error.stack?.split('\n').find((frame) => /\/(src|adapters)\//.test(frame))
  return line === undefined ? '' : ` ${line.trim().replace(/file:\/\/|\/.*\/(?=(src|adapters)\/)/g, '')}`
}

/** A law's requirements for an adapter: these codecs, and encoding (`writing`). */
export type Needs = readonly (Lack | 'writing')[]

function meets(loaded: LoadedAdapter, needs: Needs): boolean {
  return needs.every((need) => (need === 'writing' ? !isReadOnly(loaded) : !loaded.adapter.lacks.has(need)))
}

/** Defines one test per adapter that meets the law's requirements. */
export function forEachAdapter(
  title: string,
  needs: Needs,
  run: (loaded: LoadedAdapter) => void | Promise<void>,
): void {
  describe(title, () => {
    for (const loaded of allAdapters) if (meets(loaded, needs)) test(loaded.wire, () => run(loaded))
  })
}

/**
 * Defines one test per ordered pair of different adapters that meet the law's requirements. The second one is
 * the target.
 */
export function forEachPair(
  title: string,
  needs: Needs,
  run: (from: LoadedAdapter, to: LoadedAdapter) => void,
): void {
  const able = allAdapters.filter((loaded) => meets(loaded, needs))
  const pairs = able.flatMap((from) =>
    able.flatMap((to) => (from === to || isReadOnly(to) ? [] : [{ from, to }])),
  )
  describe(title, () => {
    for (const { from, to } of someOf(pairs, MOST_PAIRS, title))
      test(`${from.wire} to ${to.wire}`, () => run(from, to))
  })
}

/**
 * The number of pairs grows quadratically with the wires. A run tries this many pairs, different ones each
 * time. A deep run tries all.
 */
const MOST_PAIRS = 80

/**
 * Returns the exchanges that a law tries on a pair. Between two providers' wires: some fixtures and
 * recordings, or all of them in a deep run. Other formats get a share of the recordings, so that each
 * recording goes to one format. Law 17 uses all of them everywhere.
 */
export function exchangesBetween(from: LoadedAdapter, to: LoadedAdapter): readonly Exchange[] {
  const share = formats.indexOf(to)
  const own = exchangesOf(from.wire)
  const recorded = own
    .filter((exchange) => !isFixture(exchange))
    .filter((_, index) => share === -1 || index % formats.length === share)
  return [...someOf(own.filter(isFixture), 5), ...someOf(recorded, 1)]
}

/** Returns all fixtures of a wire, and some of its recordings. */
export function someExchangesOf(wire: string): Exchange[] {
  const own = exchangesOf(wire)
  return [...own.filter(isFixture), ...someOf(own.filter((exchange) => !isFixture(exchange)))]
}

function isFixture({ id, wire }: Exchange): boolean {
  return id.startsWith(`${wire}/`)
}
