import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { createPartialCalls } from '../../src/codec/stream/partial-arguments.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { exchangesOf } from '../support/exchanges.js'
import { expectLinear } from '../support/growth.js'
import { describeWires } from '../support/pair.js'
import { eventsOf, framesOf, parsedEvents, textOf } from '../support/streams.js'
import { CHAT, chatStream, MESSAGES, RESPONSES } from './bodies.js'

function fragment(index: number | undefined, text: string, id?: string, name?: string): JsonObject {
  return {
    tool_calls: [
      {
        ...(index !== undefined && { index }),
        ...(id !== undefined && { id, type: 'function' }),
        function: { ...(name !== undefined && { name }), arguments: text },
      },
    ],
  }
}

function callsOf(deltas: readonly JsonObject[]) {
  const events = eventsOf(adapterOf(CHAT).adapter, [chatStream(deltas)])
  expect(checkGrammar(events)).toEqual([])
  const { message } = assemble(events, CHAT)
  return message.parts.flatMap((part) =>
    part.type === 'tool-call' ? [[part.id, part.name, part.rawArguments]] : [],
  )
}

describeWires('P8: fragments in the wrong call', [CHAT], () => {
  const TWO = [
    ['call_a', 'read_file', '{"path":"a"}'],
    ['call_b', 'search', '{"query":"b"}'],
  ]

  test('one index reused for every call (apache/maka#1976)', () => {
    expect(
      callsOf([
        fragment(0, '{"path":"a"}', 'call_a', 'read_file'),
        fragment(0, '{"query":"b"}', 'call_b', 'search'),
      ]),
    ).toEqual(TWO)
  })

  test('interleaved fragments (maximhq/bifrost#1829)', () => {
    expect(
      callsOf([
        fragment(0, '', 'call_a', 'read_file'),
        fragment(1, '', 'call_b', 'search'),
        fragment(0, '{"path":'),
        fragment(1, '{"query":'),
        fragment(0, '"a"}'),
        fragment(1, '"b"}'),
      ]),
    ).toEqual(TWO)
  })

  test('no index at all, ids on every fragment (continuedev/continue#13223)', () => {
    expect(
      callsOf([
        fragment(undefined, '{"path":', 'call_a', 'read_file'),
        fragment(undefined, '{"query":', 'call_b', 'search'),
        fragment(undefined, '"a"}', 'call_a'),
        fragment(undefined, '"b"}', 'call_b'),
      ]),
    ).toEqual(TWO)
  })

  test('an empty or repeated id and name on later fragments (earendil-works/pi#8861)', () => {
    expect(
      callsOf([
        fragment(0, '{"path":', 'call_a', 'read_file'),
        fragment(0, '"a"', '', ''),
        fragment(0, '}', 'call_a', 'read_file'),
      ]),
    ).toEqual(TWO.slice(0, 1))
  })

  test('indices that start at one, and a gap between them', () => {
    expect(
      callsOf([
        fragment(1, '{"path":"a"}', 'call_a', 'read_file'),
        fragment(4, '{"query":"b"}', 'call_b', 'search'),
      ]),
    ).toEqual(TWO)
  })
})

describeWires('P13: time that grows with the square of the arguments', [CHAT], () => {
  function read(deltas: number): void {
    const piece = fragment(0, 'abcd')
    const list = [
      fragment(0, '{"text":"', 'call_a', 'write'),
      ...Array.from({ length: deltas }, () => piece),
      fragment(0, '"}'),
    ]
    const stream = chatStream(list)
    const events = eventsOf(adapterOf(CHAT).adapter, [stream])
    expect(events.some((event) => event.type === 'tool-call' && event.call.status === 'complete')).toBe(true)
  }

  test('116,667 fragments, as seen in production (earendil-works/pi#9062), cost what their bytes cost', () =>
    expectLinear(read, 116_667))
})

describe("an answer that begins again inside its stream, after a proxy's retry", () => {
  const restarting = adapters.filter(({ adapter }) => adapter.codecs.stream.begins !== undefined)

  describe.each(restarting)('$wire', ({ wire, adapter }) => {
    const begins = (event: JsonObject | undefined) =>
      event !== undefined && adapter.codecs.stream.begins?.(event)
    const streams = exchangesOf(wire)
      .flatMap(({ stream = '' }) => (begins(parsedEvents(adapter, stream)[0]) ? [stream] : []))
      .slice(0, 40)

    test('uses only the latest attempt, for every position where the first attempt ended', () => {
      for (const [index, second] of streams.entries()) {
        const frames = framesOf(adapter, streams[(index + 1) % streams.length] ?? '')
        for (let end = 1; end <= frames.length; end += Math.ceil(frames.length / 25)) {
          const events = eventsOf(adapter, [textOf(adapter, frames.slice(0, end)), second])
          expect(checkGrammar(events)).toEqual([])
          expect(assemble(events, wire)).toEqual(assemble(eventsOf(adapter, [second]), wire))
        }
      }
    })

    test('a notice reports it, also if the interrupted frame is half a frame or an error', async () => {
      const [stream = ''] = streams
      const [start, ...rest] = framesOf(adapter, stream)
      const first = start === undefined ? [] : [start]
      const attempts: [string, 'warning' | 'info'][] = [
        [textOf(adapter, [...first, ...rest.slice(0, 3)]), 'warning'],
        [
          textOf(adapter, [...first, { data: '{"type":"error","error":{"message":"overloaded"}}' }]),
          'warning',
        ],
        [textOf(adapter, [...first, { data: '{"type":' }]), 'info'],
        [textOf(adapter, first), 'info'],
      ]
      for (const [attempt, severity] of attempts) {
        const context = createContext(adapter.id)
        const response = assembleStream([attempt, stream], adapter.codecs, context)
        expect(response).toEqual(assembleStream([stream], adapter.codecs, createContext(adapter.id)))
        expect(context.notices.filter(({ code }) => code === 'stream-restarted')).toEqual([
          expect.objectContaining({ severity, path: '' }),
        ])
      }
    })

    test('the official events in memory are read alike, and the calls that grow live are forgotten', () => {
      const [stream = ''] = streams
      const events = eventsOf(adapter, [...parsedEvents(adapter, stream), ...parsedEvents(adapter, stream)])
      expect(assemble(events, wire)).toEqual(assemble(eventsOf(adapter, [stream]), wire))
      const partial = createPartialCalls()
      for (const event of events) {
        partial.push(event)
        if (event.type === 'restart')
          for (const { id } of callsAmong(events)) expect(partial.get(id)).toBeUndefined()
      }
    })
  })

  test.each(adapters)(
    'written as a stream of $wire it is an error: sent content is final',
    ({ wire, adapter }) => {
      const call = (id: string): ToolCall => ({
        type: 'tool-call',
        kind: 'function',
        id,
        name: 'f',
        status: 'complete',
        arguments: {},
        providerExecuted: false,
      })
      const events: StreamEvent[] = [
        { type: 'response-start', id: 'first' },
        { type: 'tool-call', call: call('a') },
        { type: 'restart' },
        { type: 'response-start', id: 'second' },
        { type: 'tool-call', call: call('b') },
        { type: 'finish', finish: { reason: 'tool-calls' } },
      ]
      const encoder = adapter.codecs.stream.encoder?.(createContext(adapter.id))
      const frames = [...events.flatMap((event) => encoder?.push(event) ?? []), ...(encoder?.finish() ?? [])]
      const { framing } = adapter.codecs.stream
      const read = eventsOf(
        adapter,
        frames.map((frame) => framing.write(frame)),
      )
      const { finish, error } = assemble(read, wire)
      expect(error?.message).toContain('started again')
      expect(['error', 'other']).toContain(finish.reason)
    },
  )
})

function callsAmong(events: readonly StreamEvent[]): ToolCall[] {
  return events.flatMap((event) => (event.type === 'tool-call' ? event.call : []))
}

describe.each(adapters)('$wire: a frame in the middle that is not JSON', ({ wire, adapter }) => {
  const streams = exchangesOf(wire)
    .flatMap(({ stream }) => stream ?? [])
    .slice(0, 20)

  test("makes the finish an error at any position, regardless of the answer's status", () => {
    for (const stream of streams) {
      const frames = framesOf(adapter, stream)
      // Before `[DONE]`, some answers are complete.
      const end = frames.at(-1)?.data === '[DONE]' ? frames.length - 1 : frames.length
      for (let place = 1; place < end; place += Math.ceil(frames.length / 5)) {
        const damaged = [...frames.slice(0, place), { data: '{"half":' }, ...frames.slice(place)]
        const response = assemble(eventsOf(adapter, [textOf(adapter, damaged)]), wire)
        expect(response.finish.reason).toBe('error')
        expect(response.error).toBeDefined()
      }
    }
  })
})

describeWires('calls that came without an id', [MESSAGES], () => {
  const toolUse = (input: JsonObject) => ({ type: 'tool_use', name: 'f', input })
  const start = { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [] } }
  const blocks = [1, 2].flatMap((n, index) => [
    { type: 'content_block_start', index, content_block: toolUse({ n }) },
    { type: 'content_block_stop', index },
  ])
  const end = [{ type: 'message_delta', delta: { stop_reason: 'tool_use' } }, { type: 'message_stop' }]

  test('get one each in an answer of Anthropic, the same complete and streamed', () => {
    const { adapter } = adapterOf(MESSAGES)
    const whole = adapter.decodeResponse({ id: 'msg_1', content: [toolUse({ n: 1 }), toolUse({ n: 2 })] })
    const ids = whole.value.message.parts.map((part) => (part.type === 'tool-call' ? part.id : ''))
    expect(new Set(ids).size).toBe(2)
    expect(callsAmong(eventsOf(adapter, [start, ...blocks, ...end])).map(({ id }) => id)).toEqual(ids)
  })
})

describeWires('an item of Responses that its events describe in part', [RESPONSES], () => {
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '' }
  const events = (done: JsonObject[]): JsonObject[] => [
    { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.function_call_arguments.delta', output_index: 0, item_id: 'fc_1', delta: '{"n":1}' },
    ...done,
    { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output: [] } },
  ]
  const callsAt = (native: JsonObject[]) => callsAmong(eventsOf(adapterOf(RESPONSES).adapter, native))

  test('is complete when the answer around it ended well', () => {
    expect(callsAt(events([]))).toMatchObject([{ status: 'complete', arguments: { n: 1 } }])
    const failed = { type: 'response.failed', response: { id: 'resp_1', status: 'failed', output: [] } }
    const cut = [...events([]).slice(0, -1), failed]
    expect(callsAt(cut)).toMatchObject([{ status: 'truncated', rawArguments: '{"n":1}' }])
  })

  test('keeps arguments of deltas that the finished item omits', () => {
    const done = {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, status: 'completed' },
    }
    expect(callsAt(events([done]))).toMatchObject([{ status: 'complete', arguments: { n: 1 } }])
  })
})
