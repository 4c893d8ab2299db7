import { describe, expect, test, vi } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import { mergeSchemas } from '../../src/base/schema/merge-schemas.js'
import { narrowArguments } from '../../src/base/schema/narrow-arguments.js'
import type { SchemaDialect } from '../../src/base/schema/schema-dialect.js'

// Each form with an example. dialects.test.ts checks the property that valid values stay valid.

describe('two schemas that hold at once', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject, string[]]>([
    ['equal words', { title: 'a' }, { title: 'a' }, { title: 'a' }, []],
    ['annotations', { title: 'a' }, { title: 'b' }, { title: 'a' }, []],
    ['bounds', { minimum: 1, maximum: 9 }, { minimum: 3, maximum: 5 }, { minimum: 3, maximum: 5 }, []],
    [
      'bounds, the other way',
      { minimum: 3, maximum: 5 },
      { minimum: 1, maximum: 9 },
      { minimum: 3, maximum: 5 },
      [],
    ],
    ['older exclusive bounds', { minimum: 1, exclusiveMinimum: true }, {}, { exclusiveMinimum: 1 }, []],
    ['bounds that are not numbers', { exclusiveMaximum: false, maximum: 2 }, {}, { maximum: 2 }, []],
    ['types', { type: ['string', 'null'] }, { type: 'string' }, { type: 'string' }, []],
    ['numbers', { type: 'number' }, { type: 'integer' }, { type: 'integer' }, []],
    [
      'several types',
      { type: ['string', 'null', 'array'] },
      { type: ['null', 'string'] },
      { type: ['string', 'null'] },
      [],
    ],
    ['types that exclude each other', { type: 'string' }, { type: 'array' }, { type: 'string' }, ['type']],
    ['choices', { enum: ['a', 'b'] }, { enum: ['b', 'c'] }, { enum: ['b'] }, []],
    ['choices that exclude each other', { enum: ['a'] }, { enum: ['b'] }, { enum: ['a'] }, ['enum']],
    ['an enum that is not a list', { enum: ['a'] }, { enum: 'a' }, { enum: ['a'] }, ['enum']],
    ['what is required', { required: ['a'] }, { required: ['a', 'b'] }, { required: ['a', 'b'] }, []],
    [
      'what is required, badly said',
      { required: ['a'] },
      { required: true },
      { required: ['a'] },
      ['required'],
    ],
    ['unique items', { uniqueItems: false }, { uniqueItems: true }, { uniqueItems: true }, []],
    [
      'closed objects',
      { additionalProperties: false },
      { additionalProperties: {} },
      { additionalProperties: false },
      [],
    ],
    [
      'open objects',
      { additionalProperties: true },
      { additionalProperties: { type: 'string' } },
      { additionalProperties: { type: 'string' } },
      [],
    ],
    [
      'open objects, the other way',
      { items: { type: 'string' } },
      { items: true },
      { items: { type: 'string' } },
      [],
    ],
    [
      'items',
      { items: { minLength: 1 } },
      { items: { maxLength: 2 } },
      { items: { allOf: [{ minLength: 1 }, { maxLength: 2 }] } },
      [],
    ],
    [
      'properties',
      { properties: { a: { type: 'string' }, b: {} } },
      { properties: { a: { minLength: 1 }, b: {}, c: {} } },
      { properties: { a: { allOf: [{ type: 'string' }, { minLength: 1 }] }, b: {}, c: {} } },
      [],
    ],
    [
      'properties that are not an object',
      { properties: {} },
      { properties: [1] },
      { properties: {} },
      ['properties'],
    ],
    ['tuples', { prefixItems: [{}] }, { items: { type: 'string' } }, { prefixItems: [{}] }, ['items']],
    ['older tuples', { items: [{}] }, { items: [{}, {}] }, { items: [{}] }, ['items']],
    [
      'conditions',
      { if: {}, else: {} },
      { if: { type: 'string' }, else: { minLength: 1 } },
      { if: {}, else: {} },
      ['if', 'else'],
    ],
    ['patterns', { pattern: 'a' }, { pattern: 'b' }, { pattern: 'a' }, ['pattern']],
  ])('%s', (_what, one, other, merged, lost) => {
    const note = vi.fn()
    expect(mergeSchemas([one, other], note)).toEqual(merged)
    expect(note.mock.calls.flat()).toEqual(lost)
  })
})

describe('a form that a dialect expresses differently', () => {
  const texts: SchemaDialect = { enums: 'strings', refuses: ['const'] }
  const nullable: SchemaDialect = { nulls: 'nullable', refuses: ['const'] }
  const newer: SchemaDialect = { tuples: 'prefixItems' }
  const older: SchemaDialect = { tuples: 'items' }
  const none: SchemaDialect = { refuses: ['prefixItems'], tuples: 'prefixItems' }

  test.each<[string, SchemaDialect, JsonObject, JsonObject]>([
    ['a constant text', texts, { const: 'a' }, { enum: ['a'], type: 'string' }],
    ['a constant number', texts, { const: 1 }, { type: 'number', description: '(enum: [1])' }],
    ['an object as a constant', texts, { const: {} }, { description: '(enum: [{}])' }],
    ['values of two types', texts, { enum: ['a', 1] }, { description: '(enum: ["a",1])' }],
    [
      'an empty text',
      texts,
      { enum: ['', 'a'], type: 'string' },
      { type: 'string', description: '(enum: ["","a"])' },
    ],
    ['texts', texts, { enum: ['a'], type: 'string' }, { enum: ['a'], type: 'string' }],
    ['a list of types', nullable, { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    ['nothing but null', nullable, { type: ['null'] }, { type: 'null' }],
    ['null as a constant', nullable, { const: null }, { type: 'null' }],
    ['null among values', nullable, { enum: ['a', null] }, { enum: ['a'], nullable: true }],
    [
      'null among values of a type',
      nullable,
      { type: 'string', enum: ['a', null] },
      { type: 'string', enum: ['a'] },
    ],
    [
      'null as an alternative',
      nullable,
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { nullable: true, type: 'string' },
    ],
    [
      'null as a third alternative',
      nullable,
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      { nullable: true, anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'types with bounds of their own',
      nullable,
      { type: ['string', 'integer'], minLength: 1, minimum: 2, title: 't' },
      {
        title: 't',
        anyOf: [
          { type: 'string', minLength: 1 },
          { type: 'integer', minimum: 2 },
        ],
      },
    ],
    [
      'types beside alternatives',
      nullable,
      { type: ['string', 'number'], anyOf: [{ minLength: 1 }] },
      { anyOf: [{ minLength: 1 }] },
    ],
    ['the older word for null', {}, { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['the older word for no null', {}, { type: 'string', nullable: false }, { type: 'string' }],
    [
      'the older word beside a constant',
      {},
      { type: 'string', const: 'a', nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'the older word beside values',
      {},
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'the older word beside alternatives',
      {},
      { anyOf: [{ type: 'string' }], nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    ['an older tuple', newer, { items: [{}], additionalItems: false }, { prefixItems: [{}], items: false }],
    [
      'a newer tuple',
      older,
      { prefixItems: [{}], items: { type: 'string' } },
      { items: [{}], additionalItems: { type: 'string' } },
    ],
    ['a newer tuple without more', older, { prefixItems: [{}] }, { items: [{}] }],
    [
      'a tuple of one kind',
      none,
      { prefixItems: [{ type: 'string' }], items: false, maxItems: 3 },
      { items: { type: 'string' }, maxItems: 1, description: '(prefixItems: [{"type":"string"}])' },
    ],
    [
      'a tuple that may go on',
      none,
      { prefixItems: [{ type: 'string' }] },
      { items: {}, description: '(prefixItems: [{"type":"string"}])' },
    ],
    [
      'a tuple that goes on otherwise',
      none,
      { prefixItems: [{ type: 'string' }], items: { type: 'number' } },
      {
        items: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        description: '(prefixItems: [{"type":"string"}])',
      },
    ],
  ])('%s', (_what, dialect, schema, said) => {
    expect(fitSchema(schema, dialect).schema).toEqual(said)
  })
})

test.each<[string, JsonValue, JsonObject, JsonValue]>([
  ['of a list', [{ a: null }], { type: 'array', items: { properties: { a: { type: 'string' } } } }, [{}]],
  [
    'of a tuple',
    [{ a: null }, { a: null }],
    { prefixItems: [{ properties: { a: { type: 'string' } } }] },
    [{}, { a: null }],
  ],
  [
    'of an older tuple',
    [1, { a: null }],
    { items: [{}], additionalItems: { properties: { a: { type: 'string' } } } },
    [1, {}],
  ],
  ['of alternatives', { a: null }, { anyOf: [{ properties: { a: { type: 'string' } } }] }, {}],
  ['that may be null', { a: null }, { properties: { a: { type: ['string', 'null'] } } }, { a: null }],
  ['that is required', { a: null }, { required: ['a'], properties: { a: { type: 'string' } } }, { a: null }],
  ['that nobody declared', { a: null }, { properties: { b: { type: 'string' } } }, { a: null }],
  ['that may be anything', { a: null }, { properties: { a: true } }, { a: null }],
  ['of a circle', { a: null }, { $ref: '#' }, { a: null }],
])('null in place of a property %s', (_what, value, schema, narrowed) => {
  const root: JsonObject = { properties: { value: schema }, required: ['value'] }
  expect(narrowArguments({ value }, root)).toEqual({ value: narrowed })
})

describe('alternatives and types', () => {
  const apart: SchemaDialect = { unions: 'apart', needs: ['types'], references: 'defs' }
  const inObject = (a: JsonObject): JsonObject => ({ type: 'object', properties: { a } })

  test.each<[string, JsonObject, JsonObject]>([
    [
      'keywords next to alternatives move into them',
      { description: 'd', type: 'string', minLength: 2, anyOf: [{ minLength: 1 }, { maxLength: 9 }] },
      {
        description: 'd',
        anyOf: [
          { type: 'string', minLength: 2 },
          { type: 'string', minLength: 2, maxLength: 9 },
        ],
      },
    ],
    [
      'an untyped enumeration gets the types of its values',
      { enum: ['b', 1] },
      { enum: ['b', 1], type: ['string', 'number'] },
    ],
    [
      'an untyped list gets its type',
      { items: { type: 'string' } },
      { items: { type: 'string' }, type: 'array' },
    ],
    [
      'a schema of anything gets all types',
      { title: 't' },
      { title: 't', type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
    ],
  ])('%s', (_title, given, expected) => {
    const { schema } = fitSchema(inObject(given), apart)
    expect(schema).toEqual(inObject(expected))
    expect(fitSchema(schema, apart).schema).toBe(schema)
  })

  test('references outside of $defs are expanded', () => {
    const root = { ...inObject({ $ref: '#/definitions/b' }), definitions: { b: { type: 'string' } } }
    expect(fitSchema(root, apart).schema.properties).toEqual({ a: { type: 'string' } })
    const kept = { ...inObject({ $ref: '#/$defs/b' }), $defs: { b: { type: 'string' } } }
    expect(fitSchema(kept, apart).schema).toBe(kept)
  })

  test('a list of types becomes alternatives', () => {
    const listed = inObject({ type: ['string', 'null'], minLength: 1 })
    expect(fitSchema(listed, { nulls: 'anyOf' }).schema).toEqual(
      inObject({ anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] }),
    )
  })
})
