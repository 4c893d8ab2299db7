import type { JsonObject } from '../json/json-types.js'
import { withMembers, without } from '../json/write-json.js'
import { mergeSchemas } from './merge-schemas.js'
import { resolveReference } from './references.js'
import type { SchemaDialect } from './schema-dialect.js'
import { describeInstead, note, refuses, type Site, schemasIn } from './schema-position.js'

/** A schema after the expansion of the references and `allOf` that the dialect rejects. */
export interface Expanded {
  readonly schema: JsonObject
  /** The references that were expanded to reach this schema. */
  readonly followed: readonly string[]
}

/**
 * Expands the references and `allOf` of a schema.
 * @param isForced true to expand all of them, so that the schema can be merged with others.
 */
export function expand(schema: JsonObject, site: Site, isForced = false): Expanded {
  const { $ref: reference, allOf } = schema
  if (typeof reference === 'string' && (isForced || !keepsReference(schema, reference, site)))
    return follow(schema, reference, site, isForced)
  const parts = schemasIn(allOf)
  if (parts !== undefined && (isForced || refuses(site, 'allOf'))) return merge(schema, parts, site)
  return { schema, followed: site.followed }
}

function keepsReference(schema: JsonObject, reference: string, site: Site): boolean {
  const { references, root } = site.dialect
  if (site.path === '' && root !== undefined) return false
  if (references === undefined) return true
  return isKept(reference, site) && (references === 'local' || Object.keys(schema).length === 1)
}

/**
 * Returns true if the sent schema still contains the definition, even if other references to this definition
 * are expanded.
 */
function isKept(reference: string, { dialect: { references }, root }: Site): boolean {
  if (references === 'none' || resolveReference(root, reference) === undefined) return false
  if (references === undefined || definitionsFor(references).test(reference)) return true
  return reference === '#' && root.type === 'object' && !('anyOf' in root || 'oneOf' in root)
}

function definitionsFor(references: SchemaDialect['references']): RegExp {
  return references === 'defs' ? /^#\/\$defs\/[^/]+$/ : /^#\/(?:\$defs|definitions)\/[^/]+$/
}

/** Maximum length of a chain of references; meaningful schemas have shorter chains. */
const MOST_FOLLOWED = 100

function follow(schema: JsonObject, reference: string, site: Site, isForced: boolean): Expanded {
  const target = resolveReference(site.root, reference)
  const { followed, state } = site
  const isEndless = followed.length > MOST_FOLLOWED || followed.includes(reference) || state.left <= 0
  if (target === undefined || isEndless) return { schema: cut(schema, target, site), followed: site.followed }
  state.left -= 1
  note(site, '$ref', 'rewritten')
  const own = without(schema, '$ref')
  const plain = without(target, '$defs', 'definitions', '$schema', '$id')
  const merged = Object.keys(own).length === 0 ? plain : mergeSchemas([own, plain], lost(site))
  return expand(merged, { ...site, followed: [...site.followed, reference] }, isForced)
}

/**
 * Ends the expansion of a schema. The schema stays a reference if the dialect allows references; otherwise it
 * becomes a schema that accepts any value.
 */
function cut(schema: JsonObject, target: JsonObject | undefined, site: Site): JsonObject {
  const { $ref: reference } = schema
  if (typeof reference === 'string' && site.path !== '' && isKept(reference, site)) {
    const beside = Object.keys(schema).filter((key) => key !== '$ref')
    if (site.dialect.references === 'local' || beside.length === 0) return schema
    for (const key of beside) note(site, key, 'relaxed')
    return { $ref: reference }
  }
  const open = describeInstead(schema, ['$ref'], site)
  return target?.type === 'object' && open.type === undefined ? withMembers(open, { type: 'object' }) : open
}

function merge(schema: JsonObject, parts: readonly JsonObject[], site: Site): Expanded {
  site.state.left -= 1
  note(site, 'allOf', 'rewritten')
  const own = without(schema, 'allOf')
  // Detects a schema object that contains itself.
  const around = [...site.around, schema]
  const others = site.state.left > 0 ? parts.filter((part) => !around.includes(part)) : []
  const [only] = others
  if (only !== undefined && others.length === 1 && Object.keys(own).length === 0)
    return expand(only, { ...site, around })
  const expanded = others.map((part) => expand(part, { ...site, around }, true))
  const followed = [...new Set([...site.followed, ...expanded.flatMap((one) => one.followed)])]
  const merged = mergeSchemas([own, ...expanded.map((one) => one.schema)], lost(site))
  return expand(merged, { ...site, followed })
}

function lost(site: Site): (keyword: string) => void {
  return (keyword) => note(site, keyword, 'relaxed')
}
