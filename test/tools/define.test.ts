import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../../src/tools/define-tool.js'
import { adapters } from '../support/adapters.js'

const schema = z.object({ city: z.string(), days: z.number().default(3) })

describe('defineTool writes the parameters of', () => {
  test('a zod schema as the model has to fill it: members with a default are optional', () => {
    const { parameters } = defineTool({ name: 'weather', parameters: schema })
    expect(parameters).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'number', default: 3 } },
      required: ['city'],
    })
    expect(parameters).not.toHaveProperty('$schema')
  })

  test('JSON Schema unchanged, also of z.toJSONSchema', () => {
    const written = z.toJSONSchema(schema, {
      io: 'input',
      override({ jsonSchema }) {
        jsonSchema.title = 'T'
      },
    })
    expect(defineTool({ name: 'weather', parameters: written }).parameters).toMatchObject({ title: 'T' })
    const plain = { type: 'object', properties: { city: { type: 'string' } } } as const
    expect(defineTool({ name: 'weather', parameters: plain }).parameters).toEqual(plain)
  })

  test('a tool without any as an empty object', () => {
    expect(defineTool({ name: 'now' }).parameters).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    })
  })

  test('no schema without a JSON Schema, or of no object', () => {
    const mute = {
      '~standard': { version: 1 as const, vendor: 'old', validate: (value: unknown) => ({ value }) },
    }
    expect(() => defineTool({ name: 'weather', parameters: mute })).toThrow(
      'this schema of old cannot produce JSON Schema: convert it yourself, or use zod 4.2 or later (at /weather/parameters)',
    )
    // @ts-expect-error The arguments of a tool are an object.
    expect(() => defineTool({ name: 'weather', parameters: z.string() })).toThrow('are an object')
  })
})

test.each(adapters)('a defined tool goes out as the plain definition does, $wire', ({ adapter }) => {
  const { execute, validate, ...definition } = defineTool({
    name: 'weather',
    description: 'd',
    parameters: schema,
    execute: () => 1,
  })
  const tool = defineTool({ name: 'weather', description: 'd', parameters: schema, execute: () => 1 })
  expect([execute, validate]).toEqual([expect.any(Function), expect.any(Function)])
  expect(adapter.encodeTools([tool])).toEqual(adapter.encodeTools([definition]))
  expect(JSON.parse(JSON.stringify(tool))).toEqual(definition)
})
