import type { JsonObject } from '../../base/json/json-types.js'
import { at, isObject, stringOr } from '../../base/json/read-json.js'
import { type Found, objectsOf } from '../../base/schema/walk.js'
import { remembered } from './remembered.js'
import type { ValueAt } from './view.js'

export { type Found, objectsOf } from '../../base/schema/walk.js'

/** A function that finds objects in a native request, which may be any JSON. */
export type Find<Item = Found> = (request: JsonObject) => readonly Item[]

/** A field of an object that was found, present or absent. */
export interface FieldAt extends ValueAt {
  /** The object with the field. */
  readonly of: JsonObject
}

/** Returns the text of a field, or an empty text if it is absent. */
export function fieldText(found: Found | undefined, key: string): string {
  return stringOr(found?.value[key], '')
}

/** Returns the `type` of an object, or an empty text if it is absent. */
export function typeOf(found: Found): string {
  return stringOr(found.value.type, '')
}

/** Returns a predicate for objects of one of these types. */
export function isOf(...types: readonly string[]): (found: Found) => boolean {
  return (found) => types.includes(typeOf(found))
}

/** Creates a function that returns the object under a key, if it exists. */
export function objectAt(key: string): (found: Found) => Found[] {
  const step = at('', key)
  return ({ value, path }) => {
    const inner = value[key]
    return isObject(inner) ? [{ value: inner, path: path + step }] : []
  }
}

/** Creates a function that returns the objects of the list under a key. */
export function listAt(key: string): (found: Found) => Found[] {
  const step = at('', key)
  return ({ value, path }) => objectsOf(value[key], path + step)
}

/** Creates a finder for the objects of a list of the request. */
export function listIn(key: string): Find {
  return remembered((request) => objectsOf(request[key], at('', key)))
}

/** Creates a finder for the inner items of each found object. */
export function within<Outer, Inner>(
  find: Find<Outer>,
  inside: (found: Outer) => readonly Inner[],
): Find<Inner> {
  return remembered((request) => {
    const found: Inner[] = []
    for (const outer of find(request)) for (const inner of inside(outer)) found.push(inner)
    return found
  })
}

/** Creates a finder for the object under nested keys of the request, outermost first. */
export function objectUnder(...keys: readonly string[]): Find {
  return remembered((request) =>
    keys.reduce<Found[]>((found, key) => found.flatMap(objectAt(key)), [{ value: request, path: '' }]),
  )
}

/** Creates a finder that keeps the found items that pass a test. */
export function those<Item>(find: Find<Item>, isMeant: (item: Item) => boolean): Find<Item> {
  return remembered((request) => find(request).filter(isMeant))
}

/** Creates a finder for a field of each found object. */
export function fieldOf(find: Find, key: string): Find<FieldAt> {
  const step = at('', key)
  return within(find, ({ value, path }) => [{ value: value[key], path: path + step, of: value }])
}

/** Creates a finder for a field of the request itself. */
export function fieldIn(key: string): Find<FieldAt> {
  return fieldOf((request) => [{ value: request, path: '' }], key)
}
