import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { adapterOf } from '../support/adapters.js'
import { pick, translated } from '../support/pair.js'
import { translateBody } from '../support/translation.js'
import { stored } from '../support/values.js'
import { CHAT, chat, MESSAGES, messages, RESPONSES, responses, user } from './bodies.js'

const closed = { additionalProperties: false }
const text = { type: 'string' }

/** Builds a request with strict tools of these parameters, for each wire that has strict tools. */
const REQUESTS: Readonly<Record<string, (...schemas: JsonObject[]) => JsonObject>> = {
  [CHAT]: (...schemas) =>
    chat([user('Hi')], {
      tools: schemas.map((parameters, index) => ({
        type: 'function',
        function: { name: `f${index}`, parameters, strict: true },
      })),
    }),
  [RESPONSES]: (...schemas) =>
    responses([user('Hi')], {
      tools: schemas.map((parameters, index) => ({
        type: 'function',
        name: `f${index}`,
        parameters,
        strict: true,
      })),
    }),
  [MESSAGES]: (...schemas) =>
    messages([user('Hi')], {
      tools: schemas.map((input_schema, index) => ({ name: `f${index}`, input_schema, strict: true })),
    }),
}

interface SentTool {
  readonly strict: boolean
  readonly schema: JsonObject | undefined
  readonly codes: readonly string[]
}

function sent(from: string, to: string, ...schemas: JsonObject[]): SentTool[] {
  const { canonical, codes } = translated(REQUESTS[from]?.(...schemas) ?? {}, from, to)
  return (canonical.tools ?? []).map((tool) =>
    tool.type === 'function'
      ? { strict: tool.strict === true, schema: tool.parameters, codes }
      : { strict: false, schema: undefined, codes },
  )
}

const PAIRS = [CHAT, RESPONSES, MESSAGES].flatMap((from) =>
  [CHAT, RESPONSES, MESSAGES].filter((to) => to !== from).map((to) => ({ from, to })),
)

describe.each(PAIRS)('strict tools from $from to $to', ({ from, to }) => {
  test('objects that do not mention further properties are closed, at every depth', () => {
    const inner = { type: 'object', properties: { b: text }, required: ['b'] }
    const list = { type: 'array', items: inner }
    const schema = { type: 'object', properties: { a: inner, list }, required: ['a', 'list'] }
    const [tool] = sent(from, to, schema)
    expect(tool?.strict).toBe(true)
    expect(tool?.schema).toEqual({
      ...schema,
      ...closed,
      properties: { a: { ...inner, ...closed }, list: { ...list, items: { ...inner, ...closed } } },
    })
    expect(tool?.codes).toContain('schema-fitted')
  })

  test('a map, or an object that is open on purpose, costs the mode and not the schema', () => {
    const maps: JsonObject[] = [{ type: 'object' }, { type: 'object', additionalProperties: text }]
    for (const a of maps) {
      const schema = { type: 'object', properties: { a }, required: ['a'], ...closed }
      const [tool] = sent(from, to, schema)
      expect(tool?.strict).toBe(false)
      expect(pick(tool?.schema, 'properties', 'a')).toMatchObject(a)
      expect(tool?.codes).toContain('strict-dropped')
    }
  })

  test('no parameters at all are legal parameters', () => {
    expect(sent(from, to, { type: 'object', properties: {} })).toMatchObject([
      { strict: true, schema: closed },
    ])
  })
})

describe('parts that only one provider rejects in strict mode', () => {
  const count = {
    type: 'object',
    properties: { n: { type: 'integer', minimum: 1 } },
    required: ['n'],
    ...closed,
  }

  test('bounds of numbers: Anthropic (CherryHQ/cherry-studio#18037)', () => {
    const described = { ...count, properties: { n: { type: 'integer', description: '(minimum: 1)' } } }
    const [tool] = sent(CHAT, MESSAGES, count)
    expect(tool).toMatchObject({ strict: true, schema: described })
    expect(pick(tool?.schema, 'properties', 'n')).not.toHaveProperty('minimum')
    expect(sent(MESSAGES, CHAT, count)).toMatchObject([{ strict: true, schema: count }])
  })

  test('properties that may be missing: OpenAI', () => {
    const optional = { type: 'object', properties: { n: text }, ...closed }
    expect(sent(CHAT, MESSAGES, optional)).toMatchObject([{ strict: true }])
    const all = { properties: { n: { type: ['string', 'null'] } }, required: ['n'] }
    expect(sent(MESSAGES, CHAT, optional)).toMatchObject([{ strict: true, schema: all }])
    expect(sent(MESSAGES, RESPONSES, optional)).toMatchObject([{ strict: true, schema: all }])
  })

  test('schemas that refer to themselves: Anthropic', () => {
    const children = { type: 'array', items: { $ref: '#' } }
    const tree = { type: 'object', properties: { children }, required: ['children'], ...closed }
    expect(sent(CHAT, MESSAGES, tree)).toMatchObject([{ strict: false, schema: tree }])
    expect(sent(MESSAGES, CHAT, tree)).toMatchObject([{ strict: true }])
  })

  test('more than 20 strict tools: the first ones keep the mode (langchain4j#5128)', () => {
    const schemas = Array.from({ length: 25 }, () => ({ type: 'object', properties: {}, ...closed }))
    const strict = sent(RESPONSES, MESSAGES, ...schemas).map((tool) => tool.strict)
    expect(strict).toEqual(schemas.map((_, index) => index < 20))
    expect(sent(MESSAGES, RESPONSES, ...schemas).every((tool) => tool.strict)).toBe(true)
  })

  test('the same wire keeps the fields that its server accepted', () => {
    const loose = { type: 'object', properties: { a: text } }
    for (const wire of [CHAT, RESPONSES, MESSAGES]) {
      const request = REQUESTS[wire]?.(loose) ?? {}
      const { value } = translateBody(request, adapterOf(wire), adapterOf(wire))
      expect(stored(value)).toMatchObject({ tools: request.tools })
    }
  })
})
