import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { bedrock } from '../../adapters/bedrock-converse/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { mcp } from '../../adapters/mcp/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import {
  AdapterError,
  type FetchSendOptions,
  fetchSend,
  provider,
  ResponseError,
  SendError,
  type SendRetry,
  userMessage,
} from '../../src/index.js'
import { adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { allFixtures } from '../support/exchanges.js'
import { type Script, scripted } from '../support/proxy.js'

const KEY = 'sk-secret-1234567890'
const REQUEST = { model: 'm', messages: [] }
const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })
const answered = () =>
  json({ id: 'x', choices: [{ index: 0, message: { role: 'assistant', content: 'Yes' } }] })
/** A timer that does not wait, and reports the requested time. */
const instantly =
  (call: (milliseconds: number) => void = () => undefined): FetchSendOptions['timer'] =>
  (milliseconds, done) => {
    // Only waits between attempts end at once. Time limits of an answer do not expire.
    if (milliseconds >= 100_000) return () => undefined
    call(milliseconds)
    queueMicrotask(done)
    return () => undefined
  }

interface Tried {
  readonly error: unknown
  readonly attempts: number
  readonly waits: readonly number[]
  readonly retries: readonly SendRetry[]
}

async function attempt(script: Script, options: Partial<FetchSendOptions> = {}): Promise<Tried> {
  const server = scripted(script)
  const waits: number[] = []
  const retries: SendRetry[] = []
  const send = fetchSend(openaiChat, {
    key: KEY,
    fetch: server.fetch,
    idleTimeout: 2_000_000_000,
    timer: instantly((wait) => waits.push(wait)),
    onRetry: (retry) => retries.push(retry),
    ...options,
  })
  const error = await send(REQUEST).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { error, attempts: server.sent.length, waits, retries }
}

describe('addresses of requests', () => {
  test.each([
    ['openai-chat', 'https://api.openai.com/v1/chat/completions', 'authorization', `Bearer ${KEY}`],
    ['openai-responses', 'https://api.openai.com/v1/responses', 'authorization', `Bearer ${KEY}`],
    ['anthropic-messages', 'https://api.anthropic.com/v1/messages', 'x-api-key', KEY],
    ['cohere-chat', 'https://api.cohere.com/v2/chat', 'authorization', `Bearer ${KEY}`],
    ['mistral-chat', 'https://api.mistral.ai/v1/chat/completions', 'authorization', `Bearer ${KEY}`],
    ['ollama-chat', 'http://127.0.0.1:11434/api/chat', 'authorization', `Bearer ${KEY}`],
    [
      'google-interactions',
      'https://generativelanguage.googleapis.com/v1beta/interactions',
      'x-goog-api-key',
      KEY,
    ],
    [
      'google-generate-content',
      'https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse',
      'x-goog-api-key',
      KEY,
    ],
    [
      'bedrock-converse',
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream',
      'authorization',
      `Bearer ${KEY}`,
    ],
  ])('%s: the address and the header of the vendor', async (wire, address, header, value) => {
    const found = adapters.find((each) => each.wire === wire)
    if (found === undefined) throw new Error(wire)
    const { adapter } = found
    const server = scripted(() => new Response(''))
    const url = wire === 'bedrock-converse' ? { url: 'https://bedrock-runtime.us-east-1.amazonaws.com' } : {}
    const send = fetchSend(adapter, { key: KEY, fetch: server.fetch, ...url })
    await provider(adapter, { model: 'm', maxOutputTokens: 9, send })
      .turn({ messages: [userMessage('Hi')] })
      .response.catch(() => undefined)
    expect(server.sent.map(({ url }) => url)).toEqual([address])
    expect(server.sent[0]?.headers.get(header)).toBe(value)
    const { access } = adapter.codecs.http
    for (const [name, fixed] of Object.entries(access?.headers ?? {}))
      expect(server.sent[0]?.headers.get(name)).toBe(fixed)
    // The user's key for a vendor is sent to this address by default, so the address must belong to the
    // vendor.
    if (access?.url !== undefined) expect(access.hosts?.test(new URL(access.url).hostname)).toBe(true)
  })

  test('another server: its base URL, as its clients have it; headers that identify the caller', async () => {
    const server = scripted(answered)
    const azure = { url: 'https://r.openai.azure.com/openai/v1/', headers: { 'api-key': 'azure' } }
    await fetchSend(openaiChat, { key: null, fetch: server.fetch, ...azure })(REQUEST)
    await fetchSend(openaiChat, { key: KEY, fetch: server.fetch, url: 'http://127.0.0.1:8000/v1' })(REQUEST)
    expect(server.sent.map(({ url }) => url)).toEqual([
      'https://r.openai.azure.com/openai/v1/chat/completions',
      'http://127.0.0.1:8000/v1/chat/completions',
    ])
    expect(server.sent[0]?.headers.get('api-key')).toBe('azure')
    expect(server.sent[0]?.headers.has('authorization')).toBe(false)
  })

  test('a key that is made for each attempt', async () => {
    const keys: (string | null)[] = []
    const script: Script = ({ headers }) => {
      keys.push(headers.get('authorization'))
      return keys.length < 3 ? json({}, 503) : answered()
    }
    const { error } = await attempt(script, { key: async () => `token-${keys.length + 1}` })
    expect(error).toBeUndefined()
    expect(keys).toEqual(['Bearer token-1', 'Bearer token-2', 'Bearer token-3'])
  })
})

describe('answers', () => {
  const whole = allFixtures.filter(
    ({ wire, response }) => response !== undefined && adapters.some((each) => each.wire === wire),
  )

  test('whole ones are read as without it', async () => {
    for (const { wire, response, status } of whole) {
      if (status !== 200) continue
      const { adapter } = adapters.find((each) => each.wire === wire) ?? {}
      if (adapter === undefined) continue
      const send = fetchSend(adapter, { key: KEY, url: 'https://x.test', fetch: async () => json(response) })
      const sent = await send({}, { path: '/p' })
      expect(await adapter.collect(sent)).toEqual(await adapter.collect(json(response)))
    }
  })

  test('streams are decoded as without it, for any chunk boundaries', async () => {
    const streams = allFixtures.filter(
      ({ wire, stream }) => stream !== undefined && adapters.some((each) => each.wire === wire),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...streams),
        fc.integer({ min: 1, max: 400 }),
        async ({ wire, stream = '' }, size) => {
          const { adapter } = adapters.find((each) => each.wire === wire) ?? {}
          if (adapter === undefined) return
          const bytes = new TextEncoder().encode(stream)
          const cut = () => {
            let at = 0
            return new Response(
              new ReadableStream({
                pull(controller) {
                  if (at >= bytes.length) controller.close()
                  else controller.enqueue(bytes.slice(at, at + size))
                  at += size
                },
              }),
            )
          }
          const send = fetchSend(adapter, { key: KEY, url: 'https://x.test', fetch: async () => cut() })
          const collected = await adapter.collect(await send({}, { path: '/p' }))
          expect(collected).toEqual(await adapter.collect(cut()))
        },
      ),
      tries(200),
    )
  })

  test('provider refusals are reported in the form of each wire', async () => {
    for (const { wire, response, status, canonical } of whole) {
      if (status === 200) continue
      const { adapter } = adapters.find((each) => each.wire === wire) ?? {}
      if (adapter === undefined) continue
      const fetch = async () => json(response, 400, { 'x-request-id': 'r-1' })
      const error: unknown = await fetchSend(adapter, { key: KEY, url: 'https://x.test', fetch })(
        {},
        { path: '/p' },
      ).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ResponseError)
      if (!(error instanceof ResponseError)) continue
      expect(error.error).toMatchObject({
        status: 400,
        requestId: 'r-1',
        message: canonical.response?.error?.message,
      })
      expect(error.response.message.parts).toEqual([])
    }
  })

  test.each([
    ['<html><head><title> 502 Bad Gateway </title></head></html>', '502 and an HTML page: 502 Bad Gateway'],
    ['<p>', '502: a page in place of an answer'],
    ['', '502, without a reason'],
    ['upstream connect error', '502: upstream connect error'],
    ['[]', '502: []'],
  ])("gateway errors in place of the provider's: %j", async (body, message) => {
    const { error } = await attempt(
      () => new Response(body, { status: 502, headers: { 'x-request-id': 'r' } }),
    )
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      error: { message: `the server answered with status ${message}`, status: 502, requestId: 'r' },
    })
  })

  test("a gateway's JSON error is passed verbatim", async () => {
    const { error } = await attempt(() => new Response('{"detail":"no such tenant"}', { status: 502 }))
    expect(error).toMatchObject({ error: { message: 'no such tenant', status: 502 } })
  })

  test('a turn of a provider rejects with it, however it is read', async () => {
    const fetch = async () => json({ error: { message: 'bad model', code: 'model_not_found' } }, 404)
    const gpt = provider(openaiChat, { model: 'm', send: fetchSend(openaiChat, { key: KEY, fetch }) })
    const conversation = { messages: [userMessage('Hi')] }
    await expect(gpt.turn(conversation).response).rejects.toThrow(ResponseError)
    const read = async () => {
      for await (const _ of gpt.turn(conversation));
    }
    await expect(read()).rejects.toThrow('bad model')
  })
})

describe('attempts', () => {
  test('requests with a retryable status are sent three times in all, and others once', async () => {
    const again = [408, 409, 429, 500, 502, 503, 504, 529]
    for (const status of [...again, 400, 401, 402, 403, 404, 413, 422, 501, 505]) {
      const { attempts, error, retries } = await attempt(() => json({}, status))
      expect([status, attempts]).toEqual([status, again.includes(status) ? 3 : 1])
      expect(error).toMatchObject({ name: 'ResponseError', error: { status } })
      expect(retries).toHaveLength(attempts - 1)
    }
  })

  test('x-should-retry wins over the status', async () => {
    expect((await attempt(() => json({}, 429, { 'x-should-retry': 'false' }))).attempts).toBe(1)
    expect((await attempt(() => json({}, 400, { 'x-should-retry': 'true' }))).attempts).toBe(3)
  })

  test('an empty account does not fill by waiting', async () => {
    const body = { error: { message: 'no money', type: 'insufficient_quota', code: 'insufficient_quota' } }
    expect((await attempt(() => json(body, 429))).attempts).toBe(1)
  })

  test.each([
    ['retry-after', '3', 3000],
    ['retry-after', '0', 0],
    ['retry-after-ms', '250', 250],
    ['retry-after', 'Thu, 01 Jan 2015 00:00:00 GMT', 0],
  ])('waits for the time of %s: %s', async (name, value, wait) => {
    const { waits, error } = await attempt(() => json({}, 429, { [name]: value }))
    expect(waits).toEqual([wait, wait])
    expect(error).toMatchObject({ error: { retryAfter: wait / 1000 } })
  })

  test('waits for the time in the body, on wires that have it there', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }]
    const body = { error: { code: 429, message: 'quota', status: 'RESOURCE_EXHAUSTED', details } }
    const waits: number[] = []
    const send = fetchSend(google, {
      key: KEY,
      fetch: async () => json(body, 429),
      idleTimeout: 2_000_000_000,
      timer: instantly((wait) => waits.push(wait)),
    })
    await expect(send({ contents: [] }, { path: '/p' })).rejects.toMatchObject({ error: { retryAfter: 7 } })
    expect(waits).toEqual([7000, 7000])
  })

  test('does not wait for longer than it may', async () => {
    const { attempts, error } = await attempt(() => json({}, 429, { 'retry-after': '61' }))
    expect(attempts).toBe(1)
    expect(error).toMatchObject({ error: { retryAfter: 61 } })
    expect(
      (await attempt(() => json({}, 429, { 'retry-after': '61' }), { longestWait: 61_000 })).attempts,
    ).toBe(3)
  })

  test('waits twice as long each time without a given time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 20_000 }),
        async (retries, longestWait) => {
          const { waits, attempts } = await attempt(() => json({}, 503), { retries, longestWait })
          expect(attempts).toBe(retries + 1)
          for (const [index, wait] of waits.entries()) {
            const whole = Math.min(500 * 2 ** index, 8000, longestWait)
            expect(wait).toBeLessThanOrEqual(whole)
            expect(wait).toBeGreaterThanOrEqual(whole * 0.75)
          }
        },
      ),
      tries(100),
    )
  })

  test('failed connections are retried', async () => {
    const { error, attempts } = await attempt(() => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') })
    })
    expect(attempts).toBe(3)
    expect(error).toBeInstanceOf(SendError)
    expect(error).toMatchObject({
      code: 'unreachable',
      message: 'https://api.openai.com cannot be reached: fetch failed: connect ECONNREFUSED 127.0.0.1:1',
    })
  })

  test('an abort ends the wait at once, with its reason', async () => {
    const abort = new AbortController()
    const reason = new Error('enough')
    const server = scripted(() => json({}, 429))
    const send = fetchSend(openaiChat, {
      key: KEY,
      fetch: server.fetch,
      timer: () => () => undefined,
      onRetry: () => abort.abort(reason),
    })
    await expect(send(REQUEST, { signal: abort.signal })).rejects.toBe(reason)
    expect(server.sent).toHaveLength(1)
    await expect(send(REQUEST, { signal: abort.signal })).rejects.toBe(reason)
    expect(server.sent).toHaveLength(1)
  })

  test('an abort ends the answer, also where fetch does not heed it', async () => {
    const abort = new AbortController()
    const fetch = async () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const { body } = await fetchSend(openaiChat, { key: KEY, fetch })(REQUEST, { signal: abort.signal })
    const read = body?.getReader().read()
    abort.abort(new Error('enough'))
    await expect(read).rejects.toThrow('enough')
  })

  test('an abort while the key is awaited', async () => {
    const abort = new AbortController()
    const send = fetchSend(openaiChat, {
      key: () => new Promise(() => undefined),
      fetch: async () => answered(),
    })
    const sent = send(REQUEST, { signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(sent).rejects.toThrow('enough')
  })
})

describe('the key', () => {
  test.each([undefined, ''])('%j is refused, by the name of the option', (key) => {
    expect(() => fetchSend(openaiChat, { key })).toThrow(
      expect.objectContaining({ name: 'AdapterError', code: 'missing-field', path: '/key' }),
    )
  })

  test.each([undefined, '', 'line\nbreak', 5])(
    'so is %j of a function, before anything is sent',
    async (key) => {
      const server = scripted(answered)
      const send = fetchSend(openaiChat, { key: () => key as string, fetch: server.fetch })
      await expect(send(REQUEST)).rejects.toBeInstanceOf(AdapterError)
      expect(server.sent).toEqual([])
    },
  )

  test('is in no error', async () => {
    const scripts: Script[] = [
      () => json({ error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' } }, 401),
      () => new Response(`<title>${KEY}</title>`, { status: 502 }),
      () => {
        throw new Error(`cannot send ${KEY}`, { cause: new Error(`Bearer ${KEY}`) })
      },
      () => new Response(null, { status: 307, headers: { location: `https://other.test/?key=${KEY}` } }),
    ]
    for (const script of scripts) {
      const { error } = await attempt(script)
      expect(error).toBeInstanceOf(Error)
      const { inspect } = await import('node:util')
      expect(inspect(error, { depth: 20 })).not.toContain(KEY)
    }
    for (const key of [`${KEY}\nx`, `${KEY}…`])
      expect(() => fetchSend(openaiChat, { key })).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining(KEY) }),
      )
  })
})

describe('options', () => {
  const wrong: readonly (readonly [title: string, options: object, message: RegExp])[] = [
    ['an unknown one', { key: KEY, baseUrl: 'https://x.test' }, /baseUrl is not an option of fetchSend/],
    ['a misspelt one', { key: KEY, retrys: 1 }, /Did you mean retries\?/],
    ['a value that is not a URL', { key: KEY, url: 'api.openai.com' }, /must be a URL.*\/url/],
    ['a URL with a query', { key: KEY, url: 'https://x.test?key=1' }, /query/],
    ['retries that are not a number', { key: KEY, retries: -1 }, /retries/],
    ['a timeout that no timer has', { key: KEY, answerTimeout: 0 }, /answerTimeout/],
    ['headers that no header can be', { key: KEY, headers: { a: 'x\ny' } }, /header "a"/],
  ]
  test.each(wrong)('%s is refused', (_title, options, message) => {
    expect(() => Reflect.apply(fetchSend, undefined, [openaiChat, options])).toThrow(message)
  })

  test('invalid adapters, invalid options, and a wire without an address', () => {
    expect(() => Reflect.apply(fetchSend, undefined, [() => openaiChat, { key: KEY }])).toThrow(
      /fetchSend needs an adapter/,
    )
    expect(() => Reflect.apply(fetchSend, undefined, [openaiChat])).toThrow(/fetchSend needs options/)
    expect(() => fetchSend(mcp, { key: KEY })).toThrow(/has no HTTP/)
    expect(() => fetchSend(bedrock, { key: KEY })).toThrow(/give url/)
  })

  test('a wire whose path names the model needs the path; others have one', async () => {
    const server = scripted(answered)
    await expect(fetchSend(google, { key: KEY, fetch: server.fetch })({ contents: [] })).rejects.toThrow(
      /give \{ path/,
    )
    const request = { model: 'm', max_tokens: 1, messages: [] }
    await fetchSend(anthropic, { key: KEY, fetch: server.fetch })(request)
    expect(server.sent.map(({ path }) => path)).toEqual(['/v1/messages'])
  })
})
