import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import { adapterOf } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { callsOf } from '../support/parts.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { MESSAGES, RESPONSES } from './bodies.js'

const REALTIME = 'openai-realtime'
const XAI = 'xai-grpc'

function read(wire: string, events: readonly (JsonObject | string | Uint8Array)[]): ModelResponse {
  return assemble(eventsOf(adapterOf(wire).adapter, events), wire)
}

const statuses = (response: ModelResponse) => callsOf(response).map(({ id, status }) => [id, status])

/** Returns a call item and the deltas of its arguments. */
function added(index: number, text: string): JsonObject[] {
  const item = {
    type: 'function_call',
    id: `fc_${index}`,
    call_id: `call_${index}`,
    name: 'read',
    arguments: '',
  }
  const place = { output_index: index, item_id: `fc_${index}` }
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', ...place, delta: text },
  ]
}

const argumentsDone = (index: number, said: JsonObject = {}): JsonObject => ({
  type: 'response.function_call_arguments.done',
  output_index: index,
  item_id: `fc_${index}`,
  ...said,
})

const created: JsonObject = {
  type: 'response.created',
  response: { id: 'resp_1', status: 'in_progress', output: [] },
}
const ended = (status: string): JsonObject => ({
  type: `response.${status}`,
  response: { id: 'resp_1', object: 'response', status, output: [] },
})

// https://github.com/NousResearch/hermes-agent/issues/92767
describe('a Responses stream without output_item.done', () => {
  test.each([
    ['with the text', { arguments: '{"p":"a.rs"}' }],
    ['without the text', {}],
    ['with an empty text', { arguments: '' }],
  ])('the end of the arguments closes a call, %s', (_title, said) => {
    const events = [created, ...added(0, '{"p":"a.rs"}'), argumentsDone(0, said)]
    for (const end of [[ended('completed')], [ended('failed')], []]) {
      const calls = callsOf(read(RESPONSES, [...events, ...end]))
      expect(calls).toMatchObject([{ status: 'complete', arguments: { p: 'a.rs' } }])
    }
  })

  test('the end of the arguments contains data that the deltas omitted', () => {
    const events = [created, ...added(0, '{"p":'), argumentsDone(0, { arguments: '{"p":"a.rs"}' })]
    expect(callsOf(read(RESPONSES, events))).toMatchObject([
      { status: 'complete', rawArguments: '{"p":"a.rs"}' },
    ])
  })

  test('a finished item contains data that the deltas omitted, also for other wires', () => {
    const item = {
      type: 'function_call',
      id: 'fc_0',
      call_id: 'call_0',
      name: 'read',
      arguments: '{"p":"a.rs"}',
    }
    const done = {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, status: 'completed' },
    }
    const events = [created, ...added(0, '{"p":'), done, ended('completed')]
    expect(callsOf(translated(events, MESSAGES))).toMatchObject([{ arguments: { p: 'a.rs' } }])
  })

  test('two calls of which one was closed keep their order', () => {
    const [first, second] = [added(0, '{"p":"a.rs"}'), added(1, '{"p":"b.rs"}')]
    const complete = [
      ['call_0', 'complete'],
      ['call_1', 'complete'],
    ]
    const good = [created, ...first, ...second, argumentsDone(1), ended('completed')]
    expect(statuses(read(RESPONSES, good))).toEqual(complete)
    for (const wire of [MESSAGES, 'google-generate-content', 'openai-chat'])
      expect(
        callsOf(translated(good, wire)).map((call) => call.arguments),
        wire,
      ).toEqual([{ p: 'a.rs' }, { p: 'b.rs' }])
    const failed = [created, ...first, ...second, argumentsDone(1), ended('failed')]
    expect(statuses(read(RESPONSES, failed))).toEqual([
      ['call_0', 'truncated'],
      ['call_1', 'complete'],
    ])
  })

  test('an item with an incomplete status is incomplete, and blank arguments are empty only after a good end', () => {
    const item = {
      type: 'function_call',
      call_id: 'call_0',
      name: 'read',
      arguments: '{}',
      status: 'incomplete',
    }
    const done = { type: 'response.output_item.done', output_index: 0, item }
    const events = [created, ...added(0, '{}'), argumentsDone(0), done, ended('incomplete')]
    expect(callsOf(read(RESPONSES, events))).toMatchObject([{ status: 'truncated' }])
    const [begun = {}] = added(0, '')
    expect(callsOf(read(RESPONSES, [created, begun, ended('completed')]))).toMatchObject([
      { status: 'complete', arguments: {} },
    ])
    expect(callsOf(read(RESPONSES, [created, begun, ended('failed')]))).toMatchObject([
      { status: 'truncated' },
    ])
  })
})

test('Realtime: the end of the arguments closes a call of a response that was cancelled', () => {
  const done = {
    type: 'response.done',
    response: { id: 'resp_1', object: 'realtime.response', status: 'cancelled', output: [] },
  }
  const events = [created, ...added(0, '{"p":1}'), argumentsDone(0), ...added(1, '{"p":2}'), done]
  expect(statuses(read(REALTIME, events))).toEqual([
    ['call_0', 'complete'],
    ['call_1', 'truncated'],
  ])
})

test('xAI: a call in pieces that is never sent completely', () => {
  const [fixture] = exchangesOf(XAI).filter(({ id }) => id === 'xai-grpc/streamed-arguments')
  const native = parsedEvents(adapterOf(XAI).adapter, fixture?.stream ?? '')
  const pieces = native.filter((event) => !JSON.stringify(event).includes('STATUS_COMPLETED'))
  expect(pieces.length).toBe(native.length - 1)
  expect(callsOf(read(XAI, pieces))).toMatchObject([{ status: 'complete', arguments: { city: 'Oslo' } }])
  const cut = pieces.map((event) =>
    JSON.parse(JSON.stringify(event).replace('REASON_TOOL_CALLS', 'REASON_MAX_LEN')),
  )
  expect(callsOf(read(XAI, cut))).toMatchObject([{ status: 'truncated' }])
})

function translated(events: readonly JsonObject[], to: string): ModelResponse {
  const [from, target] = [adapterOf(RESPONSES).adapter, adapterOf(to).adapter]
  const translator = createStreamTranslator(
    from,
    target,
    new EventReader(from.codecs.stream, createContext(RESPONSES)),
  )
  const frames: (string | Uint8Array)[] = []
  for (const event of events) translator.push(event, frames)
  translator.finish(frames)
  return read(to, frames)
}
