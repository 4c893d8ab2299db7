import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { defineTool, toolCall, userMessage } from '../../src/index.js'
import { ClientState, proxyMemory } from '../../src/proxy/client-state.js'
import { KeptAnswers } from '../../src/proxy/kept-answers.js'
import { createPolicy, createToolContext } from '../../src/tools/index.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { expectLinear, processorTime } from '../support/growth.js'

const MANY = 3_000
/** Shorter work is not measured at larger sizes. */
const QUICK_MILLISECONDS = 40

/** Expects work to be quick, or to take time in proportion to its size. */
async function expectModest(work: (size: number) => unknown): Promise<void> {
  if ((await processorTime(() => work(MANY))) > QUICK_MILLISECONDS) await expectLinear(work, 2 * MANY)
}

function times<Item>(count: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => item(index))
}

function named(count: number, schema: (index: number) => JsonObject): JsonObject {
  return Object.fromEntries(times(count, (index) => [`p${index}`, schema(index)]))
}

const TEXT: JsonObject = { type: 'string' }
const NULL: JsonObject = { type: 'null' }

/** Citations of an answer of Anthropic. */
const CITATIONS: Readonly<Record<string, (count: number) => JsonObject[]>> = {
  'one each in many texts': (count) =>
    times(count, (index) => ({ type: 'text', text: `Größe ${index}. `, citations: [page(index)] })),
  'many in one text': (count) => [{ type: 'text', text: 'Größe.', citations: times(count, page) }],
  'the same page in many texts': (count) =>
    times(count, (index) => ({ type: 'text', text: `Größe ${index}. `, citations: [page(0)] })),
}

function page(index: number): JsonObject {
  return {
    ...{ type: 'web_search_result_location', url: `https://a.example/${index}`, title: `Page ${index}` },
    ...{ cited_text: `words ${index}`, encrypted_index: 'Eo8B' },
  }
}

describe.each(Object.entries(CITATIONS))('law 7: citations, %s', (_title, contentOf) => {
  const from = adapterOf('anthropic-messages').adapter
  const others = adapters.filter(({ wire }) => wire !== 'google-generate-content')

  test.each([adapterOf('google-generate-content'), ...someOf(others, 4)])('to $wire', async ({ adapter }) => {
    await expectModest((count) => {
      const usage = { input_tokens: 1, output_tokens: 1 }
      const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' }
      translateResponse({ ...head, content: contentOf(count), usage }, { from, to: adapter })
    })
  })
})

/** Members of the schema of a strict tool. */
const SCHEMAS: Readonly<Record<string, (count: number) => JsonObject>> = {
  'anyOf with many objects': (count) => ({
    type: 'object',
    properties: {
      a: { anyOf: times(count, (index) => ({ type: 'object', properties: { [`p${index}`]: TEXT } })) },
    },
  }),
  'many members with anyOf': (count) => ({
    type: 'object',
    properties: named(count, () => ({ anyOf: [TEXT, { type: 'integer' }] })),
  }),
  'anyOf with many references': (count) => ({
    type: 'object',
    properties: { a: { anyOf: times(count, (index) => ({ $ref: `#/$defs/p${index}` })) } },
    $defs: named(count, () => ({ type: 'object', properties: { x: TEXT } })),
  }),
  'anyOf with many constants': (count) => ({
    type: 'object',
    properties: { a: { anyOf: times(count, (index) => ({ const: index })) } },
  }),
  'anyOf inside anyOf': (count) => {
    let schema = TEXT
    for (let depth = 0; depth < count / 40; depth += 1)
      schema = { anyOf: [{ type: 'object', properties: { a: schema } }, NULL] }
    return { type: 'object', properties: { a: schema } }
  },
}

describe.each(Object.entries(SCHEMAS))('law 7: a strict schema, %s', (_title, schemaOf) => {
  test.each(someOf(adapters, 5))('to $wire', async ({ adapter }) => {
    await expectModest((count) => {
      const tool = { type: 'function' as const, name: 'f', strict: true, parameters: schemaOf(count) }
      const conversation = { model: 'm', maxOutputTokens: 100, messages: [userMessage('Hi')], tools: [tool] }
      encodeConversation(conversation, { to: adapter })
    })
  })
})

test('law 7: the answers of a long history are found by the ids that its last answer keeps', async () => {
  const saidAt = (index: number) => ({ calls: [], said: `said ${index}`, near: '', past: String(index) })
  // Each earlier answer was unknown, as of a client that had another proxy before.
  await expectModest(async (count) => {
    const answers = times(count * 10, saidAt)
    const kept = new KeptAnswers(new ClientState(proxyMemory(), 'tenant'))
    const before = answers.slice(0, -1).map(({ said }) => ({ said, id: null }))
    await kept.add({ print: '', ids: [] }, saidAt(answers.length - 1), before)
    const found = await kept.find(answers)
    expect(found.findIndex(({ id }) => id !== null)).toBe(answers.length - 1)
  })
})

describe('law 7: a policy with many rules', () => {
  const rulesOf = (count: number) =>
    times(count, (index) => ({
      ...{ tool: [`tool_${index}`, `other_${index}*`], input: { path: [`${index}/**`, '*a*'] } },
      action: 'deny' as const,
    }))

  test('is compiled', () => expectModest((count) => createPolicy({ rules: rulesOf(count) })))

  test('decides', async () => {
    const tool = defineTool({ name: 'last' })
    const context = createToolContext()
    await expectModest(async (count) => {
      const policy = createPolicy({ rules: rulesOf(count / 10) })
      for (let time = 0; time < 10; time += 1)
        await policy.decide({ ...toolCall('c', 'last', { path: 'b' }), status: 'complete' }, context, tool)
    })
  })
})
