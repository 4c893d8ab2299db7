import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isArray, isObject, numberOr } from '../json/read-json.js'
import { withMembers, without } from '../json/write-json.js'
import type { SchemaChange, SchemaDialect } from './schema-dialect.js'

/** The keywords of a dialect, as sets for fast lookup. */
export interface DialectWords {
  /** The supported keywords; undefined if all are supported. */
  readonly known: ReadonlySet<string> | undefined
  readonly refused: ReadonlySet<string>
  /** Keywords that are accepted everywhere, and that no step reads. */
  readonly quiet: ReadonlySet<string>
}

/** The position of a schema while a dialect is applied to it, and the state of the walk. */
export interface Site {
  readonly dialect: SchemaDialect
  readonly words: DialectWords
  /** The complete given schema: references point into it. */
  readonly root: JsonObject
  /** JSON Pointer into the complete schema. */
  readonly path: string
  /** The references that were expanded on the path to this schema, so that circular ones are not followed. */
  readonly followed: readonly string[]
  /** The schemas around this one. A schema object in memory may contain itself. */
  readonly around: JsonObject[]
  /**
   * `left` is the number of references that may still be expanded: two references that contain each other
   * double the schema. `isUnsettled` is true if a change inside a schema may affect its own steps, so that
   * all of them run again.
   */
  readonly state: { left: number; isUnsettled: boolean }
  /** The kept keywords whose meaning a change elsewhere may reverse. */
  readonly kept: Set<string>
  /** All changes of the schema so far. */
  readonly changes: SchemaChange[]
}

/** Records a change at this position. */
export function note({ changes, path }: Site, keyword: string, how: SchemaChange['how']): void {
  changes.push({ path, keyword, how })
}

/** Keywords that a root may not have if it has to be a plain object. */
const UNIONS: readonly string[] = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const']

const ANCHORS = /[$^]|\?<?[=!]/

/** Returns true if the dialect rejects a keyword everywhere. */
function leavesOut({ known, refused }: Omit<DialectWords, 'quiet'>, keyword: string): boolean {
  return refused.has(keyword) || known?.has(keyword) === false
}

/** Bounds that no step reads, and annotations. Most schemas consist of a type and these keywords. */
const QUIET = [
  ...['title', 'description', 'default', 'examples'],
  ...['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'multipleOf'],
]

const wordsOfDialects = new WeakMap<SchemaDialect, DialectWords>()

/** Returns the keyword sets of a dialect. The sets are created once for each dialect, not for each tool. */
export function dialectWords(dialect: SchemaDialect): DialectWords {
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

/** Returns true if the dialect rejects a keyword, or its value here. */
export function refuses(site: Site, keyword: string, value?: JsonValue): boolean {
  const { formats, maxMinItems, root, rootKeywords, plainPatterns } = site.dialect
  if (leavesOut(site.words, keyword)) return true
  if (site.path === '' && rootKeywords?.includes(keyword) === false) return true
  if (root === 'plain' && site.path === '' && UNIONS.includes(keyword)) return true
  if (keyword === 'format' && typeof value === 'string') return formats?.includes(value) === false
  if (keyword === 'pattern' && typeof value === 'string') return plainPatterns === true && ANCHORS.test(value)
  return keyword === 'minItems' && numberOr(value, 0) > (maxMinItems ?? Number.POSITIVE_INFINITY)
}

/** Returns the types that a schema lists, or undefined if it has no type. */
export function typesOf({ type }: JsonObject): readonly JsonValue[] | undefined {
  return isArray(type) ? type : type === undefined ? undefined : [type]
}

/**
 * Keywords that bound values: the description contains them if the dialect cannot express them. All other
 * keywords do not restrict values.
 */
const BOUNDING: ReadonlySet<string> = new Set([
  ...['$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains', 'prefixItems'],
  ...['additionalProperties', 'additionalItems', 'unevaluatedItems', 'unevaluatedProperties'],
  ...['minProperties', 'maxProperties', 'patternProperties', 'propertyNames', 'dependentRequired'],
  ...['dependentSchemas', 'dependencies'],
])
/** Maximum length of a description that replaces keywords. A longer text would cost too many tokens. */
const MOST_CHARACTERS = 300

/** Removes keywords that the dialect rejects, and adds them to the description. */
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

/** Returns the value as JSON text; undefined for a long text, and for an object that contains itself. */
function shortText(value: JsonValue): string | undefined {
  try {
    const text = JSON.stringify(value)
    return text.length > MOST_CHARACTERS ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * Returns true for keywords that can be omitted: the range of safe integers and the pattern of a format,
 * which schema libraries write, and `additionalProperties`, since models do not invent properties.
 */
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

/**
 * Returns an open schema for a property that may have any value; its description states the intended values.
 */
export function hint(schema: JsonObject): JsonObject {
  const { description, title } = schema
  const said = shortText(without(schema, 'description', 'title'))
  const kept = { ...(title !== undefined && { title }) }
  if (said === undefined || said === '{}')
    return { ...kept, ...(description !== undefined && { description }) }
  return { ...kept, description: joined(description, [`meant: ${said}`]) }
}

/** Returns the objects of a list; undefined if the value is not a list. */
export function schemasIn(list: JsonValue | undefined): readonly JsonObject[] | undefined {
  return isArray(list) ? list.filter(isObject) : undefined
}
