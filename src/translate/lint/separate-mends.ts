import type { JsonObject } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { valueAt } from '../../base/json/pointer.js'
import { isArray } from '../../base/json/read-json.js'
import { parentPath } from './mends.js'
import type { Violation } from './rule.js'

/** A violation that is mended. */
export type Mend = Violation & Required<Pick<Violation, 'fix'>>

/** The element that a mend takes out of a list, if that is all it does. */
export interface Removal {
  readonly list: string
  /** How many elements the list has. */
  readonly length: number
}

// Numbers in paths by their size: elements are taken out from the end, so that none changes the place of another.
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * Those mends that do not touch each other, in an order in which one after the other can be done. The first one is
 * among them.
 */
export function separateMends(request: JsonObject, mends: readonly Mend[]): Mend[] {
  const touched = new TouchedPlaces()
  const removed = new Map<string, number>()
  const removals: Mend[] = []
  const others: Mend[] = []
  for (const mend of mends) {
    const removal = removalIn(request, mend)
    if (removal === undefined) {
      if (touched.take([...placesOf(request, mend), ...newNames(mend)])) others.push(mend)
      continue
    }
    const count = removed.get(removal.list) ?? 0
    // Several empty no list: its last element may be mended in another way.
    if ((count > 0 && count + 1 >= removal.length) || !touched.take([pathOf(mend)])) continue
    removed.set(removal.list, count + 1)
    removals.push(mend)
  }
  removals.sort((one, other) => compare(pathOf(other), pathOf(one)))
  return [...others, ...removals]
}

function pathOf({ fix: [first] }: Mend): string {
  return first?.path ?? ''
}

/** What several places are renamed to, which nothing else may be: as a place of its own, since paths begin with a slash. */
function newNames({ fix }: Mend): string[] {
  if (fix.length < 2) return []
  return fix.flatMap((operation) =>
    'value' in operation && typeof operation.value === 'string' ? [`name ${operation.value}`] : [],
  )
}

/** The element that a mend takes out of a list, if that is all it does. */
export function removalIn(request: JsonObject, { fix }: Mend): Removal | undefined {
  const [first, ...more] = fix
  if (first?.op !== 'remove' || more.length > 0) return undefined
  const list = valueAt(request, parentPath(first.path))
  return isArray(list) ? { list: parentPath(first.path), length: list.length } : undefined
}

/** A place in a list. */
export interface ListPlace {
  readonly list: string
  readonly index: number
}

/** After which places other elements stand than before the mend, where it takes some out of lists or puts some in. */
export function movedBy(request: JsonObject, { fix }: Mend): ListPlace[] {
  return fix.flatMap(({ op, path }) => {
    const list = parentPath(path)
    if (op === 'replace' || path.endsWith('/-') || !isArray(valueAt(request, list))) return []
    return [{ list, index: Number(path.slice(list.length + 1)) - 1 }]
  })
}

/** What a mend changes: a whole list, where its elements move. */
function placesOf(request: JsonObject, { fix }: Mend): string[] {
  return fix.map(({ op, path }: PatchOperation) => {
    const parent = parentPath(path)
    return op !== 'replace' && isArray(valueAt(request, parent)) ? parent : path
  })
}

/** Places that are taken, with all that is in them. */
class TouchedPlaces {
  readonly #taken = new Set<string>()
  readonly #around = new Set<string>()

  /** Takes the places, or none of them where one is in a taken place or around one. */
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

/** A place, and all that it is in. */
function pathsTo(place: string): string[] {
  return place === '' ? [place] : [place, ...pathsTo(parentPath(place))]
}
