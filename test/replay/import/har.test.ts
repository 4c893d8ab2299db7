import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bodyBytes, recordBody, recordChunk } from '../../../src/base/http/recorded-body.js'
import type { RecordedBody, RecordedExchange } from '../../../src/base/http/recorded-exchange.js'
import type { JsonObject, JsonValue } from '../../../src/base/json/json-types.js'
import { isObject } from '../../../src/base/json/read-json.js'
import { exportHar, writeHar } from '../../../src/traffic/replay/export-har.js'
import { importHar } from '../../../src/traffic/replay/import/har.js'
import { registry } from '../../support/adapters.js'

const request = {
  method: 'post',
  url: 'https://api.example.com/v1/messages?beta=true',
  headers: [
    { name: ':authority', value: 'api.example.com' },
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Accept', value: 'a' },
    { name: 'accept', value: 'b' },
    { name: 'Content-Length', value: '12' },
  ],
  postData: { mimeType: 'application/json', text: '{"max_tokens": 1}' },
}

function har(...responses: JsonObject[]): JsonObject {
  const entries = responses.map((response) => ({
    startedDateTime: '2026-05-04T20:01:02.000Z',
    request,
    response: { status: 200, headers: [], ...response },
  }))
  return { log: { version: '1.2', entries } }
}

const content = (text: string, mimeType: string, encoding?: string): JsonObject => ({
  content: { size: text.length, mimeType, text, ...(encoding && { encoding }) },
})

describe('importing HAR', () => {
  it('reads requests and answers', () => {
    const { exchanges, failures } = importHar(JSON.stringify(har(content('{"a":1}', 'application/json'))), {
      name: 'browser.har',
    })
    expect(failures).toEqual([])
    expect(exchanges).toEqual([
      {
        id: 'browser.har#0',
        recordedAt: '2026-05-04T20:01:02.000Z',
        request: {
          method: 'POST',
          url: 'https://api.example.com/v1/messages?beta=true',
          headers: { 'content-type': 'application/json', accept: 'a, b' },
          body: { text: '{"max_tokens": 1}' },
        },
        response: { status: 200, headers: { 'content-type': 'application/json' }, body: { json: { a: 1 } } },
      },
    ])
  })

  it.each(['\n\n', '\r\n\r\n', '\r\r'])('cuts event streams after each event (%j)', (end) => {
    const text = `data: 1${end}data: ü${end}data: 3`
    const [exchange] = importHar(har(content(text, 'text/event-stream; charset=utf-8'))).exchanges
    expect(exchange?.response.body).toEqual({
      chunks: [
        { at: 0, text: `data: 1${end}` },
        { at: 0, text: `data: ü${end}` },
        { at: 0, text: 'data: 3' },
      ],
    })
  })

  it('keeps binary event streams exact, one chunk per message', () => {
    const message = (length: number) => [0, 0, 0, length, ...Array.from({ length: length - 4 }, () => 0xff)]
    const bytes = Uint8Array.from([...message(16), ...message(20), 0xde, 0xad])
    const base64 = Buffer.from(bytes).toString('base64')
    const [exchange] = importHar(
      har(content(base64, 'application/vnd.amazon.eventstream', 'base64')),
    ).exchanges
    const body = exchange?.response.body
    expect(body && 'chunks' in body ? body.chunks.length : 0).toBe(3)
    expect([...bodyBytes(body)]).toEqual([...bytes])
  })

  it('reads images and forms', () => {
    const file = har(content(Buffer.from([0xff, 0xd8]).toString('base64'), 'image/jpeg', 'base64'))
    const form = { ...request, postData: { params: [{ name: 'a b', value: '1&2' }] } }
    const entry = { request: form, response: { status: 204, headers: [], content: { size: 0 } } }
    const both = { log: { entries: [...entriesOf(file), entry] } }
    expect(importHar(both).exchanges.map(({ request, response }) => [request.body, response.body])).toEqual([
      [{ text: '{"max_tokens": 1}' }, { base64: '/9g=' }],
      [{ text: 'a+b=1%262' }, undefined],
    ])
  })

  it('reports each bad entry and keeps the others', () => {
    const file = har(
      content('{}', 'application/json'),
      { status: 0 },
      { status: 101 },
      { content: { size: 10, mimeType: 'application/json' } },
      content('%', 'image/png', 'base64'),
    )
    const { exchanges, failures } = importHar({ log: { entries: [...entriesOf(file), 7, {}] } })
    expect(exchanges.map(({ id }) => id)).toEqual(['har#0'])
    expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'unsupported /log/entries/1/response/status',
      'unsupported /log/entries/2/response/status',
      'missing-field /log/entries/3/response/content/text',
      'wrong-type /log/entries/4/response/content',
      'wrong-type /log/entries/5',
      'missing-field /log/entries/6/request',
    ])
  })

  it('takes no line break into a request line or a header', () => {
    const split = (text: string) => `${text}\r\nx-evil: 1`
    const file = har({
      headers: [
        { name: 'content-type', value: split('text/plain') },
        { name: split('x-a'), value: '1' },
      ],
    })
    const [entry] = entriesOf(file)
    const request = {
      method: 'POST',
      url: split('https://api.openai.com/v1'),
      headers: [{ name: 'x-b', value: split('2') }],
    }
    const methodSplit = { ...Object(entry), request: { ...request, method: split('POST') } }
    const { exchanges, failures } = importHar({
      log: { entries: [{ ...Object(entry), request }, methodSplit] },
    })
    const [exchange] = exchanges
    expect(exchange?.request.url).toBe('https://api.openai.com/v1x-evil: 1')
    expect([...new Headers(exchange?.request.headers)]).toEqual([['x-b', '2 x-evil: 1']])
    expect([...new Headers(exchange?.response.headers)]).toEqual([['content-type', 'text/plain x-evil: 1']])
    expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'wrong-type /log/entries/1/request/method',
    ])
  })

  it.each<[JsonValue, string]>([
    [[], ''],
    [{}, '/log'],
    [{ log: {} }, '/log/entries'],
  ])('refuses %j', (value, path) => {
    expect(() => importHar(value)).toThrow(expect.objectContaining({ name: 'AdapterError', path }))
  })

  it('names wires that it recognizes', () => {
    const answer = { type: 'message', role: 'assistant', content: [], stop_reason: 'end_turn' }
    const start = { type: 'message_start', message: answer }
    const file = har(
      content(JSON.stringify(answer), 'application/json'),
      content(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`, 'text/event-stream'),
      content('<html>', 'text/html'),
    )
    const wires = importHar(file, { registry }).exchanges.map(({ wire }) => wire)
    expect(wires).toEqual(['anthropic-messages', 'anthropic-messages', undefined])
  })
})

function entriesOf(file: JsonObject): JsonValue[] {
  const { log } = file
  return isObject(log) && Array.isArray(log.entries) ? log.entries : []
}

const bytes = fc.uint8Array({ maxLength: 60 })
const text = fc.string({ unit: 'binary', maxLength: 60 })
const encode = (value: string) => new TextEncoder().encode(value)
const json = fc.jsonValue().map((value) => encode(JSON.stringify(value)))
const pretty = fc.jsonValue().map((value) => encode(`${JSON.stringify(value, null, 2)}\n`))
const wholeBody = fc.oneof(bytes, text.map(encode), json, pretty).map(recordBody)
const streamBody = fc
  .array(fc.tuple(fc.oneof(bytes, text.map(encode)), fc.nat(5000)), { maxLength: 6 })
  .map((chunks): RecordedBody => ({ chunks: chunks.map(([chunk, at]) => recordChunk(chunk, at / 10)) }))
const unreadable = text.map((value): RecordedBody => ({ text: value }))
const headers = fc.dictionary(
  fc.constantFrom('content-type', 'x-request-id', 'retry-after'),
  fc.constantFrom('application/json', 'text/event-stream', 'ümlaut', ''),
)
const absent = fc.constant(undefined)
const exchange = fc
  .record({
    id: text,
    wire: fc.option(text, { nil: undefined }),
    recordedAt: fc.option(fc.constant('2026-01-02T03:04:05.678Z'), { nil: undefined }),
    notes: fc.option(text, { nil: undefined }),
    request: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.webUrl({ withQueryParameters: true }),
      headers,
      body: fc.oneof(absent, wholeBody),
    }),
    response: fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      headers,
      body: fc.oneof(absent, wholeBody, streamBody, unreadable),
      aborted: fc.option(fc.constant(true as const), { nil: undefined }),
    }),
  })
  .map((value): RecordedExchange => JSON.parse(JSON.stringify(value)))

describe('exporting HAR', () => {
  it('returns the exported exchanges', () => {
    fc.assert(
      fc.property(fc.array(exchange, { maxLength: 3 }), (exchanges) => {
        const file = JSON.parse(JSON.stringify(exportHar(exchanges)))
        const { entries, ...imported } = importHar(file)
        expect(imported).toEqual({ exchanges, failures: [], notices: [] })
        expect(entries).toEqual(exchanges.map((exchange, index) => ({ item: index + 1, exchange })))
      }),
      { numRuns: 500 },
    )
  })

  it('writes the same as text', async () => {
    const exchanges = fc.sample(exchange, { numRuns: 5, seed: 1 })
    let written = ''
    for await (const piece of writeHar(exchanges)) written += piece
    expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(exportHar(exchanges))))
  })

  it('reads an edited body with its edit', () => {
    const chunks = [{ at: 1, text: 'data: 1\n\n' }]
    const recorded: RecordedExchange = {
      id: 'a',
      request: { method: 'GET', url: '/', headers: {} },
      response: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: { chunks } },
    }
    const edited = JSON.parse(JSON.stringify(exportHar([recorded])).replaceAll('data: 1', 'data: 12'))
    expect(importHar(edited).exchanges[0]?.response.body).toEqual({
      chunks: [{ at: 0, text: 'data: 12\n\n' }],
    })
  })
})
