import { isArray, isObject } from '../../src/json/read.js'
import type { JsonValue } from '../../src/json/types.js'
import { define } from '../../src/json/write.js'

/** Bytes stand at most in the source of an image in a result in a message. */
const DEEPEST = 12

/**
 * The AWS SDK holds bytes (of images, documents, redacted reasoning) as Uint8Array, JSON as base64: this is the value
 * as JSON has it. What holds no bytes is the same object.
 */
export function withoutBytes(value: JsonValue, depth = 0): JsonValue {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value
  const view: unknown = value
  if (view instanceof Uint8Array) return base64(view)
  if (isArray(value)) {
    const items = value.map((item) => withoutBytes(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let copy: Record<string, JsonValue> | undefined
  for (const key in value) {
    const member = value[key]
    if (!isObject(member) && !isArray(member)) continue
    const plain = withoutBytes(member, depth + 1)
    if (plain === member) continue
    copy ??= { ...value }
    define(copy, key, plain)
  }
  return copy ?? value
}

function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += 8192)
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 8192)))
  return btoa(pieces.join(''))
}

/** Base64 of two pieces, one after the other. */
export function joinBase64(first: string, second: string): string {
  try {
    return btoa(atob(first) + atob(second))
  } catch {
    return first + second
  }
}
