import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import { schemasOf } from '../../src/base/schema/walk.js'
import { objectSchema } from '../support/schemas.js'
import { deepFreeze } from '../support/values.js'

const list = { type: 'array' }
const full = { type: 'array', items: {} }

const completeSchema = (schema: JsonObject) =>
  fitSchema(schema, { root: 'object', needs: ['properties', 'items'] }).schema

describe('a root of objects, and lists with a type of items', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['an empty schema', {}, objectSchema({})],
    ['an object without properties', { type: 'object' }, objectSchema({})],
    ['properties without a type', { properties: { a: {} } }, objectSchema({ a: {} })],
    ['a root that is a list of types', { type: ['object', 'null'] }, objectSchema({})],
    ['a root of another type', { type: 'string' }, objectSchema({})],
    ['a list in a property', objectSchema({ a: list }), objectSchema({ a: full })],
    [
      'a list that may be null',
      objectSchema({ a: { type: ['array', 'null'] } }),
      objectSchema({ a: { type: ['array', 'null'], items: {} } }),
    ],
    [
      'a list of lists',
      objectSchema({ a: { type: 'array', items: list } }),
      objectSchema({ a: { type: 'array', items: full } }),
    ],
    [
      'alternatives',
      objectSchema({ a: { anyOf: [list, { type: 'string' }] } }),
      objectSchema({ a: { anyOf: [full, { type: 'string' }] } }),
    ],
    ['definitions', objectSchema({}, { $defs: { a: list } }), objectSchema({}, { $defs: { a: full } })],
    [
      'data that looks like a schema',
      objectSchema({ a: { enum: [list], default: list } }),
      objectSchema({ a: { enum: [list], default: list } }),
    ],
  ])('%s', (_name, schema, completed) => {
    expect(completeSchema(deepFreeze(schema))).toEqual(completed)
    expect(completeSchema(completeSchema(schema))).toEqual(completed)
  })

  test.each<[string, JsonObject]>([
    ['a complete schema', objectSchema({ a: full, b: { anyOf: [{ type: 'string' }] } })],
    [
      'members that are not schemas',
      objectSchema({ a: true, b: { anyOf: [true] }, c: { anyOf: 'x' } }, { items: false }),
    ],
  ])('%s is the same reference', (_name, schema) => {
    expect(completeSchema(schema)).toBe(schema)
  })

  test('a schema that is deeper than any provider reads costs no more for it', () => {
    let deep: JsonObject = list
    for (let level = 0; level < 5000; level += 1) deep = objectSchema({ a: deep })
    expect(completeSchema(deep)).toBe(deep)
    expect(schemasOf({ value: deep, path: '' })).toHaveLength(101)
  })
})
