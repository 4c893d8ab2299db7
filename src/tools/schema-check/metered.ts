import { ignoredKeyword, schemaMapKeyword } from '@cfworker/json-schema'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { define } from '../../base/json/write-json.js'
import { type CheckBudget, SUBSCHEMA } from './budget.js'

/** The constraints of a schema on a text. */
export interface TextConstraint {
  readonly pattern?: string
  readonly format?: string
}

/** A schema with `patternProperties`, and their original values. */
export interface NamedMembers {
  readonly schema: JsonObject
  readonly rules: readonly (readonly [pattern: string, schema: JsonValue])[]
}

/** The parts of a schema that the validator does not check itself. */
export interface Metered {
  /** The constraints, by the name of the format that replaces each. */
  readonly texts: Map<string, TextConstraint>
  readonly members: NamedMembers[]
  comparesItems: boolean
}

/**
 * Rewrites a copy of a schema so that the cost of checking a value can be counted: the validator reads the
 * `type` of each subschema that it checks; patterns and formats become custom formats. Visits all subschemas
 * that the validator visits.
 */
export function meter(root: JsonValue, budget: CheckBudget): Metered {
  const found: Metered = { texts: new Map(), members: [], comparesItems: false }
  const open = [root]
  const seen = new Set<JsonValue>()
  for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
    if (isArray(schema)) for (const each of schema) open.push(each)
    if (!isObject(schema) || seen.has(schema)) continue
    seen.add(schema)
    for (const inner of schemasIn(schema)) open.push(inner)
    takeTexts(schema, found)
    if (isObject(schema.patternProperties))
      found.members.push({ schema, rules: Object.entries(schema.patternProperties) })
    found.comparesItems ||= Boolean(schema.uniqueItems)
    count(schema, budget)
  }
  return found
}

function schemasIn(schema: JsonObject): JsonValue[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    const isMap = schemaMapKeyword[key] === true
    const members = isObject(value) && (isMap || key === 'dependencies') ? Object.values(value) : []
    return isMap || ignoredKeyword[key] === true ? members : [value, ...members]
  })
}

function takeTexts(schema: JsonObject, { texts }: Metered): void {
  const { pattern, format } = schema
  if (pattern === undefined && format === undefined) return
  const asked: TextConstraint = {
    ...(format !== undefined && { format: String(format) }),
    ...(pattern !== undefined && { pattern: String(pattern) }),
  }
  const name = [asked.format, pattern !== undefined && `pattern ${pattern}`].filter(Boolean).join(', ')
  texts.set(name, asked)
  define(schema, 'pattern', undefined)
  define(schema, 'format', name)
}

function count(schema: JsonObject, budget: CheckBudget): void {
  const { type } = schema
  const sizes = Object.values(schema).map((value) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length : 0,
  )
  const cost = sizes.reduce((sum, size) => sum + size, SUBSCHEMA)
  const get = () => {
    budget.spend(cost)
    return type
  }
  Object.defineProperty(schema, 'type', { get, enumerable: type !== undefined, configurable: true })
}
