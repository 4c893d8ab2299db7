import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject } from '../../src/base/json/read-json.js'
import type { Adapter } from '../../src/index.js'
import { type Notice, toolCall, userMessage } from '../../src/index.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { anyCase, type Case, type Say, saying } from './support.js'

const MESSAGES = [userMessage('How is the weather?')]
const wires = adapters.map(({ adapter }) => adapter)
const claude = adapterOf('anthropic-messages').adapter

/** Schemas that some provider rejects, each with a valid value. */
const refusedSomewhere: readonly Case[] = [
  { schema: z.int().min(0).max(100), value: 7 },
  { schema: z.number().gt(0).multipleOf(0.5), value: 1.5 },
  { schema: z.string().min(1).max(9).regex(/^O/), value: 'Oslo' },
  { schema: z.email(), value: 'a@example.com' },
  { schema: z.array(z.string()).min(2).max(3), value: ['a', 'b'] },
  { schema: z.record(z.string(), z.int()), value: { Oslo: 7 } },
  { schema: z.tuple([z.string(), z.int()]), value: ['Oslo', 7] },
  {
    schema: z.discriminatedUnion('sky', [
      z.object({ sky: z.literal('rain'), millimetres: z.int() }),
      z.object({ sky: z.literal('sun') }),
    ]),
    value: { sky: 'rain', millimetres: 3 },
  },
  { schema: z.union([z.string(), z.int()]), value: 7 },
  { schema: z.any(), value: { any: 'thing' } },
]

const cases = fc.oneof(
  anyCase,
  fc.constantFrom(...refusedSomewhere),
  fc.dictionary(fc.constantFrom('city', 'days'), fc.constantFrom(...refusedSomewhere)).map((members) => ({
    schema: z.object(Object.fromEntries(Object.entries(members).map(([key, { schema }]) => [key, schema]))),
    value: Object.fromEntries(Object.entries(members).map(([key, { value }]) => [key, value])),
  })),
)

/**
 * Keywords that "structured outputs" of Claude reject:
 * https://docs.claude.com/en/docs/build-with-claude/structured-outputs
 */
const BY_CLAUDE =
  /^(minimum|maximum|exclusiveM\w+|multipleOf|minLength|maxLength|pattern|maxItems|prefixItems|oneOf|propertyNames)$/

/** Returns the reason why a provider rejects a schema, or undefined if it accepts the schema. */
function refusal(adapter: Adapter, schema: JsonObject): string | undefined {
  if (adapter.id.startsWith('openai')) return schema.type === 'object' ? undefined : 'no object at the top'
  return /anthropic|bedrock/.test(adapter.id) ? refusalOfClaude(schema) : undefined
}

function refusalOfClaude(schema: JsonValue): string | undefined {
  if (isArray(schema)) return schema.map(refusalOfClaude).find((found) => found !== undefined)
  if (!isObject(schema)) return undefined
  const { properties = {}, enum: _values, const: _value, default: _default, ...rest } = schema
  if (schema.type === 'object' && schema.additionalProperties !== false) return 'an open object'
  if (Number(schema.minItems ?? 0) > 1) return 'minItems above 1'
  const keyword = Object.keys(rest).find((key) => BY_CLAUDE.test(key))
  const inner = [...Object.values(properties ?? {}), ...Object.values(rest)]
  return keyword ?? inner.map(refusalOfClaude).find((found) => found !== undefined)
}

test('is a schema that the provider accepts, or a tool; the answer is checked by the complete schema', async () => {
  const world = fc.record({ adapter: fc.constantFrom(...wires), given: cases })
  const property = fc.asyncProperty(world, async ({ adapter, given: { schema, value } }) => {
    const say: Say = ({ outputFormat, tools: [tool] = [] }) => {
      if (outputFormat?.type === 'json-schema') {
        expect(refusal(adapter, outputFormat.schema)).toBeUndefined()
        return { parts: [{ type: 'text', text: JSON.stringify(value) }], finish: { reason: 'stop' } }
      }
      const wraps = tool?.type === 'function' && 'value' in Object(tool.parameters?.properties)
      const input = wraps ? { value } : value
      return {
        parts: [toolCall('call12345', tool?.name ?? '', input as never)],
        finish: { reason: 'tool-calls' },
      }
    }
    const notices: Notice[] = []
    const { model, sent } = saying(adapter, say, { onNotice: (notice) => notices.push(notice) })
    const { object } = await model.turn({ messages: MESSAGES, outputFormat: schema }).response
    expect(object).toEqual(schema.parse(value))
    const isTold = notices.some(({ code }) => code === 'output-through-tool')
    expect(isTold).toBe(sent[0]?.outputFormat === undefined)
  })
  await fc.assert(property, tries(1000))
})

test('omitted bounds are in descriptions, and still apply', async () => {
  const notices: Notice[] = []
  const say: Say = () => ({
    parts: [{ type: 'text', text: '{"celsius":1000,"count":1}' }],
    finish: { reason: 'stop' },
  })
  const { model, sent } = saying(claude, say, { onNotice: (notice) => notices.push(notice) })
  const outputFormat = z.object({ celsius: z.int().max(60).describe('In the shade.'), count: z.int() })
  await expect(model.turn({ messages: MESSAGES, outputFormat }).response).rejects.toMatchObject({
    reason: 'mismatch',
    issues: [{ path: '/celsius' }],
  })
  expect(sent[0]?.outputFormat).toMatchObject({
    schema: {
      properties: {
        celsius: { type: 'integer', description: 'In the shade. (maximum: 60)' },
        count: { type: 'integer' },
      },
    },
  })
  expect(notices.filter(({ code }) => code === 'output-bounds-moved')).toHaveLength(1)
})

test('is a tool where the limits refuse the setting', async () => {
  const say: Say = ({ tools }) => ({
    parts: [toolCall('c1', tools?.[0]?.name ?? '', { city: 'Oslo' })],
    finish: { reason: 'tool-calls' },
  })
  // Claude on Vertex AI has no `output_config`: https://github.com/anthropics/claude-code/issues/21612
  const { model, sent } = saying(claude, say, { limits: 'vertex' })
  for (const turn of [1, 2]) {
    const outputFormat = z.object({ city: z.string() })
    expect((await model.turn({ messages: MESSAGES, outputFormat }).response).object).toEqual({ city: 'Oslo' })
    expect(sent[turn - 1]?.tools).toHaveLength(1)
  }
})

test('plain JSON Schema is sent closed where objects have to be', async () => {
  const say: Say = () => ({ parts: [{ type: 'text', text: '{"a":1,"b":2}' }], finish: { reason: 'stop' } })
  const { model, sent } = saying(claude, say)
  const outputFormat = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const
  // The caller's schema allows additional members.
  expect((await model.turn({ messages: MESSAGES, outputFormat }).response).object).toEqual({ a: 1, b: 2 })
  expect(asJson(sent[0]?.outputFormat)).toMatchObject({ schema: { additionalProperties: false } })
})
