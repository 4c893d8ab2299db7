import { describe, expect, it } from 'vitest'
import { bodyJson, bodyText } from '../../../src/base/http/recorded-body.js'
import type { JsonObject } from '../../../src/base/json/json-types.js'
import { importAimock } from '../../../src/traffic/replay/import/aimock.js'
import { decodeRecorded, decodeRecordedRequest } from '../../../src/traffic/replay/transcode.js'
import { adapters, registry } from '../../support/adapters.js'

const WIRE = 'anthropic-messages'

const importOne = (match: JsonObject, response: JsonObject, wire = WIRE) =>
  importAimock({ fixtures: [{ match, response }] }, { registry, wire })

/**
 * Returns the ids of a fixture, which becomes a complete answer and, on wires with a stream encoder, a
 * streamed answer.
 */
function idsOf(wire: string, index: number): string[] {
  const id = `aimock#${index}`
  return registry.get(wire).codecs.stream.encoder === undefined ? [id] : [id, `${id}/stream`]
}

describe('importing aimock fixtures', () => {
  it.each(adapters)(
    'writes request and answer for the named wire, complete and streamed ($wire)',
    ({ wire, adapter }) => {
      const { exchanges, failures, notices } = importOne(
        {
          userMessage: 'Weather in Paris?',
          systemMessage: ['Be brief.', 'Be kind.'],
          model: 'm',
          toolName: 'get_weather',
        },
        {
          content: 'Let me look.',
          toolCalls: [
            // An id that every wire accepts unchanged.
            { name: 'get_weather', arguments: '{"city": "Paris"}', id: 'weather01' },
            { name: 'get_weather', arguments: { city: 'Rome' } },
          ],
          finishReason: 'tool_calls',
        },
        wire,
      )
      expect({ failures, notices: notices.filter(({ severity }) => severity === 'warning') }).toEqual({
        failures: [],
        notices: [],
      })
      expect(exchanges.map(({ wire }) => wire)).toEqual(idsOf(wire, 0).map(() => wire))
      expect(exchanges.map(({ id }) => id)).toEqual(idsOf(wire, 0))
      for (const exchange of exchanges) {
        const { messages, tools } = decodeRecordedRequest(exchange.request, adapter)
        expect(JSON.stringify(messages)).toContain('Weather in Paris?')
        expect(JSON.stringify(messages)).toContain('Be brief.\\nBe kind.')
        expect(tools).toMatchObject([{ name: 'get_weather' }])
        const { message, finish } = decodeRecorded(exchange, adapter)
        expect(finish.reason).toBe('tool-calls')
        expect(message.parts).toMatchObject([
          { type: 'text', text: 'Let me look.' },
          { type: 'tool-call', id: 'weather01', name: 'get_weather', arguments: { city: 'Paris' } },
          { type: 'tool-call', name: 'get_weather', arguments: { city: 'Rome' } },
        ])
      }
      const streams = exchanges.filter(
        ({ response }) => response.body !== undefined && 'chunks' in response.body,
      )
      expect(streams).toHaveLength(exchanges.length - 1)
    },
  )

  it('keeps the order of blocks, reasoning and its signature', () => {
    const { exchanges } = importOne(
      { userMessage: 'x' },
      {
        reasoning: 'Hm.',
        reasoningSignature: 'sig',
        blocks: [
          { type: 'toolCall', name: 'f', arguments: '{}' },
          { type: 'text', text: 'Done.' },
        ],
        usage: { input_tokens: 3, output_tokens: 4 },
      },
    )
    expect(bodyJson(exchanges[0]?.response.body)).toMatchObject({
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'tool_use', name: 'f', input: {} },
        { type: 'text', text: 'Done.' },
      ],
      usage: { input_tokens: 3, output_tokens: 4 },
    })
  })

  it('requests contain a tool result if the match requires it', () => {
    const [exchange] = importOne(
      { userMessage: 'x', toolCallId: 'toolu_1', toolResultContains: 'sunny' },
      { content: { answer: 1 } },
    ).exchanges
    expect(bodyJson(exchange?.request.body)).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1' }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
      ],
    })
    expect(bodyText(exchange?.response.body)).toContain('{\\"answer\\":1}')
  })

  it('keeps errors and bodies that are passed on', () => {
    const error = importOne(
      { userMessage: 'x' },
      { error: { message: 'Slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 7 },
    ).exchanges
    expect(error).toHaveLength(1)
    expect(error[0]?.response).toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
    expect(bodyText(error[0]?.response.body)).toContain('Slow down')
    const json = importOne({ userMessage: 'x' }, { json: { any: [1] } }).exchanges
    expect(json.map(({ response }) => response.body)).toEqual([{ json: { any: [1] } }])
  })

  it('reports parts that an exchange cannot express', () => {
    const fixture = {
      match: { userMessage: 'x', turnIndex: 2, context: 'a', endpoint: 'chat', sequenceIndex: 1 },
      response: { content: 'y', webSearches: ['z'] },
      latency: 5,
    }
    const { notices, exchanges } = importAimock(JSON.stringify({ fixtures: [fixture] }), {
      registry,
      wire: WIRE,
    })
    expect(exchanges.map(({ id }) => id)).toEqual(idsOf(WIRE, 0))
    expect(
      notices.filter(({ path }) => path.startsWith('/fixtures')).map(({ code, path }) => `${code} ${path}`),
    ).toEqual(
      expect.arrayContaining([
        'match-not-carried /fixtures/0/match/turnIndex',
        'match-not-carried /fixtures/0/match/context',
        'fixture-field-not-carried /fixtures/0/latency',
        'response-field-not-carried /fixtures/0/response/webSearches',
      ]),
    )
  })

  it('keeps arguments that are not JSON', () => {
    const { exchanges, notices } = importOne(
      { userMessage: 'x' },
      { toolCalls: [{ name: 'f', arguments: '{"a":' }] },
      'openai-chat',
    )
    expect(bodyText(exchanges[0]?.response.body)).toContain('"arguments":"{\\"a\\":"')
    expect(notices.map(({ path }) => path)).toContain('/fixtures/0/response/toolCalls/0/arguments')
  })

  it('reports each bad fixture and keeps the others', () => {
    const good = { match: { userMessage: 'x' }, response: { content: 'y' } }
    const { exchanges, failures } = importAimock(
      {
        fixtures: [
          7,
          { response: {} },
          { match: { endpoint: 'embedding' }, response: { content: '' } },
          { match: {}, response: { embedding: [1] } },
          { match: {}, response: { toolCalls: [{}] } },
          { match: {}, response: { blocks: [{ type: 'image' }] } },
          { match: { userMessage: 7 }, response: { content: 'y' } },
          { match: {}, response: { content: 'y', status: 101 } },
          good,
        ],
      },
      { registry, wire: WIRE },
    )
    expect(exchanges.map(({ id }) => id)).toEqual(idsOf(WIRE, 8))
    expect(failures.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'wrong-type /fixtures/0',
      'missing-field /fixtures/1/match',
      'unsupported /fixtures/2/match/endpoint',
      'unsupported /fixtures/3/response',
      'missing-field /fixtures/4/response/toolCalls/0/name',
      'unsupported /fixtures/5/response/blocks/0/type',
      'wrong-type /fixtures/6/match/userMessage',
      'unsupported /fixtures/7/response/status',
    ])
  })

  it('needs to know the wire', () => {
    expect(() => importAimock({ fixtures: [] }, { registry })).toThrow(
      expect.objectContaining({ code: 'unknown-wire' }),
    )
    expect(() => importAimock({}, { registry, wire: WIRE })).toThrow(
      expect.objectContaining({ path: '/fixtures' }),
    )
  })
})
