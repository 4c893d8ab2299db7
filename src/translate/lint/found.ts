import type { JsonObject } from '../../base/json/json-types.js'
import { at, isObject, stringOr } from '../../base/json/read-json.js'
import { type Found, objectsOf } from '../../base/schema/walk.js'
import { remembered } from './remembered.js'
import type { ValueAt } from './view.js'

export { type Found, objectsOf } from '../../base/schema/walk.js'

/** Finds something in a native request, which may be any JSON. */
export type Find<Item = Found> = (request: JsonObject) => readonly Item[]

/** A field of an object that was found, whether it is there or not. */
export interface FieldAt extends ValueAt {
  /** The object. */
  readonly of: JsonObject
}

/** The text of a field; empty where there is none. */
export function fieldText(found: Found | undefined, key: string): string {
  return stringOr(found?.value[key], '')
}

/** The `type` of an object; empty where it says none. */
export function typeOf(found: Found): string {
  return stringOr(found.value.type, '')
}

/** Whether the type of an object is one of these. */
export function isOf(...types: readonly string[]): (found: Found) => boolean {
  return (found) => types.includes(typeOf(found))
}

/** The object under a key of another, if there is one. */
export function objectAt(key: string): (found: Found) => Found[] {
  const step = at('', key)
  return ({ value, path }) => {
    const inner = value[key]
    return isObject(inner) ? [{ value: inner, path: path + step }] : []
  }
}

/** The objects of the list under a key. */
export function listAt(key: string): (found: Found) => Found[] {
  const step = at('', key)
  return ({ value, path }) => objectsOf(value[key], path + step)
}

/** The objects of a list of the request. */
export function listIn(key: string): Find {
  return remembered((request) => objectsOf(request[key], at('', key)))
}

/** What stands in each of what is found. */
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

/** The object under keys of the request, from the outside in, if there is one. */
export function objectUnder(...keys: readonly string[]): Find {
  return remembered((request) =>
    keys.reduce<Found[]>((found, key) => found.flatMap(objectAt(key)), [{ value: request, path: '' }]),
  )
}

/** Those of what is found that pass a test. */
export function those<Item>(find: Find<Item>, isMeant: (item: Item) => boolean): Find<Item> {
  return remembered((request) => find(request).filter(isMeant))
}

/** A field of each object that is found. */
export function fieldOf(find: Find, key: string): Find<FieldAt> {
  const step = at('', key)
  return within(find, ({ value, path }) => [{ value: value[key], path: path + step, of: value }])
}

/** A field of the request itself. */
export function fieldIn(key: string): Find<FieldAt> {
  return fieldOf((request) => [{ value: request, path: '' }], key)
}
