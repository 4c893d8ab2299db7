import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import type { StrictMode } from '../../src/base/schema/schema-dialect.js'
import { strictFault } from '../../src/base/schema/strict.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { deepFreeze } from '../support/values.js'

const mode: StrictMode = {
  refuses: ['pattern'],
  formats: ['date'],
  isClosed: true,
  recursion: false,
  maxMinItems: 1,
}
const closeObjects = (schema: JsonObject) => fitSchema(schema, mode).schema
const text = { type: 'string' }
const closed = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})
const open = (properties: JsonObject): JsonObject => ({ type: 'object', properties })

describe('closing objects', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['no parameters at all', { type: 'object' }, closed({})],
    ['an object in an object', open({ a: open({ b: text }) }), closed({ a: closed({ b: text }) })],
    [
      'objects in lists, unions and definitions',
      {
        ...open({ a: { type: 'array', items: open({}) }, b: { anyOf: [open({ c: text })] } }),
        $defs: { d: open({}) },
      },
      {
        ...closed({ a: { type: 'array', items: closed({}) }, b: { anyOf: [closed({ c: text })] } }),
        $defs: { d: closed({}) },
      },
    ],
    [
      'properties without a type',
      open({ a: { properties: { b: text } } }),
      closed({ a: { properties: { b: text }, additionalProperties: false } }),
    ],
  ])('%s', (_, schema, expected) => expect(closeObjects(deepFreeze(schema))).toEqual(expected))

  test.each<[string, JsonObject]>([
    ['a map', closed({ a: { type: 'object' } })],
    ['a map of texts', closed({ a: { type: 'object', additionalProperties: text } })],
    [
      'an object that is open on purpose',
      closed({ a: { ...open({ b: text }), additionalProperties: true } }),
    ],
    [
      'an object that gets properties elsewhere',
      closed({ a: { ...open({ b: text }), anyOf: [open({})] } }, {}),
    ],
  ])('%s stays and is not a strict schema', (_, schema) => {
    expect(strictFault(closeObjects(schema), mode)).toMatchObject({ path: '/properties/a' })
  })
})

test.each<[string, JsonObject, string]>([
  ['no type', closed({ a: {} }), 'no type'],
  ['a schema that refers to itself', closed({ a: { $ref: '#' } }), 'itself'],
  [
    'definitions that refer to each other',
    closed(
      { a: { $ref: '#/$defs/b' } },
      { $defs: { b: closed({ c: { $ref: '#/$defs/d~1e' } }), 'd/e': { anyOf: [{ $ref: '#/$defs/b' }] } } },
    ),
    'itself',
  ],
])('refused: %s', (_, schema, reason) => expect(strictFault(schema, mode)?.reason).toContain(reason))

test('accepted: a definition that is used twice, a format and a list that are known', () => {
  const b = { $ref: '#/$defs/b' }
  const schema = closed(
    { a: b, c: { anyOf: [b, { type: 'null' }] }, d: { type: 'string', format: 'date' } },
    { $defs: { b: { enum: ['x'] } } },
  )
  expect(strictFault(schema, mode)).toBeUndefined()
  const list = closed({ a: { type: 'array' } }, { required: ['a'] })
  expect(strictFault(list, mode)).toBeUndefined()
  expect(strictFault(list, { ...mode, requiresAll: true })?.reason).toBe('it says no items')
})

test('for any schema, closing is done once, and a closed object is never found open', () => {
  const schemas = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonObject>(
        text,
        { type: 'object' },
        {},
        { type: 'object', additionalProperties: true },
      ),
      fc
        .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 })
        .map((properties) => open(properties)),
      tie('schema').map((items) => ({ type: 'array', items })),
      fc.array(tie('schema'), { maxLength: 3 }).map((anyOf) => ({ anyOf })),
    ),
  })).schema
  fc.assert(
    fc.property(schemas, (schema) => {
      const once = closeObjects(schema)
      expect(closeObjects(once)).toEqual(once)
      for (const { value } of schemasOf({ value: once, path: '' }))
        if (value.type === 'object' && value.properties !== undefined)
          expect(value.additionalProperties).toBeDefined()
    }),
  )
})
