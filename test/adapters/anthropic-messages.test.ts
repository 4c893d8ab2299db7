import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { anthropic, anthropicMessages } from '../../adapters/anthropic-messages/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type {
  Conversation,
  Message,
  ModelResponse,
  Part,
  ToolCall,
  ToolResult,
} from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { type Exchange, recognise } from '../../src/translate/exchange/registry.js'
import { fit } from '../../src/translate/fit/fit.js'
import { comparable } from '../support/comparable.js'
import { fixtures } from '../support/exchanges.js'
import { eventsOf } from '../support/streams.js'

const WIRE = 'anthropic-messages'
const own = fixtures.filter((fixture) => fixture.wire === WIRE)

function clientThatGets(body: string, type: string): Anthropic {
  return new Anthropic({
    apiKey: 'none',
    fetch: async () => new Response(body, { headers: { 'content-type': type } }),
  })
}

const PARAMS = { model: 'm', max_tokens: 1, messages: [{ role: 'user' as const, content: 'Hi' }] }

function read(events: readonly JsonValue[]): {
  readonly events: StreamEvent[]
  readonly response: ModelResponse
} {
  const decoded = eventsOf(
    anthropic,
    events.map((event) => Object(event)),
  )
  return { events: decoded, response: assemble(decoded, WIRE) }
}

const start = (more: JsonObject = {}): JsonObject => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 1, output_tokens: 1 },
    ...more,
  },
})
const open = (index: number, block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block: block,
})
const delta = (index: number, value: JsonObject): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: value,
})
const json = (index: number, text: string) => delta(index, { type: 'input_json_delta', partial_json: text })
const close = (index: number): JsonObject => ({ type: 'content_block_stop', index })
const end = (reason: string): JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
]
const use = (id = 'toolu_1', input: JsonValue = {}): JsonObject => ({
  type: 'tool_use',
  id,
  name: 'f',
  input,
})
const result = (id = 'toolu_1', more: JsonObject = {}): JsonObject => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...more,
})

function callsOf(response: ModelResponse): ToolCall[] {
  return response.message.parts.filter((part) => part.type === 'tool-call')
}

test('the short name is the same adapter', () => expect(anthropic).toBe(anthropicMessages))

describe('objects of the official SDK', () => {
  const streamed = own.filter(({ stream, id }) => stream !== undefined && !id.endsWith('stream-error'))

  test.each(streamed)('its stream of $id', async ({ stream = '' }) => {
    const client = clientThatGets(stream, 'text/event-stream')
    const sdkStream = await client.messages.create({ ...PARAMS, stream: true })
    expect(await anthropic.collect(sdkStream)).toStrictEqual(await anthropic.collect([stream]))
  })

  test('its MessageStream', async () => {
    const { stream = '' } = own.find(({ id }) => id.endsWith('single-call')) ?? {}
    const helper = clientThatGets(stream, 'text/event-stream').messages.stream(PARAMS)
    expect(await anthropic.collect(helper)).toStrictEqual(await anthropic.collect([stream]))
  })

  test('a fetch Response, as bytes', async () => {
    const { stream = '' } = own.find(({ id }) => id.endsWith('parallel-calls')) ?? {}
    const collected = await anthropic.collect(new Response(stream))
    expect(collected).toStrictEqual(await anthropic.collect([stream]))
  })

  test('an error event, which the SDK throws', async () => {
    const { stream = '', canonical } = own.find(({ id }) => id.endsWith('stream-error')) ?? {}
    const sdkStream = await clientThatGets(stream, 'text/event-stream').messages.create({
      ...PARAMS,
      stream: true,
    })
    const collected = await anthropic.collect(sdkStream)
    expect(collected.message).toStrictEqual(canonical?.response?.message)
    expect(collected).toMatchObject({
      finish: { reason: 'error' },
      error: { message: expect.stringContaining('Overloaded') },
    })
  })

  test.each(own.filter(({ response }) => response?.type === 'message'))(
    'its message of $id',
    async ({ response }) => {
      const message = await clientThatGets(JSON.stringify(response), 'application/json').messages.create(
        PARAMS,
      )
      expect(anthropic.decodeResponse(message).value).toStrictEqual(
        anthropic.decodeResponse(JSON.stringify(response)).value,
      )
    },
  )

  // The SDK's GA helper does not support calls of MCP servers.
  test.each(streamed.filter(({ response, id }) => response && !id.endsWith('mcp-call')))(
    'SDK and adapter assemble $id alike',
    async ({ stream = '' }) => {
      const final = await clientThatGets(stream, 'text/event-stream').messages.stream(PARAMS).finalMessage()
      const ours = await anthropic.collect([stream])
      expect(comparable(ours)).toStrictEqual(comparable(anthropic.decodeResponse(final).value))
    },
  )
})

test('the container goes back when code waits in it, from complete answers and streams', async () => {
  const {
    request = {},
    response = {},
    stream = '',
  } = own.find(({ id }) => id.endsWith('programmatic-call')) ?? {}
  const conversation = anthropic.decodeRequest(JSON.stringify(request)).value
  const reply: ToolResult = {
    type: 'tool-result',
    callId: 'x',
    name: 'query',
    output: { type: 'text', value: '42' },
    isError: false,
    providerExecuted: false,
  }
  for (const { message } of [
    anthropic.decodeResponse(JSON.stringify(response)).value,
    await anthropic.collect([stream]),
  ]) {
    const messages: Message[] = [...conversation.messages, message, { role: 'tool', parts: [reply] }]
    expect(anthropic.encodeRequest({ ...conversation, messages }).value).toMatchObject({
      container: 'container_011CPR5CNjB747bTd36fQLFk',
    })
  }
})

describe('fit', () => {
  const question: Message = { role: 'user', parts: [{ type: 'text', text: 'Hi' }] }
  const codes = (conversation: Conversation) => {
    const fitted = fit({ model: 'm', maxOutputTokens: 1, ...conversation }, anthropic.codecs)
    return {
      codes: fitted.notices.map(({ code }) => code),
      native: anthropic.encodeRequest(fitted.conversation).value,
    }
  }

  test('white space at the end of a final answer', () => {
    const { codes: found, native } = codes({
      messages: [question, { role: 'assistant', parts: [{ type: 'text', text: 'The answer: ' }] }],
    })
    expect(found).toEqual(['final-text-trimmed', 'ends-with-answer'])
    expect(native.messages.at(-1)).toMatchObject({ content: [{ text: 'The answer:' }] })
  })

  test('schemas without type', () => {
    const { codes: found, native } = codes({
      messages: [question],
      tools: [{ type: 'function', name: 'f', parameters: { properties: {} } }],
    })
    expect(found).toEqual(['schema-fitted'])
    expect(native.tools).toEqual([{ name: 'f', input_schema: { type: 'object', properties: {} } }])
  })

  test('text files as text', () => {
    const file: Part = {
      type: 'media',
      kind: 'file',
      mediaType: 'text/csv',
      filename: 'a.csv',
      source: { type: 'data', data: btoa('a;b') },
    }
    const { codes: found, native } = codes({ messages: [{ role: 'user', parts: [file] }] })
    expect(found).toEqual(['file-as-text'])
    expect(native.messages).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'document',
            title: 'a.csv',
            source: { type: 'text', media_type: 'text/plain', data: 'a;b' },
          },
        ],
      },
    ])
  })

  test('thinking stays on in a loop that began with thinking, though later calls have none', () => {
    const conversation = anthropic.decodeRequest({
      model: 'm',
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }, use()] },
        { role: 'user', content: [result()] },
        { role: 'assistant', content: [use()] },
        { role: 'user', content: [result()] },
      ],
    }).value
    const { codes: found, native } = codes(conversation)
    expect(found).not.toContain('thinking-paused')
    expect(native).toHaveProperty('thinking')
  })

  test('thinking pauses when another model made the latest calls', () => {
    const conversation = anthropic.decodeRequest({
      model: 'm',
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 2000 },
      metadata: { user_id: 'u' },
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use()] },
        { role: 'user', content: [result()] },
      ],
    }).value
    const { codes: found, native } = codes(conversation)
    expect(found).toEqual(['tools-advised', 'thinking-paused'])
    expect(native).not.toHaveProperty('thinking')
    expect(native).toHaveProperty('metadata')
  })

  test('calls that the provider never answered stay only in the last turn', () => {
    const pending = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const paused = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [{ type: 'text', text: 'x' }, pending] },
    ]
    const goOn = [
      { role: 'user', content: 'Stop' },
      { role: 'assistant', content: 'Fine.' },
    ]
    expect(codes({ messages: anthropic.decodeMessages(paused).value }).codes).toEqual([])
    const { codes: found, native } = codes({ messages: anthropic.decodeMessages([...paused, ...goOn]).value })
    expect(found).toEqual(['provider-call-unanswered', 'ends-with-answer'])
    expect(native.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'x' }] })
  })
})

test('a call of code that was never answered loses its caller', () => {
  const code = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'code_execution', input: {} }
  const made = { ...use('a'), caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }
  const history = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [code, made] },
    { role: 'user', content: [result('a')] },
    { role: 'assistant', content: 'Done elsewhere.' },
  ]
  const { conversation } = fit({ messages: anthropic.decodeMessages(history).value }, anthropic.codecs)
  expect(anthropic.encodeMessages(conversation.messages).value[1]).toEqual({
    role: 'assistant',
    content: [use('a')],
  })
})

describe('recognise', () => {
  const score = (exchange: Exchange) => recognise(anthropic.codecs.evidence, exchange).score
  test.each<[string, number, Exchange]>([
    ['a response', 1, { response: { type: 'message', content: [], stop_reason: null } }],
    ['an error', 0.9, { response: { type: 'error', error: { type: 'api_error', message: '' } } }],
    ['events', 1, { stream: [{ type: 'message_start' }] }],
    [
      'tools with input_schema',
      0.95,
      { request: { messages: [], tools: [{ name: 'f', input_schema: {} }] } },
    ],
    ['own blocks', 0.95, { request: { messages: [{ role: 'user', content: [result()] }] } }],
    [
      'plain messages with a limit',
      0.3,
      { request: { max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] } },
    ],
    ['role tool', 0, { request: { max_tokens: 1, messages: [{ role: 'tool', content: 'x' }] } }],
    ['a chat completion', 0, { response: { object: 'chat.completion', choices: [] } }],
    ['nothing', 0, {}],
  ])('%s', (_, expected, exchange) => expect(score(exchange)).toBe(expected))
})

describe('streams written', () => {
  function written(events: readonly StreamEvent[]): { readonly frames: JsonObject[]; readonly text: string } {
    const encoder = anthropic.codecs.stream.encoder?.(createContext('anthropic-messages'))
    const frames = [...events.flatMap((event) => encoder?.push(event) ?? []), ...(encoder?.finish() ?? [])]
    const text = frames
      .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      .join('')
    return { frames: frames.map(({ data }) => Object(data)), text }
  }

  const whole = own.filter(
    ({ id, response, stream }) =>
      response?.type === 'message' && stream !== undefined && !id.endsWith('mcp-call'),
  )
  test.each(whole)('the SDK reads $id', async ({ stream = '', response }) => {
    const { text } = written(eventsOf(anthropic, [stream]))
    const final = await clientThatGets(text, 'text/event-stream').messages.stream(PARAMS).finalMessage()
    expect(comparable(anthropic.decodeResponse(final).value)).toStrictEqual(
      comparable(anthropic.decodeResponse(JSON.stringify(response)).value),
    )
  })

  const call = (id: string): ToolCall => ({
    type: 'tool-call',
    kind: 'function',
    id,
    name: 'f',
    status: 'complete',
    arguments: { id },
    rawArguments: `{"id": "${id}"}`,
    providerExecuted: false,
  })
  const begin = (id: string): StreamEvent => ({
    type: 'tool-input-start',
    id,
    name: 'f',
    kind: 'function',
    providerExecuted: false,
  })
  const inputEnd = (id: string): StreamEvent => ({ type: 'tool-input-end', id })

  test('blocks of other wires that interleave come out one after the other', () => {
    const { frames, text } = written([
      { type: 'response-start', id: 'r', model: 'x' },
      { type: 'text-start', id: '0' },
      { type: 'text-delta', id: '0', delta: 'A' },
      begin('a'),
      begin('b'),
      inputEnd('b'),
      { type: 'tool-call', call: call('b') },
      { type: 'reasoning-start', id: '1' },
      { type: 'reasoning-end', id: '1', part: { type: 'reasoning', text: 'hm' } },
      { type: 'text-delta', id: '0', delta: 'B' },
      { type: 'text-end', id: '0', part: { type: 'text', text: 'AB' } },
      inputEnd('a'),
      { type: 'tool-call', call: call('a') },
      { type: 'finish', finish: { reason: 'tool-calls', raw: 'tool_calls' } },
    ])
    expect(
      frames.flatMap(({ type, index }) =>
        type === 'content_block_start' || type === 'content_block_stop'
          ? `${type === 'content_block_stop' ? '-' : '+'}${index}`
          : [],
      ),
    ).toEqual(['+0', '-0', '+1', '-1', '+2', '-2'])
    const { response } = read(
      text
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice(6))),
    )
    expect(response.message.parts).toEqual([{ type: 'text', text: 'AB' }, call('a'), call('b')])
    expect(response).toMatchObject({ id: 'r', model: 'x', finish: { reason: 'tool-calls', raw: 'tool_use' } })
  })

  test('a truncated call stays truncated, and an error ends the stream', () => {
    const { arguments: _none, ...rest } = call('a')
    const cut: ToolCall = { ...rest, kind: 'function', status: 'truncated', rawArguments: '{"id' }
    const { frames } = written([
      begin('a'),
      inputEnd('a'),
      { type: 'tool-call', call: cut },
      { type: 'error', error: { message: 'gone', code: 'stream-cut' } },
      { type: 'finish', finish: { reason: 'error' } },
    ])
    expect(frames.at(-1)).toEqual({ type: 'error', error: { type: 'stream-cut', message: 'gone' } })
    expect(read(frames).response.message.parts).toEqual([{ ...cut, withheld: 'failed' }])
  })

  test('free text, and settings of the end', () => {
    const custom: ToolCall = {
      type: 'tool-call',
      kind: 'custom',
      id: 'a',
      name: 'sql',
      status: 'complete',
      arguments: 'SELECT 1',
      providerExecuted: false,
    }
    const { frames } = written([
      { type: 'tool-call', call: custom },
      { type: 'finish', finish: { reason: 'length' }, usage: { outputTokens: 3 } },
    ])
    expect(callsOf(read(frames).response)).toMatchObject([{ arguments: { input: 'SELECT 1' } }])
    expect(frames.at(-2)).toEqual({
      type: 'message_delta',
      delta: { stop_reason: 'max_tokens', stop_sequence: null },
      usage: { output_tokens: 3 },
    })
  })
})

describe('streams as some servers send them', () => {
  test('strict mode throws for a block of a stream, too', async () => {
    const events = [start(), open(0, use()), json(0, '{"a": '), close(0), ...end('tool_use')]
    const source = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    await expect(anthropic.collect(source, { mode: 'strict' })).rejects.toMatchObject({ code: 'strict' })
  })
})

describe('streams that are written', () => {
  /** Returns the events after the start of the message. */
  function write(...events: StreamEvent[]): JsonValue[] {
    const encoder = anthropic.codecs.stream.encoder?.(createContext('anthropic-messages'))
    const frames = events.flatMap((event) => encoder?.push(event) ?? [])
    return frames.map(({ data }) => data).slice(1)
  }
  const base = { type: 'tool-call', id: '1', name: 'f', status: 'complete', providerExecuted: false } as const

  test('a free-text call is the object that a function would get', () => {
    const call: ToolCall = { ...base, kind: 'custom', arguments: 'ls', rawArguments: 'ls' }
    expect(JSON.stringify(write({ type: 'tool-call', call }))).toContain(
      String.raw`"partial_json":"{\"input\":\"ls\"}"`,
    )
  })

  test('a call that another provider ran has no block', () => {
    const call: ToolCall = { ...base, kind: 'web_search', arguments: {}, providerExecuted: true }
    expect(write({ type: 'tool-call', call })).toEqual([])
  })

  test('a call that was truncated before its first text is still marked as truncated', () => {
    const call: ToolCall = { ...base, kind: 'function', status: 'truncated', rawArguments: '' }
    expect(write({ type: 'tool-call', call })).toMatchObject([
      { type: 'content_block_start', content_block: { input: {} } },
      {
        type: 'content_block_delta',
        delta: { partial_json: '{"toolwire_invalid_arguments":"","toolwire_status":"truncated"}' },
      },
      { type: 'content_block_stop' },
    ])
  })
})

describe('features of other wires', () => {
  test('results that another provider got have no block, with or without a name', () => {
    const ran: ToolResult = {
      type: 'tool-result',
      callId: '1',
      name: '',
      output: { type: 'text', value: 'ok' },
      isError: false,
      providerExecuted: true,
    }
    const { value, notices } = anthropic.encodeMessages([
      { role: 'assistant', parts: [ran, { ...ran, name: 'search' }] },
    ])
    expect(JSON.stringify(value)).not.toContain('ok')
    expect(notices.map(({ message }) => message.split(' was')[0])).toEqual([
      'a tool',
      'search',
      expect.stringContaining('nothing'),
    ])
    expect(anthropic.toolResults([ran])).toEqual([])
  })

  test('an edited result of the provider is written as text', () => {
    const native = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] }
    const call = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }
    const [message] = anthropic.decodeMessages([
      { role: 'assistant', content: [call, native] } as never,
    ]).value
    const parts = message?.parts.map(
      (part): Part =>
        part.type === 'tool-result' ? { ...part, output: { type: 'text', value: 'redacted' } } : part,
    )
    const { value } = anthropic.encodeMessages([{ role: 'assistant', parts: parts ?? [] }])
    expect(value).toMatchObject([{ content: [call, { ...native, content: 'redacted' }] }])
  })

  test('schemas get the type that has to be there; another type is a warning', () => {
    const schemas: JsonObject[] = [{ properties: {} }, { type: 'array' }]
    const tools = schemas.map((parameters, index) => ({
      type: 'function' as const,
      name: `f${index}`,
      parameters,
    }))
    const fitted = fit(
      { messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }], tools },
      anthropic.codecs,
    )
    expect(fitted.conversation.tools).toMatchObject([
      { parameters: { type: 'object' } },
      { parameters: { type: 'object' } },
    ])
    expect(fitted.notices.map(({ severity }) => severity)).toEqual(['info', 'warning'])
  })

  test('reads text files, also in results; rejects files that are not text', () => {
    const file = (data: string): Extract<Part, { type: 'media' }> => ({
      type: 'media',
      kind: 'file',
      mediaType: 'text/csv',
      source: { type: 'data', data },
    })
    const call: ToolCall = {
      type: 'tool-call',
      id: '1',
      name: 'f',
      kind: 'function',
      status: 'complete',
      arguments: {},
      providerExecuted: false,
    }
    const output: ToolResult['output'] = { type: 'content', value: [file('YSxi')] }
    const messages: Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'x' }, file('YSxi'), file('not base64!')] },
      { role: 'assistant', parts: [call] },
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: '1', name: 'f', output, isError: false, providerExecuted: false },
        ],
      },
    ]
    const { conversation, notices } = fit({ messages }, anthropic.codecs)
    const read = { source: { type: 'text', text: 'a,b' } }
    expect(conversation.messages[0]?.parts).toMatchObject([{}, read, { type: 'text' }])
    const told = notices.filter(({ code }) => code !== 'tools-advised').map(({ code }) => code)
    expect(told).toEqual(['file-as-text', 'media-dropped', 'file-as-text'])
    expect(conversation.messages[2]?.parts).toMatchObject([{ output: { value: [read] } }])
  })
})

describe('a second message_delta', () => {
  const usage = {
    output_tokens: 9,
    input_tokens: 7,
    cache_read_input_tokens: 5,
    cache_creation_input_tokens: 3,
  }
  const ended = { stop_reason: 'stop_sequence', stop_sequence: 'END', container: { id: 'c' } }
  const delta = (members: JsonObject, counts: JsonObject): JsonObject => ({
    ...{ type: 'message_delta', delta: members, usage: counts },
  })
  const nulls = (members: object): JsonObject =>
    Object.fromEntries(Object.keys(members).map((name) => [name, null]))
  const endOf = (...deltas: readonly JsonObject[]) =>
    read([start(), ...deltas, { type: 'message_stop' }]).response
  const once = endOf(delta(ended, usage))

  test('of nulls changes nothing', () => {
    expect(endOf(delta(ended, usage), delta(nulls(ended), nulls(usage)))).toEqual(once)
    for (const name of Object.keys(usage))
      expect(endOf(delta(ended, usage), delta({}, { [name]: null }))).toEqual(once)
    for (const name of Object.keys(ended))
      expect(endOf(delta(ended, usage), delta({ [name]: null }, {}))).toEqual(once)
  })

  test('replaces the values that it has', () => {
    expect(endOf(delta(nulls(ended), nulls(usage)), delta(ended, usage))).toEqual(once)
    expect(endOf(delta(ended, usage), delta(nulls(ended), { output_tokens: 12 }))).toMatchObject({
      finish: once.finish,
      usage: { outputTokens: 12, cachedInputTokens: 5, cacheWriteTokens: 3 },
    })
  })
})
