import Anthropic from '@anthropic-ai/sdk'
import { Mistral } from '@mistralai/mistralai'
import { HTTPClient } from '@mistralai/mistralai/lib/http.js'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { chunked, type Proxied, proxied, scripted } from '../support/proxy.js'

// Fields that official clients show and that the target's answer lacks: times, and the input tokens of a
// stream's first event.

const TEXT = 'Say hello in as many languages as you can. '.repeat(40)

function claude(usage: object = { input_tokens: 400, output_tokens: 3 }, start = usage): Response[] {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm' }
  const text = { type: 'text', text: 'Hello.' }
  const end = { stop_reason: 'end_turn', stop_sequence: null }
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: start } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: end, usage },
    { type: 'message_stop' },
  ]
  return [
    Response.json({ ...message, content: [text], ...end, usage }),
    chunked(
      events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
      { 'content-type': 'text/event-stream' },
    ),
  ]
}

function chat(usage?: object): Response[] {
  const head = { id: 'c1', created: 1, model: 'm' }
  const message = { role: 'assistant', content: 'Hello.' }
  const chunk = (choice: object) => ({ ...head, object: 'chat.completion.chunk', choices: [choice] })
  const chunks = [
    chunk({ index: 0, delta: message, finish_reason: null }),
    { ...chunk({ index: 0, delta: {}, finish_reason: 'stop' }), usage },
  ]
  return [
    Response.json({
      ...{ ...head, object: 'chat.completion', usage },
      choices: [{ index: 0, message, finish_reason: 'stop' }],
    }),
    chunked([...chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`), 'data: [DONE]\n\n'], {
      'content-type': 'text/event-stream',
    }),
  ]
}

function between(from: string, to: string, answers: () => Response[]): Proxied {
  const upstream = scripted(({ body }) => {
    const [whole, stream] = answers()
    const answer = body.stream === true ? stream : whole
    if (answer === undefined) throw new Error('no answer')
    return answer
  })
  return proxied(from, to, upstream.fetch)
}

const now = () => Math.floor(Date.now() / 1000)

function expectNow(times: readonly number[], since: number): void {
  expect(times.length).toBeGreaterThan(0)
  for (const time of times) {
    expect(time).toBeGreaterThanOrEqual(since)
    expect(time).toBeLessThanOrEqual(now())
  }
}

describe('the time of an answer', () => {
  test('OpenAI Chat: whole, streamed, and in a second turn', async () => {
    const since = now()
    const { fetch } = between('openai-chat', 'anthropic-messages', claude)
    const client = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch, maxRetries: 0 })
    const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    const first = await client.chat.completions.create(asked)
    const { message } = first.choices[0] ?? {}
    if (message === undefined) throw new Error('no message')
    const messages = [...asked.messages, message, { role: 'user' as const, content: 'Again' }]
    const second = await client.chat.completions.create({ ...asked, messages })
    const times: number[] = []
    for await (const { created } of await client.chat.completions.create({ ...asked, stream: true }))
      times.push(created)
    expectNow([first.created, second.created, ...times], since)
    expect(new Set(times).size).toBe(1)
  })

  test('Mistral', async () => {
    const since = now()
    const { fetch } = between('mistral-chat', 'anthropic-messages', claude)
    const httpClient = new HTTPClient({ fetcher: fetch })
    const client = new Mistral({ apiKey: 'k', serverURL: 'https://proxy.test', httpClient })
    const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    const { created } = await client.chat.complete(asked)
    const times: number[] = []
    for await (const { data } of await client.chat.stream(asked)) times.push(data.created ?? 0)
    expectNow([created, ...times], since)
  })

  test('Ollama', async () => {
    const since = now()
    const { fetch } = between('ollama-chat', 'anthropic-messages', claude)
    const client = new Ollama({ host: 'https://proxy.test', fetch })
    const asked = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
    const times = [await client.chat(asked)]
    for await (const line of await client.chat({ ...asked, stream: true })) times.push(line)
    expectNow(
      times.map(({ created_at }) => Date.parse(String(created_at)) / 1000),
      since,
    )
  })

  test('an answer of the same wire keeps its time', async () => {
    const { fetch } = between('openai-chat', 'openai-chat', chat)
    const client = new OpenAI({ apiKey: 'k', baseURL: 'https://proxy.test/v1', fetch, maxRetries: 0 })
    const asked = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }
    expect((await client.chat.completions.create(asked)).created).toBe(1)
  })
})

describe('the usage of an answer to a Claude client', () => {
  const asked = (content: string) => ({
    ...{ model: 'm', max_tokens: 50 },
    messages: [{ role: 'user' as const, content }],
  })
  const clientOf = ({ fetch }: Proxied) =>
    new Anthropic({ apiKey: 'k', baseURL: 'https://proxy.test', fetch, maxRetries: 0 })

  async function startOf(client: Anthropic, content: string): Promise<number | undefined> {
    for await (const event of await client.messages.create({ ...asked(content), stream: true }))
      if (event.type === 'message_start') return event.message.usage.input_tokens
    return undefined
  }

  test('a stream starts with the number of the token count, also for two requests at once', async () => {
    const client = clientOf(between('anthropic-messages', 'openai-chat', chat))
    const { input_tokens: long } = await client.messages.countTokens({ ...asked(TEXT) })
    const { input_tokens: short } = await client.messages.countTokens({ ...asked('Hi') })
    expect(long).toBeGreaterThan(short)
    expect(await Promise.all([startOf(client, TEXT), startOf(client, 'Hi')])).toEqual([long, short])
  })

  test('the count of the target replaces the estimate at the end', async () => {
    const counts = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 }
    const client = clientOf(between('anthropic-messages', 'openai-chat', () => chat(counts)))
    const { usage } = await client.messages.stream(asked(TEXT)).finalMessage()
    expect(usage).toMatchObject({ input_tokens: 7, output_tokens: 2 })
    expect((await client.messages.create(asked(TEXT))).usage).toMatchObject({ input_tokens: 7 })
  })

  test('an answer of a target that reports no usage has the estimate', async () => {
    const client = clientOf(between('anthropic-messages', 'openai-chat', chat))
    const { input_tokens } = await client.messages.countTokens(asked(TEXT))
    expect((await client.messages.create(asked(TEXT))).usage).toEqual({ input_tokens, output_tokens: 0 })
    const { usage } = await client.messages.stream(asked(TEXT)).finalMessage()
    expect(usage).toMatchObject({ input_tokens, output_tokens: 0 })
  })
})
