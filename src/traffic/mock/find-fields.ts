import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { pointerTokens } from '../../base/json/pointer.js'
import { at as below, isArray, isObject, objectIn } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import type { Values } from './fill.js'
import type { MemberTest } from './server-row.js'

/** A position that a check found, with the placeholders of the text. */
export interface Finding extends Values {
  /** JSON Pointer. */
  readonly at: string
}

/** A value of the request at a pattern, with its object. */
export interface FoundField {
  readonly value: JsonValue | undefined
  readonly parent: JsonObject
  readonly finding: Finding
}

const WILDCARDS = ['index', 'part', 'third']

/**
 * Returns the objects at the pattern without its last token, and the member of that token. The member may be
 * missing, unless the last token is `*`.
 */
export function fieldsAt(body: JsonObject, pattern: string): FoundField[] {
  const tokens = pointerTokens(pattern)
  const found: FoundField[] = []
  const visit = (value: JsonValue, depth: number, at: string, indexes: readonly string[]) => {
    const token = tokens[depth]
    if (token === undefined) return
    if (token !== '*' && depth === tokens.length - 1 && isObject(value)) {
      found.push(fieldOf(value, token, at, indexes))
      return
    }
    for (const key of keysOf(value, token)) {
      const child = isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined
      const path = below(at, key)
      const next = token === '*' ? [...indexes, key] : indexes
      if (child === undefined) continue
      if (depth === tokens.length - 1)
        found.push({
          value: child,
          parent: objectIn(value),
          finding: { at: path, value: child, ...named(next) },
        })
      else visit(child, depth + 1, path, next)
    }
  }
  visit(body, 0, '', [])
  return found
}

function fieldOf(parent: JsonObject, field: string, at: string, indexes: readonly string[]): FoundField {
  const value = Object.hasOwn(parent, field) ? parent[field] : undefined
  return { value, parent, finding: { at: below(at, field), field, value, parent, ...named(indexes) } }
}

/** Returns the placeholders of the wildcards. */
function named(indexes: readonly string[]): Values {
  return Object.fromEntries(indexes.map((index, position) => [WILDCARDS[position] ?? '', index]))
}

function keysOf(value: JsonValue, token: string): readonly string[] {
  if (isArray(value)) return token === '*' ? value.map((_, index) => String(index)) : [token]
  if (!isObject(value)) return []
  return token === '*' ? Object.keys(value) : Object.hasOwn(value, token) ? [token] : []
}

/** Returns true if the member of the object is one of `is` and none of `not`. */
export function passes(parent: JsonObject, { member, is, not }: MemberTest): boolean {
  const value = (Object.hasOwn(parent, member) ? parent[member] : undefined) ?? null
  return (is === undefined || isOneOf(value, is)) && !(not !== undefined && isOneOf(value, not))
}

export function isOneOf(value: JsonValue | undefined, values: readonly JsonValue[]): boolean {
  return values.some((one) => equalJson(one, value))
}
