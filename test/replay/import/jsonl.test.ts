import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bodyBytes, bodyJson, bodyText } from '../../../src/base/http/recorded-body.js'
import type { JsonObject } from '../../../src/base/json/json-types.js'
import { objectOr } from '../../../src/base/json/read-json.js'
import { importJsonLines } from '../../../src/traffic/replay/import/jsonl.js'
import { urlPath } from '../../../src/traffic/replay/match.js'
import { registry } from '../../support/adapters.js'
import { corpusFolder, hasCorpus } from '../../support/exchanges.js'

const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const response = { object: 'chat.completion', model: 'm', choices: [] }
const record = { wire: 'openai-chat', request, response }
const lines = (...records: unknown[]) => records.map((value) => JSON.stringify(value)).join('\n')

describe('importing JSON Lines', () => {
  it('reads a record', () => {
    const full = { ...record, id: 'a', vendor: 'someone', endpoint: '/x/chat/completions', status: 400 }
    expect(importJsonLines(lines(full), { registry }).exchanges).toEqual([
      {
        id: 'a',
        wire: 'openai-chat',
        request: {
          method: 'POST',
          url: '/x/chat/completions',
          headers: { 'content-type': 'application/json' },
          body: { json: request },
        },
        response: { status: 400, headers: { 'content-type': 'application/json' }, body: { json: response } },
        notes: 'Vendor: someone.',
      },
    ])
  })

  it.each([
    ['lines', lines(record, record)],
    ['a list', JSON.stringify([record, record], null, 2)],
  ])('reads %s and fills in what is missing', (_what, text) => {
    const { exchanges } = importJsonLines(text, { registry, name: 'file' })
    expect(exchanges.map(({ id, request }) => [id, request.url])).toEqual([
      ['file#0', '/v1/chat/completions'],
      ['file#1', '/v1/chat/completions'],
    ])
  })

  it('keeps numbers that a double would change', () => {
    const [exchange] = importJsonLines(
      '{"request":{"seed":12345678901234567890},"response":{},"endpoint":"/a"}',
    ).exchanges
    expect(exchange?.request.body).toEqual({ text: '{"seed":12345678901234567890}' })
  })

  it('reads streams as text, as events and in binary', () => {
    const binary = Buffer.from([0, 0, 0, 16, ...Array.from({ length: 12 }, () => 0xfe)])
    const { exchanges } = importJsonLines(
      lines(
        { ...record, response: null, sse: 'data: 1\n\ndata: 2\n\n' },
        { ...record, response: null, chunks: [{ a: 1 }, '[DONE]'] },
        { endpoint: '/b', request, chunks: [{ a: 1 }], eventStreamBase64: binary.toString('base64') },
      ),
      { registry },
    )
    expect(exchanges.map((exchange) => exchange.response.headers['content-type'])).toEqual([
      'text/event-stream',
      'text/event-stream',
      'application/vnd.amazon.eventstream',
    ])
    expect(bodyText(exchanges[0]?.response.body)).toBe('data: 1\n\ndata: 2\n\n')
    expect(bodyText(exchanges[1]?.response.body)).toBe('data: {"a":1}\n\ndata: [DONE]\n\n')
    expect([...bodyBytes(exchanges[2]?.response.body)]).toEqual([...binary])
  })

  it.each([
    ['openai-chat', request],
    ['google-generate-content', { contents: [] }],
  ])('gives a whole and a streamed answer each to the client that asks for it (%s)', (wire, request) => {
    const { exchanges } = importJsonLines(lines({ id: 'a', wire, request, response: {}, chunks: [{}] }), {
      registry,
    })
    const { http } = registry.get(wire).codecs
    const asked = exchanges.map(({ id, request }) => {
      const body: JsonObject = objectOr(bodyJson(request.body), {})
      return [id, http.streams(urlPath(request.url), body)]
    })
    expect(asked).toEqual([
      ['a', false],
      ['a/stream', true],
    ])
  })

  it('writes a placeholder for an answer without request', () => {
    const [exchange] = importJsonLines(lines({ response, endpoint: 'completions' }), { registry }).exchanges
    expect(exchange).toMatchObject({
      wire: 'openai-chat',
      request: { url: '/v1/chat/completions', body: { json: { model: 'm', messages: [], stream: false } } },
      notes: expect.stringContaining('placeholder'),
    })
  })

  it('reports each bad line and keeps the others', () => {
    const bad = [
      7,
      { request: {} },
      { ...record, order: 'cs' },
      { request: {}, response: {} },
      { response: {} },
    ]
    const text = `${lines(record)}\n{"request":\n\n${lines(...bad, { ...record, status: 101 })}\n`
    const { exchanges, failures } = importJsonLines(text, { registry })
    expect(exchanges.map(({ id }) => id)).toEqual(['jsonl#0'])
    expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'invalid-json /1',
      'wrong-type /3',
      'missing-field /4/response',
      'unsupported /5/order',
      'missing-field /6/endpoint',
      'missing-field /7/endpoint',
      'unsupported /8/status',
    ])
  })
})

describe.skipIf(!hasCorpus)('importing the recorded corpus', () => {
  it('reads every file but WebSocket conversations', () => {
    const files = readdirSync(corpusFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    )
    const results = files.map((name) =>
      importJsonLines(readFileSync(join(corpusFolder, name), 'utf8'), { registry }),
    )
    expect(results.flatMap(({ failures }) => failures).filter(({ path }) => path !== '/order')).toEqual([])
    const read = results.flatMap(({ exchanges }) => exchanges).length
    expect(read + results.flatMap(({ failures }) => failures).length).toBe(files.length)
    expect(read / files.length).toBeGreaterThan(0.95)
  })
})
