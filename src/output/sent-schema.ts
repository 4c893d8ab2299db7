import type { JsonObject } from '../json/json-types.js'
import { fitSchema } from '../schema/fit-schema.js'
import type { OutputSchemaLimit } from '../schema/schema-dialect.js'
import { strictFault } from '../schema/strict.js'

/** A schema as a wire takes it. */
export interface SentSchema {
  readonly schema: JsonObject
  /** Bounds that the wire has no place for. Most stand in descriptions, for the model; the answer is checked for all in any case. */
  readonly moved: ReadonlySet<string>
}

/** Undefined if the wire does not take the schema, whatever is left out. */
export function sentSchema(schema: JsonObject, limit: OutputSchemaLimit = {}): SentSchema | undefined {
  const { isOfObjects, grammar } = limit
  if (isOfObjects === true && schema.type !== 'object') return undefined
  if (grammar === undefined) return { schema, moved: new Set() }
  const { schema: sent, changes } = fitSchema(schema, grammar)
  if (strictFault(sent, grammar) !== undefined) return undefined
  const left = changes.filter(({ how }) => how === 'described' || how === 'relaxed')
  return { schema: sent, moved: new Set(left.map(({ keyword }) => keyword)) }
}
