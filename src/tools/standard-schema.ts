import { reasonOf } from '../base/http/reason.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { at } from '../base/json/read-json.js'
import { expectJsonSchema } from './expect-json-schema.js'

/**
 * The members of Standard Schema and Standard JSON Schema (https://standardschema.dev) that tools need. Zod
 * 4.2 and later, ArkType, and Valibot with its JSON Schema package support them.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The members required by the specification: a check, and a JSON Schema if the library has one. */
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly jsonSchema?: {
      readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>>
    }
  }
}

/** The result of checking a value: the value, or its problems. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** A problem of a value. */
export interface StandardIssue {
  /** The human-readable message. */
  readonly message: string
  /** The keys of the path to the problem. Default: the value itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The output type of a schema, with defaults filled in. The type is unknown for plain JSON Schema. */
export type OutputOf<Schema> = Schema extends StandardSchema<unknown, infer Output> ? Output : JsonObject

/** The input type of a schema. The type is unknown for plain JSON Schema. */
export type InputOf<Schema> = Schema extends StandardSchema<infer Input, unknown> ? Input : JsonObject

export function isStandardSchema(value: object): value is StandardSchema {
  const standard = '~standard' in value ? value['~standard'] : undefined
  return typeof standard === 'object' && standard !== null && 'validate' in standard
}

/**
 * Returns the JSON Schema. The result of `z.toJSONSchema` is both JSON Schema and a Standard Schema: it is
 * used unchanged.
 * @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema, `wrong-type` for a value
 * that is not a schema.
 */
export function jsonSchemaOf(schema: object, path: string): object {
  if (!isStandardSchema(schema)) {
    expectJsonSchema(schema, path)
    return schema
  }
  if ('$schema' in schema) return schema
  const { jsonSchema, vendor } = schema['~standard']
  if (jsonSchema === undefined)
    throw new AdapterError(
      'unsupported',
      path,
      `this schema of ${vendor} cannot produce JSON Schema: convert it yourself, or use zod 4.2 or later`,
    )
  try {
    return jsonSchema.input({ target: TARGET })
  } catch (error) {
    throw withoutJsonSchema(schema, path, reasonOf(error))
  }
}

const TARGET = 'draft-2020-12'

/** Creates the error of a schema whose library cannot write it, at the member that cannot be written. */
function withoutJsonSchema(schema: StandardSchema, path: string, reason: string): AdapterError {
  const members =
    'shape' in schema && typeof schema.shape === 'object' ? Object.entries(schema.shape ?? {}) : []
  for (const [name, member] of members)
    if (isSchema(member))
      try {
        member['~standard'].jsonSchema?.input({ target: TARGET })
      } catch (error) {
        return withoutJsonSchema(member, at(path, name), reasonOf(error))
      }
  return new AdapterError(
    'unsupported',
    path,
    `this schema of ${schema['~standard'].vendor} has no JSON Schema: ${reason}. Use a type that JSON has, such as a text (z.iso.datetime() for a date), and convert its value in the tool`,
  )
}

function isSchema(value: unknown): value is StandardSchema {
  return typeof value === 'object' && value !== null && isStandardSchema(value)
}
