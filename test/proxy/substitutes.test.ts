import { Anthropic } from '@anthropic-ai/sdk'
import { OpenAI } from 'openai'
import { describe, expect, test, vi } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { assistantMessage, toolCall } from '../../src/base/model/create.js'
import type { Message } from '../../src/base/model/types.js'
import type { Substitute } from '../../src/proxy/substitute-tools.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, scripted } from '../support/proxy.js'
import { TITLED } from '../support/searches.js'

const apiKey = 'key'
const FOUND: JsonValue = [{ ...TITLED, text: 'Pogačar won the tour.' }]
const QUESTION = { role: 'user' as const, content: 'Who won?' }
const SEARCH = { type: 'web_search_20250305' as const, name: 'web_search' as const, max_uses: 8 }
const REQUEST = { model: 'm', max_tokens: 1000, messages: [QUESTION], tools: [SEARCH] }

function searching(id: string, query: string): Message {
  return assistantMessage(`Looking for ${query}.`, toolCall(id, 'web_search', { query }))
}

/** Returns a proxy with a target without a search, which gives these answers in turn. */
function over(from: string, to: string, turns: readonly Message[], substitute: Partial<Substitute> = {}) {
  const { adapter } = adapterOf(to)
  const upstream = scripted((sent, index) => {
    const message = turns[Math.min(index, turns.length - 1)] ?? assistantMessage('')
    const isCall = message.parts.some(({ type }) => type === 'tool-call')
    const finish = { reason: isCall ? ('tool-calls' as const) : ('stop' as const) }
    return nativeAnswer(
      adapter,
      { id: `r${index}`, message, finish, usage: { inputTokens: 10, outputTokens: 3 } },
      sent,
    )
  })
  const run = vi.fn<Substitute['run']>(substitute.run ?? (() => FOUND))
  const substitutes = { web_search: { ...substitute, run } }
  return { ...proxied(from, to, upstream.fetch, { substitutes, cache: 'none' }), upstream, run, adapter }
}

const targets = adapters.flatMap(({ wire, adapter }) => (adapter.lacks.has('http') ? [] : [wire]))

describe('a search that the proxy runs for a client of Anthropic', () => {
  const TURNS = [searching('c1', 'tour'), searching('c1', 'giro'), assistantMessage('Pogačar won both.')]

  test.each(targets)('is its own, complete and streamed, over %s', async (to) => {
    for (const streams of [false, true]) {
      const { fetch, upstream, run, told, adapter } = over('anthropic-messages', to, TURNS)
      const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
      const { content, stop_reason, usage } = streams
        ? await client.messages.stream(REQUEST).finalMessage()
        : await client.messages.create(REQUEST)
      expect(content.map(({ type }) => type)).toEqual([
        'text',
        'server_tool_use',
        'web_search_tool_result',
        'text',
        'server_tool_use',
        'web_search_tool_result',
        'text',
      ])
      expect(content[1]).toMatchObject({ name: 'web_search', input: { query: 'tour' } })
      expect(content[2]).toMatchObject({ content: [TITLED] })
      expect(content[4]).toMatchObject({ input: { query: 'giro' } })
      expect(stop_reason).toBe('end_turn')
      expect(usage).toMatchObject({ input_tokens: 30, output_tokens: 9 })
      expect(run.mock.calls.map(([input]) => input)).toEqual([{ query: 'tour' }, { query: 'giro' }])
      const asked = upstream.sent.map(({ body }) => adapter.decodeRequest(body).value)
      expect(asked[0]?.tools).toMatchObject([{ type: 'function', name: 'web_search' }])
      expect(asked[2]?.messages.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
        'assistant',
        'tool',
      ])
      expect(JSON.stringify(asked[2]?.messages[2])).toContain('Pogačar won the tour.')
      expect(told[0]?.notices.map(({ code }) => code)).toContain('hosted-tool-substituted')
      expect(told[0]?.usage).toMatchObject({ inputTokens: 30 })
    }
  })

  test.each(targets)('goes back as a call and its result over %s, the same each time', async (to) => {
    const { fetch, upstream } = over('anthropic-messages', to, [
      searching('c1', 'tour'),
      assistantMessage('He did.'),
      assistantMessage('Before that, Vingegaard.'),
    ])
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const { content } = await client.messages.create(REQUEST)
    const history = [QUESTION, { role: 'assistant' as const, content }, QUESTION]
    const again = { ...REQUEST, messages: history as Anthropic.MessageParam[] }
    await client.messages.create(again)
    await client.messages.create(again)
    const [, second, third, fourth] = upstream.sent
    expect(fourth?.text).toBe(third?.text)
    expect(third?.text).toContain('Pogačar won the tour.')
    const { adapter } = adapterOf(to)
    const [before, after] = [second, third].map(
      (sent) => adapter.decodeRequest(sent?.body ?? {}).value.messages,
    )
    expect(after?.slice(0, 3)).toEqual(before?.slice(0, 3))
    expect(after?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  })

  test('works next to calls that the client has to answer', async () => {
    const both = assistantMessage(
      toolCall('c1', 'web_search', { query: 'tour' }),
      toolCall('c2', 'weather', { city: 'Oslo' }),
    )
    const { fetch, upstream, run } = over('anthropic-messages', 'openai-chat', [
      both,
      assistantMessage('Rain.'),
    ])
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const weather = { name: 'weather', input_schema: { type: 'object' as const } }
    const { content, stop_reason } = await client.messages.create({ ...REQUEST, tools: [SEARCH, weather] })
    expect(content.map(({ type }) => type).sort()).toEqual([
      'server_tool_use',
      'tool_use',
      'web_search_tool_result',
    ])
    expect([stop_reason, upstream.sent.length, run.mock.calls.length]).toEqual(['tool_use', 1, 1])
    const result = { type: 'tool_result' as const, tool_use_id: 'c2', content: 'rain' }
    const messages = [QUESTION, { role: 'assistant', content }, { role: 'user', content: [result] }]
    await client.messages.create({
      ...REQUEST,
      tools: [SEARCH, weather],
      messages: messages as Anthropic.MessageParam[],
    })
    const { messages: sent = [] } = expectObject(upstream.sent[1]?.body, '')
    const calls = JSON.stringify(sent).match(/"tool_call_id"/g)
    expect(calls).toHaveLength(2)
    expect(run).toHaveBeenCalledTimes(1)
  })
})

test.each([false, true])('Codex gets its own items, streamed: %s', async (streams) => {
  const { fetch } = over('openai-responses', 'openai-chat', [
    searching('c1', 'tour'),
    assistantMessage('He did.'),
  ])
  const client = new OpenAI({ apiKey, fetch, baseURL: 'https://proxy.test/v1' })
  const request = { model: 'm', input: 'Who won?', store: false, tools: [{ type: 'web_search' as const }] }
  const { output } = streams
    ? await client.responses.stream(request).finalResponse()
    : await client.responses.create(request)
  expect(output.map(({ type }) => type)).toEqual(['message', 'web_search_call', 'message'])
  expect(output[1]).toMatchObject({ status: 'completed', action: { type: 'search', query: 'tour' } })
})

describe('limits', () => {
  async function asked(
    substitute: Partial<Substitute>,
    turns = [searching('c1', 'tour'), assistantMessage('Done.')],
  ) {
    const { fetch, upstream, run, told } = over('anthropic-messages', 'openai-chat', turns, substitute)
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    const message = await client.messages.create(REQUEST)
    return { ...message, upstream, run, told }
  }
  const failed = { content: { type: 'web_search_tool_result_error', error_code: 'unavailable' } }

  test.each<[string, Partial<Substitute>, string]>([
    ['fails', { run: () => Promise.reject(new Error('no network')) }, 'no network'],
    ['takes too long', { run: () => new Promise(() => {}), timeout: 1 }, 'longer than 1 ms'],
  ])('a search that %s is an error of its own, and the model goes on', async (_how, substitute, why) => {
    const { content, upstream, told } = await asked(substitute)
    expect(content[2]).toMatchObject({ type: 'web_search_tool_result', ...failed })
    expect(content[3]).toMatchObject({ type: 'text', text: 'Done.' })
    expect(upstream.sent[1]?.text).toContain(why)
    expect(told[0]?.notices).toContainEqual(
      expect.objectContaining({ code: 'substitute-failed', severity: 'warning' }),
    )
  })

  test('of its output', async () => {
    const { upstream } = await asked({ run: () => 'x'.repeat(1000), maxOutputLength: 10 })
    expect(upstream.sent[1]?.text).toContain(`"${'x'.repeat(10)}…"`)
  })

  test('of its runs: a model that keeps calling gets one notice, and the answer ends', async () => {
    const { run, upstream, stop_reason, content } = await asked({ maxRuns: 2 }, [searching('c1', 'tour')])
    expect(run).toHaveBeenCalledTimes(2)
    expect(upstream.sent.length).toBe(4)
    expect(content.filter(({ type }) => type === 'web_search_tool_result')).toHaveLength(4)
    expect(stop_reason).toBe('max_tokens')
  })

  test('a choice of the tool applies only to the first answer', async () => {
    const { fetch, upstream } = over('anthropic-messages', 'openai-chat', [
      searching('c1', 'tour'),
      assistantMessage('Done.'),
    ])
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    await client.messages.create({ ...REQUEST, tool_choice: { type: 'tool', name: 'web_search' } })
    expect(upstream.sent.map(({ body }) => body.tool_choice)).toEqual([
      { type: 'function', function: { name: 'web_search' } },
      undefined,
    ])
  })

  test('a client that disconnects stops the search, and no further request is sent', async () => {
    const leave = new AbortController()
    let signal: AbortSignal | undefined
    const run: Substitute['run'] = (_input, given) => {
      signal = given
      leave.abort()
      return new Promise(() => {})
    }
    const { fetch, upstream } = over('anthropic-messages', 'openai-chat', [searching('c1', 'tour')], { run })
    const body: JsonObject = expectObject(asJson({ ...REQUEST, stream: true }), '')
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    const response = await fetch('https://proxy.test/v1/messages', { ...init, signal: leave.signal })
    await expect(response.text()).rejects.toThrow()
    expect(signal?.aborted).toBe(true)
    expect(upstream.sent).toHaveLength(1)
  })

  test("a target that refuses the next request ends the answer with an error in the client's form", async () => {
    const { adapter } = adapterOf('openai-chat')
    const upstream = scripted((sent, index) =>
      index === 0
        ? nativeAnswer(adapter, { message: searching('c1', 'tour'), finish: { reason: 'tool-calls' } }, sent)
        : Response.json({ error: { message: 'too long' } }, { status: 400 }),
    )
    const substitutes = { web_search: { run: () => FOUND } }
    const { fetch } = proxied('anthropic-messages', 'openai-chat', upstream.fetch, { substitutes })
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test', maxRetries: 0 })
    await expect(client.messages.create(REQUEST)).rejects.toThrow('400')
    await expect(client.messages.stream(REQUEST).finalMessage()).rejects.toThrow('400')
  })
})

describe('hosted tools without a substitute', () => {
  const under = (substitutes: object) => () =>
    proxied('anthropic-messages', 'openai-chat', scripted(() => new Response()).fetch, { substitutes })

  test.each<[string, object, string]>([
    ['a kind that no proxy can run', { file_search: { run: () => '' } }, '/substitutes/file_search'],
    ['what cannot be called', { web_search: {} }, '/substitutes/web_search/run'],
    ['no time at all', { web_search: { run: () => '', timeout: 0 } }, 'timeout'],
  ])('%s is refused at once', (_what, substitutes, place) => {
    expect(under(substitutes)).toThrow(place)
  })

  test('another hosted tool, and one with the name of a function, are unchanged', async () => {
    const code = { type: 'code_execution_20250825', name: 'code_execution' }
    const named = { name: 'web_search', input_schema: { type: 'object' } }
    for (const tools of [[code], [SEARCH, named]]) {
      const { fetch, told, run } = over('anthropic-messages', 'openai-chat', [assistantMessage('Yes.')])
      const body = JSON.stringify({ ...REQUEST, tools })
      expect((await fetch('https://proxy.test/v1/messages', { method: 'POST', body })).status).toBe(200)
      expect(told[0]?.notices.map(({ code }) => code)).not.toContain('hosted-tool-substituted')
      expect(run).not.toHaveBeenCalled()
    }
  })

  test('a call without an object of arguments is not run; the model gets the reason', async () => {
    const broken = toolCall('c1', 'web_search', {})
    const { arguments: _none, ...rest } = broken
    const cut = { ...rest, status: 'malformed' as const, rawArguments: '{"query": ' }
    const turns = [assistantMessage(cut), assistantMessage('Done.')]
    const { fetch, upstream, run } = over('anthropic-messages', 'openai-chat', turns)
    const client = new Anthropic({ apiKey, fetch, baseURL: 'https://proxy.test' })
    await client.messages.create(REQUEST)
    expect(run).not.toHaveBeenCalled()
    expect(upstream.sent[1]?.text).toContain('the arguments are not a JSON object')
  })
})
