import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import type { RecordedExchange } from '../../src/base/http/recorded-exchange.js'
import { CassetteWriter, readExchanges } from '../../src/traffic/replay/cassette.js'
import { createRecorder } from '../../src/traffic/replay/recorder.js'
import { KEYS } from '../support/secrets.js'

interface Planted {
  readonly init?: RequestInit
  readonly url?: string
  readonly answer?: string
  readonly type?: string
  readonly answerHeaders?: Record<string, string>
}

type Place = (secret: string) => Planted

const json = (value: unknown): Planted => ({ init: { method: 'POST', body: JSON.stringify(value) } })
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const streamed = (text: string): Planted => ({ answer: text, type: 'text/event-stream' })
const packed = (body: Uint8Array, encoding: string): Planted => ({
  init: { method: 'POST', headers: { 'content-encoding': encoding }, body: Uint8Array.from(body) },
})
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Returns the text as deltas of two alternating blocks, with `index` before or after the text. */
function interleaved(text: string): string {
  const pieces = text.match(/[\s\S]{1,5}/g) ?? []
  return pieces
    .map((piece, at) => {
      const other = event({ type: 'content_block_delta', index: 1, delta: { text: `other ${at} ` } })
      return event({ type: 'content_block_delta', delta: { text: piece }, index: 0 }) + other
    })
    .join('')
}

function multipart(parts: Readonly<Record<string, string>>): Planted {
  const fields = Object.entries(parts).map(
    ([name, value]) => `--XyZ\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=XyZ' }
  return { init: { method: 'POST', headers, body: `${fields.join('')}--XyZ--\r\n` } }
}

/** Positions in which a key is found by its format. */
const SHAPED: Readonly<Record<string, Place>> = {
  'a body': (key) => json({ messages: [{ content: `The key:\n${key}\n` }] }),
  'JSON in JSON': (key) => json({ arguments: JSON.stringify({ a: JSON.stringify({ note: `\n${key}` }) }) }),
  'a query': (key) => ({ url: `/v1?q=${encodeURIComponent(key)}` }),
  'a fragment': (key) => ({ url: '/v1', answer: `see https://example.com/#x=${key}` }),
  'a multipart field': (key) => multipart({ file: `line one\nkey ${key}\n` }),
  'a gzip body': (key) => packed(gzipSync(JSON.stringify({ text: key })), 'gzip'),
  'a brotli body': (key) => packed(brotliCompressSync(JSON.stringify({ text: key })), 'br'),
  'a deflate body': (key) => packed(deflateSync(JSON.stringify({ text: key })), 'deflate'),
  'a data URL': (key) => json({ url: `data:text/plain;base64,${base64(`the key is ${key}`)}` }),
  'base64 data': (key) =>
    json({ source: { type: 'base64', data: base64(`{"text": ${JSON.stringify(key)}}`) } }),
  'interleaved blocks': (key) => streamed(interleaved(`My key is ${key} indeed`)),
  'an answer': (key) => ({ answer: JSON.stringify({ content: [{ text: key }] }) }),
  'a header': (key) => ({ answerHeaders: { location: `/next?x=${encodeURIComponent(key)}` } }),
  'a line of settings': (key) => json({ output: `HOST=example.com\nSERVICE=${key}\n` }),
}

/** Positions in which a secret without a known format is found by its name. */
const NAMED: Readonly<Record<string, Place>> = Object.fromEntries([
  ...[
    'secretAccessKey',
    'privateKey',
    'sessionToken',
    'AWS_SECRET_ACCESS_KEY',
    'OPENAI_API_KEY',
    'token',
    'secret',
    'password',
    'client_secret',
    'x-api-key',
    'authorization',
    'authorization_token',
    'refreshToken',
    'passphrase',
    'GITHUB_TOKEN',
    'apikey',
    'dbPassword',
    'subscription-key',
    'bot_token',
    'cookie',
  ].flatMap((name): [string, Place][] => [
    [`member ${name}`, (secret) => json({ config: { [name]: secret } })],
    [`member ${name} of an answer`, (secret) => ({ answer: JSON.stringify({ [name]: secret }) })],
    [`member ${name}, no string`, (secret) => json({ [name]: { value: [secret, 7] } })],
    [
      `member ${name} in tool arguments`,
      (secret) => json({ arguments: JSON.stringify({ a: { [name]: secret } }) }),
    ],
    [
      `member ${name} in streamed arguments`,
      (secret) => streamed(interleaved(JSON.stringify({ [name]: secret }))),
    ],
  ]),
  ...[
    'key',
    'x-api-key',
    'x-goog-api-key',
    'subscription-key',
    'api_token',
    'access_key',
    'AWSAccessKeyId',
    'sig',
    '%6Bey',
    'api%5Fkey',
    'access_token',
    'code',
    'X-Amz-Security-Token',
  ].flatMap((name): [string, Place][] => [
    [`query ${name}`, (secret) => ({ url: `/v1?alt=sse&${name}=${encodeURIComponent(secret)}` })],
    [
      `form field ${name}`,
      (secret) => ({ init: { method: 'POST', body: `a=b&${name}=${encodeURIComponent(secret)}` } }),
    ],
  ]),
  ...['access_token', 'id_token', 'sig', 'api%5Fkey'].flatMap((name): [string, Place][] => [
    [
      `link ${name}`,
      (secret) => json({ text: `see https://example.com/a?b=c&${name}=${encodeURIComponent(secret)}.` }),
    ],
    [
      `fragment ${name}`,
      (secret) => json({ url: `https://example.com/#${name}=${encodeURIComponent(secret)}` }),
    ],
  ]),
  ...[
    'authorization',
    'x-api-key',
    'api-key',
    'x-goog-api-key',
    'cookie',
    'proxy-authorization',
    'x-custom-auth',
  ].flatMap((name): [string, Place][] => {
    const value = (secret: string) => (name === 'cookie' ? `a=b; session=${secret}` : `Bearer ${secret}`)
    const headers = (secret: string) => ({ [name]: value(secret) })
    return [
      [`header ${name}`, (secret) => ({ init: { headers: headers(secret) } })],
      [
        `echo of ${name}`,
        (secret) => ({ init: { headers: headers(secret) }, answer: `{"error":"bad key: ${secret}"}` }),
      ],
      [
        `echo of ${name} in pieces`,
        (secret) => ({ init: { headers: headers(secret) }, ...streamed(interleaved(`You sent ${secret}!`)) }),
      ],
      [
        `encoded echo of ${name}`,
        (secret) => ({
          init: { headers: headers(secret) },
          answer: `${encodeURIComponent(secret)} ${base64(secret)}`,
        }),
      ],
      [
        `echo of ${name} in a header`,
        (secret) => ({
          init: { headers: headers(secret) },
          answerHeaders: { 'request-id': `r-1 ${secret}` },
        }),
      ],
    ]
  }),
  [
    'basic authorization',
    (secret) => ({
      init: { headers: { authorization: `Basic ${base64(`ann:${secret}`)}` } },
      answer: `no access for ann with ${secret}, ${base64(`ann:${secret}`)}`,
    }),
  ],
  [
    'echo of a query',
    (secret) => ({ url: `/v1?key=${secret}`, answer: `{"error":{"key_used":"${secret}"}}` }),
  ],
  [
    'echo of a member',
    (secret) => ({ ...json({ mcp: { authorization_token: secret } }), answer: `denied: ${secret}` }),
  ],
  [
    'user and password of a URL',
    (secret) => json({ text: `postgres://ann:${encodeURIComponent(secret)}@db/x` }),
  ],
  ['multipart field', (secret) => multipart({ a: 'b', api_key: secret })],
  [
    'JSON in a multipart field',
    (secret) => multipart({ settings: JSON.stringify({ password: secret }, null, 2) }),
  ],
  ['settings', (secret) => json({ output: `export STRIPE_SECRET="${secret}"\nPORT=80\n` })],
  ['settings in a data URL', (secret) => json({ url: `data:;base64,${base64(`DB_PASSWORD=${secret}\n`)}` })],
  ['list of names and values', (secret) => json({ env: [{ name: 'API_KEY', value: secret }] })],
  ['list of values and names', (secret) => json({ headers: [{ value: secret, name: 'X-Api-Key' }] })],
  ['packed member', (secret) => packed(gzipSync(JSON.stringify({ password: secret })), 'gzip')],
  [
    'body that cannot be unpacked',
    (secret) => packed(Uint8Array.of(0xff, ...Buffer.from(secret)), 'unknown'),
  ],
  ['text about a key', (secret) => json({ text: `Your password is ${secret}${secret} now.` })],
  ...Object.entries<(secret: string) => string>({
    'a flag and its value': (secret) => `run --api-key ${secret} now`,
    'a flag and its value in quotes': (secret) => `run --token "${secret}"`,
    'a flag with a sign': (secret) => `run --token=${secret}`,
    'a setting of npm': (secret) => `//registry.example.com/:_authToken=${secret}\n`,
    'curl with a user': (secret) => `curl -s -X POST -u ann:${secret} https://example.com`,
    'curl with a long flag': (secret) => `curl --user "ann:${secret}" https://example.com`,
    'a line of .pgpass': (secret) => `# hosts\ndb.example.com:5432:shop:ann:${secret}\n`,
    'an element': (secret) => `<server><id>a</id><password>${secret}</password></server>`,
    'an attribute': (secret) => `<add key="ApiKey" value="${secret}" />`,
    'a constant of PHP': (secret) => `define( 'DB_PASSWORD', '${secret}' );`,
    'a variable of Python': (secret) => `os.environ["API_TOKEN"] = "${secret}"`,
    'a default of Terraform': (secret) =>
      `variable "db_password" {\n  type    = string\n  default = "${secret}"\n}`,
    'a variable of fish': (secret) => `set -gx API_TOKEN ${secret}`,
    'a variable of csh': (secret) => `setenv API_TOKEN ${secret}`,
  }).flatMap(([title, write]): [string, Place][] => [
    [`${title}, in a text`, (secret) => json({ text: write(secret) })],
    [`${title}, in an answer`, (secret) => ({ answer: write(secret), type: 'text/plain' })],
    [`${title}, in pieces`, (secret) => streamed(interleaved(write(secret)))],
  ]),
  ...['session', 'sessionid', 'hmac', 'assertion', 'client_assertion', 'JSESSIONID'].flatMap(
    (name): [string, Place][] => [
      [`parameter ${name}`, (secret) => ({ url: `/v1?alt=sse&${name}=${secret}` })],
      [`field ${name}`, (secret) => ({ init: { method: 'POST', body: `a=b&${name}=${secret}` } })],
      [
        `parameter ${name} of a link`,
        (secret) => json({ text: `see https://a.org/b?c=d&${name}=${secret}` }),
      ],
    ],
  ),
  ['parameter of a segment', (secret) => ({ url: `/v1;key=${secret}/models;v=2?alt=sse` })],
  ['parameter of the last segment', (secret) => ({ url: `/v1/models;key=${secret}` })],
  ['user of a location', (secret) => ({ answerHeaders: { location: `https://ann:${secret}@a.org/` } })],
  [
    'user of a location without scheme',
    (secret) => ({ answerHeaders: { location: `//ann:${secret}@a.org/` } }),
  ],
  [
    'token of a location',
    (secret) => ({ answerHeaders: { location: `/cb#access_token=${secret}&state=1` } }),
  ],
  ['session of a location', (secret) => ({ answerHeaders: { location: `/a;jsessionid=${secret}?b=c` } })],
  [
    'token in a URL of a location',
    (secret) => ({
      answerHeaders: { location: `/login?next=${encodeURIComponent(`https://a.org/?token=${secret}`)}` },
    }),
  ],
  ['cut JSON', (secret) => ({ answer: `{"config":{"password":"${secret}` })],
]) as Record<string, Place>

/** Returns a text that looks random and is the same in every run. */
function opaque(seed: number): string {
  let state = seed * 2654435761 + 1
  const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return digits[Math.floor((state / 2 ** 32) * digits.length)]
  }
  return `q7${Array.from({ length: 16 }, next).join('')}`
}

interface Plant {
  readonly title: string
  readonly secret: string
  readonly planted: Planted
}

const shapedPlaces = Object.entries(SHAPED)
const PLANTS: readonly Plant[] = [
  ...Object.entries(KEYS).flatMap(([vendor, key], index) =>
    [0, 5, 10].map((step): Plant => {
      const [place = '', plant] = shapedPlaces[(index + step) % shapedPlaces.length] ?? []
      return { title: `${vendor} in ${place}`, secret: key, planted: plant?.(key) ?? {} }
    }),
  ),
  ...Object.entries(NAMED).map(([title, plant], index): Plant => {
    const secret = opaque(index)
    return { title, secret, planted: plant(secret) }
  }),
]

/** Returns every possible decoding of the recording. */
function readings(exchange: RecordedExchange): string[] {
  const bodies = [exchange.request.body, exchange.response.body].map(bodyText)
  const whole = JSON.stringify(exchange)
  const told = new Map<unknown, string>()
  for (const line of bodies[1]?.split('\n') ?? []) {
    if (!line.startsWith('data: {')) continue
    const { index, delta } = JSON.parse(line.slice(6))
    told.set(index, (told.get(index) ?? '') + delta.text)
  }
  const plain = [whole, ...bodies, ...told.values()]
  const decoded = plain.flatMap((text) =>
    (text.match(/[\w+/-]{20,}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1')),
  )
  return [...plain, ...decoded].flatMap((text) => [
    text,
    text.replaceAll(/%([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  ])
}

describe('planted secrets', () => {
  let folder = ''
  let file = ''
  const recorded = new Map<string, RecordedExchange>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolwire-planted-'))
    file = join(folder, 'planted.cassette')
    const writer = await CassetteWriter.open(file)
    const titles = new Map<string, string>()
    for (const { title, planted } of PLANTS) {
      const recorder = createRecorder({
        sink: {
          append: (exchange) => {
            titles.set(exchange.id, title)
            return writer.append(exchange)
          },
        },
        fetch: async () =>
          new Response(planted.answer ?? '{}', {
            headers: { 'content-type': planted.type ?? 'application/json', ...planted.answerHeaders },
          }),
      })
      const response = await recorder.fetch(`https://example.com${planted.url ?? '/v1'}`, planted.init)
      await response.text()
      await recorder.flush()
    }
    await writer.close()
    for await (const { exchange } of readExchanges(file))
      recorded.set(titles.get(exchange.id) ?? '', exchange)
  })

  afterAll(() => rm(folder, { recursive: true }))

  it('are three hundred at least, and all were recorded', () => {
    expect(PLANTS.length).toBeGreaterThanOrEqual(300)
    expect(recorded.size).toBe(PLANTS.length)
  })

  it('are not on disk', async () => {
    const text = await readFile(file, 'utf8')
    const found = PLANTS.filter(({ secret }) => text.includes(secret))
    expect(found.map(({ title }) => title)).toEqual([])
  })

  it('cannot be assembled or decoded from the files on disk', () => {
    const found = PLANTS.filter(({ title, secret }) => {
      const exchange = recorded.get(title)
      const middle = secret.replaceAll('\n', '').slice(-16, -1)
      return (
        exchange === undefined ||
        readings(exchange).some((text) => text.includes(secret) || text.includes(middle))
      )
    })
    expect(found.map(({ title }) => title)).toEqual([])
  })

  it('leave the rest of the surrounding data unchanged', () => {
    const texts = PLANTS.filter(({ title }) => title.endsWith('in interleaved blocks')).map(({ title }) => {
      const exchange = recorded.get(title)
      return exchange === undefined ? [] : readings(exchange)
    })
    expect(texts.length).toBeGreaterThan(5)
    for (const text of texts) expect(text).toContain('My key is [redacted] indeed')
  })
})
