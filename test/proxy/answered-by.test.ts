import { inspect } from 'node:util'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { answeredBy } from '../../answered-by.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Notice } from '../../src/base/model/context.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { firstOf } from '../../src/chat/provider/first-of.js'
import { provider } from '../../src/chat/provider/provider.js'
import type { Provider } from '../../src/chat/provider/provider-types.js'
import { refusalBody } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { chunked, type Script, type Scripted, type Sent, scripted, usualUrl } from '../support/proxy.js'
import { runners } from '../support/runners/index.js'
import type { Heard, JobTool, Runner } from '../support/runners/types.js'
import {
  answerOf,
  essential,
  expectHistory,
  namesIn,
  piecesOf,
  type Said,
  SPOKEN,
  served,
  streamBytes,
} from '../support/runners/upstream.js'

const wires = adapters.map(({ wire }) => wire)

/** Returns a provider of this wire over a scripted server. */
function providerOf({ adapter }: LoadedAdapter, { fetch }: Pick<Scripted, 'fetch'>): Provider {
  return provider(adapter, {
    ...{ model: 'target-model', key: 'k', url: usualUrl(adapter), maxOutputTokens: 1000, retries: 0 },
    fetch: (input, init) => fetch(String(input), { ...init, signal: init?.signal ?? null }),
  })
}

function toolsOf(ran: object[]): JobTool[] {
  return ['look', 'ping'].map((name) => ({
    name,
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
    run(input: JsonObject) {
      ran.push({ name, input })
      return { text: `${name} ${JSON.stringify(input)}` }
    },
  }))
}

/** Returns answers that call tools twice, then end. */
function sayings([look = '', ping = '']: readonly string[], { mixesThinking }: Runner): Said[] {
  const calls = [
    { name: look, rawArguments: '{"at":"Zürich 🌧️"}' },
    { name: ping, rawArguments: '{}' },
  ]
  const all = [
    { thinking: 'First.', text: 'Ich schaue nach… 🌧️', calls },
    { thinking: 'Again.', calls: calls.slice(0, 1) },
    { thinking: 'Enough.', text: 'Es regnet: ☔', calls: [] },
  ]
  return mixesThinking === undefined ? all : all.map(({ thinking: _none, ...said }) => said)
}

function saying(target: LoadedAdapter, runner: Runner): Script {
  return (sent, index) => {
    const said = sayings(namesIn(target, sent), runner)[index]
    if (said === undefined) throw new Error('asked too often')
    return served(target.adapter, answerOf(target.wire, index + 1, said), sent, 7)
  }
}

async function outcomeOf(heard: AsyncIterable<Heard>): Promise<{ list: Heard[]; thrown: unknown }> {
  const list: Heard[] = []
  try {
    for await (const one of heard) list.push(one)
  } catch (thrown) {
    return { list, thrown }
  }
  return { list, thrown: undefined }
}

/** Returns all texts of an error. Some SDKs keep the original error in a member. */
function wordsOf(thrown: unknown): string {
  return inspect(thrown, { depth: 5 })
}

function half({ adapter }: LoadedAdapter, answer: ModelResponse): Uint8Array[] {
  const bytes = streamBytes(adapter.codecs, answer)
  return piecesOf(bytes.slice(0, Math.ceil(bytes.length * 0.6)), 11)
}

function refused({ adapter }: LoadedAdapter, status: number, message: string, headers = {}): Response {
  return Response.json(refusalBody(status, message, adapter), { status, headers })
}

describe.each(runners.map((runner) => [runner.title, runner] as const))('%s', (_title, runner) => {
  const others = wires.filter((to) => to !== runner.wire)
  const name = `answered by ${runner.title}`

  test.each(someOf(others, 2, name))('runs tools twice, answered by %s', async (to) => {
    const target = adapterOf(to)
    const upstream = scripted(saying(target, runner))
    const ran: object[] = []
    const fetch = answeredBy(providerOf(target, upstream))
    const { list, thrown } = await outcomeOf(runner.run({ fetch, tools: toolsOf(ran), turns: 3 }))
    expect(thrown).toBeUndefined()
    const told = sayings(['look', 'ping'], runner).map((one, turn) => answerOf(to, turn + 1, one))
    expect(list.map(({ message }) => essential(message.parts, SPOKEN))).toEqual(
      told.map(({ message }) => essential(message.parts, SPOKEN)),
    )
    expect(ran).toHaveLength(3)
    expect(upstream.sent).toHaveLength(3)
    for (const [index, sent] of upstream.sent.entries())
      expectHistory(target, sent, told.slice(0, index), true)
  })

  test.each(someOf(others, 1, name))('reports a rate limit of %s in its own words', async (to) => {
    const target = adapterOf(to)
    const upstream = scripted(() => refused(target, 429, 'Slow down, please.'))
    const fetch = answeredBy(providerOf(target, upstream))
    const { list, thrown } = await outcomeOf(runner.run({ fetch, tools: toolsOf([]), turns: 3 }))
    expect(list).toEqual([])
    expect([thrown, runner.isOwnError(thrown)]).toEqual([thrown, true])
    // One runner hides the original error.
    if (!wordsOf(thrown).includes('attemptedCallIds')) expect(wordsOf(thrown)).toContain('Slow down, please.')
    expect(upstream.sent.length).toBeGreaterThan(0)
  })

  test.each(someOf(others, 1, name))('does not take a broken stream of %s for an answer', async (to) => {
    const target = adapterOf(to)
    const { framing } = target.adapter.codecs.stream
    const upstream = scripted((sent, index) => {
      const [first] = sayings(namesIn(target, sent), runner)
      if (index > 0 || first === undefined) throw new Error('asked again')
      const pieces = [...half(target, answerOf(to, 1, first)), new Error('connection reset')]
      return chunked(pieces, { 'content-type': framing.contentType })
    })
    const ran: object[] = []
    const fetch = answeredBy(providerOf(target, upstream))
    const { list, thrown } = await outcomeOf(runner.run({ fetch, tools: toolsOf(ran), turns: 1 }))
    if (thrown === undefined) expect(list.map(({ finish }) => finish?.reason)).toEqual(['error'])
    else expect([thrown, runner.isOwnError(thrown)]).toEqual([thrown, true])
  })
})

describe.each(runners.filter(({ streams }) => streams).map((runner) => [runner.title, runner] as const))(
  '%s',
  (_title, runner) => {
    const others = wires.filter((to) => to !== runner.wire)

    test.each(someOf(others, 1, runner.title))('aborts the request to %s', async (to) => {
      const target = adapterOf(to)
      const { framing } = target.adapter.codecs.stream
      const abort = new AbortController()
      let isCancelled = false
      const upstream = scripted((sent: Sent) => {
        const [first] = sayings(namesIn(target, sent), runner)
        const pieces = first === undefined ? [] : half(target, answerOf(to, 1, first))
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const piece = pieces.shift()
              if (piece !== undefined) return controller.enqueue(piece)
              abort.abort()
              return new Promise(() => undefined)
            },
            cancel() {
              isCancelled = true
            },
          },
          { highWaterMark: 0 },
        )
        return new Response(body, { headers: { 'content-type': framing.contentType } })
      })
      const fetch = answeredBy(providerOf(target, upstream))
      const job = { fetch, tools: toolsOf([]), turns: 3, signal: abort.signal }
      const { list, thrown } = await outcomeOf(runner.run(job))
      expect(thrown).toBeDefined()
      expect(list).toEqual([])
      expect(upstream.sent).toHaveLength(1)
      await expect.poll(() => isCancelled).toBe(true)
    })
  },
)

const claude = adapterOf('anthropic-messages')
const gpt = adapterOf('openai-chat')
const HELLO = answerOf(claude.wire, 1, { text: 'Hello.', calls: [] })
const QUESTION = { model: 'm', messages: [{ role: 'user' as const, content: 'Hi' }] }

function openai(fetch: ReturnType<typeof answeredBy>): OpenAI {
  return new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 })
}

describe('answeredBy', () => {
  test('answers by the next provider of firstOf, and keeps its reasoning for the next turn', async () => {
    const broken = scripted(() => refused(gpt, 503, 'Down.'))
    const upstream = scripted((sent) => served(claude.adapter, said(1), sent, 50))
    const both = firstOf([providerOf(gpt, broken), providerOf(claude, upstream)])
    const client = new OpenAI({ apiKey: 'k', fetch: answeredBy(both) })
    const first = await client.responses.create({ model: 'm', input: 'Hi' })
    expect(first.output_text).toBe('Hello.')
    await client.responses.create({ model: 'm', input: 'And?', previous_response_id: first.id })
    expectHistory(claude, upstream.sent[1] ?? failed(), [said(1)], true)
  })

  test('reports each loss once', async () => {
    const upstream = scripted((sent) => served(claude.adapter, HELLO, sent, 50))
    const notices: Notice[] = []
    const fetch = answeredBy(providerOf(claude, upstream), { onNotice: (each) => notices.push(each) })
    await openai(fetch).chat.completions.create({ ...QUESTION, seed: 4 })
    expect(notices.filter(({ path }) => path === '/seed')).toHaveLength(1)
  })

  test('converts hosted tools', async () => {
    const upstream = scripted((sent) => served(claude.adapter, HELLO, sent, 50))
    const client = openai(answeredBy(providerOf(claude, upstream)))
    await client.responses.create({ model: 'm', input: 'News?', tools: [{ type: 'web_search' }] })
    expect(upstream.sent[0]?.body.tools).toMatchObject([{ type: expect.stringMatching(/^web_search_/) }])
  })

  test('answers a client of the same wire', async () => {
    const upstream = scripted((sent) => served(claude.adapter, said(1), sent, 50))
    const client = new Anthropic({ apiKey: 'k', fetch: answeredBy(providerOf(claude, upstream)) })
    const { content } = await client.messages.create({ ...QUESTION, max_tokens: 5 })
    expect(content).toMatchObject([
      { type: 'thinking', signature: 'sig-1' },
      { type: 'text', text: 'Hello.' },
    ])
    expect(upstream.sent[0]?.body).toMatchObject({ model: 'target-model', max_tokens: 5 })
  })

  test('gives a provider of a program its request', async () => {
    const upstream = scripted((sent) => served(claude.adapter, HELLO, sent, 50))
    const { wire, model, turn } = providerOf(claude, upstream)
    const answer = await openai(answeredBy({ wire, model, turn })).chat.completions.create(QUESTION)
    expect(answer.choices[0]?.message.content).toBe('Hello.')
  })

  test('loads only the named wires of clients', async () => {
    const upstream = scripted((sent) => served(claude.adapter, HELLO, sent, 50))
    const fetch = answeredBy(providerOf(claude, upstream), { clients: [gpt.adapter] })
    expect((await openai(fetch).chat.completions.create(QUESTION)).model).toBe('target-model')
    await expect(openai(fetch).responses.create({ model: 'm', input: 'Hi' })).rejects.toThrow(
      /404 answeredBy answers requests for a model's answer, and \/v1\/responses is another path/,
    )
  })

  test.each([
    [529, 'overloaded_error', 503],
    [401, 'authentication_error', 401],
    [400, 'invalid_request_error', 400],
  ])('states status %i of Claude in the words of OpenAI', async (status, _code, stated) => {
    const upstream = scripted(() => refused(claude, status, 'No.'))
    const fetch = answeredBy(providerOf(claude, upstream))
    for (const stream of [false, true]) {
      const thrown = await openai(fetch)
        .chat.completions.create({ ...QUESTION, stream })
        .catch((error: unknown) => error)
      expect(thrown).toMatchObject({ status: stated, error: { message: 'No.' } })
    }
  })

  test('forwards the time of the next retry', async () => {
    const upstream = scripted(() => refused(claude, 429, 'Slow down.', { 'retry-after': '7' }))
    const thrown = await openai(answeredBy(providerOf(claude, upstream)))
      .chat.completions.create(QUESTION)
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(OpenAI.RateLimitError)
    expect(thrown instanceof OpenAI.APIError && thrown.headers?.get('retry-after')).toBe('7')
  })

  test('is an error before the first request without a provider, or with an unknown option', () => {
    // @ts-expect-error no provider
    expect(() => answeredBy({ model: 'm' })).toThrow(/answeredBy needs a provider/)
    const both = () => answeredBy(providerOf(claude, scripted(failed)), { onNotices: () => {} } as object)
    expect(both).toThrow(/onNotices.*Did you mean onNotice/)
  })

  test('rejects a request that it cannot convert with status 400', async () => {
    const fetch = answeredBy(provider(claude.adapter, { model: 'm', key: 'k', fetch: failed }))
    await expect(openai(fetch).chat.completions.create(QUESTION)).rejects.toThrow(/400.*output limit/)
  })
})

function said(turn: number): ModelResponse {
  return answerOf(claude.wire, turn, { thinking: 'A greeting.', text: 'Hello.', calls: [] })
}

function failed(): never {
  throw new Error('asked too often')
}
