import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyText, recordBody } from '../../src/base/http/recorded-body.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import { redactExchange, redactText } from '../../src/traffic/redaction/redact.js'
import { isDeep, someOf, tries } from '../support/cases.js'
import { exchanges } from '../support/exchanges.js'
import { expectLinear } from '../support/growth.js'
import { exchange } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'

const redacted = (text: string): string =>
  bodyText(redactExchange(exchange('x', {}, { body: { text } })).response.body)

const LENGTH = 320_000

const of =
  (piece: string, before = '') =>
  (length: number) =>
    before + piece.repeat(Math.ceil(length / piece.length))

const FREEZING: Readonly<Record<string, (length: number) => string>> = {
  'JSON cut inside a string full of quotes': of('\\"', '{"a":"'),
  'JSON cut inside a string full of JSON': of('\\",\\"c\\":\\"d', '{"a":"{\\"b'),
  'JSON cut inside JSON cut inside JSON': of('x\\\\\\"', '{"a":"{\\"b\\":\\"'),
  'backslashes without end': of('\\', '{"a":"'),
  'headers of private keys': of('-----BEGIN PRIVATE KEY-----\n'),
  'private keys without end': of('-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA75\n'),
  brackets: of('['),
  'nested secrets': of('{"token":'),
  quotes: of('"'),
  'lines that begin as JSON': of('{"\n'),
  'beginnings of keys': of('sk-'),
  'segments of tokens': of('eyJaaaaaaaaaaaa.'),
  'one long word': of('a'),
  blanks: of(' '),
  'words before keys': of('bearer '),
  'words before passwords': of('password: '),
  'parameters without values': of('?a='),
  'secret parameters in one another': of('?token='),
  'secret names in one another': of('token='),
  'names without end': of('a.'),
  'schemes of URLs': of('://a:'),
  'beginnings of data URLs': of('data:text/plain;base64,'),
  'parts of a body': of('--b\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n'),
  'headers of parts': of('Content-Disposition: form-data; ', '--b\r\n'),
  'percent signs': of('%41', 'a='),
  'events with a key each': of('data: {"delta":{"text":"sk-abcdefghijklmnopqrst1 "},"index":0}\n\n'),
  'events that tell JSON in pieces': of('data: {"delta":"{\\"token\\":\\"abcdef1\\",","index":0}\n\n'),
  'names and values': of('"name":"token","value":"abcdefg",', '{'),
  'commands with users': of('curl -u '),
  'one command that never ends': of('-u a:', 'curl '),
  'flags without values': of('--token '),
  'lines of a .pgpass': of('a:5432:b:c:'),
  'elements without ends': of('<password>'),
  'attributes without values': of('"token" value="'),
  'variables of Terraform': of('variable "token" { default '),
  'variables of a shell': of('set -x -g '),
  'constants of PHP': of("define('token', "),
  'segments with parameters': of(';key', 'https://a.org/'),
  'words of base64': of(`${Buffer.from('password=x1 and more').toString('base64')} `),
  'one run of base64': (length) => Buffer.from('a word '.repeat(length / 10)).toString('base64'),
  'base64 in base64': (length) => {
    let text = 'password=x1 '.repeat(length / 60)
    for (let level = 0; level < 6; level += 1) text = Buffer.from(text).toString('base64')
    return text
  },
  'one run of hexadecimal digits': of('61'),
  'words of hexadecimal digits': of(`${'61'.repeat(20)} `),
  'percent-encoded percent signs': of('%25'),
  'a percent sign encoded over and over': of('25', '%'),
  'entities of entities': of('amp;', '&'),
  entities: of('&quot;a&#58;'),
  'invisible characters': of('a\u200b'),
  'beginnings of zip streams': of('H4sIAAAAAAAAAAAAAAAAAAAA '),
  'zip streams': of(`${gzipSync('password=x1 '.repeat(50)).toString('base64')} `),
  'secret names': of('"token":1,', '{'),
  'arguments of commands': of('"--api-key","a1b2c3d4",', '['),
  'deep objects': of('{"a":'),
  'events in base64': of(
    `data: {"chunk":{"bytes":"${Buffer.from('{"delta":{"text":"abc"}}').toString('base64')}"}}\n\n`,
  ),
  'events with log probabilities': of(
    'data: {"choices":[{"logprobs":{"content":[{"token":"sk-","bytes":[1]}]}}]}\n\n',
  ),
  'keys of a private file': of('Private-Lines: 3\nAAAA\n'),
  'words of letters and digits': of('API_TOKEN=createToken2 '),
  'base64 of words': (length) => `"${Buffer.from('password=x1 '.repeat(length / 16)).toString('base64')}"`,
}

describe('redaction takes time in proportion', () => {
  it.each(Object.entries(FREEZING))('%s', async (_case, make) => {
    await expectLinear((length) => redacted(make(length)), LENGTH)
  })

  it('also for what nobody thought of', async () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      '\n',
      ' ',
      '=',
      '&',
      '?',
      '#',
      '%41',
      '@',
      '://',
      '-',
      '.',
      '/',
      'a',
      '1',
      'token',
      'password',
      '"token":"',
      'sk-',
      'eyJ',
      'data:',
      ';base64,',
      'data: {',
      'Bearer ',
      'hf_',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      '--b\r\n',
      'Content-Disposition: form-data; name="a"',
    ]
    const text = fc
      .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
      .map((some) => some.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, (before, repeated) =>
        expectLinear((length) => redacted(of(repeated, before)(length)), 100_000),
      ),
      tries(200),
    )
  }, 120_000)
})

describe('redaction of strings of any length', () => {
  const length = (isDeep ? 9 : 2) << 20
  const image = Buffer.alloc(length, 'An image is no text: \u0000\u00ff', 'latin1').toString('base64')
  const key = KEYS.Groq ?? ''

  it.each([
    ['an image', image],
    ['a text of line breaks', '\\n'.repeat(length / 2)],
    ['one word', 'a'.repeat(length)],
  ])('takes the key beside %s', (_case, long) => {
    const text = `{"data":"${long}","text":"x ${key} y"}`
    expect(redacted(text) === `{"data":"${long}","text":"x [redacted] y"}`).toBe(true)
  })
})

describe('redaction of any JSON', () => {
  const secret = fc.constantFrom(...Object.values(KEYS))
  const name = fc.constantFrom(
    'password',
    'token',
    'apiKey',
    'a',
    'text',
    'headers',
    'properties',
    'name',
    'value',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 1 }),
      secret.map((key) => `it is ${key} here`),
      tie('value').map((inner) => JSON.stringify(inner)),
      tie('value').map((inner) => Buffer.from(JSON.stringify(inner)).toString('base64')),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }))

  it('gives JSON without the keys, and the same the second time', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (any, indent) => {
        const once = redacted(JSON.stringify(any, null, indent))
        expect(() => JSON.parse(once)).not.toThrow()
        for (const key of Object.values(KEYS)) expect(once.includes(key)).toBe(false)
        expect(redacted(once)).toBe(once)
      }),
      tries(300),
    )
  })
})

describe('values in recorded traffic that are not secrets', () => {
  const texts = exchanges.flatMap(({ request, response, stream }) => [
    ...[request, response].flatMap((body) => (body === undefined ? [] : [JSON.stringify(body)])),
    ...(stream === undefined ? [] : [stream]),
  ])

  it('stays: ids, arguments, signatures, encrypted reasoning, media', () => {
    const changed = someOf(texts, 100).filter((text) => redacted(text) !== text)
    // A password is a secret, also as an argument. The credentials for an MCP server in a request are secrets
    // too.
    for (const text of changed)
      expect(redacted(text)).toBe(
        text.replaceAll(/(\\*"(?:password|[Aa]uthorization)\\*":\s*\\*")[^"\\]+/g, '$1[redacted]'),
      )
    expect(texts.length).toBeGreaterThan(100)
  })

  it('stays beside what is one', () => {
    const key = KEYS.Anthropic ?? ''
    for (const text of someOf(
      texts.filter((any) => isObject(tryParseJson(any))),
      40,
    )) {
      const planted = `{"planted":"${key}",${text.slice(1)}`
      expect(JSON.parse(redacted(planted))).toEqual({ planted: '[redacted]', ...JSON.parse(redacted(text)) })
    }
  })

  it('stays in running text', () => {
    const text =
      'Set the token budget: max_tokens=4096, page_token: abcdefgh. The secret: work. Password: required. ' +
      'Use --token to pass one, or --password-file a1.txt is read; curl https://a.org:8080/b -u, then 12:30. ' +
      'fe80:1234:abcd:ef:12 and src/a.ts:1234:12: error TS2304: x. <token></token> <password>{{DB}}</password> ' +
      'set -e x; set --token count; <secret>{{name}}</secret> "token" value="" variable "token" { type = string }. ' +
      'https://a.org/?obsession=1&sessions=2&hmacs=3'
    expect(redactText(text)).toBe(text)
    expect(redacted(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
    expect(recordBody(new TextEncoder().encode(text))).toEqual({ text })
  })
})
