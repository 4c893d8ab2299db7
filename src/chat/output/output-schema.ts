import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, expectObject, isArray, isObject } from '../../base/json/read-json.js'
import { expectGiven } from '../../base/model/entrance.js'
import type { OutputFormat } from '../../base/model/types.js'
import { checkFor, pointerOf } from '../../tools/check-input.js'
import type { JsonSchema } from '../../tools/define-tool.js'
import { isStandardSchema, jsonSchemaOf, type StandardSchema } from '../../tools/standard-schema.js'

/** The schema of an object that the model is to answer with: zod 4.2 and later, another Standard Schema, or JSON Schema. */
export type OutputSchema = StandardSchema | JsonSchema

/** What a schema gives when an answer fits it. Of plain JSON Schema nothing is known. */
export type ObjectOf<Schema> = Schema extends StandardSchema<unknown, infer Output> ? Output : JsonValue

/** One thing that is wrong with an answer. */
export interface OutputIssue {
  /** Where, as a JSON Pointer into the object. */
  readonly path: string
  /** What, for people and for the model. */
  readonly message: string
}

/** The object, or what is wrong with the value. */
export type ObjectCheck = { readonly object: unknown } | { readonly issues: readonly OutputIssue[] }

/** An object that is asked for. */
export interface WantedObject {
  /** As JSON Schema. */
  readonly schema: JsonObject
  /** The object has defaults and transformations of the schema. */
  check(value: JsonValue): Promise<ObjectCheck>
}

/**
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

/** Whether it is the setting of a conversation, and no schema. */
export function isOutputFormat(given: OutputFormat | OutputSchema): given is OutputFormat {
  return 'type' in given && typeof given.type === 'string' && Object.hasOwn(FORMATS, given.type)
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
 * Objects whose members are listed get no others: some providers refuse schemas that leave it open
 * (https://docs.claude.com/en/docs/build-with-claude/structured-outputs), and the schema itself ignores other members.
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
