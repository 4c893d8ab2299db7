import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { asJson } from '../../base/json/read-json.js'
import { MAX_DEPTH } from '../../base/json/write-json.js'

/**
 * Converts the input of a tool to JSON, for rules and for the person who is asked. Maps and sets become
 * lists; values without a JSON form become texts.
 * @throws AdapterError `too-deep` for a value that is nested too deeply or contains itself.
 */
export function shownInput(value: unknown, depth = 0): JsonValue {
  if (depth > MAX_DEPTH) throw new AdapterError('too-deep', '', `nested deeper than ${MAX_DEPTH} levels`)
  const shown = (inner: unknown) => shownInput(inner, depth + 1)
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return asJson(value)
  if (typeof value !== 'object') return String(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return shown(value.toJSON())
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) return [...value].map(shown)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([key, member]) => [key, shown(member)]))
}
