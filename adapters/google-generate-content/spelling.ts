import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

/** Members of an object that belong to the format. Other members are data and keep their keys. */
export interface FormatMembers {
  readonly [field: string]: FormatMembers
}

const LEAF: FormatMembers = {}
const RESULT_PART: FormatMembers = { inlineData: LEAF, fileData: LEAF }
export const PART: FormatMembers = {
  functionCall: { partialArgs: LEAF },
  functionResponse: { parts: RESULT_PART },
  executableCode: LEAF,
  codeExecutionResult: LEAF,
  toolCall: LEAF,
  toolResponse: LEAF,
  inlineData: LEAF,
  fileData: LEAF,
}
export const DECLARATION: FormatMembers = LEAF
export const TOOL_CONFIG: FormatMembers = { functionCallingConfig: LEAF }
const GENERATION_CONFIG: FormatMembers = { thinkingConfig: LEAF }
export const REQUEST: FormatMembers = {
  generationConfig: GENERATION_CONFIG,
  toolConfig: TOOL_CONFIG,
  tools: LEAF,
  config: { ...GENERATION_CONFIG, toolConfig: TOOL_CONFIG, tools: LEAF },
}
export const RESPONSE: FormatMembers = { candidates: LEAF, promptFeedback: LEAF, usageMetadata: LEAF }

/**
 * Converts snake_case keys to camelCase. The servers read both spellings, also mixed in one body (protobuf
 * JSON, https://protobuf.dev/programming-guides/json/). Codecs receive only camelCase, and the original
 * spelling is recorded.
 * @returns the object with camelCase keys, and pointers to the keys that were snake_case.
 */
export function camelize(
  native: JsonObject,
  shape: FormatMembers,
): { readonly value: JsonObject; readonly snake?: readonly string[] } {
  if (!hasSnake(native, shape)) return { value: native }
  const snake: string[] = []
  const value = camelizeObject(native, shape, '', snake)
  // The pointers are sorted to be independent of key order; inner keys follow outer keys.
  return snake.length === 0 ? { value: native } : { value, snake: snake.sort() }
}

/** Returns true if a key is in snake_case. Called for each part of each chunk, so no object is created. */
function hasSnake(native: JsonObject, shape: FormatMembers): boolean {
  for (const key in native) {
    if (key.includes('_')) return true
    const child = native[key]
    const childShape = typeof child === 'object' ? shape[key] : undefined
    if (childShape === undefined) continue
    if (!isArray(child)) {
      if (isObject(child) && hasSnake(child, childShape)) return true
      continue
    }
    for (let index = 0; index < child.length; index += 1) {
      const item = child[index]
      if (isObject(item) && hasSnake(item, childShape)) return true
    }
  }
  return false
}

/** Restores the snake_case spelling of the recorded keys. */
export function snakify(value: JsonObject, snake: JsonValue | undefined): JsonObject {
  if (!isArray(snake)) return value
  // Inner keys follow outer keys in the list, and must be renamed first.
  return snake.reduceRight<JsonObject>((result, pointer) => {
    const renamed = typeof pointer === 'string' ? renameAt(result, pointer.split('/').slice(1)) : result
    return isObject(renamed) ? renamed : result
  }, value)
}

function camelizeObject(native: JsonObject, shape: FormatMembers, path: string, snake: string[]): JsonObject {
  let value = native
  for (const key in native) {
    const camel = camelOf(key)
    if (camel === undefined || Object.hasOwn(native, camel)) continue
    value = renameKey(value, key, camel)
    snake.push(`${path}/${camel}`)
  }
  for (const field in shape) {
    const child = value[field]
    const childShape = shape[field]
    if (child === undefined || childShape === undefined) continue
    const renamed = camelizeChild(child, childShape, `${path}/${field}`, snake)
    if (renamed !== child) value = { ...value, [field]: renamed }
  }
  return value
}

function camelizeChild(child: JsonValue, shape: FormatMembers, path: string, snake: string[]): JsonValue {
  if (isObject(child)) return camelizeObject(child, shape, path, snake)
  if (!isArray(child)) return child
  const before = snake.length
  const items = child.map((item, index) =>
    isObject(item) ? camelizeObject(item, shape, `${path}/${index}`, snake) : item,
  )
  return snake.length === before ? child : items
}

const SNAKE = /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)+$/

/** Returns the camelCase spelling of a snake_case key, or undefined for other keys. */
export function camelOf(key: string): string | undefined {
  if (!key.includes('_') || !SNAKE.test(key)) return undefined
  return key.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

function snakeOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function renameAt(value: JsonValue, tokens: readonly string[]): JsonValue {
  const [token, ...rest] = tokens
  if (token === undefined) return value
  if (isArray(value)) {
    return value.map((item, index) => (String(index) === token ? renameAt(item, rest) : item))
  }
  if (!isObject(value) || !Object.hasOwn(value, token)) return value
  if (rest.length === 0) return renameKey(value, token, snakeOf(token))
  const child = value[token]
  return child === undefined ? value : { ...value, [token]: renameAt(child, rest) }
}

function renameKey(object: JsonObject, from: string, to: string): JsonObject {
  const renamed: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(object)) define(renamed, key === from ? to : key, value)
  return renamed
}
