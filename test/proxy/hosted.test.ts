import { Anthropic } from '@anthropic-ai/sdk'
import { OpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf } from '../support/adapters.js'
import {
  nativeAnswer,
  type Proxied,
  proxied,
  type Scripted,
  scripted,
  served,
  targetOf,
} from '../support/proxy.js'
import { genai } from '../support/runners/google.js'
import { SEARCHES, TEXT, TITLED } from '../support/searches.js'

const apiKey = 'key'

/** Returns a proxy with a provider that ran a search. */
/** On Chat Completions only some models search. */
function searching(wire: string): Partial<ProxyTarget> {
  return wire === 'openai-chat' ? { model: 'gpt-5-search-api' } : {}
}

function over(from: string, to: string, target: Partial<ProxyTarget> = {}): Proxied & { upstream: Scripted } {
  const { adapter } = adapterOf(to)
  const upstream = scripted((sent) =>
    nativeAnswer(adapter, adapter.decodeResponse(SEARCHES[to] ?? {}).value, sent),
  )
  return { ...proxied(from, to, upstream.fetch, { ...searching(to), ...target }), upstream }
}

/** Claude Code searches with a separate request that has only this tool. */
const CLAUDE_CODE = {
  model: 'claude-opus-4-6',
  max_tokens: 4000,
  system: 'You are an assistant for performing a web search tool use',
  messages: [{ role: 'user' as const, content: 'Perform a web search for the query: tour' }],
  tools: [{ type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: 8 }],
}

/** Codex sends this next to its functions. */
const CODEX = { type: 'web_search', external_web_access: true } as const

const TARGETS: Readonly<Record<string, object>> = {
  'openai-responses': { tools: [{ type: 'web_search' }], include: ['web_search_call.action.sources'] },
  'google-generate-content': { tools: [{ googleSearch: {} }] },
  'openai-chat': { web_search_options: {} },
}

describe('the search of Claude Code', () => {
  test.each(Object.entries(TARGETS))(
    'is that of %s, and the official SDK reads what it found',
    async (to, asked) => {
      const { fetch, upstream, told } = over('anthropic-messages', to)
      const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
      const whole = await client.messages.create(CLAUDE_CODE)
      const streamed = await client.messages.stream(CLAUDE_CODE).finalMessage()
      for (const { content, stop_reason } of [whole, streamed]) {
        const call = content.find((block) => block.type === 'server_tool_use')
        const result = content.find((block) => block.type === 'web_search_tool_result')
        expect(result).toMatchObject({ tool_use_id: call?.id, content: [TITLED] })
        expect(content.find((block) => block.type === 'text')).toMatchObject({ text: TEXT })
        expect(stop_reason).toBe('end_turn')
      }
      for (const { body } of upstream.sent) expect(body).toMatchObject(asked)
      expect(told[0]?.notices.map(({ code }) => code)).toContain('hosted-tool-carried')
    },
  )

  test.each(Object.keys(TARGETS))('is counted in the usage of an answer of %s', async (to) => {
    const { adapter } = adapterOf(to)
    const { value: response } = adapter.decodeResponse(SEARCHES[to] ?? {})
    const upstream = scripted((sent) =>
      nativeAnswer(adapter, { ...response, usage: { inputTokens: 9, outputTokens: 3 } }, sent),
    )
    const { fetch } = proxied('anthropic-messages', to, upstream.fetch, searching(to))
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const whole = await client.messages.create(CLAUDE_CODE)
    const streamed = await client.messages.stream(CLAUDE_CODE).finalMessage()
    for (const { usage } of [whole, streamed])
      expect(usage).toMatchObject({ output_tokens: 3, server_tool_use: { web_search_requests: 1 } })
  })

  test('is left out where the target is not to have it', async () => {
    const { fetch, upstream, told } = over('anthropic-messages', 'openai-responses', { hosted: 'drop' })
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const { content } = await client.messages.create(CLAUDE_CODE)
    expect(content.map(({ type }) => type)).toEqual(['text'])
    expect(upstream.sent[0]?.body).not.toHaveProperty('tools')
    expect(told[0]?.notices.map(({ code }) => code)).toContain('provider-tool-dropped')
  })
})

describe('the search of Codex', () => {
  test.each(['anthropic-messages', 'google-generate-content'])('is that of %s', async (to) => {
    const { fetch, upstream } = over('openai-responses', to)
    const client = new OpenAI({ apiKey, fetch, baseURL: 'https://proxy.test/v1' })
    const request = { model: 'gpt-5.4', input: 'Who won?', store: false, tools: [CODEX] }
    const whole = await client.responses.create(request as OpenAI.Responses.ResponseCreateParamsNonStreaming)
    const streamed = await client.responses
      .stream(request as OpenAI.Responses.ResponseCreateParamsStreaming)
      .finalResponse()
    for (const { output, output_text } of [whole, streamed]) {
      const search = output.find((item) => item.type === 'web_search_call')
      expect(search).toMatchObject({ status: 'completed', action: { type: 'search', queries: ['tour'] } })
      expect(output_text).toBe(TEXT)
    }
    expect(JSON.stringify(upstream.sent[0]?.body)).toMatch(/web_search_20260318|googleSearch/)
  })
})

test.each(['anthropic-messages', 'openai-responses'])('the search of Gemini is that of %s', async (to) => {
  const { fetch, upstream } = over('google-generate-content', to)
  const client = genai({ fetch })
  const question = { model: 'gemini-3-pro', contents: 'Who won?', config: { tools: [{ googleSearch: {} }] } }
  const whole = await client.models.generateContent(question)
  const chunks = []
  for await (const chunk of await client.models.generateContentStream(question)) chunks.push(chunk)
  for (const { candidates = [] } of [whole, chunks.at(-1) ?? expect.fail()])
    expect(candidates[0]?.groundingMetadata).toMatchObject({
      webSearchQueries: ['tour'],
      groundingChunks: [{ web: { uri: TITLED.url } }],
    })
  expect(JSON.stringify(upstream.sent[0]?.body.tools)).toContain('web_search')
})

describe('searched content stays in the conversation', () => {
  const question = { role: 'user' as const, content: 'Who won?' }
  const tools = CLAUDE_CODE.tools
  const ask = (messages: readonly object[], stream = false): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', max_tokens: 100, messages, tools, stream }),
  })
  const URL = 'https://proxy.test/v1/messages'

  async function twoTurns(to: string, forget = false) {
    const { adapter } = adapterOf(to)
    const upstream = scripted((sent) =>
      nativeAnswer(adapter, adapter.decodeResponse(SEARCHES[to] ?? {}).value, sent),
    )
    const route = { to: { ...targetOf(adapter), ...searching(to) } }
    const state = proxyMemory()
    const options = {
      routes: [route],
      clients: [adapterOf('anthropic-messages').adapter],
      fetch: upstream.fetch,
    }
    const first = served({ ...options, state })
    const { content } = expectObject(asJson(await (await first.fetch(URL, ask([question]))).json()), '')
    const history = [question, { role: 'assistant', content }, { role: 'user', content: 'And before?' }]
    const second = forget ? served(options) : first
    for (const _turn of [1, 2]) await (await second.fetch(URL, ask(history))).json()
    return upstream.sent.map(({ body, text }) => ({ body, text }))
  }

  test.each(['openai-responses', 'google-generate-content'])('in the form of %s', async (to) => {
    const [, second, again] = await twoTurns(to)
    const { response } = { response: JSON.stringify(SEARCHES[to]) }
    const own = to === 'openai-responses' ? '"id":"ws_1"' : TEXT
    expect(response).toContain(own)
    expect(second?.text).toContain(own)
    expect(second?.text).not.toContain('toolwire_')
    expect(again?.text).toBe(second?.text)
  })

  test.each(Object.keys(TARGETS))('as text for %s where the proxy does not know it any more', async (to) => {
    const [, second, again] = await twoTurns(to, true)
    expect(second?.text).toContain('The tool web_search')
    expect(second?.text).toContain(TITLED.url)
    expect(second?.text).not.toContain('toolwire_')
    expect(again?.text).toBe(second?.text)
  })

  test('as text for the provider of the client, which never ran it', async () => {
    const { content } = expectObject(
      asJson(await (await over('anthropic-messages', 'openai-responses').fetch(URL, ask([question]))).json()),
      '',
    )
    const own = over('anthropic-messages', 'anthropic-messages')
    const history = [question, { role: 'assistant', content }, { role: 'user', content: 'And before?' }]
    await own.fetch(URL, ask(history))
    const [sent] = own.upstream.sent
    expect(sent?.text).not.toContain('toolwire_')
    expect(sent?.text).toContain('The tool web_search returned')
    expect(sent?.body.messages).toHaveLength(3)
  })
})

test('two searches that succeeded count, and one that failed does not', () => {
  const { adapter } = adapterOf('anthropic-messages')
  const found = [{ type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: 'x' }]
  const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  const content = [found, failed, found].flatMap((result, index) => [
    { type: 'server_tool_use', id: `srvtoolu_${index}`, name: 'web_search', input: { query: 'tour' } },
    { type: 'web_search_tool_result', tool_use_id: `srvtoolu_${index}`, content: result },
  ])
  const native = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    stop_reason: 'end_turn',
    content,
  }
  const { providerMetadata: _own, ...response } = adapter.decodeResponse(
    expectObject(asJson(native), ''),
  ).value
  const counted = { ...response, usage: { inputTokens: 9, outputTokens: 3 } }
  const usage = { output_tokens: 3, server_tool_use: { web_search_requests: 2 } }
  expect(adapter.encodeResponse(counted).value).toMatchObject({ usage })
  const frames = [...streamFrames(counted, adapter.codecs, createContext('anthropic-messages'))]
  const end = frames.find((frame) => String(frame).startsWith('event: message_delta'))
  expect(JSON.parse(String(end).split('data: ')[1] ?? '')).toMatchObject({ usage })
})
