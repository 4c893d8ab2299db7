// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are examples of values
import { describe, expect, it } from 'vitest'
import { bodyText, recordText } from '../../src/base/http/recorded-body.js'
import { HARMLESS, type SecretPlace } from '../../src/traffic/redaction/harmless-values.js'
import { redactExchange, redactText } from '../../src/traffic/redaction/redact.js'
import { secretAt } from '../../src/traffic/redaction/secret-at.js'
import { exchange } from '../support/replay.js'

const PLACES: readonly SecretPlace[] = ['member', 'nested', 'setting', 'literal', 'code']

describe.each(HARMLESS)('$title', ({ examples, places = PLACES, matches }) => {
  it('has examples of its own', () => expect(examples.filter((each) => !matches(each))).toEqual([]))

  it.each(places)('is not a secret as %s', (place) => {
    expect(examples.filter((each) => secretAt('api_key', each, place))).toEqual([])
  })
})

/** Secrets that no shape describes. */
const SECRETS = [
  'q7Xk2mZpL0sV9bNt',
  'f3b1c9d04e7a48d2a6b5c8e9f0a1b2c3',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzzKEY',
  'A7f-3kLp_9Qz.x2W',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  'S3cr3t!Passw0rd9',
  'MySecretPass2024',
  'hunter2hunter7',
  'Tr0ub4dor&3',
  'xkqzvbnmwrtplkjhgfds',
  'aGVsbG8gd29ybGQgdGhpcyBpcw==',
]

describe.each(SECRETS)('the secret %s', (secret) => {
  it.each([...PLACES, 'sent'] as const)('is a secret as %s', (place) => {
    expect(secretAt('api_key', secret, place)).toBe(true)
    expect(secretAt(undefined, secret, place)).toBe(true)
    expect(secretAt('model', secret, place)).toBe(false)
  })

  it.each([
    'const apiKey = "X"',
    "api_key='X'",
    '{"password":"X"}',
    '{"headers":{"x-api-key":"X"}}',
    '{"secret":{"value":"X"}}',
    '{"env":[{"name":"API_TOKEN","value":"X"}]}',
    'API_TOKEN=X',
    'export API_TOKEN="X"',
    'tool --api-key X',
    '<password>X</password>',
    'https://example.com/?access_token=X',
    'os.environ["API_TOKEN"] = "X"',
    'password: "X"',
    'self.token = "X"',
    'process.env.API_TOKEN = "X"',
    '{"args":["run"],"env":{"GITHUB_TOKEN":"X"}}',
    'postgres://ann:X@db.example.org/shop',
    'const password = process.env.DB_PASSWORD || "X"',
    "const apiKey = process.env['API_KEY'] ?? 'X'",
    'const token = import.meta.env.TOKEN!||`X`',
    'DB_PASSWORD = os.environ.get("DB_PASSWORD", "X")',
    'password = os.getenv("DB_PASSWORD") or "X"',
    "SECRET_KEY = config('SECRET_KEY', default='X')",
    'secret = ENV.fetch("SECRET", "X")',
    '{"password":"hunter2","code":"token = process.env.TOKEN || `X`"}',
  ])('is found in %s', (line) => {
    const written = line.includes('://') ? encodeURIComponent(secret) : secret
    const text = line.replace('X', () => written)
    const body = bodyText(redactExchange(exchange('x', {}, { body: recordText(text) })).response.body)
    const inJson = JSON.stringify({ text })
    const nested = bodyText(redactExchange(exchange('x', {}, { body: recordText(inJson) })).response.body)
    for (const redacted of [body, nested]) {
      expect(redacted).not.toContain(written.slice(2, -2))
      expect(redacted).toContain('[redacted]')
    }
    if (!line.startsWith('{')) expect(redactText(`x\n${text}\n`)).not.toBe('')
  })
})

it('keeps words that a name makes secret only in JSON', () => {
  for (const place of ['member', 'setting'] as const)
    expect(
      ['password123', 'Password2024', 'token1'].map((each) => secretAt('password', each, place)),
    ).toEqual([true, true, false])
  expect(secretAt('password', 'password123', 'code')).toBe(false)
  expect(secretAt('authorization', 'opaque', 'member')).toBe(true)
  expect(secretAt('authorization', 'opaque', 'code')).toBe(false)
  expect(secretAt('DB_PASSWORD', 'correcthorsebattery', 'setting')).toBe(true)
})
