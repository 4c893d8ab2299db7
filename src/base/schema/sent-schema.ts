import type { JsonObject } from '../json/json-types.js'
import { fitSchema } from './fit-schema.js'
import type { OutputSchemaLimit, SchemaChange, SchemaDialect, StrictMode } from './schema-dialect.js'
import { strictFault } from './strict.js'
import { optionalProperties, schemasOf } from './walk.js'

/** A schema of structured output in the dialect of a wire. */
export interface SentSchema {
  /** The given schema itself if it already conforms. */
  readonly schema: JsonObject
  /** All changes. Empty if the schema already conforms. */
  readonly changes: readonly SchemaChange[]
  /** Keywords of bounds that the wire does not enforce. Most are in descriptions, for the model. */
  readonly moved: ReadonlySet<string>
  /** True if some of these bounds are not in a description either. */
  readonly isRelaxed: boolean
}

/** A schema that the wire rejects, and that cannot be adapted. */
export interface RefusedSchema {
  /** The reason, as the end of a sentence about the schema. */
  readonly fault: string
}

/** Converts a schema of structured output to the dialect of a wire. */
export function sentSchema(
  schema: JsonObject,
  { isOfObjects, grammar }: OutputSchemaLimit = {},
): SentSchema | RefusedSchema {
  if (isOfObjects === true && schema.type !== 'object') return { fault: 'it is not of type "object"' }
  const { schema: sent, changes } =
    grammar === undefined ? { schema, changes: [] } : fitSchema(schema, grammar)
  const fault = grammar && faultIn(sent, grammar)
  if (fault !== undefined) return { fault }
  const left = changes.filter(({ how }) => how === 'described' || how === 'relaxed')
  return {
    schema: sent,
    changes,
    moved: new Set(left.map(({ keyword }) => keyword)),
    isRelaxed: left.some(({ how }) => how === 'relaxed'),
  }
}

/**
 * Converts a schema of structured output to an equivalent one in strict mode: its objects are closed,
 * everything else is unchanged.
 */
export function strictOutputSchema(
  schema: JsonObject,
  mode: StrictMode,
): { readonly schema: JsonObject } | RefusedSchema {
  const { schema: closed, changes } = fitSchema(schema, { ...mode, requiresAll: false })
  const weaker = changes.find(({ how }) => how === 'described' || how === 'relaxed')
  if (weaker !== undefined) return { fault: `it has ${weaker.keyword} at "${weaker.path}"` }
  const fault = faultIn(closed, mode) ?? optionalIn(closed, mode)
  return fault === undefined ? { schema: closed } : { fault }
}

function faultIn(schema: JsonObject, mode: SchemaDialect): string | undefined {
  const { path, reason } = strictFault(schema, mode) ?? {}
  return path === undefined || path === '' ? reason : `at "${path}" ${reason}`
}

function optionalIn(schema: JsonObject, { requiresAll }: StrictMode): string | undefined {
  if (requiresAll !== true) return undefined
  const optional = schemasOf({ value: schema, path: '' }).flatMap(({ value }) => optionalProperties(value))
  return optional.length === 0 ? undefined : `it does not require ${optional.slice(0, 5).join(', ')}`
}
