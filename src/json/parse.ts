import { AdapterError } from './errors.js'
import { losesNumbers, skipString } from './numbers.js'
import { asJson } from './read.js'
import { repeatsKeys } from './repeated-keys.js'
import type { JsonValue } from './types.js'

/**
 * The one door through which JSON text enters. JSON.parse makes `__proto__` an own member and so pollutes nothing;
 * code that copies members must use `define` or spread for the same reason.
 * @throws AdapterError('invalid-json') with the parser's own words.
 */
export function parseJson(text: string, path = ''): JsonValue {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (text.charCodeAt(0) === 0xfeff) return parseJson(text.slice(1), path)
    throw new AdapterError('invalid-json', path, `not JSON: ${String(error).slice(0, 200)}`, excerpt(text))
  }
}

/** The value, or undefined when the text is not JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parsed JSON that remembers its text. */
export interface JsonDocument {
  /** What the text says. */
  readonly value: JsonValue
  /** The exact text of an object or array of `value`, when parsing lost something in it; else undefined. */
  exactText(value: object): string | undefined
}

/** Parses a text and remembers it: parsing loses digits that doubles cannot keep, and all but the last value of a repeated key. */
export function parseDocument(text: string, path = ''): JsonDocument {
  return documentOf(text, parseJson(text, path))
}

/** The same for a value that was just parsed from this text. */
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

/** The beginning of a text, to show what it was. */
export function excerpt(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text
}

interface OpenContainer {
  readonly value: object
  readonly start: number
  /** Key of the member, or index of the item, that is read next. */
  key: string | number
}

/** Every container of the value with the text that it was read from. */
function sliceObjects(text: string, root: JsonValue): Map<object, string> {
  const slices = new Map<object, string>()
  walkJson(text, root, { container: (value, start, end) => slices.set(value, text.slice(start, end)) })
  return slices
}

interface JsonVisitor {
  /** The text of an object or array goes from `start` to before `end`. */
  container?(value: object, start: number, end: number): unknown
  number?(container: object, key: string | number, digits: string): void
}

/** Walks a JSON text and the value that it was parsed into side by side. */
export function walkJson(text: string, root: JsonValue, visitor: JsonVisitor): void {
  const open: OpenContainer[] = []
  let latestString = ''
  const token = /["{}[\]:,]|-?\d[\d.eE+-]*/g
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const { index } = match
    const top = open.at(-1)
    switch (text[index]) {
      case '"':
        token.lastIndex = skipString(text, index)
        latestString = text.slice(index, token.lastIndex)
        break
      case ':':
        if (top !== undefined) top.key = JSON.parse(latestString)
        break
      case ',':
        if (typeof top?.key === 'number') top.key += 1
        break
      case '}':
      case ']':
        if (top !== undefined) visitor.container?.(top.value, top.start, index + 1)
        open.pop()
        break
      case '{':
      case '[': {
        const value = top === undefined ? root : ownMember(top.value, top.key)
        // A repeated key leaves only its last value, so an earlier container may have no counterpart.
        const container = typeof value === 'object' && value !== null ? value : {}
        open.push({ value: container, start: index, key: text[index] === '[' ? 0 : '' })
        break
      }
      default:
        if (top !== undefined) visitor.number?.(top.value, top.key, match[0])
    }
  }
}

function ownMember(container: object, key: string | number): unknown {
  return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined
}
