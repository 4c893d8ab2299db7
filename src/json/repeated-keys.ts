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
    let before = colon - 1
    while (text.charCodeAt(before) <= 0x20) before -= 1
    if (text.charCodeAt(before) === QUOTE && !isEscaped(text, before)) keys += 1
  }
  return keys
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

function countMembers(root: JsonValue): number {
  let count = 0
  const open: (JsonObject | JsonArray)[] = []
  if (typeof root === 'object' && root !== null) open.push(root)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const item = value[index]
        if (typeof item === 'object' && item !== null) open.push(item)
      }
      continue
    }
    for (const key in value) {
      count += 1
      const member = value[key]
      if (typeof member === 'object' && member !== null) open.push(member)
    }
  }
  return count
}
