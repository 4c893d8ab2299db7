import { isEscaped, skipString } from './numbers.js'
import { isArray } from './read.js'
import type { JsonArray, JsonObject, JsonValue } from './types.js'

/** Whether one object of a JSON text gives a key twice. `value` is what the text was parsed into, which keeps the last of them. */
export function repeatsKeys(text: string, value: JsonValue): boolean {
  const members = countMembers(value)
  // Going from string to string takes longer than parsing did.
  return mostKeys(text) > members && countKeys(text) > members
}

/** No fewer than there are: a text that begins with a colon looks like the end of a key as well. */
function mostKeys(text: string): number {
  let keys = 0
  for (let colon = text.indexOf(':'); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    const before = text.charCodeAt(colon - 1)
    if (before === QUOTE ? !isEscaped(text, colon - 1) : before <= 0x20 && endsKey(text, colon - 1)) keys += 1
  }
  return keys
}

function endsKey(text: string, blank: number): boolean {
  let before = blank
  while (text.charCodeAt(before) <= 0x20) before -= 1
  return text.charCodeAt(before) === QUOTE && !isEscaped(text, before)
}

const QUOTE = 0x22

function countKeys(text: string): number {
  let keys = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    let end = skipString(text, start)
    while (text.charCodeAt(end) <= 0x20) end += 1
    if (text[end] === ':') keys += 1
    start = text.indexOf('"', end)
  }
  return keys
}

/** Levels that are counted by calls, which is faster than a list of what is open. */
const LEVELS = 50

type Container = JsonObject | JsonArray

function countMembers(root: JsonValue): number {
  const deeper: Container[] = []
  let count = isContainer(root) ? countBelow(root, LEVELS, deeper) : 0
  for (let value = deeper.pop(); value !== undefined; value = deeper.pop())
    count += countBelow(value, LEVELS, deeper)
  return count
}

function countBelow(value: Container, levels: number, deeper: Container[]): number {
  if (levels === 0) {
    deeper.push(value)
    return 0
  }
  let count = 0
  if (isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item = value[index]
      if (isContainer(item)) count += countBelow(item, levels - 1, deeper)
    }
    return count
  }
  for (const key in value) {
    count += 1
    const member = value[key]
    if (isContainer(member)) count += countBelow(member, levels - 1, deeper)
  }
  return count
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null
}
