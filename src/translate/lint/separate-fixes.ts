import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray } from '../../base/json/read-json.js'
import { parentPath } from './fixes.js'
import type { Violation } from './rule.js'

/** A violation with a fix. */
export type FixableViolation = Violation & Required<Pick<Violation, 'fix'>>

/** A fix that only removes one element from a list. */
export interface Removal {
  readonly list: string
  /** The number of elements in the list. */
  readonly length: number
}

/**
 * Returns the fixes that do not touch each other, in an order in which they can be applied one by one. The
 * first fix is always included.
 */
export function separateFixes(
  request: JsonObject,
  violations: readonly FixableViolation[],
): FixableViolation[] {
  const touched = new TouchedPlaces()
  const removed = new Map<string, number>()
  const removals: FixableViolation[] = []
  const others: FixableViolation[] = []
  for (const violation of violations) {
    const removal = removalIn(request, violation)
    if (removal === undefined) {
      if (touched.take([...placesOf(request, violation), ...newNames(violation)])) others.push(violation)
      continue
    }
    const count = removed.get(removal.list) ?? 0
    // Several removals together must not empty a list, since the last element may have another fix.
    if ((count > 0 && count + 1 >= removal.length) || !touched.take([pathOf(violation)])) continue
    removed.set(removal.list, count + 1)
    removals.push(violation)
  }
  removals.sort((one, other) => comparePaths(pathOf(other), pathOf(one)))
  return [...others, ...removals]
}

/**
 * Compares paths by their first different token. Indexes are compared by value: elements are removed from the
 * end, so that no removal moves another element.
 */
function comparePaths(path: string, other: string): number {
  const otherTokens = other.split('/')
  const tokens = path.split('/')
  const index = tokens.findIndex((token, at) => token !== otherTokens[at])
  const [token = '', otherToken = ''] = [tokens[index], otherTokens[index]]
  return token.length - otherToken.length || (token < otherToken ? -1 : Number(token > otherToken))
}

function pathOf({ fix: [first] }: FixableViolation): string {
  return first?.path ?? ''
}

/**
 * Returns the new names of a fix with several changes, which no other fix may use. Names cannot collide with
 * paths, because paths begin with a slash.
 */
function newNames({ fix }: FixableViolation): string[] {
  if (fix.length < 2) return []
  return fix.flatMap((operation) =>
    'value' in operation && typeof operation.value === 'string' ? [`name ${operation.value}`] : [],
  )
}

/** Returns the element that a fix removes from a list, if the fix does nothing else. */
export function removalIn(request: JsonObject, { fix }: FixableViolation): Removal | undefined {
  const [first, ...more] = fix
  if (first?.op !== 'remove' || more.length > 0) return undefined
  const list = valueAt(request, parentPath(first.path))
  return isArray(list) ? { list: parentPath(first.path), length: list.length } : undefined
}

/** A position in a list. */
export interface ListPlace {
  readonly list: string
  readonly index: number
}

/**
 * Returns the positions after which a fix moves other elements, because it adds elements to a list or removes
 * them.
 */
export function movedBy(request: JsonObject, { fix }: FixableViolation): ListPlace[] {
  return fix.flatMap(({ op, path }) => {
    const list = parentPath(path)
    if (op === 'replace' || path.endsWith('/-') || !isArray(valueAt(request, list))) return []
    return [{ list, index: Number(path.slice(list.length + 1)) - 1 }]
  })
}

/** Returns the paths that a fix changes: the complete list if its elements move. */
function placesOf(request: JsonObject, { fix }: FixableViolation): string[] {
  return fix.map(({ op, path }: PatchOperation) => {
    const parent = parentPath(path)
    return op !== 'replace' && isArray(valueAt(request, parent)) ? parent : path
  })
}

/** Reserved paths, including everything inside them. */
class TouchedPlaces {
  readonly #taken = new Set<string>()
  readonly #around = new Set<string>()

  /**
   * Reserves all paths and returns true. Returns false without reserving any if a path is inside or around a
   * reserved path.
   */
  take(places: readonly string[]): boolean {
    const isFree = (place: string) =>
      !this.#around.has(place) && !pathsTo(place).some((path) => this.#taken.has(path))
    if (!places.every(isFree)) return false
    for (const place of places) {
      this.#taken.add(place)
      for (const path of pathsTo(place)) this.#around.add(path)
    }
    return true
  }
}

/** Returns a path and all its parents. */
function pathsTo(place: string): string[] {
  return place === '' ? [place] : [place, ...pathsTo(parentPath(place))]
}
