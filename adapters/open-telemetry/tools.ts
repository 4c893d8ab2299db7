import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { at, expectArray, expectObject, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { opaque } from '../../src/base/model/metadata.js'
import type { ToolChoice, ToolDefinition } from '../../src/base/model/types.js'
import { type Fields, metadataFor } from '../../src/codec/shape/fields.js'
import { NOTHING } from './span.js'

/** Fields for the schema of a definition, here and in copies of requests by instrumentations. */
const SCHEMAS = ['parameters', 'inputSchema', 'input_schema'] as const

export const tools = {
  decode: (native: JsonValue, context: Context): ToolDefinition[] =>
    expectArray(native, context.path).map((tool, index) =>
      decodeTool(expectObject(tool, at(context.path, index)), context),
    ),
  decodeChoice,
}

function decodeTool(tool: JsonObject, context: Context): ToolDefinition {
  const { type } = tool
  const body = objectOr(tool.function, tool)
  const name = stringOr(body.name, '')
  if ((type !== undefined && type !== 'function') || name === '')
    return {
      type: 'provider',
      wire: context.wire,
      kind: 'other',
      name: name || stringOr(type, ''),
      value: tool,
    }
  const field = SCHEMAS.find((one) => schemaIn(body[one]) !== undefined)
  const fields: Fields = {
    type: 'string',
    name: 'string',
    description: 'string',
    strict: 'boolean',
    ...(field && { [field]: 'any' }),
  }
  return compact({
    type: 'function' as const,
    name,
    description: stringOr(body.description, undefined),
    parameters: field && schemaIn(body[field]),
    strict: typeof body.strict === 'boolean' ? body.strict : undefined,
    providerMetadata: metadataFor(body, fields, context),
  })
}

/** OpenLLMetry writes the schema as JSON text. */
function schemaIn(value: JsonValue | undefined): JsonObject | undefined {
  const schema = typeof value === 'string' ? tryParseJson(value) : value
  return isObject(schema) ? schema : undefined
}

/** Decodes the tool choice, which only the AI SDK records. */
function decodeChoice(choice: JsonValue, context: Context): ToolChoice {
  const { type, toolName } = objectOr(choice, NOTHING)
  if (type === 'auto' || type === 'none' || type === 'required') return { type }
  return type === 'tool' && typeof toolName === 'string' ? { type, name: toolName } : opaque(choice, context)
}
