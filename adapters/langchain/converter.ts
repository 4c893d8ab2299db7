import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { mapObjects } from '../../src/base/json/map.js'
import { asJson, asNative, isObject } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/**
 * Converts messages, chunks, generations and tools of LangChain's classes to JSON. Messages are converted
 * like `JSON.stringify` does; tools keep their name, description and schema.
 */
export const converter: Converter = (value) => mapObjects(asJson(value), plain)

interface Instance {
  readonly lc_serializable?: boolean
  readonly toJSON?: () => JsonValue
}

function plain(object: JsonObject): JsonValue {
  if ('schema' in object && 'invoke' in object && typeof object.name === 'string') return toolOf(object)
  const { lc_serializable: isOwn, toJSON } = asNative<Instance>(object)
  return isOwn === true && typeof toJSON === 'function'
    ? asNative<Required<Instance>>(object).toJSON()
    : object
}

function toolOf({ name = null, description = null, schema }: JsonObject): JsonValue {
  return { name, description, schema: schemaOf(schema) ?? null }
}

/** The part of Standard JSON Schema (https://standardschema.dev/json-schema) that a tool's schema needs. */
interface Standard {
  readonly '~standard'?: {
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonValue }
  }
}

/**
 * Returns the JSON Schema of a tool. Zod 4.2 and other libraries of the standard provide it; other libraries
 * are not supported.
 */
function schemaOf(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(schema) || !('~standard' in schema)) return schema
  return asNative<Standard>(schema)['~standard']?.jsonSchema?.input({ target: 'draft-2020-12' })
}
