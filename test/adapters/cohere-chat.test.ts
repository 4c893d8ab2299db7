import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { cohereChat, sdkParameters } from '../../adapters/cohere-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse, Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { translateRequest, translateResponse } from '../../src/index.js'
import { eventsOf, parsedEvents } from '../support/streams.js'

const WIRE = 'cohere-chat'
const hi = { role: 'user', content: 'Hi' }
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tool = (name: string, more: JsonObject = {}) => ({
  ...{ type: 'function', function: { name, parameters: city, ...more } },
})
const call = (id: string, text = '{"city":"Faro"}') => ({
  ...{ id, type: 'function', function: { name: 'look', arguments: text } },
})
const answer = (message: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ id: 'a1', finish_reason: 'COMPLETE', message: { role: 'assistant', ...message }, ...more },
})

/** Decodes and encodes a body. */
function again(body: JsonObject): unknown {
  return cohereChat.encodeResponse(cohereChat.decodeResponse(body).value).value
}

/** Translates a Chat Completions request to this wire. */
function fromChat(more: JsonObject) {
  return translateRequest(
    { model: 'm', messages: [hi], ...more },
    { from: openaiChat, to: cohereChat, model: 'm' },
  )
}

function codesOf(notices: readonly { readonly code: string }[]): string[] {
  return notices.map(({ code }) => code)
}

describe('calls', () => {
  test('free text and calls that others ran', () => {
    const parts: Part[] = [
      {
        ...{ type: 'tool-call', id: 'a', name: 'sql', kind: 'custom', providerExecuted: false },
        status: 'complete',
        arguments: 'SELECT',
      },
      {
        ...{ type: 'tool-call', id: 'b', name: 'search', kind: 'web_search', providerExecuted: true },
        status: 'complete',
        arguments: {},
      },
      {
        ...{ type: 'tool-result', callId: 'b', name: 'search', isError: false, providerExecuted: true },
        output: { type: 'text', value: '' },
      },
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
      { type: 'source', url: 'https://x.test' },
      { type: 'opaque', wire: 'other', value: 1 },
      { type: 'reasoning', text: '' },
    ]
    const response: ModelResponse = {
      message: { role: 'assistant', parts },
      finish: { reason: 'stop' },
      model: 'm',
    }
    const { value, notices } = cohereChat.encodeResponse(response)
    expect(value).toMatchObject({
      id: '',
      message: { tool_calls: [{ function: { arguments: '{"input":"SELECT"}' } }] },
    })
    const lost = [
      ...['answer-head-dropped', 'custom-call-wrapped', 'provider-call-dropped', 'provider-result-dropped'],
      ...['media-dropped', 'source-dropped', 'opaque-dropped', 'reasoning-dropped'],
    ]
    expect(codesOf(notices)).toEqual(lost)
    const context = createContext(WIRE)
    const streamed = assemble(eventsOf(cohereChat, streamFrames(response, cohereChat.codecs, context)), WIRE)
    expect(streamed.message.parts).toMatchObject([{ type: 'tool-call', arguments: { input: 'SELECT' } }])
    expect(codesOf(context.notices).sort()).toEqual(lost.sort())
  })
})

describe('plans and citations', () => {
  const cites = (start: number, more: JsonObject) => ({
    start,
    end: start + 2,
    text: 'ab',
    sources: [],
    ...more,
  })
  const thinking = { type: 'thinking', thinking: 'abcd' }
  const text = { type: 'text', text: 'abcd' }

  test.each<[string, JsonObject[], number[]]>([
    [
      'in its block',
      [cites(0, { content_index: 0, type: 'THINKING_CONTENT' }), cites(0, { content_index: 1 })],
      [1, 1, 0],
    ],
    [
      'in the first block of its kind',
      [cites(0, { type: 'THINKING_CONTENT' }), cites(0, { type: 'TEXT_CONTENT' })],
      [1, 1, 0],
    ],
    ['in the plan', [cites(0, { content_index: 1 }), cites(0, { type: 'PLAN' })], [0, 1, 1]],
    ['beside, out of order', [cites(0, { content_index: 1 }), cites(0, { content_index: 0 })], [0, 0, 0]],
    ['beside, of no block', [cites(0, { content_index: 7 })], [0, 0, 0]],
  ])('a citation is kept %s', (_where, citations, counts) => {
    const body = answer({ content: [thinking, text], tool_plan: 'abcd', citations })
    const { parts } = cohereChat.decodeResponse(body).value.message
    const kept = parts.map((part) => {
      const own = 'providerMetadata' in part ? part.providerMetadata?.[WIRE]?.extra : undefined
      return JSON.stringify(own ?? '').split('"start"').length - 1
    })
    expect(kept).toEqual(counts)
    expect(again(body)).toEqual(body)
    const response = cohereChat.decodeResponse(body).value
    const frames = streamFrames(response, cohereChat.codecs, createContext(WIRE))
    const streamed = assemble(eventsOf(cohereChat, frames), WIRE)
    // In a stream each citation names its block.
    expect(cohereChat.encodeResponse(streamed).value).toMatchObject(body)
  })

  test('citations of the web become those of documents, and come back', () => {
    const url_citation = { url: 'https://x.test', title: 'X', start_index: 0, end_index: 3 }
    const message = {
      role: 'assistant',
      content: 'One two.',
      annotations: [{ type: 'url_citation', url_citation }],
    }
    const chat = { id: 'a', choices: [{ index: 0, finish_reason: 'stop', message }] }
    const { value } = translateResponse(chat, { from: openaiChat, to: cohereChat })
    expect(value.message.citations).toEqual([
      {
        ...{ start: 0, end: 3, text: 'One', type: 'TEXT_CONTENT', content_index: 0 },
        sources: [
          {
            type: 'document',
            id: 'https://x.test',
            document: { id: 'https://x.test', title: 'X', url: 'https://x.test' },
          },
        ],
      },
    ])
    const back = translateResponse(value, { from: cohereChat, to: openaiChat }).value
    expect(back.choices[0]?.message.annotations).toMatchObject([{ url_citation }])
  })
})

describe('a stream with cited text, a plan and two calls', () => {
  const sse = (events: readonly JsonObject[]) =>
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const content = (type: string, block: JsonObject) => ({
    ...{ type, index: 0, delta: { message: { content: block } } },
  })
  const citation = (index: number) => {
    const citations = { start: index, end: index + 2, text: 'It', sources: [], content_index: 0 }
    return [
      { type: 'citation-start', index, delta: { message: { citations } } },
      { type: 'citation-end', index },
    ]
  }
  const calls = (index: number) => {
    const event = (type: string, part: JsonObject) => ({
      type,
      index,
      delta: { message: { tool_calls: part } },
    })
    return [
      event('tool-call-start', call(`look_${index}`, '')),
      event('tool-call-delta', { function: { arguments: '{"city":"Faro"}' } }),
      { type: 'tool-call-end', index },
    ]
  }
  const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
  const bytes = new TextEncoder().encode(
    sse([
      { id: 'a1', type: 'message-start', delta: { message } },
      content('content-start', { type: 'text', text: '' }),
      content('content-delta', { text: 'It is.' }),
      ...citation(0),
      ...citation(1),
      { type: 'content-end', index: 0 },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I will look.' } } },
      ...calls(0),
      ...calls(1),
      { type: 'message-end', delta: { finish_reason: 'TOOL_CALL' } },
    ]),
  )

  test('ends the plan before the first call begins', () => {
    const types = eventsOf(cohereChat, [bytes]).map(({ type }) => type)
    const first = types.indexOf('tool-input-start')
    expect(types.slice(first - 3, first)).toEqual(['reasoning-start', 'reasoning-delta', 'reasoning-end'])
  })

  test('is encoded with separate indexes of content, citations and calls', () => {
    const encoder = cohereChat.codecs.stream.encoder?.(createContext(WIRE))
    const frames = eventsOf(cohereChat, [bytes]).flatMap((event) => encoder?.push(event) ?? [])
    expect(frames.map(({ data }) => data)).toEqual(parsedEvents(cohereChat, bytes))
  })
})

describe('streams', () => {
  test('a complete answer in place of a stream', async () => {
    const body = answer({ content: [{ type: 'text', text: 'Hi.' }] })
    expect(await cohereChat.collect(JSON.stringify(body))).toEqual(cohereChat.decodeResponse(body).value)
  })

  test.each<[string, readonly (number | undefined)[], readonly number[]]>([
    ['with indexes', [0, 1, 2], [0, 1, 2]],
    ['without indexes', [undefined, undefined, undefined], [0, 1, 2]],
    ['without an index after a given one', [4, undefined, 7, undefined], [4, 5, 7, 8]],
  ])('calls %s stay apart', (_case, given, indexes) => {
    const event = (type: string, index: number | undefined, part: JsonObject): JsonObject => ({
      ...{ type, delta: { message: { tool_calls: part } } },
      ...(index !== undefined && { index }),
    })
    const text = (place: number) => ({ function: { arguments: `{"place":${place}}` } })
    const frames = [
      { id: 'a1', type: 'message-start', delta: { message: { role: 'assistant' } } },
      ...given.map((index, place) => event('tool-call-start', index, call(`look_${place}`, ''))),
      ...indexes.map((index, place) => event('tool-call-delta', index, text(place))),
      { type: 'message-end', delta: { finish_reason: 'TOOL_CALL' } },
    ]
    const { message } = assemble(eventsOf(cohereChat, frames), WIRE)
    expect(message.parts).toMatchObject(
      given.map((_, place) => ({ type: 'tool-call', id: `look_${place}`, arguments: { place } })),
    )
  })

  test('an error is reported with the end, also without an end event', () => {
    const encoder = cohereChat.codecs.stream.encoder?.(createContext(WIRE))
    encoder?.push({ type: 'response-start' })
    expect(encoder?.push({ type: 'error', error: { message: 'no' } })).toEqual([])
    expect(encoder?.finish()).toMatchObject([{ data: { delta: { finish_reason: 'ERROR', error: 'no' } } }])
  })

  test('hidden thinking adds no block, and a truncated answer is marked', () => {
    const parts: Part[] = [
      { type: 'reasoning', text: '' },
      {
        ...{ type: 'tool-call', id: 'a', name: 'f', kind: 'function', providerExecuted: false },
        status: 'truncated',
        rawArguments: '{}',
      },
    ]
    const response: ModelResponse = { message: { role: 'assistant', parts }, finish: { reason: 'length' } }
    const frames = [...streamFrames(response, cohereChat.codecs, createContext(WIRE))].join('')
    expect(frames).not.toContain('content-start')
    const { message } = assemble(eventsOf(cohereChat, [frames]), WIRE)
    expect(message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{}' }])
  })
})

describe('requests', () => {
  test.each<[string, JsonObject[], boolean]>([
    ['all', [tool('a', { strict: true }), tool('b', { strict: true })], true],
    ['some', [tool('a', { strict: true }), tool('b')], false],
    [
      'one without a required parameter',
      [
        tool('a', {
          strict: true,
          parameters: { type: 'object', properties: {}, additionalProperties: false },
        }),
      ],
      false,
    ],
    [
      'too many fields',
      [
        tool('a', {
          strict: true,
          parameters: {
            ...city,
            properties: Object.fromEntries(
              Array.from({ length: 201 }, (_, n) => [n ? `f${n}` : 'city', { type: 'string' }]),
            ),
          },
        }),
      ],
      false,
    ],
  ])('strict tools: %s', (_which, tools, isStrict) => {
    const { value, notices } = fromChat({ tools })
    expect(value.strict_tools).toBe(isStrict || undefined)
    expect(JSON.stringify(value.tools)).not.toContain('strict')
    expect(codesOf(notices).includes('strict-dropped')).toBe(!isStrict)
  })

  test.each<[string, JsonObject, readonly string[], JsonObject]>([
    [
      'a format beside tools',
      { tools: [tool('a')], response_format: { type: 'json_object' } },
      ['/outputFormat'],
      {},
    ],
    [
      'a format alone',
      { response_format: { type: 'json_object' } },
      [],
      { response_format: { type: 'json_object' } },
    ],
    // Numbers out of range are sent unchanged: test/fit/setting-ranges.test.ts.
    ['a temperature of 1.5', { temperature: 1.5 }, [], { temperature: 1.5 }],
    ['a negative penalty', { presence_penalty: -1 }, [], { presence_penalty: -1 }],
    [
      'a penalty and one of 0',
      { frequency_penalty: 0, presence_penalty: 0.5 },
      ['/frequencyPenalty'],
      { presence_penalty: 0.5 },
    ],
    [
      'two penalties',
      { frequency_penalty: 0.4, presence_penalty: 0.5 },
      ['/presencePenalty'],
      { frequency_penalty: 0.4 },
    ],
  ])('%s', (_what, settings, refused, expected) => {
    const { value, notices } = fromChat(settings)
    expect(notices.flatMap(({ code, path }) => (code === 'setting-refused' ? path : []))).toEqual(refused)
    const { model: _model, messages: _messages, tools: _tools, ...rest } = value
    expect(rest).toEqual(expected)
  })
})

describe('messages', () => {
  test('documents of a result are text elsewhere', () => {
    const document = { data: { title: 'T' }, id: 'd' }
    const messages = [
      hi,
      { role: 'assistant', tool_calls: [call('a')] },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'document', document }] },
    ]
    const { value } = translateRequest(
      { model: 'm', messages },
      { from: cohereChat, to: anthropic, model: 'm', maxOutputTokens: 9 },
    )
    expect(JSON.stringify(value.messages)).toContain(JSON.stringify('{"title":"T"}'))
  })
})

test('the names of the official client, and those of the user', () => {
  const request = {
    model: 'm',
    messages: [{ role: 'assistant' as const, tool_plan: 'x', tool_calls: [] }],
    max_tokens: 5,
    response_format: { type: 'json_object' as const, json_schema: { type: 'object', max_size: 1 } },
  }
  expect(sdkParameters(request)).toEqual({
    ...{ model: 'm', messages: [{ role: 'assistant', toolPlan: 'x', toolCalls: [] }], maxTokens: 5 },
    responseFormat: { type: 'json_object', jsonSchema: { type: 'object', max_size: 1 } },
  })
  const { value } = cohereChat.decodeResponse(
    JSON.parse(
      '{"message":{"toolPlan":"x","citations":[]},"finishReason":"COMPLETE","usage":{"cachedTokens":1}}',
    ),
  )
  expect(value).toMatchObject({ finish: { reason: 'stop' }, usage: { cachedInputTokens: 1 } })
})
