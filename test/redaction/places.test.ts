import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bodyBytes, bodyText, recordBody } from '../../src/base/http/recorded-body.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { redactExchange, redactRequest } from '../../src/traffic/redaction/redact.js'
import { exchange } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'

const key = KEYS.Groq ?? ''
/** A secret without a shape. */
const secret = `q7Xk2mZp${'L0sV9bNt'}`
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const pieces = (text: string, length = 4) => text.match(new RegExp(`.{1,${length}}`, 'g')) ?? []

/** Places of a secret that only its name reveals. */
const NAMED: Readonly<Record<string, string>> = {
  'arguments of a command': JSON.stringify({ command: 'npx', args: ['-y', 'server', '--api-key', secret] }),
  'arguments with a sign': JSON.stringify({ args: [`--api-key=${secret}`] }),
  'an environment in arguments': JSON.stringify({ args: ['run', '-e', `API_TOKEN=${secret}`] }),
  'a header in arguments': JSON.stringify({ args: ['--header', `Authorization: Bearer ${secret}`] }),
  'pairs of headers': JSON.stringify({
    headers: [
      ['accept', 'json'],
      ['x-api-key', secret],
    ],
  }),
  'a flat list of headers': JSON.stringify({
    rawHeaders: ['Accept', 'json', 'X-Api-Key', secret, 'Host', 'a'],
  }),
  pass: JSON.stringify({ smtp: { user: 'ann', pass: secret } }),
  pwd: JSON.stringify({ user: 'ann', pwd: secret }),
  'pass in settings': `SMTP_PASS=${secret}\n`,
  'pwd in a connection': `Server=db;Uid=ann;Pwd=${secret};`,
  'base64 in a sentence': JSON.stringify({ text: `Decode ${base64(`password=${secret}`)} to log in.` }),
  'zipped base64': JSON.stringify({ text: `body: ${base64(gzipSync(`{"password":"${secret}"}`))}` }),
  'double percent-encoding': `see https://a.org/?next=${encodeURIComponent(encodeURIComponent(`https://b.org/?token=${secret}`))} now`,
  'an encoded URL': JSON.stringify({ text: `Try https%3A%2F%2Fb.org%2F%3Faccess_token%3D${secret}%26a%3D1` }),
  'hexadecimal digits': JSON.stringify({ text: `0x${Buffer.from(`password=${secret}`).toString('hex')}` }),
  'entities of HTML': JSON.stringify({ html: `<pre>{&quot;password&quot;:&quot;${secret}&quot;}</pre>` }),
}

/** Places of a key with a shape. */
const SHAPED: Readonly<Record<string, string>> = {
  'zero-width characters': JSON.stringify({ text: `The key is ${pieces(key).join('\u200b')}.` }),
  'zero-width characters in a text': `The key is ${pieces(key).join('\u2060')}.`,
  'base64 in a sentence': `Send ${base64(`key ${key}`)} there.`,
  'base64 twice': JSON.stringify({ text: `x ${base64(`see ${base64(`key ${key}`)}`)}` }),
  'hexadecimal digits': `hex ${Buffer.from(`key ${key}`).toString('hex')} end`,
  'zipped base64': `zip ${base64(gzipSync(`the key is ${key}`))} end`,
  'entities of HTML': `<b>${[...key].map((one) => `&#${one.charCodeAt(0)};`).join('')}</b>`,
  'hexadecimal entities': `<b>${[...key].map((one) => `&#x${one.charCodeAt(0).toString(16)};`).join('')}</b>`,
  'percent-encoding': `q=${[...key].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')}`,
  'percent-encoding twice': `q ${[...key].map((one) => `%25${one.charCodeAt(0).toString(16)}`).join('')}`,
  'a text that moves to another part': pieces(`It is ${key} now`, 20)
    .map((text, index) => event({ type: 'content_block_delta', index, delta: { text } }))
    .join(''),
  'a text that moves from reasoning to content': [
    event({ choices: [{ delta: { reasoning_content: `key ${key.slice(0, 20)}` } }] }),
    event({ choices: [{ delta: { content: `${key.slice(20)} end` } }] }),
  ].join(''),
}

function redactedText(text: string): string {
  return bodyText(redactExchange(exchange('x', {}, { body: { text } })).response.body)
}

describe.each(Object.entries(NAMED))('a secret in %s', (_title, text) => {
  it('is redacted', () => {
    const redacted = redactedText(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).not.toContain(Buffer.from(secret).toString('hex').slice(4, -4))
    if (tryParseJson(text) !== undefined) expect(() => JSON.parse(redacted)).not.toThrow()
    expect(redactedText(redacted)).toBe(redacted)
  })
})

describe.each(Object.entries(SHAPED))('a key in %s', (_title, text) => {
  it('is redacted, and nothing changes the second time', () => {
    const redacted = redactedText(text)
    expect(redacted).not.toBe(text)
    for (const trace of [
      key.slice(-12),
      pieces(key)[3] ?? '',
      Buffer.from(key).toString('hex').slice(20, 40),
    ])
      expect(redacted).not.toContain(trace)
    expect(redactedText(redacted)).toBe(redacted)
  })
})

describe('a key in UTF-16', () => {
  it.each([
    ['little endian', 'utf16le', [0xff, 0xfe]],
    ['little endian without a mark', 'utf16le', []],
    ['big endian', 'swap', [0xfe, 0xff]],
  ] as const)('is redacted: %s', (_title, encoding, mark) => {
    const encoded = (text: string) => {
      const bytes = Buffer.from(text, 'utf16le')
      return new Uint8Array([...mark, ...(encoding === 'swap' ? bytes.swap16() : bytes)])
    }
    const body = recordBody(encoded(`key ${key} password="${secret}" end`))
    const redacted = redactExchange(exchange('x', {}, { body })).response.body
    expect(bodyBytes(redacted)).toEqual(encoded('key [redacted] password="[redacted]" end'))
  })
})

describe('a key in log probabilities', () => {
  const tokens = pieces(`It is ${key} now`, 3)
  const entry = (token: string) => ({
    token,
    logprob: -0.1,
    bytes: [...Buffer.from(token)],
    top_logprobs: [
      { token, logprob: -0.1, bytes: [...Buffer.from(token)] },
      { token: 'other', logprob: -3, bytes: [111] },
    ],
  })

  it.each([
    ['a complete answer', JSON.stringify({ choices: [{ logprobs: { content: tokens.map(entry) } }] })],
    [
      'a stream',
      tokens.map((token) => event({ choices: [{ logprobs: { content: [entry(token)] } }] })).join(''),
    ],
  ])('is redacted in %s', (_title, text) => {
    const redacted = redactedText(text)
    const events = redacted.includes('data: ')
      ? redacted
          .split('\n\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line.slice(6)))
      : [JSON.parse(redacted)]
    const read = events.flatMap(({ choices }) => choices[0].logprobs.content)
    expect(read.map(({ token }) => token).join('')).toBe('It is [redacted] now')
    const others = read.flatMap(({ top_logprobs: top }) => top.map(({ token }: { token: string }) => token))
    expect(others.filter((token) => token !== 'other').join('')).not.toContain(key.slice(6, 12))
    expect(Buffer.from(read.flatMap(({ bytes }) => bytes)).toString()).not.toContain(key.slice(6, 12))
  })
})

describe('names of weak evidence', () => {
  it.each([
    { result: { pass: true, firstPass: 'render', fail: 2 } },
    { pass: 1234567, PWD: '/home/ann/x7k2q9' },
    { text: 'PWD=/home/ann/x7k2q9 pass: 12 of 14, render_pass = shadow' },
    { args: ['--token-count', '17', '--password', '--verbose'], required: ['password', 'username'] },
  ])('keep other values: %j', (json) => {
    expect(redactedText(JSON.stringify(json))).toBe(JSON.stringify(json))
  })
})

it('redacts double percent-encoding in URLs', () => {
  const inner = encodeURIComponent(encodeURIComponent(`https://b.org/?token=${secret}`))
  expect(
    redactRequest({ method: 'GET', url: `https://a.org/?next=${inner}`, headers: {} }).url,
  ).not.toContain(secret)
})
