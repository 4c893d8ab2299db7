import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { valueAt } from '../../base/json/pointer.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'

/** Maximum number of names. Provider errors contain fewer and shorter names. */
const MOST_NAMES = 200
const LONGEST_NAME = 300

/**
 * Finds the request paths that a text names, as JSON Pointers: `messages.3.content.0`,
 * `messages[2].tool_calls[0]`, `tools.0.custom.input_schema`, `GenerateRequest.contents[2].parts[0]`, a
 * member in quotes or before a colon. The names of a path are followed as long as they match the request.
 */
export function placesNamed(text: string, request: JsonObject): string[] {
  const names = namesIn(text)
  const places = new Set<string>()
  for (const { steps, isMarked } of names) {
    const place = steps.length > 1 || isMarked ? placeOf(steps, request) : undefined
    if (place !== undefined) places.add(place)
  }
  const members = names.flatMap(({ steps, isQuoted }) => (isQuoted && steps.length === 1 ? steps : []))
  // Supports messages such as `Unknown name "x" at 'tools[0]'`, where the name follows before the path.
  for (const place of [...places])
    for (const member of members) {
      const inner = memberOf(valueAt(request, place), member)
      if (inner !== undefined) places.add(at(place, inner.key))
    }
  return [...places]
}

/** A name in the text. The request may lack a member of this name. */
interface Name {
  readonly steps: readonly string[]
  readonly isQuoted: boolean
  /** True if the text marks the name by quotes, a colon or an underscore. */
  readonly isMarked: boolean
}

function namesIn(text: string): Name[] {
  const names: Name[] = []
  for (const { 0: found, index } of text.matchAll(/[\w$.[\]]+/g)) {
    if (names.length >= MOST_NAMES) break
    if (found.length > LONGEST_NAME) continue
    const steps = found.split(/[.[\]]+/).filter((step) => step !== '')
    const isQuoted = /["'`]/.test(text[index - 1] ?? '') && /["'`]/.test(text[index + found.length] ?? '')
    const isMarked =
      isQuoted ||
      text[index + found.length] === ':' ||
      found.includes('_') ||
      isListed(text.slice(Math.max(0, index - LONGEST_NAME), index), text.slice(index + found.length))
    if (steps.length > 0) names.push({ steps, isQuoted, isMarked })
  }
  return names
}

/** Returns true for the names at the end of a line after a colon: `argument supplied: foo, bar`. */
function isListed(before: string, after: string): boolean {
  return /: (?:[\w.]+, )*$/.test(before) && /^(?:, [\w.]+){0,9}\.?\s*(?:\n|$)/.test(after)
}

/** The number of words allowed before the first matching step: `body`, the name of a type. */
const MOST_BEFORE = 2

function placeOf(steps: readonly string[], request: JsonObject): string | undefined {
  // A number alone is a version or a limit: `gpt-4.1`.
  if (/^\d+$/.test(steps[0] ?? '')) return undefined
  let value: JsonValue | undefined = request
  let place = ''
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    // Some servers put the type of an object after its index: `messages.1.content.0.tool_use.id`.
    if (isObject(value) && value.type === step && !isLast) continue
    const inner = steppedInto(value, step, steps[index + 1])
    if (inner === undefined && place === '' && index >= MOST_BEFORE) return undefined
    if (inner === undefined) continue
    value = inner.value
    place = at(place, inner.key)
  }
  return place === '' ? undefined : place
}

interface Member {
  readonly key: string | number
  readonly value: JsonValue | undefined
}

function steppedInto(
  value: JsonValue | undefined,
  step: string,
  next: string | undefined,
): Member | undefined {
  if (!/^\d+$/.test(step)) return memberOf(value, step)
  // AWS counts from 1 and puts `member` after the number.
  const index = next === 'member' ? Number(step) - 1 : Number(step)
  if (isArray(value))
    return index >= 0 && index < value.length ? { key: index, value: value[index] } : undefined
  if (!isObject(value)) return undefined
  // In protocol buffers, a map is a list of its members.
  const [key, inner] = Object.entries(value)[index] ?? []
  return key === undefined ? undefined : { key, value: inner }
}

/** Finds a member by name, in snake or camel case. */
function memberOf(value: JsonValue | undefined, name: string): Member | undefined {
  if (!isObject(value)) return undefined
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const key = [name, camel].find((each) => Object.hasOwn(value, each))
  return key === undefined ? undefined : { key, value: value[key] }
}
