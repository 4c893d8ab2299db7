import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { encodeConversation, lint, translateRequest, userMessage } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'

const { adapter: chat, rules: chatRules } = adapterOf('openai-chat')
const { adapter: responses } = adapterOf('openai-responses')
const { adapter: mistral } = adapterOf('mistral-chat')
const { adapter: claude, rules: claudeRules } = adapterOf('anthropic-messages')
const { adapter: bedrock, rules: bedrockRules } = adapterOf('bedrock-converse')

/**
 * `response_format` in the form of Chat Completions:
 * https://developers.openai.com/api/docs/guides/structured-outputs
 */
const asking = (schema: JsonObject, strict?: boolean): JsonObject => ({
  model: 'gpt-5.4',
  messages: [{ role: 'user', content: 'hi' }],
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'r', schema, ...(strict !== undefined && { strict }) },
  },
})

const recursive = {
  type: 'object',
  properties: { n: { $ref: '#/$defs/N' } },
  required: ['n'],
  additionalProperties: false,
  $defs: {
    N: {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#/$defs/N' } } },
      required: ['kids'],
      additionalProperties: false,
    },
  },
}
const bounded = {
  type: 'object',
  properties: {
    age: { type: 'integer', minimum: 0, maximum: 150 },
    tags: { type: 'array', items: {}, minItems: 2 },
  },
  required: ['age'],
}
const map = { type: 'object', additionalProperties: { type: 'string' } }

function translated(request: JsonObject, to: typeof claude, from = chat) {
  const { value, notices } = translateRequest(request, { from, to, model: 'm', maxOutputTokens: 100 })
  return { value, told: notices.filter(({ path }) => path.startsWith('/outputFormat')) }
}

describe('parts of an output schema that Claude rejects', () => {
  test.each([
    ['bounds', { ...bounded, properties: { age: bounded.properties.age } }],
    ['open objects', { type: 'object', properties: { a: { type: 'object', properties: {} } } }],
  ])('%s are converted, on both of its wires', (_what, schema) => {
    const own = translated(asking(schema), claude)
    expect(lint(claudeRules, { ...own.value })).toEqual([])
    const { value } = translated(asking(schema), bedrock)
    expect(lint(bedrockRules, { ...value })).toEqual([])
    expect(JSON.stringify(own.value)).toContain('"additionalProperties":false')
  })

  test('bounds are in descriptions, with one notice', () => {
    const { value, told } = translated(
      asking({ ...bounded, properties: { age: bounded.properties.age } }),
      claude,
    )
    expect(value).toMatchObject({
      output_config: {
        format: { schema: { properties: { age: { description: '(minimum: 0, maximum: 150)' } } } },
      },
    })
    expect(told.filter(({ code }) => code === 'output-bounds-moved')).toMatchObject([{ severity: 'info' }])
  })

  test.each([
    ['a schema that refers to itself', recursive, /refers to itself/],
    ['a map', map, /additional properties/],
    ['anything at all', { type: 'object', properties: { a: {} } }, /says no type/],
  ])('%s is left out with a warning', (_what, schema, reason) => {
    for (const to of [claude, bedrock]) {
      const { value, told } = translated(asking(schema), to)
      expect(JSON.stringify(value)).not.toContain('json_schema')
      expect(told).toMatchObject([{ code: 'setting-refused', severity: 'warning' }])
      expect(told[0]?.message).toMatch(reason)
    }
  })

  test('adapts canonical conversations in the same way, but not requests of the same wire', () => {
    const outputFormat = { type: 'json-schema' as const, schema: bounded }
    const conversation = { messages: [userMessage('hi')], model: 'm', maxOutputTokens: 9, outputFormat }
    const first = encodeConversation(conversation, { to: claude })
    expect(encodeConversation(conversation, { to: claude })).toEqual(first)
    expect(JSON.stringify(first.value)).not.toContain('"minimum":')
    const own = { ...first.value, output_config: { format: { type: 'json_schema', schema: bounded } } }
    expect(translateRequest({ ...own }, { from: claude, to: claude }).value).toEqual(own)
  })

  test('other limits of the caller hold', () => {
    const request = asking(recursive)
    const options = { from: chat, to: claude, model: 'm', maxOutputTokens: 100, limits: { outputSchema: {} } }
    expect(translateRequest(request, options).value).toMatchObject({
      output_config: { format: { schema: recursive } },
    })
  })
})

describe('strict schemas for OpenAI', () => {
  test('are closed, lose the mode where a property may be missing, and keep their schema then', () => {
    const optional = { type: 'object', properties: { a: { type: 'string' } } }
    for (const to of [responses, chat]) {
      const closed = translated(asking({ ...optional, required: ['a'] }, true), to, mistral)
      expect(JSON.stringify(closed.value)).toContain('"additionalProperties":false')
      expect(closed.told).toEqual([])
      const open = translated(asking(optional, true), to, mistral)
      expect(JSON.stringify(open.value)).not.toContain('"strict"')
      expect(JSON.stringify(open.value)).toContain(JSON.stringify(optional))
      expect(open.told).toMatchObject([{ code: 'strict-dropped', severity: 'warning' }])
    }
  })

  test('lists at the top are left out, and the linter names them', () => {
    const list = { type: 'array', items: { type: 'string' } }
    expect(translated(asking(list), chat, mistral).told).toMatchObject([{ code: 'setting-refused' }])
    expect(lint(chatRules, asking(list)).map(({ rule }) => rule)).toEqual(['OPENAI-CHAT-OUTPUT-01'])
  })
})
