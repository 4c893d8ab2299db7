import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import { fitSchema } from '../../src/base/schema/fit-schema.js'
import { chooseLimits } from '../../src/codec/wire/limits.js'
import { adapterOf } from '../support/adapters.js'
import { objectSchema } from '../support/schemas.js'

const plain = adapterOf('openai-chat').adapter.codecs.limits.schemas ?? {}
const strict = adapterOf('openai-chat').adapter.codecs.limits.strictMode ?? {}
const openApi =
  chooseLimits(adapterOf('google-generate-content').adapter.codecs, 'older-servers').schemas ?? {}
describe.each([
  ['openai-chat', plain],
  ['openai-chat, strict', strict],
  ['the OpenAPI subset', openApi],
])('%s', (_, dialect) => {
  const sent = (schema: JsonObject) => JSON.stringify(fitSchema(schema, dialect).schema)

  test('a graph in memory that holds itself ends', () => {
    const graph: Record<string, JsonValue> = { type: 'object' }
    graph.properties = { a: graph, b: { allOf: [graph, graph] }, c: { anyOf: [graph, { type: 'null' }] } }
    expect(fitSchema(graph, dialect).schema.type).toBe('object')
  })

  test('references in a circle, and two that double each other, end', () => {
    const circle = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }
    expect(sent(objectSchema({ x: { $ref: '#/$defs/a', description: 'X.' } }, { $defs: circle }))).toContain(
      '"x"',
    )
    const doubling = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => [
        `d${level}`,
        objectSchema({
          l: { $ref: `#/$defs/d${level + 1}`, title: 'l' },
          r: { $ref: `#/$defs/d${level + 1}`, title: 'r' },
        }),
      ]),
    )
    expect(
      sent(objectSchema({ x: { $ref: '#/$defs/d0', title: 'x' } }, { $defs: doubling })).length,
    ).toBeLessThan(10_000_000)
  })

  test('a chain of 10,000 references, and 10,000 properties', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `d${index}`,
        { $ref: `#/$defs/d${index + 1}`, title: 't' },
      ]),
    )
    expect(sent(objectSchema({ x: { $ref: '#/$defs/d0' } }, { $defs: chain }))).toContain('"x"')
    const many = objectSchema(
      Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])),
    )
    expect(sent(many)).toContain('"p9999"')
  })

  test('properties named __proto__ are properties', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"const":1}},"anyOf":[{"properties":{"__proto__":{"type":"integer"}}}],"allOf":[{"properties":{"__proto__":{"minimum":0}}}]}',
    )
    expect(sent(asJson(schema) as JsonObject)).toContain('"__proto__"')
    expect(sent(objectSchema({ x: { $ref: '#/__proto__' }, y: { $ref: '#/constructor' } }))).not.toContain(
      '"$ref":"#/__proto__"',
    )
  })

  test('references to other documents are relaxed, never fetched, and are in the description', () => {
    expect(sent(objectSchema({ x: { $ref: 'https://example.com/x.json' } }))).toContain('example.com')
    expect(sent(objectSchema({ x: { $ref: 'https://example.com/x.json' } }))).not.toContain('"$ref":"http')
  })
})

test('keywords next to a reference stay', () => {
  const schema = objectSchema(
    { x: { $ref: '#/$defs/a', description: 'X.' } },
    { $defs: { a: { type: 'string' } } },
  )
  expect(fitSchema(schema, strict).schema).toMatchObject({
    properties: { x: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }], description: 'X.' } },
  })
  expect(fitSchema(schema, plain).schema).toBe(schema)
})

test('a schema that is true or false', () => {
  const schema = objectSchema({ a: true, b: false }, { additionalProperties: true })
  expect(fitSchema(schema, openApi).schema).toEqual(objectSchema({ a: {}, b: { description: '(not: {})' } }))
})

test("an alternative that turns out to be null is written in the dialect's form of null", () => {
  const schema = objectSchema({ a: { anyOf: [{ type: 'string' }, { enum: [null] }] } })
  const { schema: sent } = fitSchema(schema, openApi)
  expect(sent).toEqual(objectSchema({ a: { type: 'string', nullable: true } }))
  expect(fitSchema(sent, openApi).schema).toBe(sent)
})
