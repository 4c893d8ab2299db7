import type { JsonValue } from './json-types.js'
import { isArray, isObject } from './read-json.js'

/** Returns true if the JSON Pointer matches the path; `*` matches any one token. */
export function matchesPointer(pattern: string, path: readonly string[]): boolean {
  const tokens = pattern.split('/').slice(1)
  return (
    tokens.length === path.length &&
    tokens.every((token, index) => token === '*' || unescapeToken(token) === path[index])
  )
}

/** Returns the tokens of a JSON Pointer, unescaped; an empty list for the complete document. */
export function pointerTokens(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeToken)
}

function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Returns the value at a JSON Pointer (https://www.rfc-editor.org/rfc/rfc6901), or undefined. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const token of pointerTokens(pointer)) {
    if (isArray(found)) found = /^\d+$/.test(token) ? found[Number(token)] : undefined
    else found = isObject(found) && Object.hasOwn(found, token) ? found[token] : undefined
  }
  return found
}
