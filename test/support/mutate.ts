import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { below } from './values.js'

export type Random = () => number

/** Returns JSON with the given number of nested arrays and objects. */
export function nested(levels: number): JsonValue {
  let value: JsonValue = 'bottom'
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** An own member named `__proto__`, as created by JSON.parse. */
export const POLLUTING: JsonObject = JSON.parse(
  '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": null, "hasOwnProperty": 1}',
)

const STRANGERS: readonly JsonValue[] = [
  null,
  true,
  0,
  -1.5,
  1e300,
  '',
  ' ',
  '{',
  '{"a":1}',
  'null',
  '\ud800',
  '__proto__',
  'constructor',
  [],
  {},
  [null],
  [[]],
  { type: 'brand_new' },
  { type: null },
  { type: 'toString' },
  POLLUTING,
  nested(50),
]

const KEYS = ['__proto__', 'constructor', 'type', 'toString', 'id', '', 'x_brand_new']

/**
 * Returns a copy with one random member changed, dropped, doubled, renamed or swapped. The original is not
 * changed.
 */
export function mutate(value: JsonValue, random: Random): JsonValue {
  const descends = value !== null && typeof value === 'object' && random() < 0.92
  if (!descends) return stranger(random)
  return isList(value) ? mutateList(value, random) : mutateObject(value, random)
}

/**
 * Returns functions that create copies in which one member, at any depth, has an unexpected value. Paths that
 * differ only in indices count once. Most tests create only some of the copies.
 */
export function strangersEverywhere(value: JsonValue, seen: Set<string>): (() => JsonValue)[] {
  return [...newPlaces(value, '', seen)].flatMap((path) =>
    STRANGERS.map((stranger) => () => replaceAt(value, path, stranger)),
  )
}

function* newPlaces(value: JsonValue, pattern: string, seen: Set<string>): Generator<string[]> {
  if (value === null || typeof value !== 'object') return
  for (const [key, member] of Object.entries<JsonValue>(value)) {
    const place = `${pattern}/${isList(value) ? '…' : key}`
    // The type distinguishes paths with the same name: `content` as text, as a list of parts.
    const kind = `${place} ${isList(member) ? 'list' : typeof member}`
    if (!seen.has(kind)) yield [key]
    seen.add(kind)
    for (const rest of newPlaces(member, place, seen)) yield [key, ...rest]
  }
}

function replaceAt(value: JsonValue, [key, ...rest]: readonly string[], replacement: JsonValue): JsonValue {
  if (key === undefined) return replacement
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.with(Number(key), replaceAt(value[Number(key)] ?? null, rest, replacement))
  return fromEntries(
    Object.entries<JsonValue>(value).map(([name, member]) => [
      name,
      name === key ? replaceAt(member, rest, replacement) : member,
    ]),
  )
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function stranger(random: Random): JsonValue {
  return STRANGERS[below(random, STRANGERS.length)] ?? null
}

function mutateList(list: readonly JsonValue[], random: Random): JsonValue {
  const index = chooseIndex(list, random)
  const item = list[index]
  if (item === undefined) return [stranger(random)]
  const choice = random()
  if (choice < 0.06) return list.filter((_, other) => other !== index)
  if (choice < 0.12) return [...list, item]
  if (choice < 0.18) return [...list].reverse()
  if (choice < 0.24) return list.toSpliced(index, 0, stranger(random))
  return list.with(index, mutate(item, random))
}

function mutateObject(object: object, random: Random): JsonValue {
  const entries: [string, JsonValue][] = Object.entries(object)
  const index = chooseIndex(
    entries.map(([, member]) => member),
    random,
  )
  const entry = entries[index]
  if (entry === undefined) return fromEntries([[newKey(random), stranger(random)]])
  const [key, member] = entry
  const choice = random()
  if (choice < 0.06) return fromEntries(entries.toSpliced(index, 1))
  if (choice < 0.12) return fromEntries([...entries, [newKey(random), stranger(random)]])
  if (choice < 0.16) return fromEntries(entries.with(index, [newKey(random), member]))
  return fromEntries(entries.with(index, [key, mutate(member, random)]))
}

/** Containers are preferred, so that deep paths are reached as often as the top level. */
function chooseIndex(members: readonly JsonValue[], random: Random): number {
  const containers = members.flatMap((member, index) =>
    typeof member === 'object' && member !== null ? [index] : [],
  )
  if (containers.length === 0 || random() < 0.25) return below(random, members.length)
  return containers[below(random, containers.length)] ?? 0
}

function newKey(random: Random): string {
  return KEYS[below(random, KEYS.length)] ?? 'x'
}

/** Object.fromEntries defines its members, so that `__proto__` becomes an own one. */
function fromEntries(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  return Object.fromEntries(entries)
}

/** Returns a copy in which every string that `choose` selects is replaced. */
export function replaceStrings(
  value: JsonValue,
  choose: (text: string, path: string) => string,
  path = '',
): JsonValue {
  if (typeof value === 'string') return choose(value, path)
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) return value.map((item, index) => replaceStrings(item, choose, `${path}/${index}`))
  return fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceStrings(member, choose, `${path}/${key}`)]),
  )
}

/** Returns a copy in which every object also has these members. */
export function withMembers(value: JsonObject, members: JsonObject): JsonObject {
  const insert = (inner: JsonValue): JsonValue => {
    if (inner === null || typeof inner !== 'object') return inner
    return isList(inner) ? inner.map(insert) : insertInto(inner)
  }
  const insertInto = (object: object): JsonObject => {
    const entries: [string, JsonValue][] = Object.entries(object)
    return { ...Object.fromEntries(entries.map(([key, member]) => [key, insert(member)])), ...members }
  }
  return insertInto(value)
}

/** Returns the paths of all strings in a JSON value. */
export function stringPaths(value: JsonValue): string[] {
  const paths: string[] = []
  replaceStrings(value, (text, path) => {
    paths.push(path)
    return text
  })
  return paths
}
