import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'

/** Position of a member in a body: a field of an object, or an item of a list. */
export interface Place {
  /** The keys and indexes of the path. */
  readonly steps: readonly (string | number)[]
  /** The same path in any body: an item of a list is `*`, with its kind or role, as in `*[role=tool]`. */
  readonly names: readonly string[]
}

/** One member of a body. */
export interface Member extends Place {
  readonly value: JsonValue
}

type Entry = readonly [step: string | number, name: string, member: JsonValue]

/** Returns every member of a value, each before its inner members. */
export function membersOf(value: JsonValue, { steps, names }: Place = { steps: [], names: [] }): Member[] {
  return entriesOf(value).flatMap(([step, name, member]) => {
    const own: Member = { steps: [...steps, step], names: [...names, name], value: member }
    return [own, ...membersOf(member, own)]
  })
}

function entriesOf(value: JsonValue): Entry[] {
  if (isArray(value)) return value.map((item, index) => [index, `*${kindOf(item)}`, item])
  return isObject(value) ? Object.entries(value).map(([key, member]) => [key, key, member ?? null]) : []
}

function kindOf(item: JsonValue): string {
  if (!isObject(item)) return ''
  const kinds = ['type', 'role'].flatMap((key) =>
    typeof item[key] === 'string' ? `${key}=${item[key]}` : [],
  )
  return kinds.length === 0 ? '' : `[${kinds.join(',')}]`
}

/** Returns the pattern for members of one kind, as in `/messages/*[role=tool]/content`. */
export function patternOf({ names }: Place): string {
  return names.map((name) => `/${name}`).join('')
}

/** Returns the positions of the containers of a member, the innermost last. */
export function placesAround({ steps, names }: Place): Place[] {
  return steps
    .slice(1)
    .map((_, index) => ({ steps: steps.slice(0, index + 1), names: names.slice(0, index + 1) }))
}

/** Returns the body without one member. @param everywhere true to remove all members of its kind. */
export function withoutMember(body: JsonObject, { steps, names }: Place, everywhere: boolean): JsonObject {
  const rest = remove(body, everywhere ? names : steps, everywhere ? 1 : 0)
  return isObject(rest) ? rest : {}
}

/**
 * Removes the value at a path.
 * @param by the compared element of an entry: its step (0) or its name (1).
 */
function remove(value: JsonValue, [wanted, ...inner]: Place['steps'], by: 0 | 1): JsonValue {
  const kept = entriesOf(value).flatMap((entry): Entry[] => {
    const [step, name, member] = entry
    if (entry[by] !== wanted) return [entry]
    return inner.length === 0 ? [] : [[step, name, remove(member, inner, by)]]
  })
  return isArray(value)
    ? kept.map(([, , member]) => member)
    : Object.fromEntries(kept.map(([step, , member]) => [step, member]))
}
