import { Anthropic } from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  type Conversation,
  type Fallback,
  firstOf,
  NoProviderError,
  type Provider,
  provider,
  type StreamEvent,
  userMessage,
} from '../../src/index.js'

type Answer = () => Response | Promise<Response>

const question: Conversation = { messages: [userMessage('Is it raining?')] }
/** https://docs.claude.com/en/api/errors */
const overloaded: Answer = () =>
  Response.json(
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { status: 529 },
  )
const limited =
  (headers: Record<string, string>): Answer =>
  () =>
    Response.json(
      { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down' } },
      { status: 429, headers },
    )
const refused =
  (status: number): Answer =>
  () =>
    Response.json({ type: 'error', error: { type: 'invalid_request_error', message: 'No' } }, { status })
const START =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n'
const BLOCK =
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n'
const DELTA =
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"No"}}\n\n'
const BROKEN =
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'
const STOP =
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n'
const stream =
  (text: string): Answer =>
  () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } })
const gptAnswer: Answer = stream(
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-5.4-2026","choices":[{"index":0,"delta":{"role":"assistant","content":"Yes"},"finish_reason":null}]}\n\ndata: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"gpt-5.4-2026","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
)

interface Pair {
  readonly both: Provider
  /** The models in the order in which they were asked. */
  readonly asked: string[]
  readonly fallbacks: Fallback[]
  readonly clock: { now: number }
}

function pair(claudeAnswers: Answer, gptAnswers: Answer = gptAnswer): Pair {
  const asked: string[] = []
  const fallbacks: Fallback[] = []
  const clock = { now: 0 }
  const from = (name: string, answer: Answer) => async () => {
    asked.push(name)
    return answer()
  }
  const options = { key: 'sk-offline-key', retries: 0 }
  const claude = provider(anthropic, {
    ...{ model: 'claude', maxOutputTokens: 9, ...options },
    fetch: from('claude', claudeAnswers),
  })
  const gpt = provider(openaiChat, { model: 'gpt', ...options, fetch: from('gpt', gptAnswers) })
  const both = firstOf([claude, gpt], {
    now: () => clock.now,
    onFallback: (fallback) => fallbacks.push(fallback),
  })
  return { both, asked, fallbacks, clock }
}

async function read(model: Provider): Promise<{ events: StreamEvent[]; failure: unknown; text: string }> {
  const turn = model.turn(question)
  const events: StreamEvent[] = []
  let failure: unknown
  try {
    for await (const event of turn) events.push(event)
    await turn.response
  } catch (error) {
    failure = error
  }
  const text = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('')
  return { events, failure, text }
}

describe('the next provider answers', () => {
  test.each<[string, Answer]>([
    ['an overload (529)', overloaded],
    ['a rate limit', limited({})],
    ['a server error', refused(503)],
    ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['an error at the start of a stream', stream(START + BROKEN)],
    ['an error after an empty block', stream(START + BLOCK + BROKEN)],
  ])('after %s', async (_kind, answer) => {
    const { both, asked, fallbacks } = pair(answer)
    const turn = both.turn(question)
    const events: StreamEvent[] = []
    for await (const event of turn) events.push(event)
    const { message, model } = await turn.response
    expect(asked).toEqual(['claude', 'gpt'])
    expect([message.origin?.wire, model]).toEqual(['openai-chat', 'gpt-5.4-2026'])
    // The reader receives nothing of the first answer.
    expect(events.filter(({ type }) => type === 'response-start')).toHaveLength(1)
    expect(events.some(({ type }) => type === 'error')).toBe(false)
    expect(turn.notices).toMatchObject([{ code: 'provider-fallback', severity: 'info' }])
    expect(fallbacks.map(({ failed, next }) => [failed.model, next.model])).toEqual([['claude', 'gpt']])
  })

  test('after a timeout of the official SDK', async () => {
    const client = new Anthropic({
      ...{ apiKey: 'offline', maxRetries: 0 },
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    })
    const claude = provider(anthropic, {
      ...{ model: 'claude', maxOutputTokens: 9 },
      send: (body, { signal }) => client.messages.create(body, { signal }),
    })
    const gpt = provider(openaiChat, { model: 'gpt', key: null, fetch: async () => gptAnswer() })
    expect((await read(firstOf([claude, gpt]))).text).toBe('Yes')
  })

  test('in a loop', async () => {
    const { both } = pair(overloaded)
    const { messages } = await runLoop({ provider: both, messages: question.messages }).result
    expect(messages.at(-1)).toMatchObject({ origin: { wire: 'openai-chat' } })
  })
})

describe('the error is thrown, and no other provider is asked', () => {
  test.each([400, 401, 403, 404, 422])('after status %i', async (status) => {
    const { both, asked } = pair(refused(status))
    expect((await read(both)).failure).toMatchObject({ name: 'ResponseError', error: { status } })
    expect(asked).toEqual(['claude'])
  })

  test('after content was emitted', async () => {
    const { both, asked } = pair(stream(START + BLOCK + DELTA + BROKEN))
    const { text, failure } = await read(both)
    expect([text, asked]).toEqual(['No', ['claude']])
    expect(failure).toMatchObject({ error: { code: 'overloaded_error' } })
  })

  test('after an abort', async () => {
    const abort = new AbortController()
    const { both, asked } = pair(() => {
      abort.abort(new Error('network of the user: stop'))
      return overloaded()
    })
    const { response } = both.turn(question, { signal: abort.signal })
    await expect(response).rejects.toThrow('stop')
    expect(asked).toEqual(['claude'])
  })

  test('after a mistake in send', async () => {
    const claude = provider(anthropic, {
      ...{ model: 'claude', maxOutputTokens: 9 },
      send: () => {
        throw new TypeError("Cannot read properties of undefined (reading 'messages')")
      },
    })
    const gpt = provider(openaiChat, { model: 'gpt', key: null, fetch: async () => gptAnswer() })
    expect((await read(firstOf([claude, gpt]))).failure).toBeInstanceOf(TypeError)
  })
})

describe('a provider that failed', () => {
  test.each<[string, Answer, number]>([
    ['without a time, 30 s', overloaded, 30_000],
    ['for the seconds of retry-after', limited({ 'retry-after': '7' }), 7000],
    ['for the milliseconds of retry-after-ms', limited({ 'retry-after-ms': '1500' }), 1500],
  ])('is asked last %s', async (_kind, failing, wait) => {
    const answers = [failing, stream(START + BLOCK + DELTA + STOP)]
    const { both, asked, fallbacks, clock } = pair(() => answers.shift()?.() ?? refused(500)())
    expect((await read(both)).text).toBe('Yes')
    expect(fallbacks[0]?.cooldown).toBe(wait)
    clock.now = wait - 1
    expect((await read(both)).text).toBe('Yes')
    clock.now = wait
    expect((await read(both)).text).toBe('No')
    expect(asked).toEqual(['claude', 'gpt', 'gpt', 'claude'])
  })

  test('is asked last for the time of a RetryInfo', async () => {
    // https://ai.google.dev/gemini-api/docs/troubleshooting
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }]
    const error = { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED', details }
    const gemini = provider(google, {
      ...{ model: 'gemini', key: null, retries: 0 },
      fetch: async () => Response.json({ error }, { status: 429 }),
    })
    const gpt = provider(openaiChat, { model: 'gpt', key: null, fetch: async () => gptAnswer() })
    const fallbacks: Fallback[] = []
    await read(firstOf([gemini, gpt], { onFallback: (fallback) => fallbacks.push(fallback) }))
    expect(fallbacks[0]).toMatchObject({ cooldown: 37_000, error: { error: { retryAfter: 37 } } })
  })

  test('is asked last for the time in the headers of an official SDK', async () => {
    const client = new Anthropic({
      ...{ apiKey: 'offline', maxRetries: 0 },
      fetch: async () => limited({ 'retry-after-ms': '2500' })(),
    })
    const claude = provider(anthropic, {
      ...{ model: 'claude', maxOutputTokens: 9 },
      send: (body, { signal }) => client.messages.create(body, { signal }),
    })
    const gpt = provider(openaiChat, { model: 'gpt', key: null, fetch: async () => gptAnswer() })
    const fallbacks: Fallback[] = []
    await read(firstOf([claude, gpt], { onFallback: (fallback) => fallbacks.push(fallback) }))
    expect(fallbacks[0]?.cooldown).toBe(2500)
  })

  test('is asked again if the other one fails as well', async () => {
    const { both, asked } = pair(overloaded, refused(500))
    await read(both)
    await read(both)
    expect(asked).toEqual(['claude', 'gpt', 'claude', 'gpt'])
  })

  test('counts for turns at once: both fall back, and the next one begins with the other', async () => {
    const { both, asked } = pair(overloaded)
    const texts = await Promise.all([read(both), read(both)])
    expect(texts.map(({ text }) => text)).toEqual(['Yes', 'Yes'])
    expect([...asked].sort()).toEqual(['claude', 'claude', 'gpt', 'gpt'])
    await read(both)
    expect(asked.slice(4)).toEqual(['gpt'])
  })
})

/** https://platform.claude.com/docs/en/api/handling-stop-reasons: a paused turn is sent again to its author. */
test.each([
  ['the name that was requested', 'claude-sonnet-4-5'],
  ['a dated name', 'claude-sonnet-4-5-20250929'],
])('a paused turn is continued by its author, which the server reports by %s', async (_kind, reported) => {
  const asked: string[] = []
  const start = START.replace('"model":"claude"', `"model":"${reported}"`)
  const answers = [STOP.replace('end_turn', 'pause_turn'), STOP]
  const answering: Answer = () => stream(start + BLOCK + DELTA + (answers.shift() ?? ''))()
  const claude = (model: string, answer: Answer) =>
    provider(anthropic, {
      ...{ model, maxOutputTokens: 9, key: 'sk-offline-key', retries: 0 },
      fetch: async () => {
        asked.push(model)
        return answer()
      },
    })
  const gpt = provider(openaiChat, {
    ...{ model: 'gpt', key: 'sk-offline-key', retries: 0 },
    fetch: async () => {
      asked.push('gpt')
      return refused(503)()
    },
  })
  const failing = [claude('claude-haiku-4-5', overloaded), claude('claude', overloaded)]
  const model = firstOf([gpt, ...failing, claude('claude-sonnet-4-5', answering)], { cooldown: 0 })
  const { reason } = await runLoop({ provider: model, messages: question.messages }).result
  expect(reason).toBe('answered')
  expect(asked).toEqual(['gpt', 'claude-haiku-4-5', 'claude', 'claude-sonnet-4-5', 'claude-sonnet-4-5'])
})

test('all failures are in the error, and the last one is its cause', async () => {
  const { both } = pair(overloaded, limited({}))
  const { failure } = await read(both)
  expect(failure).toBeInstanceOf(NoProviderError)
  expect(failure).toMatchObject({
    errors: [{ error: { status: 529 } }, { error: { status: 429 } }],
    cause: { error: { status: 429 } },
  })
})

test('a turn that is left sends nothing more', async () => {
  const { both, asked } = pair(() => new Promise<Response>(() => undefined))
  const events = both.turn(question)[Symbol.asyncIterator]()
  const pending = events.next().catch((error: unknown) => error)
  await new Promise((resolve) => setImmediate(resolve))
  await events.return?.()
  await pending
  expect(asked).toEqual(['claude'])
})

test('lists and options that cannot work are refused', () => {
  expect(() => firstOf([])).toThrow(/needs a list of providers/)
  const { both } = pair(overloaded)
  expect(() => firstOf([both], { cooldown: -1 })).toThrow(/cooldown/)
  expect(both).toMatchObject({ wire: 'anthropic-messages', model: 'claude', resumesPaused: true })
})
