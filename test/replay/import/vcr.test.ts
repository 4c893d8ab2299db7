import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { importVcr } from '../../../src/traffic/replay/import/vcr.js'

/** A cassette in the form of VCR.py. */
const PYTHON = `interactions:
- request:
    body: '{"model":"m"}'
    headers:
      accept: [application/json]
      content-length: ['13']
      Content-Type:
      - application/json
    method: POST
    uri: https://api.example.com/v1/chat
  response:
    body:
      string: '{"ok":true}'
    headers:
      content-type: [application/json]
      x-request-id: [a, b]
    status:
      code: 200
      message: OK
- request:
    body: null
    headers: {}
    method: GET
    uri: https://api.example.com/v1/models
  response:
    body:
      string: !!binary |
        /9j/4A==
    headers:
      content-type: [image/jpeg]
    status: {code: 404, message: Not Found}
version: 1
`

const exchangeOf = (response: string) =>
  importVcr(`interactions:
- request: {method: get, uri: 'http://a/b'}
  response:
${response.replace(/^/gm, '    ')}
`)

describe('importing VCR cassettes', () => {
  it('reads files of VCR.py', () => {
    expect(importVcr(PYTHON, { name: 'test_chat.yaml' })).toMatchObject({
      exchanges: [
        {
          id: 'test_chat.yaml#0',
          request: {
            method: 'POST',
            url: 'https://api.example.com/v1/chat',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: { json: { model: 'm' } },
          },
          response: {
            status: 200,
            headers: { 'content-type': 'application/json', 'x-request-id': 'a, b' },
            body: { json: { ok: true } },
          },
        },
        {
          id: 'test_chat.yaml#1',
          request: { method: 'GET', url: 'https://api.example.com/v1/models', headers: {} },
          response: { status: 404, headers: { 'content-type': 'image/jpeg' }, body: { base64: '/9j/4A==' } },
        },
      ],
      failures: [],
      notices: [],
    })
  })

  it('reads bodies that were parsed, with the types that PyYAML means', () => {
    const { exchanges } = exchangeOf(`headers: {content-type: [application/json]}
parsed_body:
  hash: 12e34567
  exponent: 1.5e+3
  octal: 0o14
  day: 2026-01-02
  'yes': 'no'
  nothing: null
  list: [1, 2.5, true]
  long: |-
    a

    b
status: {code: 200, message: OK}`)
    expect(exchanges[0]?.response.body).toEqual({
      json: {
        hash: '12e34567',
        exponent: 1500,
        octal: '0o14',
        day: '2026-01-02',
        yes: 'no',
        nothing: null,
        list: [1, 2.5, true],
        long: 'a\n\nb',
      },
    })
  })

  it('cuts event streams after each event', () => {
    const { exchanges } = exchangeOf(`headers: {Content-Type: [text/event-stream]}
body: {string: "data: 1\\r\\n\\r\\ndata: [DONE]\\r\\n\\r\\n"}
status: {code: 200, message: OK}`)
    expect(exchanges[0]?.response.body).toEqual({
      chunks: [
        { at: 0, text: 'data: 1\r\n\r\n' },
        { at: 0, text: 'data: [DONE]\r\n\r\n' },
      ],
    })
  })

  it.each([
    ['gzip', gzipSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['gzip', Buffer.from('{"a":1}')],
  ])('unpacks bodies (%s)', (encoding, bytes) => {
    const { exchanges } = exchangeOf(`headers: {content-encoding: [${encoding}]}
body: {string: !!binary ${bytes.toString('base64')}}
status: {code: 200, message: OK}`)
    expect(exchanges[0]?.response).toEqual({ status: 200, headers: {}, body: { json: { a: 1 } } })
  })

  it.each([
    ['go-vcr', 'body: hello\nstatus: 201 Created\ncode: 201', { text: 'hello' }],
    ['an older VCR.py with httpx', 'content: hello\nstatus_code: 201', { text: 'hello' }],
    ['a status alone', 'status: 201', undefined],
  ])('reads the answers of %s', (_who, yaml, body) => {
    expect(exchangeOf(yaml).exchanges[0]?.response).toEqual({
      status: 201,
      headers: {},
      ...(body && { body }),
    })
  })

  it('reads files of VCR for Ruby', () => {
    const { exchanges } = importVcr(`---
http_interactions:
- request:
    method: post
    uri: http://a/b
    body: {encoding: UTF-8, string: '{"q":1}'}
    headers: {Accept: ['*/*']}
  response:
    status: {code: 200, message: OK}
    headers: {}
    body: {encoding: ASCII-8BIT, base64_string: "aGVs\\nbG8="}
  recorded_at: Tue, 01 Nov 2025 04:58:44 GMT
recorded_with: VCR 6.0.0
`)
    expect(exchanges).toMatchObject([
      {
        recordedAt: '2025-11-01T04:58:44.000Z',
        request: { method: 'POST', body: { json: { q: 1 } } },
        response: { body: { text: 'hello' } },
      },
    ])
  })

  it('reports each bad entry and keeps the others', () => {
    const broken = PYTHON.replace('code: 404', 'code: 0').replace(
      'version: 1',
      '- 7\n- {request: {method: GET}}',
    )
    const { exchanges, failures } = importVcr(broken)
    expect(exchanges.map(({ id }) => id)).toEqual(['vcr#0'])
    expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'unsupported /interactions/1/response/status',
      'wrong-type /interactions/2',
      'missing-field /interactions/3/request/uri',
    ])
  })

  it.each([
    ['input that is not YAML', 'interactions: [', 'not YAML'],
    ['something else', 'a: 1', 'expected an array'],
    ['nothing', '', 'expected an object'],
    ['a file that grows without bounds', bomb(), 'Excessive alias count'],
    // Each of these aborted the process.
    ['deep sequences', '- '.repeat(20_000), 'nested deeper than 200 levels'],
    ['deep lists', '['.repeat(20_000), 'nested deeper than 200 levels'],
    ['deep mappings', deepMappings(2_000), 'nested deeper than 200 levels'],
    ['many tags on one line', '!!map '.repeat(20_000), 'at most one tag at line 1, column 7'],
  ])('refuses %s', (_what, text, message) => {
    expect(() => importVcr(text)).toThrow(
      expect.objectContaining({ name: 'AdapterError', message: expect.stringContaining(message) }),
    )
  })

  it('pollutes no prototype', () => {
    const { exchanges } = exchangeOf(
      'headers: {__proto__: [x], a: [b]}\nparsed_body: {__proto__: {x: 1}}\nstatus: 200',
    )
    expect(Object.getPrototypeOf(exchanges[0]?.response.headers)).toBe(Object.prototype)
    expect(JSON.stringify(exchanges[0]?.response.body)).toBe('{"json":{"__proto__":{"x":1}}}')
  })
})

function deepMappings(levels: number): string {
  return Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`).join('\n')
}

/** Each level contains the previous one ten times. */
function bomb(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const aliases = Array.from({ length: 10 }, () => `*l${level}`).join(', ')
    return `l${level + 1}: &l${level + 1} [${aliases}]`
  })
  return `l0: &l0 [x]\n${levels.join('\n')}\ninteractions: *l9\n`
}
