import { AdapterError } from '../base/json/adapter-error.js'
import { nearest } from '../base/json/nearest-name.js'
import { at } from '../base/json/read-json.js'
import { MAX_DEPTH } from '../base/json/write-json.js'

// A validator accepts every value for an object without schema keywords. Therefore values that are not JSON Schema
// are rejected where the program passes them, before a model receives them.

/**
 * Checks that a value is JSON Schema and plain data.
 * @throws AdapterError `wrong-type` for an object of schemas such as `{ city: z.string() }`, for members that
 * are not data, and for an object without a keyword of JSON Schema.
 */
export function expectJsonSchema(schema: object, path: string): void {
  expectData(schema, path, new Set())
  if ('type' in schema) expectType(schema.type, `${path}/type`)
  const members = Object.keys(schema)
  if (members.length === 0 || members.some((name) => name.startsWith('$') || KEYWORDS.has(name))) return
  const [name = ''] = members
  throw new AdapterError(
    'wrong-type',
    at(path, name),
    `this is not JSON Schema: it has ${members.slice(0, 5).join(', ')} and no keyword of JSON Schema, so everything would be accepted. List the members below properties: { type: 'object', properties: { ${name}: … } }`,
  )
}

function expectType(type: unknown, path: string): void {
  if (typeof type !== 'string' || TYPES.includes(type)) return
  const meant = nearest(type, TYPES)
  const advice = meant === undefined ? `The types are ${TYPES.join(', ')}` : `Did you mean ${meant}?`
  throw new AdapterError('wrong-type', path, `"${type}" is not a type of JSON Schema. ${advice}`)
}

const TYPES: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** Checks that a value holds no schema of a library, and no function or object of a class. */
function expectData(value: object, path: string, parents: Set<object>): void {
  if (parents.has(value))
    throw new AdapterError('cyclic', path, 'the schema contains itself: use $ref for the inner one')
  if (parents.size > MAX_DEPTH) throw new AdapterError('too-deep', '', 'the schema is nested too deeply')
  parents.add(value)
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'function' || (isRecord(member) && isForeign(member)))
      throw notData(member, name, at(path, name))
    if (isRecord(member)) expectData(member, at(path, name), parents)
  }
  parents.delete(value)
}

/** Returns true for a schema of a library and for an object of a class. Results of `z.toJSONSchema` are data. */
function isForeign(value: object): boolean {
  if (Array.isArray(value) || '$schema' in value) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return '~standard' in value || !(prototype === null || Object.getPrototypeOf(prototype) === null)
}

function notData(member: object, name: string, path: string): AdapterError {
  const message =
    '~standard' in member || '_def' in member
      ? `a member of an object is a schema of a library, and nothing would be checked. Create the object with the library, too: z.object({ ${name}: … })`
      : 'a member of JSON Schema is not data. Pass JSON Schema as plain JSON, or a schema of zod'
  return new AdapterError('wrong-type', path, message)
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * The keywords of JSON Schema (https://json-schema.org/draft/2020-12), of its earlier drafts, and of OpenAPI.
 * Names that begin with `$` need no entry.
 */
const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly'],
  ...['writeOnly', 'properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'dependencies', 'dependentSchemas', 'dependentRequired'],
  ...['unevaluatedProperties', 'propertyOrdering', 'items', 'prefixItems', 'additionalItems', 'contains'],
  ...['minContains', 'maxContains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems', 'minLength'],
  ...['maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema', 'minimum'],
  ...['maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'anyOf', 'oneOf', 'allOf', 'not'],
  ...['if', 'then', 'else', 'definitions', 'nullable', 'discriminator', 'externalDocs', 'example'],
])
