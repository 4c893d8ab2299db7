import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { deepFreeze } from '../support/values.js'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const list = { type: 'array' }
const full = { type: 'array', items: {} }

const completeSchema = (schema: JsonObject) =>
  fitSchema(schema, { root: 'object', needs: ['properties', 'items'] }).schema

describe('a root of objects, and lists that say their items', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['an empty schema', {}, object({})],
    ['an object without properties', { type: 'object' }, object({})],
    ['properties without a type', { properties: { a: {} } }, object({ a: {} })],
    ['a root that is a list of types', { type: ['object', 'null'] }, object({})],
    ['a root of another type', { type: 'string' }, object({})],
    ['a list in a property', object({ a: list }), object({ a: full })],
    [
      'a list that may be null',
      object({ a: { type: ['array', 'null'] } }),
      object({ a: { type: ['array', 'null'], items: {} } }),
    ],
    [
      'a list of lists',
      object({ a: { type: 'array', items: list } }),
      object({ a: { type: 'array', items: full } }),
    ],
    [
      'alternatives',
      object({ a: { anyOf: [list, { type: 'string' }] } }),
      object({ a: { anyOf: [full, { type: 'string' }] } }),
    ],
    ['definitions', object({}, { $defs: { a: list } }), object({}, { $defs: { a: full } })],
    [
      'data that looks like a schema',
      object({ a: { enum: [list], default: list } }),
      object({ a: { enum: [list], default: list } }),
    ],
  ])('%s', (_name, schema, completed) => {
    expect(completeSchema(deepFreeze(schema))).toEqual(completed)
    expect(completeSchema(completeSchema(schema))).toEqual(completed)
  })

  test.each<[string, JsonObject]>([
    ['a complete schema', object({ a: full, b: { anyOf: [{ type: 'string' }] } })],
    [
      'members that are no schemas',
      object({ a: true, b: { anyOf: [true] }, c: { anyOf: 'x' } }, { items: false }),
    ],
  ])('%s is the same reference', (_name, schema) => {
    expect(completeSchema(schema)).toBe(schema)
  })

  test('a schema that is deeper than any provider reads costs no more for it', () => {
    let deep: JsonObject = list
    for (let level = 0; level < 5000; level += 1) deep = object({ a: deep })
    expect(completeSchema(deep)).toBe(deep)
    expect(schemasOf({ value: deep, path: '' })).toHaveLength(101)
  })
})
