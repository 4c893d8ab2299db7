import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someLocally } from '../support/cases.js'
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

const wires = adapters.map(({ wire }) => wire)
const OK = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Yes.' }] },
  finish: { reason: 'stop' as const },
}

async function errorOf(wire: string, response: Response) {
  const { error } = adapterOf(wire).adapter.decodeResponse(await response.text()).value
  return error?.message
}

describe('keys', () => {
  const key = 'sk-upstream-4711-secret'

  test.each(wires)('that a target repeats in its refusal are not sent to a client of %s', async (from) => {
    const upstream = scripted(({ headers }) =>
      Response.json(
        { error: { message: `Bad key: ${headers.get('authorization')}`, code: 'bad' } },
        { status: 401 },
      ),
    )
    const { fetch, told } = proxied(from, 'openai-chat', upstream.fetch, { key })
    const response = await fetch(...requestOf(from, user('Hi')))
    expect(await errorOf(from, response)).toBe('Bad key: Bearer [redacted]')
    expect(JSON.stringify(told)).not.toContain('4711')
  })

  test('that no header can contain are not reported, and reject only that request', async () => {
    const upstream = scripted((sent) => nativeAnswer(openaiChat, OK, sent))
    const keys = ['secret-4711\r\nx-evil: 1', 'good-key']
    const { fetch, told } = proxied('openai-chat', 'openai-chat', upstream.fetch, { key: () => keys.shift() })
    const refused = await fetch(...requestOf('openai-chat', user('Hi')))
    expect([refused.status, (await refused.text()) + JSON.stringify(told)]).toEqual([
      500,
      expect.not.stringContaining('4711'),
    ])
    expect((await fetch(...requestOf('openai-chat', user('Hi')))).status).toBe(200)
  })

  test('that clients would have to show may not be empty', () => {
    const routes = [{ from: anthropic, to: targetOf(openaiChat) }]
    for (const token of ['', ' ']) expect(() => createProxy({ routes, token })).toThrow('is empty')
  })

  test('distinguish clients also in the query', async () => {
    const reasoned = {
      ...OK,
      message: { ...OK.message, parts: [{ type: 'reasoning' as const, text: 'Hm.' }, ...OK.message.parts] },
    }
    const upstream = scripted((sent) => nativeAnswer(openaiChat, reasoned, sent))
    const { fetch } = proxied('google-generate-content', 'openai-chat', upstream.fetch)
    const [url, init] = requestOf('google-generate-content', user('Hi'))
    await (await fetch(`${url}?key=one`, init)).text()
    const said = { role: 'assistant' as const, parts: OK.message.parts }
    const [, next] = requestOf('google-generate-content', {
      messages: [...user('Hi').messages, said, ...user('And?').messages],
    })
    for (const key of ['two', 'one']) await (await fetch(`${url}?key=${key}`, next)).text()
    const [, other, same] = upstream.sent.map(({ body }) => JSON.stringify(body))
    expect(other).not.toContain('Hm.')
    expect(same).toContain('Hm.')
  })
})

describe('reports of a request', () => {
  test.each(['My secret is', '{"messages": [{"content": "My secret is', '{"model": My secret is}'])(
    'holds nothing of a body that is not JSON: %s',
    async (body) => {
      const { fetch, told } = proxied('openai-chat', 'openai-chat', async () => Response.json({}))
      const [url, init] = requestOf('openai-chat', user(''))
      expect((await fetch(url, { ...init, body })).status).toBe(400)
      expect(JSON.stringify(told)).not.toContain('secret')
      expect(told[0]?.error).toContain('not JSON')
    },
  )

  test('buffers no data of an invalid answer', async () => {
    const { fetch, told } = proxied(
      'openai-chat',
      'anthropic-messages',
      async () => new Response('My secret is'),
    )
    expect((await fetch(...requestOf('openai-chat', user('')))).status).toBe(502)
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test("keeps a provider's error message, which may quote it, separate", async () => {
    const refusal = { error: { message: 'Bad value: "My secret is"', code: 'x'.repeat(100) } }
    const { fetch, told } = proxied('anthropic-messages', 'openai-chat', async () =>
      Response.json(refusal, { status: 400 }),
    )
    await fetch(...requestOf('anthropic-messages', user('')))
    expect(told).toMatchObject([
      { error: 'error of the target: 400 unnamed', providerError: refusal.error.message },
    ])
  })
})

describe('answers', () => {
  const endless = (status: number) =>
    chunked(
      Array.from({ length: 80 }, () => new Uint8Array(1 << 20).fill(120)),
      { 'content-type': 'text/html' },
      status,
    )

  test('that do not end are not read to their end', async () => {
    for (const [status, expected] of [
      [200, 'more than 67108864 bytes'],
      [500, 'xxx'],
    ] as const) {
      const { fetch } = proxied('anthropic-messages', 'openai-chat', async () => endless(status))
      const response = await fetch(...requestOf('anthropic-messages', user('Hi')))
      expect(response.status).toBe(status === 200 ? 502 : status)
      const message = await errorOf('anthropic-messages', response)
      expect(message).toContain(expected)
      expect(message?.length).toBeLessThan(600)
    }
  })

  test.each(someLocally(wires, 2, 'endless event'))(
    'with one endless event finish with one error, for a client of %s',
    async (from) => {
      const pieces = ['data: {"x":"', ...Array.from({ length: 70 }, () => 'x'.repeat(1 << 20))]
      const { fetch } = proxied(from, 'openai-chat', async () =>
        chunked(pieces, { 'content-type': 'text/event-stream' }),
      )
      const response = await fetch(...requestOf(from, user('Hi'), true))
      const { adapter } = adapterOf(from)
      const errors: string[] = []
      for await (const event of adapter.stream(response))
        if (event.type === 'error') errors.push(event.error.message)
      expect(errors).toEqual([expect.stringContaining('check that it is an event stream')])
    },
  )

  test.each(['', 'text/plain; charset=utf-8', 'application/octet-stream'])(
    'are streams where one was asked for, though they call themselves "%s"',
    async (type) => {
      const upstream = scripted((sent) => {
        const { body } = nativeAnswer(openaiChat, OK, sent)
        return new Response(body, { headers: { 'content-type': type } })
      })
      const { fetch } = proxied('anthropic-messages', 'openai-chat', upstream.fetch)
      const response = await fetch(...requestOf('anthropic-messages', user('Hi'), true))
      expect((await anthropic.collect(response)).message.parts).toMatchObject([{ text: 'Yes.' }])
    },
  )
})

describe('a target that is too slow', () => {
  const silent = () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })

  test('to end what it counts is not waited for', async () => {
    const { fetch } = proxied(
      'anthropic-messages',
      'anthropic-messages',
      async () => new Response(silent()),
      {},
      { idleTimeout: 20, keepAliveInterval: 5 },
    )
    const [, init] = requestOf('anthropic-messages', user('Hi'))
    const response = await fetch('https://proxy.test/v1/messages/count_tokens', init)
    expect(response.headers.get('x-toolwire-estimated')).toBe('true')
  })

  test('and ignores the abort: its late answer is released', async () => {
    let isLetGo = false
    const late = () =>
      new Promise<Response>((resolve) => {
        const body = new ReadableStream({
          cancel() {
            isLetGo = true
          },
        })
        setTimeout(() => resolve(new Response(body)), 40)
      })
    const { fetch } = proxied('anthropic-messages', 'openai-chat', late, {}, { answerTimeout: 10 })
    const response = await fetch(...requestOf('anthropic-messages', user('Hi')))
    expect([response.status, isLetGo]).toEqual([504, false])
    await expect.poll(() => isLetGo).toBe(true)
  })

  test.each(['1e999s', '-5s', 'soon'])(
    'states the retry time in words if no header can be made of it: %s',
    async (retryDelay) => {
      const error = { code: 429, message: 'Later.', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay }] }
      const { fetch } = proxied('openai-chat', 'google-generate-content', async () =>
        Response.json({ error }, { status: 429 }),
      )
      const response = await fetch(...requestOf('openai-chat', user('Hi')))
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, null])
    },
  )
})

describe('pages of browsers', () => {
  const upstream = scripted((sent) => nativeAnswer(openaiChat, OK, sent))
  const options = { routes: [{ from: anthropic, to: targetOf(openaiChat) }], fetch: upstream.fetch }
  const [url, init] = requestOf('anthropic-messages', user('Hi'))
  const from = (origin: string) => ({ ...init, headers: { origin } })
  const corsHeaders = ({ headers }: Response) =>
    [...headers.keys()].filter((name) => name.startsWith('access-'))

  test.each(['https://evil.test', 'null', 'http://proxy.test.evil.test', 'https://proxy.test:444'])(
    'of %s cannot use it',
    async (origin) => {
      upstream.sent.length = 0
      const { fetch } = served(options)
      const response = await fetch(url, from(origin))
      expect([response.status, response.headers.get('x-toolwire-error')]).toEqual([403, 'foreign-origin'])
      expect(await errorOf('anthropic-messages', response)).toContain('are not allowed')
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
      expect([preflight.status, corsHeaders(preflight), corsHeaders(response)]).toEqual([403, [], []])
      expect(upstream.sent).toEqual([])
    },
  )

  test('of the same origin are accepted, and requests with the token', async () => {
    expect((await served(options).fetch(url, from('https://proxy.test'))).status).toBe(200)
    const { fetch } = served({ ...options, token: 'let-me-in' })
    const shown = { origin: 'https://other.test', 'x-api-key': 'let-me-in' }
    const response = await fetch(url, { ...init, headers: shown })
    expect([response.status, corsHeaders(response)]).toEqual([200, []])
    expect((await fetch(url, from('https://other.test'))).status).toBe(401)
  })

  test('of applications can be named as well', async () => {
    const { fetch } = served({ ...options, origins: ['app://notes.md', 'chrome-extension://abcd'] })
    const response = await fetch(url, from('app://notes.md'))
    expect(response.headers.get('access-control-allow-origin')).toBe('app://notes.md')
    for (const wrong of ['chat.test', 'https://chat.test/', 'https://chat.test/path', ''])
      expect(() => createProxy({ ...options, origins: [wrong] })).toThrow('is not the origin of a page')
  })

  test.each(['https://chat.test', '*'])('that are named (%s) can, and read the answer', async (named) => {
    const { fetch } = served({ ...options, origins: [named] })
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://chat.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      },
    })
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': 'https://chat.test',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type,x-api-key',
        vary: 'origin',
      }),
    ])
    for (const body of [init.body ?? null, '{']) {
      const response = await fetch(url, { ...from('https://chat.test'), body })
      expect(response.headers.get('access-control-allow-origin')).toBe('https://chat.test')
    }
  })

  // https://www.rfc-editor.org/rfc/rfc9110#name-vary: caches need all fields on which the answer depends.
  test.each([
    ['accept-encoding', 'accept-encoding, origin'],
    [undefined, 'origin'],
  ])('that are named get the headers of the target, with vary: %s', async (vary, expected) => {
    const given = { 'request-id': 'req_1', ...(vary !== undefined && { vary }) }
    const target = scripted((sent) => nativeAnswer(anthropic, OK, sent, given))
    const { fetch } = served({
      routes: [{ from: anthropic, to: targetOf(anthropic) }],
      fetch: target.fetch,
      origins: ['https://chat.test'],
    })
    const program = await fetch(url, init)
    const page = await fetch(url, from('https://chat.test'))
    expect(Object.fromEntries(page.headers)).toEqual({
      ...Object.fromEntries(program.headers),
      'x-request-id': expect.any(String),
      'access-control-allow-origin': 'https://chat.test',
      'access-control-expose-headers': '*',
      vary: expected,
    })
  })
})

describe('names that objects have by themselves', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', async (name) => {
    for (const to of [openaiChat, google]) {
      const upstream = scripted((sent) => nativeAnswer(to, OK, sent))
      const { fetch } = served({
        routes: [{ from: anthropic, to: { ...targetOf(to), model: undefined } }],
        fetch: upstream.fetch,
      })
      const body = `{"model": "${name}", "max_tokens": 5, "${name}": {"polluted": true},
        "messages": [{"role": "user", "content": "Hi"}],
        "tools": [{"name": "${name}", "input_schema": {"type": "object", "properties": {"${name}": {"type": "string"}}}}]}`
      const response = await fetch('https://proxy.test/v1/messages', { method: 'POST', body })
      expect(response.status).toBe(200)
      expect(JSON.stringify(upstream.sent[0]?.body)).toContain(name)
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect('polluted' in {}).toBe(false)
  })
})

test.each(wires)('endlessly nested JSON does not harm the proxy, from a client of %s', async (wire) => {
  const upstream = scripted((sent) => nativeAnswer(openaiChat, OK, sent))
  const { fetch } = proxied(wire, 'openai-chat', upstream.fetch)
  const [url, init] = requestOf(wire, user('Hi'))
  const deep = `${'{"type":"object","properties":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  const field = { 'google-generate-content': 'toolConfig', 'bedrock-converse': 'toolConfig' }[wire] ?? 'tools'
  const body = String(init.body).replace(/^\{/, `{"${field}":[${deep}],`)
  const response = await fetch(url, { ...init, body })
  // Unused fields are dropped with a notice. Requests that require encoding the field are rejected.
  expect([200, 400]).toContain(response.status)
  expect((await fetch(url, init)).status).toBe(200)
})
