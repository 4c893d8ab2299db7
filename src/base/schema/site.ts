import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject, numberOr } from '../json/read-json.js'
import { withMembers, without } from '../json/write-json.js'
import type { SchemaChange, SchemaDialect } from './schema-dialect.js'

/** The keywords of a dialect, as they are looked up for each member of each schema. */
export interface DialectWords {
  /** Those that it knows; undefined when it knows all. */
  readonly known: ReadonlySet<string> | undefined
  readonly refused: ReadonlySet<string>
  /** Those that it takes wherever they stand, and that no step looks at. */
  readonly quiet: ReadonlySet<string>
}

/** Where a schema stands while a dialect is applied to it, and what is known there. */
export interface Site {
  readonly dialect: SchemaDialect
  readonly words: DialectWords
  /** The whole schema as it was given: references point into it. */
  readonly root: JsonObject
  /** JSON Pointer into the whole. */
  readonly path: string
  /** The references that were written out on the way here: none is followed in a circle. */
  readonly followed: readonly string[]
  /** The schemas around this one, which may be a graph in memory that holds itself. */
  readonly around: JsonObject[]
  /**
   * What may still be written out of references: two that stand in each other's place double it. And whether a change inside
   * of a schema may concern the steps of that one, so that all of them look again.
   */
  readonly state: { left: number; isUnsettled: boolean }
  /** The keywords that stay, of those that a change elsewhere may turn around. */
  readonly kept: Set<string>
  /** What was changed so far, in all of the schema. */
  readonly changes: SchemaChange[]
}

/** Notes what is changed at a place. */
export function note({ changes, path }: Site, keyword: string, how: SchemaChange['how']): void {
  changes.push({ path, keyword, how })
}

/** What a root that has to be a plain object cannot have. */
const UNIONS: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const']

const ANCHORS = /[$^]|\?<?[=!]/

/** Whether the dialect has no place for a keyword, wherever it stands. */
function leavesOut({ known, refused }: Omit<DialectWords, 'quiet'>, keyword: string): boolean {
  return refused.has(keyword) || known?.has(keyword) === false
}

/** Bounds that no step looks at, and what tells of a value. Most schemas have no more beside a type. */
const QUIET = [
  ...['title', 'description', 'default', 'examples'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'multipleOf'],
]

const wordsOfDialects = new WeakMap<SchemaDialect, DialectWords>()

/** Dialects are data of adapters: their sets are made once, and not for each tool. */
export function wordsOf(dialect: SchemaDialect): DialectWords {
  const made = wordsOfDialects.get(dialect)
  if (made !== undefined) return made
  const known = dialect.keywords && new Set(dialect.keywords)
  const refused = new Set(dialect.refuses)
  const looked = dialect.plainPatterns ? ['pattern'] : []
  const quiet = new Set(
    QUIET.filter((keyword) => !looked.includes(keyword) && !leavesOut({ known, refused }, keyword)),
  )
  const words = { known, refused, quiet }
  wordsOfDialects.set(dialect, words)
  return words
}

/** Whether the dialect has no place for a keyword, or for what it says here. */
export function refuses(site: Site, keyword: string, value?: JsonValue): boolean {
  const { formats, maxMinItems, root, plainPatterns } = site.dialect
  if (leavesOut(site.words, keyword)) return true
  if (root === 'plain' && site.path === '' && UNIONS.includes(keyword)) return true
  if (keyword === 'format' && typeof value === 'string') return formats?.includes(value) === false
  if (keyword === 'pattern' && typeof value === 'string') return plainPatterns === true && ANCHORS.test(value)
  return keyword === 'minItems' && numberOr(value, 0) > (maxMinItems ?? Number.POSITIVE_INFINITY)
}

/** The types that a schema lists, or undefined when it says none. */
export function typesOf({ type }: JsonObject): readonly JsonValue[] | undefined {
  return isArray(type) ? type : type === undefined ? undefined : [type]
}

/** What bounds values: the description says it where the dialect cannot. Other keywords bound nothing. */
const BOUNDING: ReadonlySet<string> = new Set([
  ...['$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'prefixItems'],
  ...['additionalProperties', 'additionalItems', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'dependentRequired'],
  ...['dependentSchemas', 'dependencies'],
])
/** A longer one costs more than it tells. */
const MOST_CHARACTERS = 300

/** Leaves out what the dialect has no place for, and says it in the description. */
export function describeInstead(schema: JsonObject, keys: readonly string[], site: Site): JsonObject {
  const said = keys.flatMap((key) => sentence(schema, key, site))
  const rest = without(schema, ...keys)
  return said.length === 0 ? rest : withMembers(rest, { description: joined(schema.description, said) })
}

function sentence(schema: JsonObject, key: string, site: Site): string[] {
  const value = schema[key]
  const isTold = BOUNDING.has(key) || key === 'default'
  if (value === undefined || !isTold || bindsNothing(key, value, schema)) {
    note(site, key, 'omitted')
    return []
  }
  const text = shortText(value)
  note(site, key, text === undefined ? 'relaxed' : 'described')
  return text === undefined ? [] : [`${key}: ${text}`]
}

/** Undefined for a long one, and for a graph in memory that holds itself. */
function shortText(value: JsonValue): string | undefined {
  try {
    const text = JSON.stringify(value)
    return text.length > MOST_CHARACTERS ? undefined : text
  } catch {
    return undefined
  }
}

/** Schema libraries write the range of safe integers, and the pattern of a format; models invent no properties. */
function bindsNothing(key: string, value: JsonValue, { format }: JsonObject): boolean {
  if (key === 'pattern') return format !== undefined
  return typeof value === 'boolean' ? key !== 'uniqueItems' || !value : isSafeRange(value)
}

function isSafeRange(value: JsonValue): boolean {
  return typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER
}

function joined(description: JsonValue | undefined, said: readonly string[]): string {
  const before = typeof description === 'string' && description !== '' ? `${description} ` : ''
  return `${before}(${said.join(', ')})`
}

/** What a property may be is not bound: the description says what it is meant to be. */
export function hint(schema: JsonObject): JsonObject {
  const { description, title } = schema
  const said = shortText(without(schema, 'description', 'title'))
  const kept = { ...(title !== undefined && { title }) }
  if (said === undefined || said === '{}')
    return { ...kept, ...(description !== undefined && { description }) }
  return { ...kept, description: joined(description, [`meant: ${said}`]) }
}

/** The objects of a list; undefined when there is none. */
export function schemasIn(list: JsonValue | undefined): readonly JsonObject[] | undefined {
  return isArray(list) ? list.filter(isObject) : undefined
}
