import { AdapterError } from './errors.js'
import { isLossy } from './numbers.js'
import { parseJson, walkJson } from './parse.js'
import { asJson } from './read.js'
import type { JsonValue } from './types.js'
import { define, MAX_DEPTH, stringifyJson } from './write.js'

/** How often a number was met that only `stringifyExact` can write. */
let met = 0

/**
 * A number that no double can hold, digit for digit, as it stands in a value that `stringifyExact` is to write. JSON.stringify
 * writes it rounded, as it does every number.
 */
export class ExactNumber {
  constructor(readonly digits: string) {}

  toJSON(): number {
    met += 1
    return Number(this.digits)
  }
}

/** As `parseJson`, with an `ExactNumber` for every number inside an object or array that a double would change. */
export function parseExact(text: string): JsonValue {
  const value = parseJson(text)
  walkJson(text, value, {
    number(container, key, digits) {
      const present = Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined
      const number = Number(digits)
      // Of a repeated key only the last value counts, which may be none of the numbers.
      if (present !== number && !(present instanceof ExactNumber && Number(present.digits) === number)) return
      define(container, String(key), isLossy(digits) ? new ExactNumber(digits) : number)
    },
  })
  return value
}

/**
 * As `stringifyJson`, with the digits of every `ExactNumber`. JSON.rawJSON does this too, but is not in every runtime
 * (Node 21 and later, https://github.com/tc39/proposal-json-parse-with-source).
 */
export function stringifyExact(value: JsonValue | object): string {
  const before = met
  const text = stringifyJson(value)
  return met === before ? text : (write(asJson(value), 0) ?? text)
}

function write(value: JsonValue | undefined, depth: number): string | undefined {
  if (depth > MAX_DEPTH) throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
  if (value instanceof ExactNumber) return value.digits
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1) ?? 'null').join(',')}]`
  const members = Object.entries(value).flatMap(([key, member]) => {
    const text = write(member, depth + 1)
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`]
  })
  return `{${members.join(',')}}`
}
