import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { lint } from '../../src/index.js'
import { adapters } from '../support/adapters.js'

const limited = adapters.flatMap(({ wire, adapter, rules }) => {
  const { limits, request } = adapter.codecs
  const { most } = limits.strictMode ?? {}
  return most === undefined ? [] : [{ wire, rules, limits, most, request }]
})

/** Returns the schema of an object with so many optional and nullable properties. */
function schemaOf(optional: number, unions: number): JsonObject {
  const text: JsonObject = { type: 'string' }
  const nullable: JsonObject = { anyOf: [text, { type: 'null' }] }
  const named = (name: string, count: number, schema: JsonObject) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}_${index}`, schema]))
  const required = named('union', unions, nullable)
  return {
    type: 'object',
    properties: { ...named('optional', optional, text), ...required },
    required: Object.keys(required),
    additionalProperties: false,
  }
}

test('some wires limit the sum of strict schemas', () => expect(limited.length).toBeGreaterThan(0))

describe.each(limited)('the sums of the strict schemas of $wire', ({ rules, limits, most }) => {
  const cases = [most.optional, most.optional + 1].flatMap((optional) =>
    [most.unions, most.unions + 1].map((unions) => [optional, unions] as const),
  )

  test.each(cases)('%i optional properties and %i unions', (optional, unions) => {
    const schemas = [schemaOf(optional - 1, unions - 1), schemaOf(1, 1)]
    const tools = schemas.map((input_schema, index) => ({ name: `f${index}`, strict: true, input_schema }))
    const messages = [{ role: 'user', content: 'Hi' }]
    const found = lint(rules, { model: 'm', max_tokens: 9, messages, tools }, limits)
    const isTooMuch = optional > most.optional || unions > most.unions
    expect(found.map(({ path }) => path)).toEqual(isTooMuch ? ['/tools'] : [])
  })
})
