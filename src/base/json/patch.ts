import { AdapterError } from './adapter-error.js'
import type { JsonObject, JsonValue } from './json-types.js'
import { pointerTokens } from './pointer.js'
import { isArray, isObject } from './read-json.js'
import { define } from './write-json.js'

/** One change of a JSON document: an operation of JSON Patch (https://www.rfc-editor.org/rfc/rfc6902). */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: string }

/**
 * Applies the changes to a document, one after the other. The given document is not modified.
 * @throws AdapterError `wrong-type` for a path that does not exist.
 */
export function applyPatch(document: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const patched = operations.reduce<JsonValue>(
    (value, operation) => change(value, pointerTokens(operation.path), operation),
    document,
  )
  if (!isObject(patched)) throw new AdapterError('wrong-type', '', 'the patch leaves no JSON object')
  return patched
}

function change(
  value: JsonValue,
  [token, ...deeper]: readonly string[],
  operation: PatchOperation,
): JsonValue {
  if (token === undefined) return operation.op === 'remove' ? null : operation.value
  if (isArray(value)) return changeList(value, token, deeper, operation)
  const isThere = isObject(value) && Object.hasOwn(value, token)
  if (!isObject(value) || (!isThere && (operation.op !== 'add' || deeper.length > 0)))
    throw nowhere(operation)
  const changed: Record<string, JsonValue> = {}
  for (const [key, member] of Object.entries(value)) {
    if (key !== token) define(changed, key, member)
    else if (deeper.length > 0) define(changed, key, change(member, deeper, operation))
    else if (operation.op !== 'remove') define(changed, key, operation.value)
  }
  if (!isThere && operation.op === 'add') define(changed, token, operation.value)
  return changed
}

function changeList(
  list: readonly JsonValue[],
  token: string,
  deeper: readonly string[],
  operation: PatchOperation,
): JsonValue {
  const isInsert = operation.op === 'add' && deeper.length === 0
  const index = token === '-' ? list.length : /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1
  const member = list[index]
  if (isInsert && index >= 0 && index <= list.length)
    return [...list.slice(0, index), operation.value, ...list.slice(index)]
  if (member === undefined) throw nowhere(operation)
  const inPlace = deeper.length === 0 && operation.op === 'remove' ? [] : [change(member, deeper, operation)]
  return [...list.slice(0, index), ...inPlace, ...list.slice(index + 1)]
}

function nowhere({ op, path }: PatchOperation): AdapterError {
  return new AdapterError('wrong-type', path, `the patch has no value at this path to ${op}`)
}
