import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { invokeFraming } from '../../adapters/anthropic-messages/invoke-framing.js'
import { decodeAny } from '../../adapters.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { eventStream } from '../../src/codec/stream/aws-event-stream.js'
import { framedFor } from '../../src/codec/wire/define-adapter.js'
import { decodeAnswer } from '../../src/translate/exchange/decode-exchange.js'
import { exchangesOf } from '../support/exchanges.js'

const URL_OF_STREAMS = 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/invoke-with-response-stream'
const atBedrock = framedFor(anthropic, URL_OF_STREAMS)

function eventsOf(pieces: readonly (Uint8Array | string)[]): JsonValue[] {
  const framer = invokeFraming.createFramer()
  return [...pieces.flatMap((piece) => framer.push(piece)), ...framer.finish()].map(({ data }) =>
    JSON.parse(data),
  )
}

/** Splits bytes into pieces of a few bytes. */
function cut(bytes: Uint8Array, length: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  )
}

describe('the stream of InvokeModelWithResponseStream', () => {
  test('has the same events for any chunk boundaries', () => {
    const events: JsonObject[] = [
      { type: 'message_start', message: { id: 'm', content: [] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Tromsø ☔' } },
      { type: 'message_stop' },
    ]
    const written = events.map((data) => invokeFraming.write({ data }))
    expect(eventsOf(written)).toEqual(events)
    const all = Uint8Array.from(written.flatMap((frame) => [...Buffer.from(frame)]))
    for (const length of [1, 7, 100]) expect(eventsOf(cut(all, length))).toEqual(events)
  })

  test('reports failures as exceptions, which are errors of the wire', () => {
    const error = { type: 'error', error: { type: 'rate_limit_error', message: 'Slow down.' } }
    const frame = invokeFraming.write({ data: error })
    expect(JSON.parse(eventStream.createFramer().push(frame)[0]?.data ?? '')).toEqual({
      throttlingException: { message: 'Slow down.' },
    })
    expect(eventsOf([frame])).toEqual([error])
  })

  test.each([
    ['modelStreamErrorException', 'api_error'],
    ['serviceUnavailableException', 'overloaded_error'],
    ['validationException', 'invalid_request_error'],
  ])('reads %s', (name, type) => {
    const frame = eventStream.write({ data: { [name]: {} } })
    expect(eventsOf([frame])).toEqual([{ type: 'error', error: { type, message: name } }])
  })

  test('has failures of no known name as general ones', () => {
    const frame = invokeFraming.write({
      data: { type: 'error', error: { type: 'new_error', message: 'No.' } },
    })
    expect(eventsOf([frame])).toEqual([{ type: 'error', error: { type: 'api_error', message: 'No.' } }])
  })

  test('leaves events of other formats unchanged', () => {
    const other = { metadata: { usage: 1 } }
    expect(eventsOf([eventStream.write({ data: other })])).toEqual([other])
    expect(eventsOf([eventStream.write({ data: { chunk: { bytes: '*' } } })].slice(1))).toEqual([])
  })

  test('is read and written as the usual one', async () => {
    for (const { stream } of exchangesOf('anthropic-messages').slice(0, 20)) {
      if (stream === undefined) continue
      const usual = await anthropic.collect(stream)
      const framer = anthropic.codecs.stream.framing.createFramer()
      const frames = [...framer.push(stream), ...framer.finish()].map(({ data }) =>
        Buffer.from(atBedrock.codecs.stream.framing.write({ data: JSON.parse(data) })),
      )
      expect(decodeAnswer({ stream: frames }, atBedrock.codecs, createContext(anthropic.id))).toEqual(usual)
    }
  })

  test('is read from the events of AWS\u2019 own client, and from recorded ones, which identify the wire', async () => {
    const events = [
      { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Tromsø' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ].map((event) => Buffer.from(JSON.stringify(event)))
    const live = events.map((bytes) => ({ chunk: { bytes: new Uint8Array(bytes) } }))
    const recorded = events.map((bytes) => ({ chunk: { bytes: bytes.toString('base64') } }))
    const answer = await anthropic.collect(
      (async function* () {
        yield* live
      })(),
    )
    expect(answer.message.parts).toMatchObject([{ type: 'text', text: 'Tromsø' }])
    expect(await decodeAny({ chunks: recorded })).toMatchObject({
      wire: 'anthropic-messages',
      response: { finish: { reason: 'stop' }, message: answer.message },
    })
  })
})

describe('addresses of platforms', () => {
  const { http } = anthropic.codecs
  const INVOKE = '/model/anthropic.claude-sonnet-4-20250514-v1%3A0/invoke'
  const RAW = '/v1/projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4@20250514:rawPredict'

  test.each([
    [INVOKE, 'anthropic.claude-sonnet-4-20250514-v1:0', false],
    [`${INVOKE}-with-response-stream`, 'anthropic.claude-sonnet-4-20250514-v1:0', true],
    [RAW, 'claude-sonnet-4@20250514', false],
    [RAW.replace('rawPredict', 'streamRawPredict'), 'claude-sonnet-4@20250514', true],
  ])('%s names the model, and determines whether a stream follows', (path, model, streams) => {
    expect(http.path.test(path)).toBe(true)
    expect(http.modelIn?.(path)).toBe(model)
    expect(http.streams(path, {})).toBe(streams)
    expect(http.requestAt?.(path, { anthropic_version: 'x', max_tokens: 1 })).toEqual({
      model,
      max_tokens: 1,
    })
  })

  test('the path for counting tokens does not match as a generating request', () => {
    const path = RAW.replace('claude-sonnet-4@20250514', 'count-tokens')
    expect(http.path.test(path)).toBe(false)
    expect(http.count?.path.test(path)).toBe(true)
  })

  test('a request of the usual address is unchanged', () => {
    const request = { model: 'm', anthropic_version: 'x' }
    expect(http.requestAt?.('/v1/messages', request)).toBe(request)
    expect(http.modelIn?.('/v1/messages')).toBe(undefined)
    expect(framedFor(anthropic, 'https://api.anthropic.com/v1/messages')).toBe(anthropic)
  })
})
