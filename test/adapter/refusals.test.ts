import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { OpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import type { Message, ModelResponse, ProviderMetadata } from '../../src/base/model/types.js'
import { adapterOf, areRelated, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { comparableParts } from '../support/comparable.js'
import { exchangesOf, fixtures, hasCorpus, recordings } from '../support/exchanges.js'
import { forEachAdapter, forEachPair, holdsFor, someExchangesOf } from '../support/law.js'
import { difference, stored } from '../support/values.js'

const HEADERS = { 'content-type': 'application/json', 'retry-after': '7', 'x-request-id': 'req_1' }
const FACTS = { status: 429, retryAfter: 7, requestId: 'req_1' }

async function eachOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  judge: (item: Item) => Promise<string | undefined>,
): Promise<void> {
  const verdicts = await Promise.all(
    items.map(async (item) => ({ id: item.id, verdict: await judge(item).catch(String) })),
  )
  holdsFor(verdicts, ({ verdict }) => verdict)
}

function read({ adapter }: LoadedAdapter, body: object): ModelResponse | undefined {
  try {
    return adapter.decodeResponse(body).value
  } catch {
    return undefined
  }
}

/** Returns the content of an answer and its signatures, without its form. */
function said({ message, finish, error, id, model, usage }: ModelResponse): object {
  const parts = comparableParts(message.parts).map((part) => {
    const { providerMetadata = {}, ...rest }: { providerMetadata?: ProviderMetadata } = part
    return {
      ...rest,
      signatures: Object.values(providerMetadata).flatMap(({ signature }) => signature ?? []),
    }
  })
  return stored({ finish, error, id, model, usage, parts })
}

describe('a complete answer in place of a stream', () => {
  forEachAdapter('is read as such, as text, as bytes and as an object', ['http'], async (loaded) => {
    const { adapter, wire } = loaded
    await eachOf(someExchangesOf(wire), async ({ response }) => {
      const whole = response && read(loaded, response)
      if (response === undefined || whole === undefined) return undefined
      const text = JSON.stringify(response, null, 2)
      const sources = [[text], new TextEncoder().encode(text), new Response(text), [response], response]
      const problems = await Promise.all(
        sources.map(async (source, index) => {
          return difference(said(whole), said(await adapter.collect(source)), `/${index}`)
        }),
      )
      return problems.find((problem) => problem !== undefined)
    })
  })
})

describe('an HTTP error in place of a stream', () => {
  forEachAdapter(
    'recorded refusals: what the body says, with status, retry-after and request id',
    ['http'],
    async (loaded) => {
      const refused = [...fixtures, ...recordings].filter(
        ({ wire, status }) => wire === loaded.wire && status >= 400,
      )
      expect(refused.length > 0 || !hasCorpus).toBe(true)
      await eachOf(refused, async ({ response }) => {
        const body = JSON.stringify(response)
        const { error, finish, message } = await loaded.adapter.collect(
          new Response(body, { status: 429, headers: HEADERS }),
        )
        const expected = read(loaded, response ?? {})?.error
        return difference(
          { ...stored(expected), ...FACTS, reason: 'error', parts: [] },
          { ...stored(error), reason: finish.reason, parts: message.parts },
        )
      })
    },
  )

  forEachAdapter('a page of a proxy, and nothing at all', ['http'], async ({ adapter }) => {
    const page = '<html><head><title>502 Bad Gateway</title></head></html>'
    const { error, finish, message } = await adapter.collect(
      new Response(page, { status: 502, headers: HEADERS }),
    )
    expect(error).toEqual({
      code: 'http-error',
      message: expect.stringContaining('502 Bad Gateway'),
      raw: page,
      ...FACTS,
      status: 502,
    })
    expect([finish.reason, message.parts]).toEqual(['error', []])
    for (const body of ['', 'upstream connect error', '{"reason": "Not Found"}']) {
      const nothing = await adapter.collect(new Response(body, { status: 503 }))
      expect(nothing.error).toMatchObject({ code: 'http-error', status: 503 })
      expect(nothing.finish.reason).toBe('error')
    }
  })

  forEachAdapter('a page with status 200 is not an answer either', ['http'], async ({ adapter }) => {
    const { error, finish } = await adapter.collect(new Response('<html>Log in</html>'))
    expect([error?.code, finish.reason]).toEqual(['invalid-json', 'error'])
  })
})

describe('errors that an official SDK throws in place of a stream', () => {
  const apiKey = 'not-needed-offline'
  const answer = (body: object) => async () => Response.json(body, { status: 429, headers: HEADERS })
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  const openai = (body: object) => new OpenAI({ apiKey, fetch: answer(body), maxRetries: 0 })
  const openaiBody = {
    error: { message: 'Slow down.', type: 'requests', param: null, code: 'rate_limit_exceeded' },
  }
  const cases: readonly (readonly [wire: string, code: string, ask: () => Promise<unknown>])[] = [
    [
      'openai-chat',
      'rate_limit_exceeded',
      () => openai(openaiBody).chat.completions.create({ model: 'm', messages, stream: true }),
    ],
    [
      'openai-responses',
      'rate_limit_exceeded',
      () => openai(openaiBody).responses.create({ model: 'm', input: 'Hi', stream: true }),
    ],
    [
      'anthropic-messages',
      'rate_limit_error',
      () =>
        new Anthropic({
          apiKey,
          maxRetries: 0,
          fetch: answer({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } }),
        }).messages.create({ model: 'm', max_tokens: 1, messages, stream: true }),
    ],
    [
      'google-generate-content',
      'RESOURCE_EXHAUSTED',
      () =>
        new GoogleGenAI({
          apiKey,
          httpOptions: {
            fetch: answer({ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } }),
            retryOptions: { attempts: 1 },
          },
        }).models.generateContentStream({ model: 'm', contents: 'Hi' }),
    ],
  ]
  test.each(cases)('%s', async (wire, code, ask) => {
    const thrown: unknown = await ask().then(
      () => expect.unreachable(),
      (error: unknown) => error,
    )
    if (!(thrown instanceof Error)) throw new Error('the SDK threw no Error')
    const { adapter } = adapterOf(wire)
    const { error, finish } = await adapter.collect(thrown)
    expect(error).toMatchObject({ message: 'Slow down.', code, status: 429 })
    // Google's SDK does not keep headers.
    if (wire !== 'google-generate-content') expect(error).toMatchObject(FACTS)
    expect(finish.reason).toBe('error')
  })

  test('while its stream helper is read', async () => {
    const fetch = answer({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } })
    const client = new Anthropic({ apiKey, maxRetries: 0, fetch })
    const stream = client.messages.stream({ model: 'm', max_tokens: 1, messages })
    const { error } = await adapterOf('anthropic-messages').adapter.collect(stream)
    expect(error).toMatchObject({ message: 'Slow down.', code: 'rate_limit_error', ...FACTS })
  })

  test('in the middle of a stream: earlier parts are kept', async () => {
    const fetch = async () =>
      new Response(
        'data: {"id":"c","choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n' +
          'data: {"error":{"message":"Overloaded.","code":"server_error"}}\n\n',
        { headers: { 'content-type': 'text/event-stream' } },
      )
    const client = new OpenAI({ apiKey, fetch, maxRetries: 0 })
    const stream = await client.chat.completions.create({ model: 'm', messages, stream: true })
    const { message, error, finish } = await adapterOf('openai-chat').adapter.collect(stream)
    expect(message.parts).toMatchObject([{ type: 'text', text: 'Hel' }])
    expect(error).toMatchObject({ message: 'Overloaded.', code: 'server_error' })
    expect(finish.reason).toBe('error')
  })
})

/**
 * Returns the calls that the client runs. Some related wires report provider-run calls in fields that the
 * others lack.
 */
function callsIn({ parts }: Message): object {
  return parts.flatMap((part) =>
    part.type === 'tool-call' && !part.providerExecuted ? [[part.name, part.arguments, part.status]] : [],
  )
}

describe('the stream of another wire', () => {
  forEachPair(
    'is an error that tells what it looks like; nothing of it is an answer, but to a relative',
    ['http'],
    async (from, to) => {
      const streamed = exchangesOf(from.wire).filter(({ stream }) => stream !== undefined)
      await eachOf(someOf(streamed, 5), async ({ stream = '' }) => {
        // Errors have the same form on several wires.
        const { error: own, message: whole } = await from.adapter.collect([stream])
        const { message, error, finish } = await to.adapter.collect([stream])
        if (areRelated(from, to)) return difference(callsIn(whole), callsIn(message))
        if (message.parts.length > 0) return 'something of it was taken for an answer'
        if (finish.reason !== 'error') return `it ended with ${finish.reason}`
        if (own === undefined && error?.code !== 'foreign-answer')
          return `error ${JSON.stringify(error).slice(0, 200)}`
        return undefined
      })
    },
  )
})
