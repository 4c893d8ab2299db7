import { readFileSync } from 'node:fs'
import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { OpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google, sdkParameters } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import {
  type Conversation,
  defineTool,
  type Message,
  type Notice,
  type Provider,
  provider,
  ResponseError,
  runTools,
  type StreamEvent,
  toolMessage,
  userMessage,
} from '../../src/index.js'
import { createReplay, type Replay } from '../../src/traffic/replay/index.js'
import { registry } from '../support/adapters.js'

type Fetch = typeof globalThis.fetch

const apiKey = 'not-needed-offline'

/** The official SDKs, connected as in the README, and bare `fetch`. */
const providers: Readonly<Record<string, (fetch: Fetch, onNotice?: (notice: Notice) => void) => Provider>> = {
  'openai-chat': (fetch, onNotice) => {
    const client = new OpenAI({ apiKey, fetch, maxRetries: 0 })
    return provider(openaiChat, {
      model: 'gpt-5.4',
      send: (request, { signal }) => client.chat.completions.create(request, { signal }),
      onNotice,
    })
  },
  'openai-responses': (fetch, onNotice) => {
    const client = new OpenAI({ apiKey, fetch, maxRetries: 0 })
    return provider(openaiResponses, {
      model: 'gpt-5.4',
      send: (request, { signal }) => client.responses.create(request, { signal }),
      onNotice,
    })
  },
  'anthropic-messages': (fetch, onNotice) => {
    const client = new Anthropic({ apiKey, fetch, maxRetries: 0 })
    return provider(anthropic, {
      model: 'claude-sonnet-5-5',
      maxOutputTokens: 1024,
      send: (request, { signal }) => client.messages.create(request, { signal }),
      onNotice,
    })
  },
  'google-generate-content': (fetch, onNotice) => {
    const client = new GoogleGenAI({ apiKey, httpOptions: { fetch, apiVersion: 'v1beta' } })
    return provider(google, {
      model: 'gemini-3-flash-preview',
      send: (request, { model }) => client.models.generateContentStream(sdkParameters(request, model)),
      onNotice,
    })
  },
}

function bare(fetch: Fetch): Provider {
  return provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 1024,
    send: (request, { path, signal }) =>
      fetch(`https://api.example${path}`, { method: 'POST', body: JSON.stringify(request), signal }),
  })
}

function replayOf(wire: string, name: string): Promise<Replay> {
  return createReplay({ from: `fixtures/${wire}/${name}`, registry, matching: 'best' })
}

const weather = defineTool({ name: 'get_weather', execute: () => 'rain' })
const question: Conversation = { messages: [userMessage('How is the weather?')], tools: [weather] }

describe.each(Object.entries(providers))('a turn on %s through its SDK', (wire, make) => {
  test('yields events as they arrive, the complete message, and the open calls', async () => {
    const replay = await replayOf(wire, 'single-call')
    const turn = make(replay.fetch).turn(question)
    const types: string[] = []
    for await (const event of turn) types.push(event.type)
    expect(types).toContain('tool-call')
    expect(types.at(-1)).toBe('finish')
    const { message, finish } = await turn.response
    expect(finish.reason).toBe('tool-calls')
    expect(message.origin?.wire).toBe(wire)
    const results = await runTools(message, [weather])
    expect(results.length).toBeGreaterThan(0)
    await replay.close()
  })

  test('gives the message to those who do not look at events', async () => {
    const replay = await replayOf(wire, 'text-only')
    const turn = make(replay.fetch).turn(question)
    const { message } = await turn.response
    expect(message.parts.some(({ type }) => type === 'text')).toBe(true)
    expect(turn.notices).toEqual([]) // how the answer comes is nobody's loss
    await replay.close()
  })

  test('fails with the error of the SDK', async () => {
    const refuse: Fetch = async () =>
      Response.json({ error: { message: 'no key', code: 401 } }, { status: 401 })
    const turn = make(refuse).turn(question)
    await expect(turn.response).rejects.toThrow(/no key|401/)
    await expect(readAll(make(refuse).turn(question))).rejects.toThrow(/no key|401/)
  })
})

async function readAll(events: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const read: StreamEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

test('names that a wire refuses are restored to the names of the tools', async () => {
  const dotted = defineTool({ name: 'weather.now', execute: () => 'rain' })
  let sentName = ''
  const claude = bare(async (_url, init) => {
    const { tools } = JSON.parse(String(init?.body))
    sentName = tools[0].name
    return new Response(
      sse([
        {
          type: 'message_start',
          message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage: {} },
        },
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 't1', name: sentName, input: {} },
        },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
        { type: 'message_stop' },
      ]),
    )
  })
  const messages = [userMessage('Hi')]
  const turn = claude.turn({ messages, tools: [dotted] })
  const events = await readAll(turn)
  expect(sentName).not.toBe('weather.now')
  expect(events.find(({ type }) => type === 'tool-input-start')).toMatchObject({ name: 'weather.now' })
  const { message } = await turn.response
  expect((await runTools(message, [dotted]))[0]).toMatchObject({ name: 'weather.now', isError: false })
})

test('a notice is reported once, regardless of the length of the conversation', async () => {
  const answer = readFileSync('fixtures/anthropic-messages/text-only/stream.sse')
  const notices: Notice[] = []
  const claude = provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 9,
    send: async () => new Response(answer),
    onNotice: (notice) => notices.push(notice),
  })
  const late: Message = { role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] }
  let messages: readonly Message[] = [userMessage('Hi'), late]
  for (let turn = 0; turn < 3; turn += 1) {
    const { message } = await claude.turn({ messages }).response
    messages = [...messages, message, userMessage('And then?')]
  }
  expect(notices.map(({ code }) => code)).toEqual(['system-as-user-text'])
  // Another conversation must get the notice too.
  await claude.turn({ messages: [userMessage('Hi'), { ...late }] }).response
  expect(notices).toHaveLength(2)
})

test('an error in the stream is an event, and the response fails with the content so far', async () => {
  const replay = await replayOf('anthropic-messages', 'stream-error')
  const turn = bare(replay.fetch).turn(question)
  const events = await readAll(turn)
  expect(events.some(({ type }) => type === 'error')).toBe(true)
  const failure = await turn.response.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ResponseError)
  expect(failure).toMatchObject({ name: 'ResponseError', response: { finish: { reason: 'error' } } })
  await replay.close()
})

describe('an answer that is not awaited', () => {
  const endless =
    (onAbort: () => void): Fetch =>
    async (_url, init) => {
      init?.signal?.addEventListener('abort', onAbort)
      const start = sse([
        {
          type: 'message_start',
          message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage: {} },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once' } },
      ])
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(start))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return new Response(body)
    }

  test('is aborted when the loop is left, and keeps the received content', async () => {
    let isAborted = false
    const turn = bare(
      endless(() => {
        isAborted = true
      }),
    ).turn(question)
    for await (const event of turn) if (event.type === 'text-delta') break
    expect(isAborted).toBe(true)
    expect((await turn.response).finish.reason).toBe('error')
  })

  test('ends when its signal is aborted, with that reason', async () => {
    const abort = new AbortController()
    const turn = bare(endless(() => undefined)).turn(question, { signal: abort.signal })
    const events: StreamEvent[] = []
    for await (const event of turn) {
      events.push(event)
      if (event.type === 'text-delta') abort.abort(new Error('enough'))
    }
    expect(events.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'error' } })
    const failure = await turn.response.catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'ResponseError', cause: { message: 'enough' } })
    expect(failure).toMatchObject({ response: { message: { parts: [{ type: 'text', text: 'Once' }] } } })
  })
})

test('strict mode also throws for a problem in the stream', async () => {
  const start = {
    type: 'message_start',
    message: { id: 'm', type: 'message', role: 'assistant', model: 'c', content: [], usage: {} },
  }
  const text = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
  const claude = provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 9,
    mode: 'strict',
    send: async () => new Response(sse([start, text, start])),
  })
  await expect(claude.turn(question).response).rejects.toMatchObject({ code: 'strict' })
})

test('events are given once', async () => {
  const replay = await replayOf('anthropic-messages', 'text-only')
  const turn = bare(replay.fetch).turn(question)
  await readAll(turn)
  await expect(readAll(turn)).rejects.toThrow(/iterated only once/)
  expect((await turn.response).message.parts.length).toBeGreaterThan(0)
  await replay.close()
})

test('providers of several wires are one type, whole conversations move between them', async () => {
  const replays = await Promise.all(Object.keys(providers).map((wire) => replayOf(wire, 'single-call')))
  const models = Object.values(providers).map((make, index) => make(replays[index]?.fetch ?? fetch))
  let messages = question.messages
  for (const model of models) {
    const { message } = await model.turn({ messages, tools: [weather] }).response
    const results = await runTools(message, [weather])
    messages = [...messages, message, toolMessage(results)]
  }
  expect(messages.filter(({ role }) => role === 'assistant').map(({ origin }) => origin?.wire)).toEqual(
    Object.keys(providers),
  )
  await Promise.all(replays.map((replay) => replay.close()))
})

function sse(events: readonly { readonly type: string; readonly [key: string]: unknown }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
