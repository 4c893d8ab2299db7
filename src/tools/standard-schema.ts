import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'

/**
 * As much of Standard Schema and Standard JSON Schema (https://standardschema.dev) as tools need. Zod 4.2 and later,
 * ArkType and Valibot with its JSON Schema package have it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** What the specification asks for: a check, and a JSON Schema where the library has one. */
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

/** What checking a value gives: the value, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One thing that is wrong with a value. */
export interface StandardIssue {
  /** For people. */
  readonly message: string
  /** The keys that lead to it. Default: it is the value itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** What a schema gives when a value passes it, defaults filled in. Of plain JSON Schema nothing is known. */
export type OutputOf<Schema> = Schema extends StandardSchema<unknown, infer Output> ? Output : JsonObject

export function isStandardSchema(value: object): value is StandardSchema {
  const standard = '~standard' in value ? value['~standard'] : undefined
  return typeof standard === 'object' && standard !== null && 'validate' in standard
}

/**
 * What `z.toJSONSchema` gives is JSON Schema and a Standard Schema in one: it is taken as it was made.
 * @throws AdapterError `unsupported` for a schema that cannot produce JSON Schema.
 */
export function jsonSchemaOf(
  schema: StandardSchema | Readonly<Record<string, unknown>>,
  path: string,
): object {
  if (!isStandardSchema(schema) || '$schema' in schema) return schema
  const { jsonSchema, vendor } = schema['~standard']
  if (jsonSchema !== undefined) return jsonSchema.input({ target: 'draft-2020-12' })
  throw new AdapterError(
    'unsupported',
    path,
    `this schema of ${vendor} cannot produce JSON Schema: convert it yourself, or use zod 4.2 or later`,
  )
}
