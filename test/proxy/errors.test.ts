import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { mistralChat } from '../../adapters/mistral-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { httpFacts } from '../../src/base/http/error-facts.js'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Conversation } from '../../src/base/model/types.js'
import { stateStatus } from '../../src/codec/wire/error-table.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { failedResponse, refusalBody } from '../../src/translate/exchange/translate-answer.js'
import { adapterOf, adapters } from '../support/adapters.js'
import {
  chunked,
  nativeAnswer,
  proxied,
  requestOf,
  scripted,
  served,
  targetOf,
  user,
} from '../support/proxy.js'
import { sdkClients } from '../support/sdk-clients.js'

const wires = adapters.map(({ wire }) => wire)
const pairs = wires.flatMap((from) => wires.map((to) => [from, to] as const))
const OK = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Yes.' }] },
  finish: { reason: 'stop' as const },
}

function refusing(wire: string, status: number, message: string, headers: Record<string, string> = {}) {
  return scripted(() =>
    Response.json(refusalBody(status, message, adapterOf(wire).adapter), { status, headers }),
  )
}

async function errorOf(wire: string, response: Response) {
  const text = await response.text()
  const { error } = adapterOf(wire).adapter.decodeResponse(text).value
  return { ...error, text }
}

/** Wires whose errors differ only in their status. */
const WITHOUT_CODES: ReadonlySet<string> = new Set(['cohere-chat'])

describe.each(pairs)('%s receives an error of %s', (from, to) => {
  test.each([
    [400, 'invalid-request'],
    [401, 'authentication'],
    [429, 'rate-limit'],
    [500, 'server'],
    [529, 'overloaded'],
  ] as const)('%s', async (status, category) => {
    for (const streams of [false, true]) {
      const idHeader = adapterOf(to).adapter.codecs.http.requestId ?? 'x-request-id'
      const upstream = refusing(to, status, 'Not today.', { 'retry-after': '7', [idHeader]: 'req-1' })
      const { fetch, told } = proxied(from, to, upstream.fetch)
      const response = await fetch(...requestOf(from, user('Hi'), streams))
      const { errors, requestId = 'x-request-id' } = adapterOf(from).adapter.codecs.http
      const row = errors.find(([each]) => each === category)
      expect(response.status >= 400).toBe(true)
      if (from === to) expect(response.status).toBe(status)
      else if (errors.some((each) => each[1] === status)) expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect(response.headers.get('retry-after')).toBe('7')
      expect(response.headers.get(requestId)).toBe('req-1')
      expect(response.headers.get('x-toolwire-error')).toBeNull()
      const error = await errorOf(from, response)
      expect(error.message).toBe('Not today.')
      // Some wires have no error codes. Their errors differ only in the status.
      const hasWords = errors.some((each) => each[2] !== String(each[1])) && !WITHOUT_CODES.has(from)
      if (row !== undefined && from !== to && hasWords) {
        const words = errors
          .filter(([each]) => each === category || each === 'server')
          .map(([, , code]) => code)
        expect(words).toContain(error.code)
      }
      expect(told).toMatchObject([{ status: response.status, providerError: 'Not today.', streamed: false }])
      // The provider's message may quote the request.
      expect(told[0]?.error).toMatch(/^error of the target: [\w. ]+$/)
    }
  })

  test('a page of a gateway', async () => {
    const page = `<html><body>Bad gateway${'.'.repeat(2000)}</body></html>`
    const upstream = scripted(
      () => new Response(page, { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    const { fetch } = proxied(from, to, upstream.fetch)
    const response = await fetch(...requestOf(from, user('Hi')))
    if (from === to) {
      expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
      expect(await response.text()).toBe(page)
      return
    }
    const error = await errorOf(from, response)
    expect(error.message).toContain('Bad gateway')
    expect(error.message?.length).toBeLessThan(600)
  })

  test.each([false, true])('a page in place of an answer, streamed: %s', async (streams) => {
    const page = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
    const { fetch } = proxied(from, to, async () => page())
    const response = await fetch(...requestOf(from, user('Hi'), streams))
    expect([response.status, response.headers.get('x-toolwire-error')]).toEqual([502, 'target-answer'])
    expect((await errorOf(from, response)).message).toMatch(
      /^toolwire proxy: the target did not return an answer/,
    )
  })

  test('an error in the middle of a stream, for a client that requested a complete answer', async () => {
    const { adapter } = adapterOf(to)
    const error = stateStatus('Overloaded now.', 529, adapter.codecs.http.errors).error
    const upstream = scripted((sent) => nativeAnswer(adapter, failedResponse(error), sent))
    const { fetch } = proxied(from, to, upstream.fetch, { stream: true })
    const response = await fetch(...requestOf(from, user('Hi')))
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await errorOf(from, response)).message).toBe('Overloaded now.')
  })
})

describe.each(sdkClients.filter(({ sdk }) => sdk !== '@google/generative-ai'))(
  '$sdk',
  ({ wire, ask, stream }) => {
    test('throws the error class of the SDK for refusals of the target and of the proxy', async () => {
      for (const { wire: to } of adapters) {
        const { fetch } = proxied(wire, to, refusing(to, 429, 'Not today.').fetch)
        for (const run of [ask, stream]) {
          const thrown = await run(fetch).then(
            () => undefined,
            (error: unknown) => error,
          )
          expect(String(thrown)).toContain('Not today.')
          expect(httpFacts(thrown).status).toBe(429)
        }
      }
      const { fetch } = proxied(wire, 'openai-chat', async () =>
        Promise.reject(new TypeError('fetch failed')),
      )
      const thrown = await ask(fetch).catch((error: unknown) => error)
      expect(String(thrown)).toContain('toolwire proxy: the target cannot be reached: fetch failed')
      expect(httpFacts(thrown).status).toBe(502)
    })
  },
)

describe('fallbacks', () => {
  const route = (mode?: 'strict') => ({
    from: anthropic,
    ...(mode && { mode }),
    to: [
      { ...targetOf(openaiChat), url: 'https://first.test/v1' },
      { ...targetOf(google), url: 'https://second.test' },
      { ...targetOf(mistralChat), url: 'https://third.test' },
    ],
  })

  test.each([429, 500, 502, 503, 529])(
    'are asked in their order when a target refuses with %s',
    async (status) => {
      const upstream = scripted(({ url, ...sent }) => {
        if (url.startsWith('https://first')) return Response.json({ error: { message: 'no' } }, { status })
        if (url.startsWith('https://second'))
          throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
        return nativeAnswer(mistralChat, OK, sent)
      })
      const { fetch, told } = served({ routes: [route()], fetch: upstream.fetch })
      for (const streams of [false, true]) {
        const response = await fetch(...requestOf('anthropic-messages', user('Hi'), streams))
        expect(response.status).toBe(200)
        expect(await response.text()).toContain('Yes.')
      }
      expect(upstream.sent.map(({ url }) => new URL(url).host)).toEqual([
        ...['first.test', 'second.test', 'third.test'],
        ...['first.test', 'second.test', 'third.test'],
      ])
      expect(told[0]).toMatchObject({
        to: 'mistral-chat',
        passedOver: [
          `openai-chat refused with ${status}`,
          'toolwire proxy: the target cannot be reached: fetch failed: ECONNREFUSED',
        ],
      })
    },
  )

  test.each([400, 401, 403, 404, 413, 422])('do not receive an invalid request (%s)', async (status) => {
    const upstream = scripted(() => Response.json({ error: { message: 'no' } }, { status }))
    const { fetch } = served({ routes: [route()], fetch: upstream.fetch })
    const response = await fetch(...requestOf('anthropic-messages', user('Hi')))
    expect(response.status).toBe(status)
    expect(upstream.sent).toHaveLength(1)
  })

  test('that all targets refuse end with the error of the last one', async () => {
    const upstream = scripted((_sent, index) =>
      Response.json({ error: { message: `no ${index}` } }, { status: 503 }),
    )
    const { fetch } = served({ routes: [route()], fetch: upstream.fetch })
    const response = await fetch(...requestOf('anthropic-messages', user('Hi')))
    expect((await errorOf('anthropic-messages', response)).message).toBe('no 2')
    expect(upstream.sent).toHaveLength(3)
  })
})

/** Settings of these wires that other wires do not have. They have no seed. */
const OWN: Readonly<Record<string, Partial<Conversation>>> = {
  'openai-responses': ownField('openai-responses', { max_tool_calls: 3 }),
  'bedrock-converse': ownField('bedrock-converse', {
    guardrailConfig: { guardrailIdentifier: 'g', guardrailVersion: '1' },
  }),
}

function ownField(wire: string, extra: JsonObject): Partial<Conversation> {
  return { providerMetadata: { [wire]: { extra } } }
}

describe('requests that cannot be carried', () => {
  const conversation = { ...user('Hi'), seed: 4, frequencyPenalty: 1 }

  test('is reported, and the request sent', async () => {
    const upstream = scripted((sent) => nativeAnswer(anthropic, OK, sent))
    const { fetch, told } = proxied('openai-chat', 'anthropic-messages', upstream.fetch)
    expect((await fetch(...requestOf('openai-chat', conversation))).status).toBe(200)
    const codes = told[0]?.notices.map(({ code, path }) => `${code} ${path}`)
    expect(codes).toEqual(
      expect.arrayContaining(['setting-dropped /seed', 'setting-dropped /frequencyPenalty']),
    )
  })

  test.each(wires.filter((wire) => wire !== 'anthropic-messages'))(
    'is refused in strict mode, from %s',
    async (from) => {
      const upstream = scripted((sent) => nativeAnswer(anthropic, OK, sent))
      const client = adapterOf(from).adapter
      const { fetch } = served({
        routes: [{ from: client, to: targetOf(anthropic), mode: 'strict' }],
        fetch: upstream.fetch,
      })
      const losing = { ...conversation, ...OWN[from] }
      const response = await fetch(...requestOf(from, losing))
      expect([response.status, response.headers.get('x-toolwire-error')]).toEqual([400, 'not-carried'])
      expect(upstream.sent).toEqual([])
      const { text, message } = await errorOf(from, response)
      const body: JsonObject = JSON.parse(text)
      expect(body.notices).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ severity: 'warning' })]),
      )
      expect(message).toMatch(/^toolwire proxy: the request cannot be translated without loss: /)
      // A request without losses is sent.
      expect((await fetch(...requestOf(from, user('Hi')))).status).toBe(200)
    },
  )
})

describe('bad input', () => {
  const upstream = scripted((sent) => nativeAnswer(openaiChat, OK, sent))
  const { fetch, told } = served({
    routes: adapters.map(({ adapter }) => ({ from: adapter, to: targetOf(openaiChat) })),
    fetch: upstream.fetch,
    maxBodyBytes: 10_000,
  })

  test.each(wires)('no JSON, on the path of %s', async (wire) => {
    const { fetch } = proxied(wire, 'openai-chat', upstream.fetch)
    const [url, init] = requestOf(wire, user('Hi'))
    for (const body of ['{', 'hello', '[]', '"text"', 'null', '', '{"messages":7,"contents":7,"input":{}}']) {
      const response = await fetch(url, { ...init, body })
      expect([body, response.status]).toEqual([body, 400])
      expect(response.headers.get('x-toolwire-error')).toBe('bad-request')
      expect((await errorOf(wire, response)).message).toMatch(/^toolwire proxy: /)
    }
    expect(upstream.sent).toEqual([])
  })

  test.each(wires)('too long, on the path of %s', async (wire) => {
    const [url, init] = requestOf(wire, user('x'.repeat(10_000)))
    const response = await fetch(url, init)
    expect([response.status, response.headers.get('x-toolwire-error')]).toEqual([413, 'body-too-large'])
    const claimed = await fetch(url, { ...init, body: '{}', headers: { 'content-length': '104857600' } })
    expect([claimed.status, upstream.sent.length]).toEqual([413, 0])
  })

  test('packed to be small, and too long', async () => {
    const [url, init] = requestOf('anthropic-messages', user('x'.repeat(1_000_000)))
    const pack = new Blob([String(init.body)]).stream().pipeThrough(new CompressionStream('gzip'))
    const body = new Uint8Array(await new Response(pack).arrayBuffer())
    expect(body.length).toBeLessThan(10_000)
    const packed = await fetch(url, { ...init, body, headers: { 'content-encoding': 'gzip' } })
    expect(packed.status).toBe(413)
    const unknown = await fetch(url, { ...init, headers: { 'content-encoding': 'zstd' } })
    expect(unknown.status).toBe(415)
    const broken = await fetch(url, { ...init, headers: { 'content-encoding': 'gzip' } })
    expect(broken.status).toBe(400)
    expect(upstream.sent).toEqual([])
  })

  test('a packed body that is short enough is read', async () => {
    const [url, init] = requestOf('anthropic-messages', user('Hi'))
    const pack = new Blob([String(init.body)]).stream().pipeThrough(new CompressionStream('gzip'))
    const body = await new Response(pack).arrayBuffer()
    expect((await fetch(url, { ...init, body, headers: { 'content-encoding': 'gzip' } })).status).toBe(200)
    expect(upstream.sent.splice(0)).toHaveLength(1)
  })

  test('a path or method of no wire', async () => {
    for (const path of [
      '/',
      '/v1/embeddings',
      '/v1/messages/..',
      '/v1/../etc/passwd',
      '/v1/messages/%2e%2e/x',
    ]) {
      const response = await fetch(`https://proxy.test${path}`, { method: 'POST', body: '{}' })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { type: 'proxy_error', code: 'no-such-path' } })
    }
    for (const [method, status] of [
      ['GET', 405],
      ['PUT', 405],
      ['DELETE', 405],
      ['OPTIONS', 204],
    ] as const) {
      const response = await fetch('https://proxy.test/v1/messages', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([status, 'POST'])
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(upstream.sent).toEqual([])
  })

  test('a request of another wire than that of its path', async () => {
    const [, init] = requestOf('google-generate-content', user('Hi'))
    const response = await fetch('https://proxy.test/v1/messages', init)
    expect([response.status, upstream.sent.length]).toEqual([400, 0])
  })

  test('a model that leads elsewhere stays below the base URL', async () => {
    const models = [
      '../../admin',
      '..',
      '%2e%2e/%2e%2e',
      'http://evil.test/',
      '//evil.test',
      'a?key=b#c',
      '\\..\\',
      '\ud800',
    ]
    for (const target of ['google-generate-content', 'bedrock-converse']) {
      const { adapter } = adapterOf(target)
      const server = scripted((sent) => nativeAnswer(adapter, OK, sent))
      for (const model of models) {
        const proxy = proxied('openai-chat', target, server.fetch, {
          model: undefined,
          url: 'https://target.test/base',
        })
        const response = await proxy.fetch(...requestOf('openai-chat', { ...user('Hi'), model }))
        expect([200, 400]).toContain(response.status)
      }
      for (const { url } of server.sent) {
        const { host, pathname, search } = new URL(url)
        expect([host, search]).toEqual(['target.test', ''])
        expect(pathname).toMatch(/^\/base\/(v1beta\/models|model)\/[^/]+(:generateContent|\/converse)$/)
      }
    }
  })

  test('texts that no header or URL can hold', async () => {
    const target = targetOf(openaiChat)
    const wrong = [
      { ...target, key: 'secret\r\nx-evil: 1' },
      { ...target, headers: { 'x-y': 'a\nb' } },
      { ...target, headers: { 'x y': 'a' } },
      { ...target, url: 'file:///etc/passwd' },
      { ...target, url: 'https://user:secret@host.test' },
      { ...target, limits: 'nobody-knows-it' },
    ]
    for (const to of wrong) {
      const make = () => createProxy({ routes: [{ from: anthropic, to }] })
      expect(make).toThrow(AdapterError)
      expect(make).not.toThrow('secret')
    }
    expect(() => createProxy({ routes: [{ to: target }] })).toThrow(AdapterError)
    expect(() => createProxy({ routes: [{ from: anthropic, to: target }], idleTimeout: 0 })).toThrow(
      RangeError,
    )
  })

  test('reports contain nothing of a request or a key', async () => {
    await fetch(...requestOf('anthropic-messages', user('My secret is a wombat.')))
    expect(JSON.stringify(told)).not.toMatch(/wombat|target-key/)
  })
})

describe('answers that lead elsewhere', () => {
  test.each([301, 302, 307, 308, 204, 304])('are not followed: %s', async (status) => {
    const headers = { location: 'https://evil.test/' }
    const upstream = scripted(() => new Response(null, { status, headers }))
    const { fetch } = proxied('openai-chat', 'anthropic-messages', upstream.fetch)
    const response = await fetch(...requestOf('openai-chat', user('Hi')))
    expect(response.status).toBe(502)
    expect(response.headers.get('location')).toBeNull()
    expect(upstream.sent).toHaveLength(1)
  })

  test('the global fetch does not follow them either', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers['x-api-key']}`)
      response.writeHead(307, { location: '/elsewhere' }).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const route = { from: openaiChat, to: { ...targetOf(anthropic), url: `http://127.0.0.1:${port}` } }
    const { fetch } = served({ routes: [route] })
    expect((await fetch(...requestOf('openai-chat', user('Hi')))).status).toBe(502)
    expect(asked).toEqual(['/v1/messages target-key'])
    server.close()
  })
})

describe('a token', () => {
  const upstream = scripted((sent) => nativeAnswer(openaiChat, OK, sent))
  const { fetch } = served({
    routes: adapters.map(({ adapter }) => ({ from: adapter, to: targetOf(openaiChat) })),
    fetch: upstream.fetch,
    token: 'let-me-in',
  })

  test.each(sdkClients.filter(({ sdk }) => sdk !== '@google/generative-ai'))(
    '$sdk is not let in with another key',
    async ({ ask }) => {
      upstream.sent.length = 0
      await expect(ask(fetch)).rejects.toThrow('is not the token of this proxy')
      expect(upstream.sent).toEqual([])
    },
  )

  test.each(wires)('is accepted in the key header of clients of %s', async (wire) => {
    const { access } = adapterOf(wire).adapter.codecs.http
    const own = access?.header ?? 'authorization'
    const shown = access?.header === undefined ? 'Bearer let-me-in' : 'let-me-in'
    expect((await fetch(...requestOf(wire, user('Hi'), false, { [own]: shown }))).status).toBe(200)
    for (const wrong of ['let-me-i', 'let-me-in2', '', 'let-me-im'])
      expect((await fetch(...requestOf(wire, user('Hi'), false, { [own]: wrong }))).status).toBe(401)
    // The client's key is never sent to the target.
    const sent = upstream.sent.map(({ headers }) => JSON.stringify([...headers]))
    expect(sent.join()).not.toContain('let-me-in')
  })
})

describe.each(wires)('a refusal for clients of its own wire, %s', (wire) => {
  const RATE = {
    'x-codex-primary-used-percent': '97.5',
    'x-ratelimit-remaining-tokens': '0',
    'anthropic-ratelimit-requests-reset': '2026-11-23T10:00:00Z',
    'x-amzn-errortype': 'ThrottlingException',
    'retry-after-ms': '1500',
  }

  test.each([400, 401, 404, 429, 500, 529])('passes unchanged: %s', async (status) => {
    const body = JSON.stringify({
      ...{ type: 'error', request_id: 'req_1' },
      error: {
        message: 'Not today.',
        param: 'input[2]',
        plan_type: 'plus',
        resets_at: 1790000000.5,
        code: null,
        status: 'X',
      },
    })
    const hidden = {
      'set-cookie': 'a=b',
      'access-control-allow-origin': '*',
      'x-toolwire-error': 'x',
      'x-key': 'target-key',
    }
    const upstream = scripted(
      () =>
        new Response(body, { status, headers: { 'content-type': 'application/json', ...RATE, ...hidden } }),
    )
    for (const streams of [false, true]) {
      const { fetch, told } = proxied(wire, wire, upstream.fetch)
      const response = await fetch(...requestOf(wire, user('Hi'), streams))
      expect([response.status, await response.text()]).toEqual([status, body])
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/json',
        ...RATE,
      })
      for (const name of Object.keys(hidden)) expect(response.headers.get(name)).toBeNull()
      expect(told).toMatchObject([{ status, providerError: expect.stringContaining('Not today.') }])
    }
  })

  test.each([false, true])('and an answer with its headers, streamed: %s', async (streams) => {
    const upstream = scripted((sent) => nativeAnswer(adapterOf(wire).adapter, OK, sent, RATE))
    const { fetch } = proxied(wire, wire, upstream.fetch)
    const response = await fetch(...requestOf(wire, user('Hi'), streams))
    expect(Object.fromEntries(response.headers)).toMatchObject(RATE)
    expect(await response.text()).toContain('Yes')
  })
})

test.each(['anthropic-beta', 'Anthropic-Beta'])(
  'headers of a target (%s) count before those of a client',
  async (name) => {
    const upstream = scripted((sent) => nativeAnswer(anthropic, OK, sent))
    const { fetch } = proxied(anthropic.id, anthropic.id, upstream.fetch, {
      headers: { [name]: 'of the target' },
    })
    await fetch(...requestOf(anthropic.id, user('Hi'), false, { 'anthropic-beta': 'of the client' }))
    expect(upstream.sent[0]?.headers.get('anthropic-beta')).toBe('of the target')
  },
)

test('sends meaningful headers of the client only to a target of the same wire', async () => {
  const headers = { 'anthropic-beta': 'context-1m', 'x-evil': '1', cookie: 'a=b' }
  for (const [to, expected] of [
    [anthropic, 'context-1m'],
    [openaiResponses, null],
  ] as const) {
    const upstream = scripted((sent) => nativeAnswer(to, OK, sent))
    const { fetch } = proxied('anthropic-messages', to.id, upstream.fetch)
    await fetch(...requestOf('anthropic-messages', user('Hi'), false, headers))
    expect(upstream.sent[0]?.headers.get('anthropic-beta')).toBe(expected)
    expect(upstream.sent[0]?.headers.get('x-evil')).toBeNull()
    expect(upstream.sent[0]?.headers.get('cookie')).toBeNull()
  }
})

test.each(['2026-05-20', null])(
  'the API revision of a client, %s, is forwarded unchanged',
  async (revision) => {
    const { adapter } = adapterOf('google-interactions')
    const upstream = scripted((sent) => nativeAnswer(adapter, OK, sent))
    const { fetch } = proxied(adapter.id, adapter.id, upstream.fetch)
    const headers: Record<string, string> = revision === null ? {} : { 'Api-Revision': revision }
    await fetch(...requestOf(adapter.id, user('Hi'), false, headers))
    expect(upstream.sent[0]?.headers.get('api-revision')).toBe(revision)
  },
)

test('a key is found in the environment by the wire’s own name for it', async () => {
  const upstream = scripted((sent) => nativeAnswer(google, OK, sent))
  const environment = { GOOGLE_API_KEY: 'from-env', OPENAI_API_KEY: 'other' }
  const target = { key: undefined, url: 'https://generativelanguage.googleapis.com' }
  const { fetch } = proxied('openai-chat', google.id, upstream.fetch, target, { environment })
  await fetch(...requestOf('openai-chat', user('Hi')))
  expect(upstream.sent[0]?.headers.get('x-goog-api-key')).toBe('from-env')
})

test('an interrupted error body is still an error', async () => {
  const upstream = scripted(() =>
    chunked(['{"error":', new Error('reset')], { 'content-type': 'application/json' }, 500),
  )
  const { fetch } = proxied('openai-chat', 'anthropic-messages', upstream.fetch)
  const response = await fetch(...requestOf('openai-chat', user('Hi')))
  expect(response.status).toBe(502)
})
