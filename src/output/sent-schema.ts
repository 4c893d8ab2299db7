import type { JsonObject, JsonValue } from '../json/json-types.js'
import { closeObjects, type OutputSchemaLimit, type StrictMode, strictFault } from '../schema/strict.js'
import { mapSchemas } from '../schema/walk.js'

/** A schema as a wire takes it. */
export interface SentSchema {
  readonly schema: JsonObject
  /** Bounds that the wire has no place for. They stand in descriptions, for the model; the answer is checked for them in any case. */
  readonly moved: ReadonlySet<string>
}

/** Undefined if the wire does not take the schema, whatever is left out. */
export function sentSchema(schema: JsonObject, limit: OutputSchemaLimit = {}): SentSchema | undefined {
  const { isOfObjects, grammar } = limit
  if (isOfObjects === true && schema.type !== 'object') return undefined
  const moved = new Set<string>()
  if (grammar === undefined) return { schema, moved }
  const sent = mapSchemas(closeObjects(schema), (inner) => withoutBounds(inner, grammar, moved))
  return strictFault(sent, grammar) === undefined ? { schema: sent, moved } : undefined
}

/** Without these a schema takes more, and nothing less. */
const BOUNDS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minProperties', 'maxProperties'],
])

function withoutBounds(schema: JsonObject, mode: StrictMode, moved: Set<string>): JsonObject {
  const isRefused = ([key, value]: readonly [string, JsonValue]) =>
    BOUNDS.has(key) && strictFault({ ...CLOSED, [key]: value }, mode) !== undefined
  const entries = Object.entries(schema)
  const bounds = entries.filter(isRefused)
  if (bounds.length === 0 && schema.oneOf === undefined) return schema
  for (const [key] of bounds) moved.add(key)
  const { oneOf, ...rest } = Object.fromEntries(entries.filter((entry) => !isRefused(entry)))
  return { ...rest, ...(oneOf !== undefined && anyOf(oneOf, rest, mode)), ...described(rest, bounds) }
}

/** What says nothing of its own, so that only a bound beside it can be at fault. */
const CLOSED = { type: 'object', properties: {}, additionalProperties: false } as const

/** Alternatives of which only one can fit are said as those of which any may. */
function anyOf(oneOf: JsonValue, rest: JsonObject, { refuses }: StrictMode): JsonObject {
  return refuses.includes('oneOf') && rest.anyOf === undefined ? { anyOf: oneOf } : { oneOf }
}

function described(
  { description, format }: JsonObject,
  bounds: readonly (readonly [string, JsonValue])[],
): JsonObject {
  const said = bounds
    .filter(([key, value]) => !isSaid(key, value, format))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  if (said.length === 0) return {}
  const before = typeof description === 'string' ? `${description} ` : ''
  return { description: `${before}(${said.join(', ')})` }
}

/** Schema libraries write the range of safe integers, and the pattern of a format. */
function isSaid(key: string, value: JsonValue, format: JsonValue | undefined): boolean {
  return key === 'pattern' ? format !== undefined : Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
}
