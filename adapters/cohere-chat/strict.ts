import type { JsonObject } from '../../src/base/json/json-types.js'
import { objectIn } from '../../src/base/json/read-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { FunctionTool, ToolDefinition } from '../../src/base/model/types.js'
import type { StrictMode } from '../../src/base/schema/schema-dialect.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { dropStrictMode } from '../../src/codec/shape/losses.js'

function isFunction(tool: ToolDefinition): tool is FunctionTool {
  return tool.type === 'function'
}

/** Returns true if all functions are strict, since one flag applies to all functions. */
export function isStrict(tools: readonly ToolDefinition[]): boolean {
  const functions = tools.filter(isFunction)
  return functions.length > 0 && functions.every(({ strict }) => strict === true)
}

export function markStrict(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.map((tool) => (isFunction(tool) ? { ...tool, strict: true } : tool))
}

/** Reports each strict tool that becomes non-strict. */
export function dropStrict(tools: readonly ToolDefinition[], reason: string, context: Context): void {
  tools.forEach((tool, index) => {
    if (isFunction(tool) && tool.strict === true)
      dropStrictMode(tool.name, reason, { ...context, path: `/tools/${index}` })
  })
}

/**
 * Maximum number of fields in the schemas of all strict tools.
 * https://docs.cohere.com/docs/structured-outputs
 */
export const MOST_STRICT_FIELDS = 200

/** Counts the properties of a schema, at any depth. */
export function fieldsIn(schema: JsonObject): number {
  return schemasOf({ value: schema, path: '' }).reduce(
    (sum, { value: { properties } }) => sum + Object.keys(objectIn(properties)).length,
    0,
  )
}

/**
 * Keywords that are not enforced or are rejected:
 * https://docs.cohere.com/docs/structured-outputs#unsupported-schema-features
 */
const UNSUPPORTED = [
  ...['allOf', 'oneOf', 'not', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'minLength', 'maxLength'],
]
const FORMATS = ['date-time', 'uuid', 'date', 'time']

export const schemas = {
  refuses: UNSUPPORTED,
  formats: FORMATS,
  plainPatterns: true,
  root: 'object',
  needs: ['defined'],
  references: 'local',
} as const

export const strictMode: StrictMode = {
  ...schemas,
  refuses: [...UNSUPPORTED, 'uniqueItems'],
  formats: FORMATS,
}
