import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { parseJson } from '../../src/base/json/parse.js'
import { isArray } from '../../src/base/json/read-json.js'
import { define, MAX_DEPTH, stringifyJson } from '../../src/base/json/write-json.js'

/** Maximum number of array elements that may be skipped before a received element. */
const MAX_GAP = 1000

type Key = string | number
type Container = Record<string, JsonValue> | JsonValue[]

/** A container on the path to the latest value, and its key in the container around it. */
interface Level {
  readonly key: Key
  readonly container: Container
}

interface Leaf {
  readonly container: Container
  readonly key: Key
}

/**
 * Builds arguments from `partialArgs`: values set by JSONPath, strings in pieces
 * (https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling). Also writes the same
 * arguments as JSON text, piece by piece. A value for an earlier position can no longer be written to the
 * text. In this case the text ends, and only `value` is correct.
 */
export class PartialArguments {
  readonly value: Record<string, JsonValue> = {}
  /** True if an entry has an invalid path. In this case `value` differs from the model's arguments. */
  isBroken = false
  readonly #open: Level[] = []
  #isWriting = true
  #path = ''
  /** The string that may still continue, and its text so far. */
  #leaf: Leaf | undefined
  #leafText = ''

  /** Adds one entry of `partialArgs` and returns the resulting JSON text. */
  push(entry: JsonObject): string {
    const { jsonPath, stringValue } = entry
    if (this.#leaf !== undefined && typeof stringValue === 'string' && jsonPath === this.#path)
      return this.#append(stringValue, entry.willContinue === true)
    const value = givenValue(entry)
    if (value === undefined) return ''
    const keys = typeof jsonPath === 'string' ? parseJsonPath(jsonPath) : undefined
    if (keys === undefined || keys.length === 0) {
      this.isBroken = true
      return ''
    }
    this.#path = String(jsonPath)
    return this.#endString() + this.#set(keys, value, entry.willContinue === true)
  }

  /** Adds arguments that arrived as an object. These arguments are not part of the text. */
  merge(args: JsonObject): void {
    for (const [key, value] of Object.entries(args)) {
      define(this.value, key, parseJson(stringifyJson(value)))
      this.#isWriting = false
    }
  }

  /** Ends the text and returns its last piece. */
  finish(): string {
    const end = this.#endString()
    if (!this.#isWriting) return end
    this.#isWriting = false
    return end + this.#close(0) + (this.#isEmpty() ? '{}' : '}')
  }

  #isEmpty(): boolean {
    return Object.keys(this.value).length === 0
  }

  #append(text: string, continues: boolean): string {
    this.#leafText += text
    const quoted = this.#isWriting ? JSON.stringify(text).slice(1, -1) : ''
    return continues ? quoted : quoted + this.#endString()
  }

  #endString(): string {
    if (this.#leaf === undefined) return ''
    put(this.#leaf.container, this.#leaf.key, this.#leafText)
    this.#leaf = undefined
    return this.#isWriting ? '"' : ''
  }

  #set(keys: readonly Key[], value: JsonValue, continues: boolean): string {
    const start = this.#isEmpty() ? '{' : ''
    const [leaf, text] = this.#descend(keys)
    if (leaf === undefined) {
      this.isBroken = true
      this.#isWriting = false
      return ''
    }
    put(leaf.container, leaf.key, value)
    const isString = typeof value === 'string' && continues
    if (isString) {
      this.#leaf = leaf
      this.#leafText = value
    }
    if (!this.#isWriting) return ''
    const written = JSON.stringify(value)
    return start + text + (isString ? written.slice(0, -1) : written)
  }

  /**
   * Moves to the position of a value, leaving and entering containers. Returns the position and the text
   * written on the way.
   */
  #descend(keys: readonly Key[]): [Leaf | undefined, string] {
    let depth = 0
    while (depth < keys.length - 1 && this.#open[depth]?.key === keys[depth]) depth += 1
    let text = this.#close(depth)
    let container: Container = this.#open[depth - 1]?.container ?? this.value
    for (const [index, key] of keys.entries()) {
      if (index < depth) continue
      const lead = leadTo(container, key)
      if (lead === undefined) return [undefined, text]
      if (memberOf(container, key) !== undefined) this.#isWriting = false
      text += lead
      const next = keys[index + 1]
      if (next === undefined) return [{ container, key }, text]
      const child = enter(container, key, next)
      if (child === undefined) return [undefined, text]
      this.#open.push({ key, container: child })
      text += isArray(child) ? '[' : '{'
      container = child
    }
    return [undefined, text]
  }

  #close(depth: number): string {
    let text = ''
    while (this.#open.length > depth) text += isArray(this.#open.pop()?.container) ? ']' : '}'
    return text
  }
}

/**
 * Returns the text before a member (comma, key, nulls for skipped elements), or undefined for a wrong key.
 */
function leadTo(container: Container, key: Key): string | undefined {
  if (!Array.isArray(container)) {
    if (typeof key === 'number') return undefined
    return `${Object.keys(container).length > 0 ? ',' : ''}${JSON.stringify(key)}:`
  }
  if (typeof key === 'string' || key > container.length + MAX_GAP) return undefined
  let text = container.length > 0 ? ',' : ''
  while (container.length < key) {
    container.push(null)
    text += 'null,'
  }
  return text
}

function memberOf(container: Container, key: Key): JsonValue | undefined {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined
  return Object.hasOwn(container, key) ? container[key] : undefined
}

/** Returns the container at a key, created for the next key if it is missing. */
function enter(container: Container, key: Key, next: Key): Container | undefined {
  const present = memberOf(container, key)
  if (present === undefined) {
    const made: Container = typeof next === 'number' ? [] : {}
    put(container, key, made)
    return made
  }
  return isContainer(present) ? present : undefined
}

/**
 * Returns true for a container. All containers in `value` were created by this class or copied by `merge`, so
 * they may be changed.
 */
function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null
}

function put(container: Container, key: Key, value: JsonValue): void {
  define(container, String(key), value)
}

function givenValue(entry: JsonObject): JsonValue | undefined {
  const { stringValue, numberValue, boolValue, nullValue } = entry
  if (typeof stringValue === 'string') return stringValue
  if (typeof numberValue === 'number') return numberValue
  if (typeof boolValue === 'boolean') return boolValue
  return nullValue === undefined ? undefined : null
}

const STEP = /\.([^.[\]]+)|\[(\d{1,9})\]|\[(?=['"])/y
const ESCAPE = /\\(.)/gs

/** Returns the keys of `$.a.b[0]['c']`, or undefined for another text. */
export function parseJsonPath(path: string): Key[] | undefined {
  const keys: Key[] = []
  let next = path.startsWith('$') ? 1 : 0
  while (next < path.length && keys.length < MAX_DEPTH) {
    STEP.lastIndex = next
    const match = STEP.exec(path)
    if (match === null) return undefined
    const [, name, index] = match
    next = STEP.lastIndex
    if (name !== undefined) keys.push(name)
    else if (index !== undefined) keys.push(Number(index))
    else {
      const end = endOfQuoted(path, next)
      if (path[end + 1] !== ']') return undefined
      keys.push(path.slice(next + 1, end).replaceAll(ESCAPE, '$1'))
      next = end + 2
    }
  }
  return keys.length < MAX_DEPTH ? keys : undefined
}

/**
 * Returns the index of the quote that ends the one at `start`. A regular expression would fail on a long key.
 */
function endOfQuoted(path: string, start: number): number {
  let end = start + 1
  while (end < path.length && path[end] !== path[start]) end += path[end] === '\\' ? 2 : 1
  return end
}
