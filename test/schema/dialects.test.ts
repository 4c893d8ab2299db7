import { Validator } from '@cfworker/json-schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, isArray, isObject } from '../../src/base/json/read-json.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import { narrowArguments } from '../../src/base/schema/narrow-arguments.js'
import type { SchemaDialect, StrictMode } from '../../src/base/schema/schema-dialect.js'
import { strictFault } from '../../src/base/schema/strict.js'
import { chooseLimits } from '../../src/codec/wire/limits.js'
import { adapterOf } from '../support/adapters.js'
import { someOf, tries } from '../support/cases.js'
import { recordings } from '../support/exchanges.js'
import { deepFreeze, seededRandom } from '../support/values.js'

/**
 * Schema features that a provider is known to reject. The list is written by hand and independent of the
 * tested code.
 */
interface Refusals {
  readonly keywords?: RegExp
  readonly only?: RegExp
  readonly atRoot?: RegExp
  readonly wants?: readonly (
    | 'object'
    | 'properties'
    | 'items'
    | 'single-types'
    | 'texts'
    | 'objects'
    | 'bare'
  )[]
  readonly draft?: '7'
  /** Patterns with anchors or lookarounds. */
  readonly anchors?: true
}

interface Tried {
  readonly wire: string
  readonly profile?: string
  readonly isStrict?: true
  readonly refusals: Refusals
}

const UNIONS = /^(anyOf|oneOf|allOf|not|enum|const)$/
const DIALECTS: readonly Tried[] = [
  { wire: 'openai-chat', refusals: { atRoot: UNIONS, wants: ['object', 'properties', 'items'] } },
  {
    wire: 'openai-chat',
    isStrict: true,
    refusals: {
      keywords:
        /^(allOf|oneOf|not|if|then|else|depend\w+|patternProperties|propertyNames|prefixItems|contains|uniqueItems|minProperties|maxProperties)$/,
      atRoot: UNIONS,
      wants: ['object', 'properties', 'items', 'bare'],
    },
  },
  { wire: 'openai-responses', refusals: { atRoot: UNIONS, wants: ['object', 'properties', 'items'] } },
  { wire: 'anthropic-messages', refusals: { atRoot: /^(anyOf|oneOf|allOf)$/, wants: ['object'] } },
  {
    wire: 'anthropic-messages',
    isStrict: true,
    refusals: {
      keywords:
        /^(allOf|oneOf|not|m\w+imum|exclusive\w+|multipleOf|m\w+Length|pattern|maxItems|prefixItems|contains)$/,
    },
  },
  { wire: 'bedrock-converse', refusals: { atRoot: /^(anyOf|oneOf|allOf)$/, wants: ['object'] } },
  {
    wire: 'mistral-chat',
    refusals: { keywords: /^(prefixItems|dependentRequired|unevaluated\w+)$/, draft: '7' },
  },
  {
    wire: 'cohere-chat',
    refusals: {
      keywords: /^(allOf|oneOf|not|m\w+imum|exclusive\w+|m\w+(Items|Length))$/,
      anchors: true,
      wants: ['object'],
    },
  },
  {
    wire: 'cohere-chat',
    isStrict: true,
    refusals: {
      keywords: /^(allOf|oneOf|not|m\w+imum|exclusive\w+|m\w+(Items|Length)|uniqueItems)$/,
      anchors: true,
      wants: ['object'],
    },
  },
  { wire: 'mcp', refusals: { wants: ['object'] } },
  {
    wire: 'mcp',
    profile: 'draft-07',
    refusals: { keywords: /^prefixItems$/, wants: ['object', 'objects'], draft: '7' },
  },
  { wire: 'google-generate-content', refusals: { wants: ['object'] } },
  {
    wire: 'google-generate-content',
    profile: 'older-servers',
    refusals: {
      only: /^(type|format|title|description|nullable|enum|items|m\w+(Items|Length|Properties|imum)|pattern|properties|propertyOrdering|required|anyOf|default|example)$/,
      wants: ['object', 'items', 'single-types', 'texts', 'objects'],
    },
  },
]

function dialectOf({ wire, profile, isStrict }: Tried): SchemaDialect | undefined {
  const limits = chooseLimits(adapterOf(wire).adapter.codecs, profile)
  return isStrict ? limits.strictMode : limits.schemas
}

const HOLDS_SCHEMAS = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
]
const HOLDS_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const HOLDS_MAPS = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']

function flawOf(schema: JsonValue, refusals: Refusals, path = ''): string | undefined {
  const { wants = [], keywords, only, atRoot, anchors } = refusals
  if (typeof schema === 'boolean') return wants.includes('objects') ? `${path} is ${schema}` : undefined
  if (!isObject(schema)) return undefined
  const bad = Object.keys(schema).find(
    (key) => keywords?.test(key) || only?.test(key) === false || (path === '' && atRoot?.test(key)),
  )
  if (bad !== undefined) return `${path} has ${bad}`
  if (anchors && typeof schema.pattern === 'string' && /[\^$]/.test(schema.pattern))
    return `${path} has anchors`
  if (path === '' && wants.includes('object') && schema.type !== 'object') return 'no object'
  if (path === '' && wants.includes('properties') && !isObject(schema.properties)) return 'no properties'
  if (wants.includes('items') && [schema.type].flat().includes('array') && schema.items === undefined)
    return `${path} has no items`
  if (wants.includes('single-types') && isArray(schema.type)) return `${path} has types`
  if (wants.includes('bare') && schema.$ref !== undefined && Object.keys(schema).length > 1)
    return `${path} is not bare`
  if (
    wants.includes('texts') &&
    isArray(schema.enum) &&
    !schema.enum.every((value) => typeof value === 'string' && value)
  )
    return `${path} enumerates other than texts`
  return innerSchemas(schema)
    .map(([key, inner]) => flawOf(inner, refusals, `${path}/${key}`))
    .find(Boolean)
}

function innerSchemas(schema: JsonObject): [string, JsonValue][] {
  const single = HOLDS_SCHEMAS.flatMap((key): [string, JsonValue][] => {
    const value = schema[key]
    const isWord = typeof value === 'boolean' && key === 'additionalProperties'
    return value === undefined || isArray(value) || isWord ? [] : [[key, value]]
  })
  const listed = HOLDS_LISTS.flatMap((key) =>
    [schema[key] ?? []].flat().map((one, index): [string, JsonValue] => [`${key}/${index}`, one]),
  )
  const named = HOLDS_MAPS.flatMap((key) =>
    Object.entries(schema[key] ?? {}).map(([name, one]): [string, JsonValue] => [`${key}/${name}`, one]),
  )
  return [...single, ...listed.filter(([, one]) => isObject(one)), ...named]
}

/** `nullable` belongs to OpenAPI. Validators support the other form. */
function asJsonSchema(schema: JsonValue): JsonValue {
  if (isArray(schema)) return schema.map(asJsonSchema)
  if (!isObject(schema)) return schema
  const { nullable, ...rest } = schema
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asJsonSchema(one)]))
        : ['items', 'anyOf'].includes(key)
          ? asJsonSchema(value)
          : value,
    ]),
  )
  return nullable === true ? { anyOf: [{ type: 'null' }, inner] } : inner
}

function isValid(schema: JsonValue, value: JsonValue, draft: '7' | '2020-12' = '2020-12'): boolean {
  return new Validator(asNative(schema), draft).validate(value).valid
}

const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'x/y')
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    { type: 'string' },
    { type: 'string', minLength: 2, maxLength: 4 },
    { type: 'string', format: 'email', description: 'Where.' },
    { type: 'string', pattern: '^[ab]' },
    { type: 'integer', minimum: 1, exclusiveMaximum: 5 },
    { type: 'number', multipleOf: 0.5 },
    { type: 'boolean' },
    { type: ['string', 'null'] },
    { type: ['string', 'integer'] },
    { type: 'null' },
    { const: 'x' },
    { const: 3 },
    { enum: ['x', 'y'] },
    { enum: [1, 2] },
    { enum: ['x', null], type: ['string', 'null'] },
    { type: 'array' },
    { $ref: '#/$defs/D' },
    { $ref: '#/$defs/D', description: 'Beside.' },
    { $ref: '#/$defs/Node' },
    { $ref: '#' },
    { $ref: 'https://example.com/s.json' },
    { type: 'string', default: 'x', nullable: false },
    {},
    true,
    false,
  ),
)
const schemas = fc.letrec<{ schema: JsonValue; object: JsonObject }>((tie) => {
  const map = fc.dictionary(names, tie('schema'), { maxKeys: 3 })
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
  return {
    object: fc
      .record({
        properties: map,
        required: fc.option(fc.uniqueArray(names, { maxLength: 2 }), { nil: undefined }),
        additionalProperties: fc.option(fc.oneof(fc.boolean(), tie('schema')), { nil: undefined }),
        patternProperties: fc.option(
          tie('schema').map((inner) => ({ '^p': inner })),
          { nil: undefined, freq: 6 },
        ),
        unevaluatedProperties: fc.option(fc.constant(false), { nil: undefined, freq: 12 }),
      })
      .map((more) => asJson(JSON.parse(JSON.stringify({ type: 'object', ...more }))) as JsonObject),
    schema: fc.oneof(
      { maxDepth: 3 },
      { weight: 4, arbitrary: leaf },
      { weight: 3, arbitrary: tie('object') },
      tie('schema').map((items) => ({ type: 'array', items, minItems: 1 })),
      fc
        .tuple(list, fc.boolean())
        .map(([prefixItems, isShut]) => ({ type: 'array', prefixItems, ...(isShut && { items: false }) })),
      list.map((anyOf) => ({ anyOf })),
      list.map((oneOf) => ({ oneOf })),
      list.map((allOf) => ({ allOf, description: 'All.' })),
      tie('schema').map((not) => ({ not })),
      fc.tuple(tie('schema'), tie('schema')).map(([one, other]) =>
        Object.fromEntries([
          ['if', one],
          ['then', other],
          ['else', true],
        ]),
      ),
      tie('schema').map((contains) => ({ type: 'array', contains, maxContains: 2 })),
    ),
  }
})
const roots: fc.Arbitrary<JsonObject> = fc
  .tuple(
    schemas.object,
    schemas.schema,
    fc.constantFrom<JsonObject>({}, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    fc.option(fc.array(schemas.object, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 4 }),
  )
  .map(([object, D, more, oneOf]) => ({
    ...object,
    ...more,
    ...(oneOf && { oneOf }),
    $defs: {
      D,
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' }, a: { type: 'string' } },
        required: ['a'],
      },
    },
  }))

/** Returns a value that may match the schema. */
function guess(schema: JsonValue | undefined, root: JsonObject, random: () => number, depth = 0): JsonValue {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  if (!isObject(schema) || depth > 6) return pick(['x', 1, null, 'ab', {}]) ?? null
  const next = (inner: JsonValue | undefined) => guess(inner, root, random, depth + 1)
  const { $ref: reference, anyOf, oneOf, allOf, properties, prefixItems, items } = schema
  if (schema.const !== undefined) return schema.const
  if (isArray(schema.enum)) return pick(schema.enum) ?? null
  if (typeof reference === 'string')
    return next(
      reference === '#' ? root : isObject(root.$defs) ? root.$defs[reference.split('/')[2] ?? ''] : undefined,
    )
  const union = anyOf ?? oneOf ?? allOf
  if (isArray(union) && schema.type === undefined) return next(pick(union))
  const type = pick([schema.type].flat())
  if (type === 'object') {
    const required = isArray(schema.required) ? schema.required : []
    const chosen = Object.entries(isObject(properties) ? properties : {}).filter(
      ([name]) => required.includes(name) || random() < 0.6,
    )
    const extra =
      schema.additionalProperties || schema.patternProperties
        ? [
            [
              'pq',
              next(isObject(schema.additionalProperties) ? schema.additionalProperties : undefined),
            ] as const,
          ]
        : []
    return Object.fromEntries([...chosen.map(([name, inner]) => [name, next(inner)] as const), ...extra])
  }
  if (type === 'array')
    return isArray(prefixItems)
      ? prefixItems.map(next)
      : [next(isArray(items) ? items[0] : (items ?? schema.contains))]
  if (type === 'string') return pick(['x', 'ab', 'aaa', 'a@example.com']) ?? ''
  if (type === 'boolean') return true
  if (type === 'null') return null
  return type === undefined ? (pick(['x', 1, {}]) ?? null) : (pick([1, 3, 2.5]) ?? 1)
}

function valuesOf(schema: JsonObject, seed: number): JsonValue[] {
  const random = seededRandom(seed)
  const guesses = Array.from({ length: 12 }, () => guess(schema, schema, random))
  return guesses.filter((value) => isObject(value) && fits(schema, value))
}

/** Returns true if the value is valid. Validators reject schemas with missing or circular references. */
function fits(schema: JsonObject, value: JsonValue): boolean {
  try {
    return isValid(schema, value)
  } catch {
    return false
  }
}

/** Fills optional members as a model does: with null, if the schema allows it. */
function filled(value: JsonValue, schema: JsonValue | undefined, root: JsonObject): JsonValue {
  if (!isObject(schema)) return value
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/')[2] ?? ''
    return filled(
      value,
      schema.$ref === '#' ? root : isObject(root.$defs) ? root.$defs[name] : undefined,
      root,
    )
  }
  if (isArray(schema.anyOf)) {
    const tried = schema.anyOf.map((branch) => filled(value, branch, root))
    const { $defs = {} } = root
    return (
      tried.find((one, index) =>
        isValid({ ...Object(isArray(schema.anyOf) ? schema.anyOf[index] : {}), $defs }, one),
      ) ?? value
    )
  }
  if (isArray(value)) return value.map((item) => filled(item, schema.items, root))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [
      name,
      Object.hasOwn(value, name) ? filled(value[name] ?? null, inner, root) : null,
    ]),
  )
}

function isStrictMode(dialect: SchemaDialect): dialect is StrictMode {
  return dialect.isClosed === true
}

const recorded = recordings.flatMap(({ request }) => toolSchemasIn(asJson(request)))

/** Returns all values at the positions of tool schemas in a request. */
function toolSchemasIn(value: JsonValue | undefined, depth = 0): JsonObject[] {
  if (depth > 12) return []
  if (isArray(value)) return value.flatMap((one) => toolSchemasIn(one, depth + 1))
  if (!isObject(value)) return []
  const own = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'].flatMap((key) => {
    const schema = value[key]
    const inner = isObject(schema) && isObject(schema.json) ? schema.json : schema
    return isObject(inner) && typeof inner.type === 'string' ? [inner] : []
  })
  return [...own, ...Object.values(value).flatMap((one) => toolSchemasIn(one, depth + 1))]
}

describe.each(DIALECTS)('$wire $profile strict: $isStrict', (tried) => {
  const dialect = dialectOf(tried) ?? {}
  const check = (schema: JsonObject, seed: number) => {
    const { schema: sent, changes } = fitSchema(deepFreeze(schema), dialect)
    if (isStrictMode(dialect) && strictFault(sent, dialect) !== undefined) return
    expect(flawOf(sent, tried.refusals)).toBeUndefined()
    const again = fitSchema(sent, dialect)
    expect(again.changes).toEqual([])
    expect(again.schema).toBe(sent)
    if (sent !== schema) expect(changes).not.toEqual([])
    for (const value of valuesOf(schema, seed)) {
      if (!isStrictMode(dialect)) {
        if (!isValid(asJsonSchema(sent), value, tried.refusals.draft))
          expect({ schema, sent, value }).toBe('valid')
        continue
      }
      const given = filled(value, sent, sent)
      if (!isObject(given) || !isValid(sent, given)) continue
      expect(narrowArguments(given, schema)).toEqual(value)
    }
  }

  test('generated schemas obey it, and accept the same values as before', () => {
    fc.assert(fc.property(roots, fc.integer(), check), tries(3000))
  })

  test(`the ${recorded.length} schemas of recordings obey it, and accept the same values as before`, () => {
    for (const [index, schema] of someOf([...recorded.entries()], 100)) check(schema, index)
  })
})
