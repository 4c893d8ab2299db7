import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { bodyText } from '../../src/base/http/recorded-body.js'
import { redactExchange } from '../../src/traffic/redaction/redact.js'
import { someLocally, tries } from '../support/cases.js'
import { expectLinear } from '../support/growth.js'
import { exchange } from '../support/replay.js'

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
  it.each(someLocally(Object.entries(FREEZING), 15, 'freezing texts'))('%s', async (_case, make) => {
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
