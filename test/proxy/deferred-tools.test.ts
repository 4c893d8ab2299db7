import { Anthropic } from '@anthropic-ai/sdk'
import { OpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { assistantMessage, toolCall } from '../../src/base/model/create.js'
import type { Message, ToolDefinition } from '../../src/base/model/types.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, scripted } from '../support/proxy.js'

const apiKey = 'key'
const input_schema = { type: 'object' as const, properties: { shelf: { type: 'string' } } }
const SEARCH = { type: 'tool_search_tool_regex_20251119' as const, name: 'tool_search_tool_regex' as const }
const TOOLS = [
  { name: 'weather', input_schema },
  { name: 'countBooks', description: 'How many there are.', input_schema, defer_loading: true },
  { name: 'lend', description: 'Gives away a book.', input_schema, defer_loading: true },
  { name: 'paint', description: 'Paints a wall.', input_schema, defer_loading: true },
]
const QUESTION = { role: 'user' as const, content: 'How many books?' }
const REQUEST = { model: 'm', max_tokens: 1000, messages: [QUESTION], tools: [SEARCH, ...TOOLS] }
const TURNS = [
  assistantMessage('Looking.', toolCall('c1', 'tool_search', { query: 'count the books' })),
  assistantMessage(toolCall('c2', 'countBooks', { shelf: 'a' })),
  assistantMessage('Seven.'),
]

/** Returns a proxy with a target that gives these answers in turn. */
function over(from: string, to: string, turns: readonly Message[], options: Partial<ProxyTarget> = {}) {
  const { adapter } = adapterOf(to)
  const upstream = scripted((sent, index) => {
    const message = turns[Math.min(index, turns.length - 1)] ?? assistantMessage('')
    const isCall = message.parts.some(({ type }) => type === 'tool-call')
    return nativeAnswer(
      adapter,
      { id: `r${index}`, message, finish: { reason: isCall ? 'tool-calls' : 'stop' } },
      sent,
    )
  })
  const proxy = proxied(from, to, upstream.fetch, { deferredTools: 'search', cache: 'none', ...options })
  const declared = () => upstream.sent.map(({ body }) => namesOf(adapter.decodeRequest(body).value.tools))
  return { ...proxy, upstream, declared }
}

function namesOf(tools: readonly ToolDefinition[] = []): string[] {
  return tools.map((tool) => tool.name)
}

const targets = adapters.flatMap(({ wire, adapter }) => (adapter.lacks.has('http') ? [] : [wire]))

describe('a search of the provider', () => {
  test.each(targets.filter((to) => to !== 'anthropic-messages'))(
    'is one of the proxy for Anthropic over %s, complete and streamed, and what was found stays',
    async (to) => {
      for (const streams of [false, true]) {
        const { fetch, declared, told } = over('anthropic-messages', to, TURNS)
        const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
        const ask = (messages: Anthropic.MessageParam[]) =>
          streams
            ? client.messages.stream({ ...REQUEST, messages }).finalMessage()
            : client.messages.create({ ...REQUEST, messages })
        const { content, stop_reason } = await ask([QUESTION])
        expect(content.map(({ type }) => type)).toEqual([
          'text',
          'server_tool_use',
          'tool_search_tool_result',
          'tool_use',
        ])
        const reference = { type: 'tool_reference', tool_name: 'countBooks' }
        expect(content[1]).toMatchObject({ input: { query: 'count the books' } })
        expect(content[2]).toMatchObject({ content: { tool_references: [reference] } })
        expect(content[3]).toMatchObject({ name: 'countBooks', input: { shelf: 'a' } })
        expect(stop_reason).toBe('tool_use')
        const { id } = content.find(({ type }) => type === 'tool_use') as { id: string }
        const result = { type: 'tool_result' as const, tool_use_id: id, content: '7' }
        await ask([
          QUESTION,
          { role: 'assistant', content } as Anthropic.MessageParam,
          { role: 'user', content: [result] },
        ])
        expect(declared()).toEqual([
          ['tool_search', 'weather'],
          ['tool_search', 'weather', 'countBooks'],
          ['tool_search', 'weather', 'countBooks'],
        ])
        expect(told[0]?.notices.map(({ code }) => code)).toContain('tools-deferred')
      }
    },
  )

  test.each([false, true])('is one of the proxy for a client of Responses, streamed: %s', async (streams) => {
    const { fetch, declared } = over('openai-responses', 'openai-chat', TURNS)
    const client = new OpenAI({ apiKey, fetch, baseURL: 'https://proxy.test/v1' })
    const tools = TOOLS.map(({ input_schema: parameters, ...tool }) => ({
      ...{ type: 'function' as const, strict: false, parameters },
      ...tool,
    }))
    const request = { model: 'm', store: false, tools: [{ type: 'tool_search' as const }, ...tools] }
    const ask = (input: OpenAI.Responses.ResponseInput) =>
      streams
        ? client.responses.stream({ ...request, input }).finalResponse()
        : client.responses.create({ ...request, input })
    const { output } = await ask([QUESTION])
    expect(output.map(({ type }) => type)).toEqual([
      'message',
      'tool_search_call',
      'tool_search_output',
      'function_call',
    ])
    expect(output[1]).toMatchObject({ execution: 'server', call_id: null, status: 'completed' })
    expect(output[2]).toMatchObject({ tools: [{ type: 'function', name: 'countBooks' }] })
    const call = output.find(
      ({ type }) => type === 'function_call',
    ) as OpenAI.Responses.ResponseFunctionToolCall
    const answered = { type: 'function_call_output' as const, call_id: call.call_id, output: '7' }
    await ask([QUESTION, ...(output as OpenAI.Responses.ResponseInput), answered])
    expect(declared().at(-1)?.sort()).toEqual(['countBooks', 'tool_search', 'weather'])
  })

  test('without results reports that to the model, and is run eight times at most', async () => {
    const again = assistantMessage(toolCall('c1', 'tool_search', { query: 'moon' }))
    const { fetch, upstream } = over('anthropic-messages', 'openai-chat', [again])
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const { content } = await client.messages.create(REQUEST)
    expect(content[1]).toMatchObject({ type: 'tool_search_tool_result', content: { tool_references: [] } })
    expect(upstream.sent.length).toBe(10)
  })
})

describe('unchanged requests', () => {
  test('all are declared, if the operator does not configure it', async () => {
    const { fetch, declared } = over('anthropic-messages', 'openai-chat', [assistantMessage('Yes.')], {
      deferredTools: 'declare',
    })
    await new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' }).messages.create(REQUEST)
    expect(declared()).toEqual([['weather', 'countBooks', 'lend', 'paint']])
  })

  test('a target of the same wire uses its native search', async () => {
    const { fetch, upstream } = over('anthropic-messages', 'anthropic-messages', [assistantMessage('Yes.')])
    await new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' }).messages.create(REQUEST)
    expect(upstream.sent[0]?.body.tools).toEqual(asJson(REQUEST.tools))
  })

  test('a function of the same name', async () => {
    const own = { name: 'tool_search', input_schema }
    const { fetch, declared } = over('anthropic-messages', 'openai-chat', [assistantMessage('Yes.')])
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    await client.messages.create({ ...REQUEST, tools: [SEARCH, own, ...TOOLS] })
    expect(declared()[0]).toEqual(['tool_search', 'weather', 'countBooks', 'lend', 'paint'])
  })

  test('a search that the client does itself: what it refers to is declared, and what was called', async () => {
    const { fetch, declared } = over('anthropic-messages', 'openai-chat', [assistantMessage('Yes.')])
    const own = { name: 'ToolSearch', input_schema }
    const reference = { type: 'tool_reference', tool_name: 'countBooks' }
    const messages = [
      QUESTION,
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't1', name: 'ToolSearch', input: {} },
          { type: 'tool_use', id: 't2', name: 'lend', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: [reference] },
          { type: 'tool_result', tool_use_id: 't2', content: 'paint' },
        ],
      },
    ]
    const body: JsonObject = expectObject(asJson({ ...REQUEST, tools: [own, ...TOOLS], messages }), '')
    const response = await fetch('https://proxy.test/v1/messages', {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    expect(declared()).toEqual([['ToolSearch', 'weather', 'countBooks', 'lend']])
  })

  test('free text and namespaces: words of all of them are searched, and equal names are distinguished by the declarations', async () => {
    const search = assistantMessage(toolCall('c1', 'tool_search', { query: 'patchFiles archive' }))
    const { fetch, declared } = over('openai-responses', 'openai-chat', [search, assistantMessage('Yes.')])
    const inside = { type: 'function' as const, name: 'pack', strict: false, parameters: input_schema }
    const body = {
      ...{ model: 'm', store: false, input: [QUESTION] },
      tools: [
        { type: 'tool_search' },
        { type: 'custom', name: 'patch_files', defer_loading: true },
        { type: 'custom', name: 'other', defer_loading: true },
        {
          type: 'namespace',
          name: 'archive',
          description: 'Archives.',
          tools: [{ ...inside, defer_loading: true }],
        },
      ],
    }
    const init = { method: 'POST', body: JSON.stringify(body) }
    expect((await fetch('https://proxy.test/v1/responses', init)).status).toBe(200)
    expect(declared()[0]).toEqual(['tool_search'])
    expect(declared()[1]?.sort()).toEqual(['archive__pack', 'patch_files', 'tool_search'])
  })

  test('a search without a query finds nothing', async () => {
    const search = assistantMessage(toolCall('c1', 'tool_search', {}))
    const { fetch, declared } = over('anthropic-messages', 'openai-chat', [search, assistantMessage('Yes.')])
    await new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' }).messages.create(REQUEST)
    expect(declared()[1]).toEqual(['tool_search', 'weather'])
  })
})
