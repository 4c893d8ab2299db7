import { describe, expect, it } from 'vitest'
import { bodyBytes, bodyText, recordBody } from '../../src/base/http/recorded-body.js'
import type { RecordedBody } from '../../src/base/http/recorded-exchange.js'
import {
  type RedactOptions,
  redactExchange,
  redactRequest,
  redactText,
} from '../../src/traffic/redaction/redact.js'
import { expectLinear } from '../support/growth.js'
import { exchange } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'
import { utf8 } from '../support/values.js'

const HEX = '0123456789abcdef0123456789abcdef'

/** Expects the text to contain no usable fragment of the key. */
function expectNoTrace(value: unknown, key: string): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  for (let start = 0; start + 20 <= key.length; start += 4) {
    const piece = key.slice(start, start + 20)
    if (!piece.includes('\n')) expect(text).not.toContain(piece)
  }
}

function redactedBody(body: RecordedBody | undefined, options?: RedactOptions): RecordedBody | undefined {
  return redactExchange(exchange('x', {}, { body }), options).response.body
}

describe.each(Object.entries(KEYS))('a key of %s', (_vendor, key) => {
  it('is removed from headers of any name', () => {
    const names = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'cookie', 'user-agent', 'x-own']
    const headers = Object.fromEntries(names.map((name) => [name, `Bearer ${key.replaceAll('\n', ' ')}`]))
    const answer = { 'set-cookie': key, 'request-id': key, location: `https://example.com/?key=${key}` }
    const redacted = redactExchange(exchange('x', { headers }, { headers: answer }), {
      keepHeaders: ['x-own', 'authorization'],
    })
    expectNoTrace(redacted, key)
    expect(Object.keys(redacted.request.headers)).toEqual(['user-agent', 'x-own'])
  })

  it('is removed from URLs', () => {
    for (const url of [
      `https://example.com/v1?key=${key}&alt=sse`,
      `https://example.com/v1?x=${key}`,
      `https://user:${key}@example.com/v1`,
      `https://example.com/keys/${key}/use`,
    ])
      expectNoTrace(redactedUrl(url), key)
  })

  it('is removed from bodies of every kind', () => {
    const nested = JSON.stringify({
      text: `My key:\n${key}\n`,
      arguments: JSON.stringify({ key, note: `\n${key}` }),
    })
    for (const text of [
      nested,
      JSON.stringify(JSON.parse(nested), null, 4),
      nested.replaceAll('-', '\\u002d').replaceAll('_', '\\u005f'),
      `plain text with ${key} in it`,
      `key=${key}&x=1`,
      `data: ${nested}\n\n`,
    ]) {
      const body = redactedBody(recordBody(utf8(text)))
      expectNoTrace(bodyText(body), key)
      expectNoTrace(bodyText(body).replaceAll('\\u002d', '-').replaceAll('\\u005f', '_'), key)
      expect(bodyText(body)).toContain('[redacted]')
    }
  })

  it('is removed from a binary body', () => {
    const bytes = new Uint8Array([0xff, 0xfe, ...utf8(` ${key} `), 0xff])
    const body = redactedBody(recordBody(bytes))
    expect(bodyBytes(body)).toEqual(new Uint8Array([0xff, 0xfe, ...utf8(' [redacted] '), 0xff]))
  })

  it('is removed from a stream at any split of its chunks', () => {
    const text = `data: ${JSON.stringify({ text: `ä ${key} ö` })}\n\n`
    const bytes = utf8(text)
    for (let cut = 0; cut < bytes.length; cut += 5) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut, cut + 3), bytes.subarray(cut + 3)]
      const chunks = pieces.map((piece, at) => ({ at, base64: Buffer.from(piece).toString('base64') }))
      const body = redactedBody({ chunks })
      expect(bodyText(body)).toBe('data: {"text":"ä [redacted] ö"}\n\n')
      expect(body).toMatchObject({ chunks: [{ at: 0 }, { at: 1 }, { at: 2 }] })
    }
  })

  it('is removed from a stream that contains it in pieces', () => {
    const pieces = (`Your key is ${key}.`.match(/[\s\S]{1,4}/g) ?? []).map((text) => ({ at: 0, text }))
    for (const event of [
      (delta: string) => ({ type: 'delta', delta: { type: 'text', text: delta } }),
      (delta: string) => ({ choices: [{ delta: { content: delta } }] }),
    ]) {
      const chunks = pieces.map(({ text }, at) => ({ at, text: `data: ${JSON.stringify(event(text))}\n\n` }))
      const told = bodyText(redactedBody({ chunks }))
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6)))
        .map((value) => value.delta?.text ?? value.choices[0].delta.content)
      expect(told.join('')).toBe('Your key is [redacted].')
    }
  })
})

function redactedUrl(url: string): string {
  return redactRequest({ method: 'GET', url, headers: {} }).url
}

describe('redaction', () => {
  it('replaces secret members with any value', () => {
    const json = {
      tools: [{ type: 'mcp', authorization: 'opaque', headers: { 'X-Api-Key': 'plain', Accept: 'json' } }],
      connection: { authorization_token: 'opaque' },
    }
    const body = redactedBody({ json })
    expect(body).toEqual({
      json: {
        tools: [
          {
            type: 'mcp',
            authorization: '[redacted]',
            headers: { 'X-Api-Key': '[redacted]', Accept: 'json' },
          },
        ],
        connection: { authorization_token: '[redacted]' },
      },
    })
    const stream = redactedBody({ chunks: [{ at: 0, text: `data: ${JSON.stringify(json)}\n\n` }] })
    expect(bodyText(stream)).not.toContain('opaque')
  })

  it('replaces the given body paths, in bodies and in stream events', () => {
    const options = { bodyPaths: ['/user', '/messages/*/secret'] }
    const json = { user: { name: 'Ann' }, messages: [{ secret: 7, text: 'a' }] }
    const expected = { user: '[redacted]', messages: [{ secret: '[redacted]', text: 'a' }] }
    expect(redactedBody({ json }, options)).toEqual({ json: expected })
    expect(redactedBody({ json, indent: 2 }, options)).toEqual({ json: expected, indent: 2 })
    const text = `data: ${JSON.stringify(json)}\n\n`
    expect(bodyText(redactedBody({ chunks: [{ at: 0, text }] }, options))).toBe(
      `data: ${JSON.stringify(expected)}\n\n`,
    )
  })

  it('replaces the given shapes', () => {
    const options = { shapes: [/\bMüller\b/g, /\d{3}-\d{2}-\d{4}/g] }
    expect(redactText('Frau Müller, 123-45-6789', options)).toBe('Frau [redacted], [redacted]')
    expect(redactedBody({ json: { who: 'Müller' } }, options)).toEqual({ json: { who: '[redacted]' } })
  })

  it('keeps the digits and the layout of a body in which it redacts a value', () => {
    const text = `{ "n": 1.0, "big": 12345678901234567890, "key": "${KEYS.DeepSeek}" }`
    expect(redactedBody({ text })).toEqual({
      text: '{ "n": 1.0, "big": 12345678901234567890, "key": "[redacted]" }',
    })
  })

  it('redacts keys of any length', () => {
    const key = `sk-${'proj'}-${'Ab1'.repeat(100_000)}`
    expect(redactText(`My key: ${key}.`)).toBe('My key: [redacted].')
  })

  it.each([
    [
      'counts',
      { max_tokens: 5, total_tokens: 7, usage: { input_tokens_details: { cached_tokens: 3 }, token: 12 } },
    ],
    [
      'places in lists',
      { next_page_token: 'CAUQAA7', nextPageToken: 'x1', pageToken: 'y', cursor_token: 'z' },
    ],
    [
      'probabilities',
      { logprobs: { content: [{ token: 'Hello', logprob: -1, top_logprobs: [{ token: 'Hi' }] }] } },
    ],
    [
      'probabilities of Google',
      { logprobsResult: { chosenCandidates: [{ token: 'Hello', logProbability: -1 }] } },
    ],
    [
      'schemas',
      { properties: { password: { type: 'string', description: 'as typed' }, token: { type: 'string' } } },
    ],
    ['switches', { secret: true, password: null, token: false, apiKey: '' }],
    ['names alone', { required: ['password', 'token'], tool_choice: { name: 'get_token' } }],
    ['words', { text: 'The password: something secret. A token is a word; set token = value.' }],
    ['links', { url: 'https://example.com/a?key=word&page_token=abc&max_tokens=5#section' }],
  ])('leaves values that are not secrets: %s', (_case, json) => {
    const body = { json }
    expect(redactedBody(body)).toBe(body)
  })

  it('finds no credential in placeholders', () => {
    const request = {
      headers: { authorization: 'Bearer ollama', 'x-api-key': '1234567' },
      body: { json: { n: 1234567 } },
    }
    const redacted = redactExchange(exchange('x', request, { body: { json: { model: 'ollama/x' } } }))
    expect(redacted.request.body).toEqual({ json: { n: 1234567 } })
    expect(redacted.response.body).toEqual({ json: { model: 'ollama/x' } })
  })

  const ODD = 'Tr0ub4dor"&3\\ pass/wörd'
  it.each([
    ['as it was sent', ODD],
    ['in a URL', encodeURIComponent(ODD)],
    ['in a JSON text', JSON.stringify(ODD).slice(1, -1)],
    ['in a JSON text inside of another', JSON.stringify(JSON.stringify(ODD).slice(1, -1)).slice(1, -1)],
    ['as base64', Buffer.from(ODD).toString('base64').replace(/=+$/, '')],
  ])('finds a credential of the request in the answer %s', (_form, echo) => {
    for (const headers of [{ authorization: `Bearer ${ODD}` }, { 'x-api-key': ODD }]) {
      const plain = { text: `wrong key <${echo}>, and again <${echo}>` }
      for (const body of [plain, { json: { error: plain.text } }]) {
        const { response } = redactExchange(exchange('x', { headers }, { body }))
        expect(bodyText(response.body)).toContain('wrong key <[redacted]>, and again <[redacted]>')
      }
    }
  })

  it('finds a secret member of the body elsewhere in the request, and in the answer', () => {
    const first = 'correct horse battery 9 staple'
    const second = 'four other words, and 7'
    const body = { json: { note: `log in with ${first} or ${second}`, password: first, api_key: second } }
    const url = `https://api.example.com/log-in/${encodeURIComponent(second)}`
    const { request, response } = redactExchange(
      exchange('x', { url, body }, { body: { text: `${second} and ${first} are wrong` } }),
    )
    expect(request.body).toEqual({
      json: {
        note: 'log in with [redacted] or [redacted]',
        password: '[redacted]',
        api_key: '[redacted]',
      },
    })
    expect(request.url).toBe('https://api.example.com/log-in/[redacted]')
    expect(response.body).toEqual({ text: '[redacted] and [redacted] are wrong' })
  })

  it('does nothing the second time', () => {
    const once = redactExchange(
      exchange('x', {
        url: `https://u:p@example.com/?key=${KEYS.Groq}`,
        body: { json: { a: KEYS.Anthropic ?? '', authorization: 'x' } },
      }),
    )
    expect(redactExchange(once)).toEqual(once)
  })
})

describe('values that are not secrets', () => {
  const base64 = Buffer.from(Uint8Array.from({ length: 200_000 }, (_, i) => (i * 167 + (i >> 3)) % 256))
  const ORDINARY: Readonly<Record<string, string>> = {
    base64: base64.toString('base64'),
    base64url: base64.toString('base64url'),
    'a call id': 'toolu_01A09q90qw90lq917835lq9 call_abcDEF123456 fc_0123456789abcdef0123456789abcdef',
    'a response id': 'resp_68a1b2c3d4e5f60718293a4b5c6d7e8f chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT',
    'class names': 'sk-estimator-doc-link sk-toggleable-content risk-assessment-of-2024-projects',
    words:
      'the bearer internationalization of task-oriented-dialogue-systems-2024, an ask-me-anything-2024-01',
    'a header in prose': 'Send `Authorization: Bearer <token>` with each request',
    'a UUID': '123e4567-e89b-12d3-a456-426614174000',
    'a hash': HEX + HEX,
  }

  it.each(Object.entries(ORDINARY))('survives in any body: %s', (_name, text) => {
    for (const body of [
      { json: { text, signature: text, thought_signature: text, key: 'value', token: 5 } },
      { text },
      { chunks: [{ at: 0, text: `data: ${JSON.stringify({ text })}\n\n` }] },
    ])
      expect(redactedBody(body)).toBe(body)
  })

  it('survives in a URL', () => {
    for (const url of [
      'https://example.com/v1/models/gemini:streamGenerateContent?alt=sse',
      'https://example.com/v1?a=b=c==&flag&x=a?b?c&y=http://other.example/@me',
      '/v1/chat',
      'https://example.com/v1?',
    ])
      expect(redactedUrl(url)).toBe(url)
  })
})

describe('hostile bodies', () => {
  const key = KEYS.Groq ?? ''
  const expectRedacted = (text: string) => {
    for (const body of [{ text }, { chunks: [{ at: 0, text }] }])
      expectNoTrace(bodyText(redactedBody(body)), key)
  }

  it.each([
    ['brackets that do not match', `}}]]{"a":"${key}"`],
    ['a string without end', `{"a":"${key}`],
    ['colons and commas only', `{,,::"${key}"}`],
    ['a `__proto__` member', `{"__proto__":{"authorization":"${key}"}}`],
    ['line separators of Unicode', `data: {"a":"\u2028${key}\u2029"}\n\n`],
  ])('lose their keys: %s', (_name, text) => expectRedacted(text))

  it.each([
    ['deep nesting', (size: number) => `${'['.repeat(size)}"${key}"${']'.repeat(size)}`],
    ['many members', (size: number) => `{${'"a":"b",'.repeat(size)}"c":"${key}"}`],
    ['many signs of equality', (size: number) => `${'a=b&'.repeat(size)}token=${key}`],
  ])('lose their keys in time that grows with their length: %s', (_name, textOf) =>
    expectLinear((size) => expectRedacted(textOf(size)), 50_000),
  )
})
