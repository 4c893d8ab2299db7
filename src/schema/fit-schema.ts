import type { JsonObject, JsonValue } from '../json/json-types.js'
import { at, isObject } from '../json/read-json.js'
import { type Expanded, expand } from './expand.js'
import { closeObject, requireAll, requireDefined, sayPatterns } from './fit-objects.js'
import { fitRoot } from './fit-root.js'
import { numberBounds, sayAlternatives, sayEnumeration, sayItems, sayTuple } from './fit-values.js'
import { sayNull } from './nulls.js'
import type { SchemaChange, SchemaDialect } from './schema-dialect.js'
import { describeInstead, note, refuses, type Site, without } from './site.js'
import { MAX_SCHEMA_DEPTH, mapInner } from './walk.js'

/** A schema in a dialect, and what had to be changed. */
export interface FittedSchema {
  readonly schema: JsonObject
  readonly changes: readonly SchemaChange[]
}

/**
 * Says a schema in a dialect. It accepts what it accepted before, and more where the dialect has no words for a bound; in a
 * closed dialect it forbids properties that it does not list. What obeys the dialect already is the same reference.
 */
export function fitSchema(schema: JsonObject, dialect: SchemaDialect): FittedSchema {
  let fitted: FittedSchema = { schema, changes: [] }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const next = fitRound(fitted.schema, dialect)
    if (next.schema === fitted.schema) return fitted
    fitted = { schema: next.schema, changes: [...fitted.changes, ...next.changes] }
  }
  return fitted
}

/** What is left of a schema may be a form that has to be said otherwise, too: fitting what was fitted changes nothing. */
const MOST_ROUNDS = 5

function fitRound(schema: JsonObject, dialect: SchemaDialect): FittedSchema {
  const fitted = apply(schema, dialect)
  const isWeaker = fitted.changes.some(({ how }) => how !== 'added')
  if (!isWeaker || !turnsAround(fitted.kept)) return fitted
  return apply(schema, { ...dialect, refuses: [...(dialect.refuses ?? []), ...TURNING] })
}

/** What accepts less when a schema in it, or that it refers to, accepts more; and what looks at what others have checked. */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems']
const TURNING = [...UNEVALUATED, 'oneOf', 'not', 'if', 'then', 'else', 'maxContains']
const WATCHED: ReadonlySet<string> = new Set([...TURNING, '$ref'])

/** Whether a change far away may have narrowed it. What changed inside of such a keyword, `settle` has seen to. */
function turnsAround(kept: ReadonlySet<string>): boolean {
  return UNEVALUATED.some((key) => kept.has(key)) || (kept.has('$ref') && kept.size > 1)
}

/** More than any schema has that was meant so. */
const MOST_WRITTEN_OUT = 2_000

interface Applied extends FittedSchema {
  /** See `Site.kept`. */
  readonly kept: ReadonlySet<string>
}

function apply(root: JsonObject, dialect: SchemaDialect): Applied {
  const changes: SchemaChange[] = []
  const budget = { left: MOST_WRITTEN_OUT }
  const kept = new Set<string>()
  const schema = fitOne(root, { dialect, root, path: '', followed: [], around: [], budget, changes, kept })
  return { schema, changes, kept }
}

/** What is done with each schema, before those in it. */
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
  if (above.around.includes(given)) return relaxed(above)
  if (above.around.length >= MAX_SCHEMA_DEPTH) return given
  if (above.followed.length > 0) above.budget.left -= 1
  const { schema, followed } = expandAll(numberBounds(given), above)
  const site = moved(above, above.path, followed, [...above.around, given])
  const said = STEPS.reduce((current, step) => step(current, site), schema)
  const inner = mapInner(said, (value, ...keys) => fitInner(value, keys, site))
  return inner === said ? said : settle(inner, said, site)
}

/** The site of another schema. Spreading an object of so many members would be most of the work. */
function moved(site: Site, path: string, followed = site.followed, around = site.around): Site {
  const { dialect, root, budget, kept, changes } = site
  return { dialect, root, path, followed, around, budget, kept, changes }
}

/** A graph in memory that holds itself has no end. */
function relaxed(site: Site): JsonObject {
  note(site, '', 'relaxed')
  return {}
}

/** An alternative to null may be a reference, and what that refers to has alternatives of its own. */
function expandAll(schema: JsonObject, site: Site): Expanded {
  const expanded = expand(sayNull(schema, site), site)
  const next = sayNull(expanded.schema, site)
  if (next === expanded.schema) return expanded
  return expandAll(next, { ...site, followed: expanded.followed })
}

function fitInner(value: JsonValue, keys: readonly (string | number)[], site: Site): JsonValue {
  if (typeof value !== 'object' && typeof value !== 'boolean') return value
  const isWord = typeof value === 'boolean' && site.dialect.booleans === false
  if (!isObject(value) && (!isWord || MAY_BE_WORDS.includes(`${keys[0]}`))) return value
  const place = moved(site, keys.reduce<string>(at, site.path))
  if (isObject(value)) return fitOne(value, place)
  note(place, '', 'rewritten')
  return value ? {} : fitOne({ not: {} }, place)
}

const MAY_BE_WORDS = ['additionalProperties', 'additionalItems', ...UNEVALUATED]

function leaveOut(schema: JsonObject, site: Site): JsonObject {
  const keys = Object.keys(schema).filter((key) => {
    const isRefused = refuses(site, key, schema[key])
    if (!isRefused && WATCHED.has(key)) site.kept.add(key)
    return isRefused
  })
  return keys.length === 0 ? schema : describeInstead(schema, keys, site)
}

/** Where a schema that takes more would make the one around it take less, that one says less. */
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
  return { ...without(rest, 'oneOf'), anyOf: rest.oneOf }
}
