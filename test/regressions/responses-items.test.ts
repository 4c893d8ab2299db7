import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { Part } from '../../src/base/model/types.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { assembleStream } from '../../src/translate/exchange/decode-exchange.js'
import { adapterOf } from '../support/adapters.js'
import { describeWires } from '../support/pair.js'
import { eventsOf } from '../support/streams.js'
import { stored } from '../support/values.js'
import { RESPONSES } from './bodies.js'

function answer(status: string, output: readonly JsonObject[], rest: JsonObject = {}): JsonObject {
  return { id: 'resp_1', object: 'response', model: 'm', status, output, ...rest }
}

/** Returns the events of an answer whose items are added in order and finished in another order. */
function events(whole: JsonObject, items: readonly JsonObject[], finishing: readonly number[]): JsonObject[] {
  const state = String(whole.status)
  const end = ['failed', 'cancelled', 'incomplete', 'completed'].includes(state) ? state : 'incomplete'
  const added = items.map((item, output_index) => ({
    type: 'response.output_item.added',
    output_index,
    item: { ...item, ...('status' in item && { status: 'in_progress' }) },
  }))
  const done = finishing.map((output_index) => ({
    type: 'response.output_item.done',
    output_index,
    item: items[output_index] ?? null,
  }))
  return [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    ...added,
    ...done,
    { type: `response.${end}`, response: { ...whole, output: [] } },
  ]
}

function wholeParts(response: JsonObject): readonly Part[] {
  return adapterOf(RESPONSES).adapter.decodeResponse(response).value.message.parts
}

function streamedParts(list: readonly JsonObject[]): readonly Part[] {
  const { adapter } = adapterOf(RESPONSES)
  expect(checkGrammar(eventsOf(adapter, list))).toEqual([])
  return assembleStream(list, adapter.codecs, createContext('openai-responses')).message.parts
}

function statuses(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === 'tool-call' ? [part.status] : []))
}

const CALLS: Readonly<Record<string, JsonObject>> = {
  'a function without arguments yet': {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c',
    name: 'f',
    arguments: '',
  },
  'a function with null': { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: 'null' },
  'a function whose text happens to parse': {
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c',
    name: 'f',
    arguments: '{"a":1}',
  },
  'a custom tool': {
    type: 'custom_tool_call',
    id: 'fc_1',
    call_id: 'c',
    name: 'patch',
    input: '*** Begin Pa',
  },
  'a shell': { type: 'shell_call', id: 'fc_1', call_id: 'c', action: { commands: ['rm -rf /tmp'] } },
  'a function without call_id': { type: 'function_call', id: 'fc_1', name: 'f', arguments: '{}' },
}

describeWires('an answer that is not finished has no calls that look fit to run', [RESPONSES], () => {
  for (const [what, call] of Object.entries(CALLS))
    for (const state of ['in_progress', 'queued', 'incomplete', 'cancelled', 'failed'])
      test(`${what} in an answer that is ${state}, complete and streamed`, () => {
        for (const status of ['in_progress', 'incomplete', undefined]) {
          const item: JsonObject = status === undefined ? call : { ...call, status }
          const whole = answer(state, [item])
          expect(statuses(wholeParts(whole))).toEqual(['truncated'])
          expect(statuses(streamedParts(events(whole, [item], [0])))).toEqual(['truncated'])
          expect(statuses(streamedParts(events(whole, [item], [])))).toEqual(['truncated'])
          // Truncated right after the item's `done` event.
          const cut = statuses(streamedParts(events(whole, [item], [0]).slice(0, -1)))
          expect(cut).toEqual(['truncated'])
          const { codecs } = adapterOf(RESPONSES).adapter
          const read = codecs.response.decode(whole, createContext('openai-responses'))
          expect(stored(codecs.response.encode(read, createContext('openai-responses')))).toEqual(whole)
        }
      })

  test('an item with a complete status is complete, regardless of the answer', () => {
    const item = { ...CALLS['a custom tool'], status: 'completed' }
    const whole = answer('incomplete', [item], { incomplete_details: { reason: 'max_output_tokens' } })
    expect(statuses(wholeParts(whole))).toEqual(['complete'])
    const list = events(whole, [item], [0])
    expect(statuses(streamedParts(list))).toEqual(['complete'])
    const early = eventsOf(adapterOf(RESPONSES).adapter, list.slice(0, 3)).map(({ type }) => type)
    expect(early).toContain('tool-call')
  })

  test('in a finished answer, calls without a status and calls of programs are complete', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":1}' }
    const made = { ...item, call_id: 'd', status: 'in_progress', caller: { type: 'program', caller_id: 'p' } }
    const whole = answer('completed', [item, made])
    expect(statuses(wholeParts(whole))).toEqual(['complete', 'complete'])
    expect(statuses(streamedParts(events(whole, [item, made], [1, 0])))).toEqual(['complete', 'complete'])
  })

  test('an item in progress stays unfinished when it is sent back in a history', () => {
    const { codecs } = adapterOf(RESPONSES).adapter
    for (const call of Object.values(CALLS)) {
      const { message } = codecs.response.decode(answer('failed', [call]), createContext('openai-responses'))
      const { messages } = codecs.messages.encode([message], createContext('openai-responses'))
      const read = codecs.messages
        .decode(messages, { ...createContext('openai-responses'), path: '' })
        .flatMap(({ parts }) => parts)
      expect(statuses(read)).toEqual(['truncated'])
    }
  })
})

/**
 * xAI's answer in https://github.com/vercel/ai, xai-x-search-tool.chunks.txt: the second search ends last.
 */
const X_SEARCH = {
  id: 'ctc_b7b464ea_xs_call_24148162',
  type: 'custom_tool_call',
  status: 'completed',
  call_id: 'xs_call_24148162',
  name: 'x_keyword_search',
  input: '{"query":"from:xai filter:media","limit":20}',
}
const X_VIDEO = {
  ...X_SEARCH,
  id: 'ctc_b7b464ea_xs_call_14963218',
  call_id: 'xs_call_14963218',
  name: 'view_x_video',
  input: '{"video_url":"https://video.example.com/1.mp4"}',
}
const WEB = {
  id: 'ws_1',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'x' },
}
const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Found.', annotations: [] }],
}

describeWires('X searches of xAI look like calls of a custom tool, but xAI ran them', [RESPONSES], () => {
  const items = [X_SEARCH, X_VIDEO, WEB, { ...WEB, id: 'ws_2' }, MESSAGE]
  const whole = answer('completed', items, { tools: [{ type: 'x_search' }] })

  test('they are provider-executed with their input, and no call is left to the client', () => {
    const { value } = adapterOf(RESPONSES).adapter.decodeResponse(whole)
    expect(value.finish.reason).toBe('stop')
    expect(value.message.parts[0]).toMatchObject({
      type: 'tool-call',
      id: 'xs_call_24148162',
      name: 'x_keyword_search',
      kind: 'other',
      status: 'complete',
      arguments: { query: 'from:xai filter:media', limit: 20 },
      providerExecuted: true,
    })
    expect(value.message.parts[1]).toMatchObject({ type: 'tool-result', providerExecuted: true })
    const { codecs } = adapterOf(RESPONSES).adapter
    expect(stored(codecs.response.encode(value, createContext('openai-responses')))).toEqual(whole)
  })

  test("their stream has the parts in the order of output_index, for any order of the items' ends", () => {
    const orders = [
      [0, 3, 2, 1, 4],
      [4, 3, 2, 1, 0],
      [0, 1, 2, 3, 4],
    ]
    for (const order of orders) expect(streamedParts(events(whole, items, order))).toEqual(wholeParts(whole))
  })

  test('text that arrives while an earlier item is open waits for the item, and is not lost if the item never ends', () => {
    const delta = { type: 'response.output_text.delta', output_index: 4, content_index: 0, delta: 'Found.' }
    const [created, ...rest] = events(whole, items, [0, 1, 3, 4])
    const added = rest.slice(0, 5)
    const list = [created ?? {}, ...added, delta, ...rest.slice(5)]
    const texts = streamedParts(list).map(({ type }) => type)
    expect(texts.at(-1)).toBe('text')
    expect(texts.filter((type) => type === 'tool-call')).toHaveLength(4)
  })

  describe('calls without an echoed tool are still the client’s', () => {
    const found = {
      type: 'tool_search_output',
      call_id: null,
      execution: 'server',
      status: 'completed',
      tools: [],
    }
    const search = {
      type: 'tool_search_call',
      id: 'tsc_1',
      call_id: null,
      execution: 'server',
      status: 'completed',
      arguments: {},
    }
    const calls: JsonObject[] = [
      {
        type: 'custom_tool_call',
        call_id: 'call_1',
        name: 'x_keyword_search',
        input: 'a',
        status: 'completed',
      },
      {
        type: 'function_call',
        call_id: 'call_2',
        name: 'loaded',
        arguments: '{}',
        namespace: 'n',
        status: 'completed',
      },
    ]
    const befores: JsonObject[][] = [[], [search, found]]
    test.each(befores.map((before) => ({ before })))(
      'after $before.length items of a search',
      ({ before }) => {
        const parts = wholeParts(answer('completed', [...before, ...calls], { tools: [] }))
        const left = parts.filter((part) => part.type === 'tool-call' && !part.providerExecuted)
        expect(left).toHaveLength(2)
      },
    )
  })
})
