import { AdapterError } from './adapter-error.js'
import type { JsonValue } from './json-types.js'
import { isLossy, losesNumbers, repeatsKeys } from './lossy-text.js'
import { asJson } from './read-json.js'
import { tokenAt } from './tokens.js'
import { define, MAX_DEPTH, stringifyJson } from './write-json.js'

/**
 * Parses JSON text. `JSON.parse` creates `__proto__` as an own member, so prototypes stay unchanged. Code
 * that copies members must use `define` or spread for the same reason.
 * @throws AdapterError('invalid-json') with the message of the parser.
 */
export function parseJson(text: string, path = ''): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (text.charCodeAt(0) === 0xfeff) return parseJson(text.slice(1), path)
    throw new AdapterError('invalid-json', path, `not JSON: ${String(error).slice(0, 200)}`, excerpt(text))
  }
}

/** Returns the value, or undefined if the text is not JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parsed JSON together with its text. */
export interface JsonDocument {
  /** The parsed value. */
  readonly value: JsonValue
  /**
   * Returns the exact text of an object or array of `value` if parsing lost something in it; otherwise
   * undefined.
   */
  exactText(value: object): string | undefined
}

/**
 * Parses a text and keeps the text, since parsing loses digits that doubles cannot represent and all but the
 * last value of a repeated key.
 */
export function parseDocument(text: string, path = ''): JsonDocument {
  return documentOf(text, parseJson(text, path))
}

/** Does the same as `parseDocument` for a value that was already parsed from this text. */
export function documentOf(text: string, value: JsonValue): JsonDocument {
  let isExact: boolean | undefined
  let slices: ReadonlyMap<object, string> | undefined
  return {
    value,
    exactText(object) {
      isExact ??= !isLossyText(text, value)
      if (isExact) return undefined
      slices ??= sliceObjects(text, value)
      const slice = slices.get(object)
      return slice !== undefined && isLossyText(slice, object) ? slice : undefined
    },
  }
}

function isLossyText(text: string, value: unknown): boolean {
  return losesNumbers(text) || repeatsKeys(text, asJson(value))
}

/** Returns the first 1000 characters of a text, for messages. */
export function excerpt(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text
}

interface OpenContainer {
  readonly value: object
  readonly start: number
  /** Key of the member, or index of the item, that is read next. */
  key: string | number
}

/** Maps each container of the value to its source text. */
function sliceObjects(text: string, root: JsonValue): Map<object, string> {
  const slices = new Map<object, string>()
  walkJson(text, root, { container: (value, start, end) => slices.set(value, text.slice(start, end)) })
  return slices
}

interface JsonVisitor {
  /** Called with each object or array; its text goes from `start` to before `end`. */
  container?(value: object, start: number, end: number): unknown
  /** Called with each number, `true`, `false` and `null`. */
  word?(container: object, key: string | number, word: string): void
}

/** Walks a JSON text and its parsed value in parallel. */
function walkJson(text: string, root: JsonValue, visitor: JsonVisitor): void {
  const open: OpenContainer[] = []
  let latestString = ''
  for (let token = tokenAt(text, 0); token !== undefined; token = tokenAt(text, token.end)) {
    const { type, start, end } = token
    const top = open.at(-1)
    switch (type) {
      case 'string':
        latestString = text.slice(start, end)
        break
      case ':':
        if (top !== undefined) top.key = JSON.parse(latestString)
        break
      case ',':
        if (typeof top?.key === 'number') top.key += 1
        break
      case '}':
      case ']':
        if (top !== undefined) visitor.container?.(top.value, top.start, end)
        open.pop()
        break
      case '{':
      case '[': {
        const value = top === undefined ? root : ownMember(top.value, top.key)
        // `value` has only the last value of a repeated key, so an earlier container may have no counterpart.
        const container = typeof value === 'object' && value !== null ? value : {}
        open.push({ value: container, start, key: type === '[' ? 0 : '' })
        break
      }
      case 'word':
        if (top !== undefined) visitor.word?.(top.value, top.key, text.slice(start, end))
    }
  }
}

function ownMember(container: object, key: string | number): unknown {
  return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined
}

/** The number of `ExactNumber` values that JSON.stringify has encountered. */
let met = 0

/** A number with all its digits, for `stringifyExact`. `JSON.stringify` rounds the number to a double. */
export class ExactNumber {
  constructor(
    /** The number as in its text. */
    readonly digits: string,
  ) {}

  /** Returns the nearest double, for `JSON.stringify`; `stringifyExact` writes the digits. */
  toJSON(): number {
    met += 1
    return Number(this.digits)
  }
}

/**
 * Parses JSON like `parseJson`. Numbers inside objects and arrays that a double would change become
 * `ExactNumber` values.
 */
export function parseExact(text: string): JsonValue {
  const value = parseJson(text)
  if (!losesNumbers(text)) return value
  walkJson(text, value, {
    word(container, key, digits) {
      const present = ownMember(container, key)
      const number = Number(digits)
      // Compares with the value, since only the last value of a repeated key counts. Words other than numbers
      // are NaN, which is not equal to any value.
      if (present !== number && !(present instanceof ExactNumber && Number(present.digits) === number)) return
      define(container, String(key), isLossy(digits) ? new ExactNumber(digits) : number)
    },
  })
  return value
}

/**
 * Writes JSON like `stringifyJson`, with all digits of each `ExactNumber`. `JSON.rawJSON` would do the same
 * but is missing in older runtimes (Node 21 and later have it,
 * https://github.com/tc39/proposal-json-parse-with-source).
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
