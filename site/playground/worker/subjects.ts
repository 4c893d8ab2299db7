import type { JsonValue } from '../../../src/base/json/json-types.js'
import { pointerTokens } from '../../../src/base/json/pointer.js'
import { isArray, isObject } from '../../../src/base/json/read-json.js'

/** Members that identify a value on every wire: ids of calls, names of tools. */
const IDENTIFYING = /(?:^|_)id$|Id$|^name$/
const SHORTEST_TEXT = 3
const LONGEST_TEXT = 2000

/** Returns the texts that identify the value at a path in the form of another wire, the closest first. */
export function subjectsAt(value: JsonValue, path: string): string[] {
  const subjects: string[] = []
  let found: JsonValue | undefined = value
  for (const token of pointerTokens(path)) {
    found = memberOf(found, token)
    if (found === undefined) break
    subjects.unshift(...identifying(found))
  }
  return subjects
}

function identifying(value: JsonValue): string[] {
  if (!isObject(value)) return []
  const ids = Object.entries(value).flatMap(([key, member]) =>
    IDENTIFYING.test(key) && typeof member === 'string' && member !== '' ? [member] : [],
  )
  const { text } = value
  const isTelling = typeof text === 'string' && text.length >= SHORTEST_TEXT && text.length <= LONGEST_TEXT
  return isTelling ? [...ids, text] : ids
}

function memberOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (isArray(value)) return /^\d+$/.test(token) ? value[Number(token)] : undefined
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}

/** Returns the name of a setting in the two spellings of wires. Empty for nested values. */
export function spellingsOf(path: string): string[] {
  const [first, second, ...deeper] = pointerTokens(path)
  const name = second ?? first
  if (name === undefined || name === '' || deeper.length > 0) return []
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const camel = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  return [...new Set([name, snake, camel])]
}
