import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { agentTool } from '../../src/chat/loop/index.js'
import {
  assistantMessage,
  defineTool,
  objectOf,
  provider,
  type RunnableTool,
  runTools,
  toolCall,
  userMessage,
} from '../../src/index.js'
import { createExecutor } from '../../src/tools/index.js'
import { type Mistake, rejected, type Untyped, untyped } from '../support/mistakes.js'

const execute = vi.fn()
const send = vi.fn()
const gpt = provider(openaiChat, { model: 'm', send })
const messages = [userMessage('Pay')]

/** Values that are not schemas, in the place of one. Each would accept every argument. */
const NOT_SCHEMAS: readonly Omit<Mistake, 'run'>[] = [
  {
    code: '{ amount: z.number().max(10) }',
    what: 'a schema of a library, and nothing would be checked',
    where: '/amount',
    next: 'z.object({ amount: … })',
  },
  {
    code: "{ type: 'object', properties: { amount: z.number() } }",
    what: 'a schema of a library, and nothing would be checked',
    where: '/properties/amount',
    next: 'z.object({ amount: … })',
  },
  {
    code: '{ description: z.string() }',
    what: 'a schema of a library, and nothing would be checked',
    where: '/description',
    next: 'z.object({ description: … })',
  },
  {
    code: "{ amount: { type: 'number' } }",
    what: 'it has amount and no keyword of JSON Schema',
    where: '/amount',
    next: "{ type: 'object', properties: { amount: … } }",
  },
  {
    code: "{ amount: 'number' }",
    what: 'so everything would be accepted',
    where: '/amount',
    next: "{ type: 'object', properties: { amount: … } }",
  },
  {
    code: "{ type: 'objct', properties: {} }",
    what: '"objct" is not a type of JSON Schema',
    where: '/type',
    next: 'Did you mean object?',
  },
  {
    code: "{ type: 'object', properties: { amount: Number } }",
    what: 'a member of JSON Schema is not data',
    where: '/properties/amount',
    next: 'plain JSON, or a schema of zod',
  },
  {
    code: "{ type: 'object', properties: { day: new Date() } }",
    what: 'a member of JSON Schema is not data',
    where: '/properties/day',
    next: 'plain JSON, or a schema of zod',
  },
  {
    code: 'z.object({ when: z.object({ day: z.date() }) })',
    what: 'this schema of zod has no JSON Schema: Date cannot be represented in JSON Schema',
    where: '/when/day',
    next: 'z.iso.datetime() for a date',
  },
]

// The text of a row is the program itself.
const schemaIn = ({ code }: { readonly code: string }): Untyped => Function('z', `return (${code})`)(z)

/** The places of a program that accept a schema, with the path in front of the schema's. */
const PLACES: readonly { readonly of: string; readonly at: string; give(schema: Untyped): unknown }[] = [
  {
    of: 'defineTool({ parameters })',
    at: '/pay/parameters',
    give: (parameters) => defineTool({ name: 'pay', parameters, execute }),
  },
  {
    of: 'agentTool({ parameters })',
    at: '/pay/parameters',
    give: (parameters) => agentTool({ name: 'pay', parameters, task: () => 'x', agent: { provider: gpt } }),
  },
  {
    of: 'turn({ outputFormat })',
    at: '/outputFormat',
    give: (outputFormat) => gpt.turn({ messages, outputFormat }),
  },
  {
    of: 'objectOf(answer, schema)',
    at: '/schema',
    give: (schema) => objectOf(assistantMessage('{"amount":1}'), schema),
  },
]

describe.each(PLACES)('$of rejects', ({ at, give }) => {
  rejected(NOT_SCHEMAS.map((row) => ({ ...row, where: `${at}${row.where}`, run: () => give(schemaIn(row)) })))
})

describe('a tool that is written without defineTool', () => {
  const call = assistantMessage(toolCall('c1', 'pay', { amount: 'one million' }))
  const tool = (parameters: unknown): RunnableTool =>
    untyped({ type: 'function', name: 'pay', parameters, execute })
  rejected([
    ...NOT_SCHEMAS.slice(0, -1).map((row) => ({
      ...row,
      where: `/tools/0/parameters${row.where}`,
      run: () => runTools(call, [tool(schemaIn(row))]),
    })),
    {
      code: 'parameters: z.object({ amount: z.number() })',
      run: () => createExecutor({ tools: [tool(z.object({ amount: z.number() }))] }),
      what: 'a schema of a library',
      where: '/tools/0/parameters',
      next: 'defineTool({ name, parameters })',
    },
  ])
})

describe('outputFormat of a conversation', () => {
  const turn = (outputFormat: unknown) => () => gpt.turn({ messages, outputFormat: untyped(outputFormat) })
  rejected([
    {
      code: "{ type: 'json-schema', schema: z.object({}) }",
      run: turn({ type: 'json-schema', schema: z.object({}) }),
      what: 'a schema of a library',
      where: '/outputFormat/schema',
      next: 'outputFormat: schema',
    },
    {
      code: "{ type: 'json-schema', schema: { a: z.string() } }",
      run: turn({ type: 'json-schema', schema: { a: z.string() } }),
      what: 'a schema of a library',
      where: '/outputFormat/schema/a',
      next: 'z.object({ a: … })',
    },
    {
      code: "{ type: 'json-schema' }",
      run: turn({ type: 'json-schema' }),
      what: 'the schema of outputFormat is missing',
      where: '/outputFormat/schema',
      next: 'JSON Schema',
    },
    {
      code: "'json'",
      run: turn('json'),
      what: 'a schema',
      where: '/outputFormat',
      next: 'zod, another Standard Schema, or JSON Schema',
    },
    {
      code: "{ type: 'jsn' }",
      run: turn({ type: 'jsn' }),
      what: '"jsn" is not a type of JSON Schema',
      where: '/outputFormat/type',
      next: 'The types are object, array',
    },
  ])
})

test('no tool ran and no request was sent', () => {
  expect([execute.mock.calls, send.mock.calls]).toEqual([[], []])
})

test.each([
  ['an empty schema', {}],
  ['a reference', { $ref: '#/$defs/a', $defs: { a: { type: 'object' } } }],
  ['a schema with words of a vendor', { type: 'object', 'x-order': ['a'], properties: {} }],
  [
    'a result of z.toJSONSchema inside another schema',
    { type: 'object', properties: { a: z.toJSONSchema(z.int()) } },
  ],
  ['data without a prototype', Object.assign(Object.create(null), { type: 'object' })],
  ['members with the names of keywords', { type: 'object', properties: { properties: { type: 'string' } } }],
])('%s is JSON Schema', (_title, parameters: Untyped) => {
  expect(defineTool({ name: 'a', parameters }).parameters).toEqual(parameters)
})
