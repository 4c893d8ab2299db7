import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyText, recordBody } from '../../src/base/http/recorded-body.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import { redactExchange, redactText } from '../../src/traffic/redaction/redact.js'
import { isDeep, someOf, tries } from '../support/cases.js'
import { exchanges } from '../support/exchanges.js'
import { exchange } from '../support/replay.js'
import { KEYS } from '../support/secrets.js'

const redacted = (text: string): string =>
  bodyText(redactExchange(exchange('x', {}, { body: { text } })).response.body)

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
