import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isObject } from '../json/read-json.js'
import { withMembers, without } from '../json/write-json.js'
import { type Expanded, expand } from './expand.js'
import { closeObject, fitRoot, requireAll, requireDefined, sayPatterns } from './fit-objects.js'
import { numberBounds, sayAlternatives, sayEnumeration, sayItems, sayTuple } from './fit-values.js'
import { sayNull } from './nulls.js'
import { addType, parted } from './say-unions.js'
import type { SchemaChange, SchemaDialect } from './schema-dialect.js'
import { describeInstead, dialectWords, note, refuses, type Site } from './schema-position.js'
import { MAX_SCHEMA_DEPTH, mapInner } from './walk.js'

/** A schema in a dialect, and the changes made. */
export interface FittedSchema {
  /** The schema in the dialect; the given object itself if it already conforms. */
  readonly schema: JsonObject
  /** The changes, in the order of the walk. Empty if the schema already conforms. */
  readonly changes: readonly SchemaChange[]
}

/**
 * Converts a schema to a dialect. The result accepts all previously accepted values, and more if the dialect
 * cannot express a bound. In a closed dialect, the result forbids unlisted properties. A schema that already
 * conforms is returned as the same reference.
 */
export function fitSchema(schema: JsonObject, dialect: SchemaDialect): FittedSchema {
  let fitted: Applied = fitRound(schema, dialect)
  for (let round = 1; round < MOST_ROUNDS && fitted.isUnsettled; round += 1) {
    const next = fitRound(fitted.schema, dialect)
    fitted = { ...next, changes: [...fitted.changes, ...next.changes] }
  }
  return { schema: fitted.schema, changes: fitted.changes }
}

/**
 * Maximum number of rounds. Rounds repeat until nothing changes, so that fitting a fitted schema leaves it
 * unchanged.
 */
const MOST_ROUNDS = 5

function fitRound(schema: JsonObject, dialect: SchemaDialect): Applied {
  const fitted = apply(schema, dialect)
  if (!fitted.changes.some(isWeaker) || !turnsAround(fitted.kept)) return fitted
  return apply(schema, { ...dialect, refuses: [...(dialect.refuses ?? []), ...TURNING] })
}

/** Keywords that are rewritten without loss: tuples and constants. */
const EXACT = ['prefixItems', 'items', 'const']

function isWeaker({ how, keyword }: SchemaChange): boolean {
  return how !== 'added' && !(how === 'rewritten' && EXACT.includes(keyword))
}

/**
 * Keywords that accept less if an inner or referenced schema accepts more, and keywords that depend on other
 * evaluations.
 */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems']
const TURNING = [...UNEVALUATED, 'oneOf', 'not', 'if', 'then', 'else', 'maxContains']
const WATCHED: ReadonlySet<string> = new Set([...TURNING, '$ref'])

/**
 * Returns true if a change elsewhere may have narrowed the schema. `settle` handles changes inside
 * keywords.
 */
function turnsAround(kept: ReadonlySet<string>): boolean {
  return UNEVALUATED.some((key) => kept.has(key)) || (kept.has('$ref') && kept.size > 1)
}

/** Maximum number of expanded references; meaningful schemas have fewer. */
const MOST_WRITTEN_OUT = 2_000

interface Applied extends FittedSchema {
  /** See `Site.kept`. */
  readonly kept: ReadonlySet<string>
  /** See `Site.state`. */
  readonly isUnsettled: boolean
}

function apply(root: JsonObject, dialect: SchemaDialect): Applied {
  const changes: SchemaChange[] = []
  const state = { left: MOST_WRITTEN_OUT, isUnsettled: false }
  const kept = new Set<string>()
  const words = dialectWords(dialect)
  const schema = fitOne(root, {
    dialect,
    words,
    root,
    path: '',
    followed: [],
    around: [],
    state,
    changes,
    kept,
  })
  return { schema, changes, kept, isUnsettled: state.isUnsettled }
}

/** Steps applied to each schema, before its inner schemas. */
const STEPS: readonly ((schema: JsonObject, site: Site) => JsonObject)[] = [
  fitRoot,
  sayTuple,
  sayAlternatives,
  sayEnumeration,
  sayPatterns,
  sayItems,
  requireDefined,
  closeObject,
  requireAll,
  leaveOut,
]

function fitOne(given: JsonObject, above: Site): JsonObject {
  const { around, state } = above
  if (around.includes(given)) return relaxed(above)
  if (around.length >= MAX_SCHEMA_DEPTH) return given
  if (above.followed.length > 0) state.left -= 1
  if (needsNothing(given, above)) return given
  around.push(given)
  const { schema: said, followed } = sayAll(given, above)
  const site = followed === above.followed ? above : moved(above, above.path, followed)
  const inner = mapInner(said, (value, key, name) => fitInner(value, key, name, site))
  const settled = inner === said ? said : settle(inner, said, site)
  const isNullSaidElsewhere = site.dialect.nulls === 'nullable' && inner.anyOf !== said.anyOf
  if (settled !== inner || isNullSaidElsewhere) state.isUnsettled = true
  around.pop()
  return settled
}

/**
 * Returns true for a schema of plain values without keywords that the dialect rewrites. The check is fast.
 */
function needsNothing(schema: JsonObject, { words: { quiet }, path }: Site): boolean {
  const { type } = schema
  if (typeof type !== 'string' || type === 'object' || type === 'array' || path === '') return false
  for (const keyword in schema) if (keyword !== 'type' && !quiet.has(keyword)) return false
  return true
}

/** Rewrites a schema in rounds. The result of a step may be a form that an earlier step rewrites. */
function sayAll(given: JsonObject, above: Site): Expanded {
  let said = given
  let site = above
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { schema, followed } = expandAll(numberBounds(said), site)
    if (followed !== site.followed) site = moved(site, site.path, followed)
    let next = schema
    for (const step of STEPS) next = step(next, site)
    if (restrictsTypes(site.dialect)) next = addType(parted(next, site), site)
    if (next === said) break
    said = next
  }
  return { schema: said, followed: site.followed }
}

/** Returns true for a dialect that restricts where types are. Most have no such restriction. */
function restrictsTypes({ unions, needs }: SchemaDialect): boolean {
  return unions !== undefined || needs?.includes('types') === true
}

/**
 * Returns the site of another schema. Spreading an object with so many members would dominate the runtime.
 */
function moved(site: Site, path: string, followed = site.followed): Site {
  const { dialect, words, root, around, state, kept, changes } = site
  return { dialect, words, root, path, followed, around, state, kept, changes }
}

/** Returns a schema that accepts any value, in place of a schema object that contains itself. */
function relaxed(site: Site): JsonObject {
  note(site, '', 'relaxed')
  return {}
}

/** Expands a schema completely. An alternative to null may be a reference to a schema with alternatives. */
function expandAll(schema: JsonObject, site: Site): Expanded {
  const expanded = expand(sayNull(schema, site), site)
  const next = sayNull(expanded.schema, site)
  if (next === expanded.schema) return expanded
  return expandAll(next, { ...site, followed: expanded.followed })
}

function fitInner(value: JsonValue, key: string, name: string | number | undefined, site: Site): JsonValue {
  if (typeof value !== 'object' && typeof value !== 'boolean') return value
  const isWord = typeof value === 'boolean' && site.dialect.booleans === false
  if (!isObject(value) && (!isWord || MAY_BE_WORDS.includes(key))) return value
  const path = at(site.path, key)
  const place = moved(site, name === undefined ? path : at(path, name))
  if (isObject(value)) return fitOne(value, place)
  note(place, '', 'rewritten')
  return fitOne(value ? {} : { not: {} }, place)
}

const MAY_BE_WORDS = ['additionalProperties', 'additionalItems', ...UNEVALUATED]

function leaveOut(schema: JsonObject, site: Site): JsonObject {
  const refused: string[] = []
  const isLimited = site.path === '' && site.dialect.rootKeywords !== undefined
  for (const key in schema) {
    if (site.words.quiet.has(key) && !isLimited) continue
    if (refuses(site, key, schema[key])) refused.push(key)
    else if (WATCHED.has(key)) site.kept.add(key)
  }
  return refused.length === 0 ? schema : describeInstead(schema, refused, site)
}

/** Relaxes a schema if an inner schema that accepts more would make it accept less. */
function settle(schema: JsonObject, before: JsonObject, site: Site): JsonObject {
  const isChanged = (keyword: string) => schema[keyword] !== before[keyword]
  const turned = isChanged('if') ? ['if', 'then', 'else'] : []
  if (isChanged('not')) turned.push('not')
  if (isChanged('contains') && schema.maxContains !== undefined) turned.push('maxContains')
  if (isChanged('oneOf') && schema.anyOf !== undefined) turned.push('oneOf')
  for (const keyword of turned) note(site, keyword, 'relaxed')
  const rest = turned.length === 0 ? schema : without(schema, ...turned)
  if (!isChanged('oneOf') || rest.oneOf === undefined) return rest
  note(site, 'oneOf', 'rewritten')
  return withMembers(without(rest, 'oneOf'), { anyOf: rest.oneOf })
}
