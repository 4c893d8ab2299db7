import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, expectObject, isArray, isObject } from '../../base/json/read-json.js'
import { expectGiven } from '../../base/model/expect.js'
import type { OutputFormat } from '../../base/model/types.js'
import { checkFor, pointerOf } from '../../tools/check-input.js'
import type { JsonSchema } from '../../tools/define-tool.js'
import { expectJsonSchema } from '../../tools/expect-json-schema.js'
import { isStandardSchema, jsonSchemaOf, type StandardSchema } from '../../tools/standard-schema.js'

/**
 * The schema of an object that the model should return: zod 4.2 and later, another Standard Schema, or JSON
 * Schema.
 */
export type OutputSchema = StandardSchema | JsonSchema

/** The output type of a schema. The type is unknown for plain JSON Schema. */
export type ObjectOf<Schema> = Schema extends StandardSchema<unknown, infer Output> ? Output : JsonValue

/** A problem of an answer. */
export interface OutputIssue {
  /** The path of the problem, as a JSON Pointer into the object. */
  readonly path: string
  /** A description of the problem, for humans and for the model. */
  readonly message: string
}

/** The object, or the problems of the value. */
export type ObjectCheck = { readonly object: unknown } | { readonly issues: readonly OutputIssue[] }

/** A requested object. */
export interface WantedObject {
  /** The schema as JSON Schema. */
  readonly schema: JsonObject
  /** Checks a value. The object has the defaults and transformations of the schema. */
  check(value: JsonValue): Promise<ObjectCheck>
}

/**
 * Converts an output schema to the requested object.
 * @param path of the schema, for errors.
 * @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema.
 */
export function wantedObject(given: OutputSchema, path: string): WantedObject {
  if (typeof given !== 'function')
    expectGiven(given, ['a schema', 'zod, another Standard Schema, or JSON Schema'], path)
  const { $schema: _dialect, ...schema } = expectObject(asJson(jsonSchemaOf(given, path)), path)
  if (!isStandardSchema(given)) return { schema, check: (value) => checkByJsonSchema(schema, value) }
  return { schema: closed(schema), check: (value) => checkByStandardSchema(given, value) }
}

const FORMATS: Readonly<Record<OutputFormat['type'], true>> = { text: true, json: true, 'json-schema': true }

/** Returns true for a conversation setting, false for a schema. */
export function isOutputFormat(given: OutputFormat | OutputSchema): given is OutputFormat {
  const type = typeof given === 'object' && given !== null && 'type' in given ? given.type : undefined
  return typeof type === 'string' && Object.hasOwn(FORMATS, type)
}

/**
 * Checks the schema of a conversation setting.
 * @throws AdapterError `wrong-type` for a value that is not JSON Schema.
 */
export function expectOutputFormat(format: OutputFormat, path: string): void {
  if (format.type !== 'json-schema') return
  const place = `${path}/schema`
  expectGiven(format.schema, ['the schema of outputFormat is missing', 'JSON Schema'], place)
  if ('~standard' in format.schema && !('$schema' in format.schema))
    throw new AdapterError('wrong-type', place, 'pass a schema of a library itself: outputFormat: schema')
  expectJsonSchema(format.schema, place)
}

async function checkByJsonSchema(schema: JsonObject, value: JsonValue): Promise<ObjectCheck> {
  const issues = (await checkFor(schema))(value)
  return issues.length === 0 ? { object: value } : { issues }
}

async function checkByStandardSchema(schema: StandardSchema, value: JsonValue): Promise<ObjectCheck> {
  const { issues, ...result } = await schema['~standard'].validate(value)
  if (issues === undefined && 'value' in result) return { object: result.value }
  return { issues: (issues ?? []).map((issue) => ({ path: pointerOf(issue), message: issue.message })) }
}

/**
 * Closes objects with listed members. Some providers reject schemas that do not set `additionalProperties`
 * (https://docs.claude.com/en/docs/build-with-claude/structured-outputs), and libraries ignore other members.
 */
function closed(schema: JsonValue): JsonObject
function closed(schema: JsonValue): JsonValue {
  if (isArray(schema)) return schema.map((item: JsonValue): JsonValue => closed(item))
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([key, value]) => [key, closed(value)])
  const isOpen =
    isObject(schema.properties) && schema.additionalProperties === undefined && !('allOf' in schema)
  return Object.fromEntries(isOpen ? [...members, ['additionalProperties', false]] : members)
}
