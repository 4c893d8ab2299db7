import { AnthropicBedrock } from '@anthropic-ai/bedrock-sdk'
import { Anthropic } from '@anthropic-ai/sdk'
import { ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime'
import { GoogleGenerativeAI } from '@google/generative-ai'
import { OpenAI } from 'openai'
import { describe, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject, objectIn } from '../../src/base/json/read-json.js'
import { servers } from '../../src/traffic/mock/rows/index.js'
import { bedrockClient } from '../support/sdk-clients.js'
import { pathOf, SCHEMA, toolTurnsFor } from './native-requests.js'
import { mockOf, post, registry } from './support.js'

const SCRIPT = [
  { thinking: 'A file, then.', text: 'I read both.', calls: [call('a.txt'), call('b.txt')] },
  { text: 'Both are empty, it seems to me.' },
]

function call(path: string) {
  return { name: 'read', arguments: { path } }
}

/** Returns the data of each event; bare words are texts. */
function eventsIn(text: string): (JsonObject | string)[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .map((data) => (data.startsWith('{') ? expectObject(asJson(JSON.parse(data)), '') : data))
}

function choiceIn(event: JsonObject | string | undefined): JsonObject {
  const { choices = [] } = typeof event === 'object' ? event : {}
  return objectIn(Array.isArray(choices) ? choices[0] : undefined)
}

const streaming = Object.entries(servers).flatMap(([server, { apis }]) =>
  apis.map((row) => ({ server, api: row.api, row })),
)

/** Returns the path and the body of a streamed request. */
function streamed(server: string, api: (typeof streaming)[number]['api']) {
  const path = pathOf(server, api)
  const body = toolTurnsFor(server, api)
  if (api === 'generate') return { path: `${path.replace(':generate', ':streamGenerate')}?alt=sse`, body }
  if (api === 'converse') return { path: `${path}-stream`, body }
  if (path.endsWith(':rawPredict'))
    return { path: path.replace(':raw', ':streamRaw'), body: { ...body, stream: true } }
  if (path.endsWith('/invoke')) return { path: `${path}-with-response-stream`, body }
  return { path, body: { ...body, stream: true } }
}

describe.each(streaming)('$server, $api', ({ server, api, row }) => {
  test('streams text, thinking, calls and usage in its wire', async () => {
    const mock = await mockOf(server, { script: SCRIPT })
    const { path, body } = streamed(server, api)
    const response = await mock.fetch(`http://m${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    // The SDK of the platform reads its binary frames in a test of its own.
    if (path.endsWith('invoke-with-response-stream')) return
    const adapter = registry.get(row.wire)
    const { message, finish } = await adapter.collect(response.body ?? [])
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    expect(calls).toMatchObject([
      { name: 'read', status: 'complete', arguments: { path: 'a.txt' } },
      { name: 'read', status: 'complete', arguments: { path: 'b.txt' } },
    ])
    expect(finish.outcome).toBe('tool-calls')
    expect(message.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'I read both.' }))
  })

  test('breaks the connection in the middle, and the reader notices', async () => {
    const mock = await mockOf(server, { script: [{ ...SCRIPT[0], cut: true }] })
    const { path, body } = streamed(server, api)
    const response = await mock.fetch(`http://m${path}`, { method: 'POST', body: JSON.stringify(body) })
    await expect(response.text()).rejects.toThrow('the mock broke the connection')
  })

  test('sends its error in the middle, and no good end', async () => {
    const mock = await mockOf(server, {
      script: [{ text: 'A text of some length for pieces.', error: true }],
    })
    const { path, body } = streamed(server, api)
    const response = await mock.fetch(`http://m${path}`, { method: 'POST', body: JSON.stringify(body) })
    const { finish } = await registry.get(row.wire).collect(response.body ?? [])
    expect(finish.outcome).not.toBe('complete')
  })
})

describe('habits of chat streams', () => {
  async function chat(server: string, extra: JsonObject = {}) {
    const mock = await mockOf(server, { script: SCRIPT })
    const body = { ...toolTurnsFor(server, 'chat'), stream: true, ...extra }
    const { text } = await post(mock, pathOf(server, 'chat'), body)
    return { text, events: eventsIn(text) }
  }

  test('vLLM: role frame with empty text, finish with the last delta, stop for a named choice', async () => {
    const { events } = await chat('vllm')
    expect(choiceIn(events[0]).delta).toMatchObject({ role: 'assistant', content: '' })
    const last = choiceIn(events.at(-2))
    expect(last).toMatchObject({ finish_reason: 'tool_calls', stop_reason: null })
    expect(objectIn(last.delta).tool_calls).toBeDefined()
    const named = await chat('vllm', { tool_choice: { type: 'function', function: { name: 'read' } } })
    expect(choiceIn(named.events.at(-2)).finish_reason).toBe('stop')
  })

  test('usage: a frame without choices on request, else none', async () => {
    const { events } = await chat('sglang', { stream_options: { include_usage: true } })
    expect(events.at(-2)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    const without = await chat('sglang')
    expect(without.events.some((event) => typeof event === 'object' && event.usage !== undefined)).toBe(false)
    expect(choiceIn(without.events.at(-2))).toMatchObject({ finish_reason: 'tool_calls', matched_stop: null })
  })

  test('DeepSeek: finish and usage in one chunk', async () => {
    const { events } = await chat('deepseek')
    expect(choiceIn(events.at(-2)).finish_reason).toBe('tool_calls')
    expect(events.at(-2)).toHaveProperty('usage.prompt_tokens')
  })

  test('llama.cpp: role frame with null, ids of 32 signs, no [DONE] after an error', async () => {
    const { events, text } = await chat('llama.cpp')
    expect(choiceIn(events[0]).delta).toMatchObject({ role: 'assistant', content: null })
    expect(text).toMatch(/"id":"[a-zA-Z0-9]{32}","type":"function"/)
    const mock = await mockOf('llama.cpp', { script: [{ text: 'some text', error: 'out of memory' }] })
    const failed = await post(mock, '/v1/chat/completions', { ...toolTurnsFor('', 'chat'), stream: true })
    expect(eventsIn(failed.text).at(-1)).toEqual({
      error: { code: 500, message: 'out of memory', type: 'server_error' },
    })
  })

  test('vLLM and SGLang: [DONE] after an error', async () => {
    for (const [server, error] of [
      ['vllm', { error: { message: 'broken', type: null, param: null, code: 500 } }],
      ['sglang', { error: { object: 'error', message: 'broken', type: null, param: null, code: 500 } }],
    ] as const) {
      const mock = await mockOf(server, { script: [{ text: 'some text', error: 'broken' }] })
      const { text } = await post(mock, '/v1/chat/completions', { ...toolTurnsFor('', 'chat'), stream: true })
      expect(eventsIn(text).slice(-2)).toEqual([error, '[DONE]'])
    }
  })

  test('Ollama: complete calls, the role in the first chunk; an error is lost', async () => {
    const { events } = await chat('ollama')
    expect(choiceIn(events[0]).delta).toMatchObject({ role: 'assistant', reasoning: 'A file, then' })
    const calls = events.flatMap((event) => objectIn(choiceIn(event).delta).tool_calls ?? [])
    expect(calls).toMatchObject([{ function: { arguments: '{"path":"a.txt"}' } }, {}])
    const mock = await mockOf('ollama', { script: [{ text: 'some text', error: true }] })
    const { text } = await post(mock, '/v1/chat/completions', { ...toolTurnsFor('', 'chat'), stream: true })
    expect(text).not.toMatch(/error|DONE|"finish_reason":"/)
  })

  test('encrypted reasoning only at OpenAI and its relays: vLLM has the text', async () => {
    const itemOf = async (server: string, path: string) => {
      const mock = await mockOf(server, { script: [{ thinking: 'Hm.', text: 'Yes.' }] })
      const { text } = await post(mock, path, { ...toolTurnsFor('', 'responses'), stream: true })
      const done = eventsIn(text)
        .map(objectIn)
        .filter(({ type }) => type === 'response.output_item.done')
      return objectIn(done[0]).item
    }
    const open = await itemOf('vllm', '/v1/responses')
    expect(open).toMatchObject({ type: 'reasoning', content: [{ type: 'reasoning_text', text: 'Hm.' }] })
    expect(open).not.toHaveProperty('encrypted_content')
    expect(await itemOf('azure', '/openai/v1/responses')).toMatchObject({
      summary: [{ text: 'Hm.' }],
      encrypted_content: expect.any(String),
    })
  })

  test('OpenRouter: comments before and between, an error in a chunk', async () => {
    const { text } = await chat('openrouter')
    expect(text).toMatch(/^: OPENROUTER PROCESSING\n\ndata: .*\n\n: OPENROUTER PROCESSING\n\n/)
  })

  test('Azure: first a frame without choices', async () => {
    const { events } = await chat('azure')
    expect(events[0]).toMatchObject({ choices: [], id: '', model: '', object: '' })
  })

  test('Gemini: complete calls without an index, and the finish reason stop', async () => {
    const { events, text } = await chat('gemini')
    const calls = events.flatMap((event) => objectIn(choiceIn(event).delta).tool_calls ?? [])
    expect(JSON.stringify(calls)).not.toContain('index')
    expect(text).toContain('"finish_reason":"stop"')
    expect(JSON.stringify(calls)).toContain('thought_signature')
  })

  test('ids: the forms of the servers', async () => {
    const forms: Readonly<Record<string, RegExp>> = {
      vllm: /"chatcmpl-tool-[0-9a-f]{32}"/,
      sglang: /"call_[0-9a-f]{24}"/,
      groq: /"id":"[a-z0-9]{9}"/,
      xai: /"call_\d{8}"/,
      moonshot: /"functions\.read:1".*"functions\.read:2"/s,
      deepseek: /"call_00_[a-zA-Z0-9]{24}"/,
      mistral: /"id":"[a-zA-Z0-9]{9}"/,
    }
    for (const [server, form] of Object.entries(forms)) expect((await chat(server)).text).toMatch(form)
  })

  test('vLLM: only the first call if parallel calls are off', async () => {
    const { text } = await chat('vllm', { parallel_tool_calls: false })
    expect(text.match(/"name":"read"/g)).toHaveLength(1)
  })
})

describe('official SDKs', () => {
  const tools = [{ type: 'function' as const, function: { name: 'read', parameters: SCHEMA } }]
  const messages = [{ role: 'user' as const, content: 'Read.' }]

  test.each(
    Object.keys(servers).filter(
      (server) => server !== 'gemini' && servers[server]?.apis.some(({ wire }) => wire === 'openai-chat'),
    ),
  )('openai reads chat of %s', async (server) => {
    const mock = await mockOf(server, { script: SCRIPT })
    const base = pathOf(server, 'chat').replace('/chat/completions', '')
    const client = new OpenAI({ apiKey: 'k', baseURL: `http://m${base}`, fetch: mock.fetch, maxRetries: 0 })
    const stream = client.chat.completions.stream({ model: 'm', messages, tools })
    const completion = await stream.finalChatCompletion()
    const names = completion.choices[0]?.message.tool_calls?.map(
      (one) => one.type === 'function' && one.function.arguments,
    )
    expect(names).toEqual(['{"path":"a.txt"}', '{"path":"b.txt"}'])
    const answer = await client.chat.completions.create({ model: 'm', messages })
    expect(answer.choices[0]?.message.content).toBe('Both are empty, it seems to me.')
    expect(answer.usage?.total_tokens).toBeGreaterThan(0)
    await expect(client.chat.completions.create({ model: 'm', messages })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('openai cannot read calls without an index', async () => {
    const mock = await mockOf('gemini', { script: SCRIPT })
    const client = new OpenAI({
      apiKey: 'k',
      baseURL: 'http://m/v1beta/openai',
      fetch: mock.fetch,
      maxRetries: 0,
    })
    const stream = client.chat.completions.stream({ model: 'm', messages, tools })
    await expect(stream.finalChatCompletion()).rejects.toThrow('invalid tool call index')
  })

  test('the platform SDK of Claude reads invoke', async () => {
    const mock = await mockOf('bedrock', { script: SCRIPT })
    const client = new AnthropicBedrock({
      ...{ awsAccessKey: 'a', awsSecretKey: 's', awsRegion: 'us-east-1', maxRetries: 0 },
      ...{ baseURL: 'http://m', fetch: mock.fetch },
    })
    const asked = { model: 'anthropic.claude-opus-5', max_tokens: 10, messages }
    const message = await client.messages.stream(asked).finalMessage()
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use'])
  })

  test('openai reads Responses, with free text for custom tools', async () => {
    const mock = await mockOf('openai', { script: [{ calls: [{ name: 'exec', arguments: 'ls -l' }] }] })
    const client = new OpenAI({ apiKey: 'k', baseURL: 'http://m/v1', fetch: mock.fetch, maxRetries: 0 })
    const custom = [{ type: 'custom' as const, name: 'exec' }]
    const response = await client.responses
      .stream({ model: 'm', input: 'List.', tools: custom })
      .finalResponse()
    expect(response.output).toMatchObject([{ type: 'custom_tool_call', name: 'exec', input: 'ls -l' }])
    expect(response.status).toBe('completed')
  })

  test('Anthropic reads Messages, its errors and its count', async () => {
    const script = [SCRIPT[0] ?? {}, { refuse: 'rate-limit' as const }, { refuse: 'failure' as const }]
    const mock = await mockOf('anthropic', { script, model: 'claude-opus-5' })
    const client = new Anthropic({ apiKey: 'k', baseURL: 'http://m', fetch: mock.fetch, maxRetries: 0 })
    const asked = {
      model: 'm',
      max_tokens: 10,
      messages,
      tools: [{ name: 'read', input_schema: { type: 'object' as const } }],
    }
    const message = await client.messages.stream(asked).finalMessage()
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'tool_use', 'tool_use'])
    expect(message.stop_reason).toBe('tool_use')
    await expect(client.messages.create(asked)).rejects.toMatchObject({
      status: 429,
      type: 'rate_limit_error',
    })
    await expect(client.messages.create(asked)).rejects.toMatchObject({
      status: 529,
      type: 'overloaded_error',
    })
    const { input_tokens } = await client.messages.countTokens(asked)
    expect(input_tokens).toBeGreaterThan(10)
    const models = await client.models.list()
    expect(models.data.map(({ id }) => id)).toEqual(['claude-opus-5'])
  })

  test('Google reads generateContent, and the errors', async () => {
    const script = [{ calls: [call('a.txt')] }, { refuse: 'rate-limit' as const }]
    const mock = await mockOf('gemini', { script })
    vi.stubGlobal('fetch', mock.fetch)
    const model = new GoogleGenerativeAI('k').getGenerativeModel({ model: 'gemini-2.5-pro' })
    const { stream } = await model.generateContentStream({
      contents: [{ role: 'user', parts: [{ text: 'Read.' }] }],
      tools: [{ functionDeclarations: [{ name: 'read' }] }],
    })
    const calls = []
    for await (const chunk of stream) calls.push(...(chunk.functionCalls() ?? []))
    expect(calls).toMatchObject([{ name: 'read', args: { path: 'a.txt' } }])
    await expect(model.generateContent('x')).rejects.toMatchObject({ status: 429 })
    expect((await model.countTokens('Some words.')).totalTokens).toBeGreaterThan(0)
    vi.unstubAllGlobals()
  })

  test('AWS reads ConverseStream', async () => {
    const mock = await mockOf('bedrock', { script: SCRIPT })
    const client = bedrockClient(mock.fetch)
    const { stream } = await client.send(
      new ConverseStreamCommand({ modelId: 'm', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] }),
    )
    const names = []
    for await (const event of stream ?? []) names.push(...Object.keys(event))
    expect(names.slice(-2)).toEqual(['messageStop', 'metadata'])
  })
})

test('errors of streams without alt=sse are in a list at Google', async () => {
  const mock = await mockOf('gemini')
  const path = '/v1beta/models/gemini-2.5-pro:streamGenerateContent'
  const { text } = await post(mock, path, { contents: [] })
  expect(JSON.parse(text)).toMatchObject([{ error: { code: 400, status: 'INVALID_ARGUMENT' } }])
})

test('rate limits: headers and words', async () => {
  const ask = async (server: string) => {
    const mock = await mockOf(server, { script: [{ refuse: 'rate-limit' }] })
    return post(mock, pathOf(server, 'chat'), toolTurnsFor(server, 'chat'))
  }
  const groq = await ask('groq')
  expect([groq.status, groq.headers.get('x-ratelimit-reset-tokens')]).toEqual([429, '1.57s'])
  expect(groq.text).toContain('Rate limit reached for model `m` in organization')
  const azure = await ask('azure')
  expect(azure.headers.get('retry-after')).toBe('45')
  expect(JSON.parse(azure.text).error).toEqual({
    code: '429',
    message: expect.stringContaining('Please retry after 45 seconds.'),
  })
  const gemini = await mockOf('gemini', { script: [{ refuse: 'rate-limit' }] })
  const quota = await post(gemini, pathOf('gemini', 'generate'), toolTurnsFor('gemini', 'generate'))
  expect(quota.text).toContain('"retryDelay":"45.837906927s"')
  expect(quota.headers.get('retry-after')).toBeNull()
})
