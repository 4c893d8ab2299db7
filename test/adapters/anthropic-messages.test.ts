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
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { type Exchange, recognise } from '../../src/translate/exchange/registry.js'
import { fit } from '../../src/translate/fit/fit.js'
import { comparable } from '../support/comparable.js'
import { fixtures } from '../support/exchanges.js'

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
  const reader = new EventReader(anthropic.codecs.stream, createContext('anthropic-messages'))
  const decoded = events.flatMap((event) => [...reader.push(Object(event))])
  decoded.push(...reader.finish())
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

  // The SDK's GA helper does not know calls of MCP servers.
  test.each(streamed.filter(({ response, id }) => response && !id.endsWith('mcp-call')))(
    'SDK and adapter assemble $id alike',
    async ({ stream = '' }) => {
      const final = await clientThatGets(stream, 'text/event-stream').messages.stream(PARAMS).finalMessage()
      const ours = await anthropic.collect([stream])
      expect(comparable(ours)).toStrictEqual(comparable(anthropic.decodeResponse(final).value))
    },
  )
})

describe('calls in streams', () => {
  test('input that came whole is used, and not in front of deltas', () => {
    const whole = [open(0, use('a', { city: 'Paris' })), close(0)]
    const both = [open(1, use('b', { city: 'Paris' })), json(1, '{"city": "Oslo"}'), close(1)]
    const { response } = read([start(), ...whole, ...both, ...end('tool_use')])
    expect(callsOf(response).map((call) => call.arguments)).toEqual([{ city: 'Paris' }, { city: 'Oslo' }])
  })

  test('complete blocks inside message_start', () => {
    const { response } = read([
      start({ content: [use('a', { x: 1 })] }),
      open(1, use('b')),
      close(1),
      ...end('tool_use'),
    ])
    expect(callsOf(response).map(({ id, status }) => [id, status])).toEqual([
      ['a', 'complete'],
      ['b', 'complete'],
    ])
  })

  test('blocks that interleave keep their order and their own text', () => {
    const { response } = read([
      start(),
      open(0, use('a')),
      open(1, use('b')),
      json(1, '{"n":'),
      json(0, '{"n":1}'),
      json(1, '2}'),
      close(1),
      close(0),
      ...end('tool_use'),
    ])
    expect(callsOf(response).map((call) => [call.id, call.arguments])).toEqual([
      ['a', { n: 1 }],
      ['b', { n: 2 }],
    ])
  })

  test.each<[string, JsonObject[], string, string]>([
    ['broken text at the limit', [json(0, '{"a": "b')], 'max_tokens', 'truncated'],
    ['no text at the limit', [], 'max_tokens', 'truncated'],
    ['no text at a full context window', [], 'model_context_window_exceeded', 'truncated'],
    ['broken text elsewhere', [json(0, '{"a": "b')], 'tool_use', 'malformed'],
    ['no text elsewhere', [json(0, '')], 'tool_use', 'complete'],
    ['whole text at the limit', [json(0, '{"a": 1}')], 'max_tokens', 'complete'],
    ['text that is a list', [json(0, '[1]')], 'tool_use', 'not-object'],
  ])('%s', (_, deltas, reason, status) => {
    const { response } = read([start(), open(0, use()), ...deltas, close(0), ...end(reason)])
    expect(callsOf(response).map((call) => call.status)).toEqual([status])
  })

  test('only the last call can have been cut by the limit', () => {
    const { response } = read([
      start(),
      open(0, use('a')),
      json(0, '{"x'),
      close(0),
      open(1, use('b')),
      json(1, '{"y'),
      close(1),
      ...end('max_tokens'),
    ])
    expect(callsOf(response).map(({ status }) => status)).toEqual(['malformed', 'truncated'])
  })

  test('a cut inside input that came whole', () => {
    const { response } = read([start(), open(0, use('a', { x: 1 }))])
    expect(callsOf(response)).toMatchObject([{ status: 'truncated', rawArguments: '{"x":1}' }])
    expect(response).toMatchObject({ finish: { reason: 'error' }, error: { code: 'stream-cut' } })
  })

  test('a block that was never closed is complete after a good end alone', () => {
    const unclosed = [start(), open(0, use()), json(0, '{}')]
    const statusAfter = (reason: string) =>
      callsOf(read([...unclosed, ...end(reason)]).response).map(({ status }) => status)
    expect(statusAfter('tool_use')).toEqual(['complete'])
    for (const reason of ['max_tokens', 'refusal', 'pause_turn', 'some_word'])
      expect(statusAfter(reason), reason).toEqual(['truncated'])
  })
})

describe('other blocks in streams', () => {
  test('text and thinking without content_block_start', () => {
    const { response } = read([
      start(),
      delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
      close(0),
      delta(1, { type: 'text_delta', text: 'Hi' }),
      close(1),
      ...end('end_turn'),
    ])
    expect(response.message.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Hi' },
    ])
  })

  test('the signature replaces, citations append', () => {
    const cite = { type: 'char_location', cited_text: 'x' }
    const { response } = read([
      start(),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'signature_delta', signature: 'a' }),
      delta(0, { type: 'signature_delta', signature: 'b' }),
      close(0),
      open(1, { type: 'text', text: 'A', citations: [] }),
      delta(1, { type: 'citations_delta', citation: cite }),
      delta(1, { type: 'text_delta', text: 'B' }),
      close(1),
      ...end('end_turn'),
    ])
    expect(response.message.parts).toEqual([
      { type: 'reasoning', text: '', providerMetadata: { [WIRE]: { signature: 'b' } } },
      { type: 'text', text: 'AB', providerMetadata: { [WIRE]: { extra: { citations: [cite] } } } },
    ])
  })

  test('a compaction delta replaces the content', () => {
    const { response } = read([
      start(),
      open(0, { type: 'compaction', content: null, encrypted_content: null }),
      delta(0, { type: 'compaction_delta', content: 'Summary', encrypted_content: 'x' }),
      close(0),
      ...end('compaction'),
    ])
    expect(response.message.parts).toEqual([
      {
        type: 'opaque',
        wire: WIRE,
        value: { type: 'compaction', content: 'Summary', encrypted_content: 'x' },
      },
    ])
    expect(response.finish).toEqual({ outcome: 'paused', reason: 'other', raw: 'compaction' })
  })

  test('a fallback names the model that answers', () => {
    const { response } = read([
      start(),
      open(0, { type: 'fallback', from: { model: 'm' }, to: { model: 'n' } }),
      close(0),
      ...end('end_turn'),
    ])
    expect(response.model).toBe('n')
    expect(response.message.origin).toEqual({ wire: WIRE, model: 'n' })
  })

  test('blocks that cannot be read stay verbatim', () => {
    const broken = { type: 'tool_result', tool_use_id: 'a', content: 3 }
    const { response } = read([
      start(),
      open(0, { type: 'redacted_thinking' }),
      close(0),
      open(1, broken),
      close(1),
      ...end('end_turn'),
    ])
    expect(response.message.parts).toEqual([
      { type: 'opaque', wire: WIRE, value: { type: 'redacted_thinking' } },
      { type: 'opaque', wire: WIRE, value: broken },
    ])
  })

  test('usage is cumulative, null says nothing', () => {
    const { response } = read([
      start({ usage: { input_tokens: 5, cache_read_input_tokens: 7, output_tokens: 1 } }),
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: null, output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } },
      },
      { type: 'message_stop' },
    ])
    expect(response.usage).toEqual({
      inputTokens: 12,
      outputTokens: 9,
      totalTokens: 21,
      cachedInputTokens: 7,
      reasoningTokens: 4,
    })
  })
})

function roundTrip(message: JsonObject): JsonValue {
  const decoded = anthropic.decodeMessages([JSON.parse(JSON.stringify(message))]).value
  return JSON.parse(JSON.stringify(anthropic.encodeMessages(decoded).value))
}

describe('shapes that come back as they were', () => {
  const ask = (content: JsonValue) => ({ role: 'user', content })
  const say = (...content: JsonValue[]) => ({ role: 'assistant', content })
  test.each<[string, JsonObject]>([
    ['a bare string', ask('Hi')],
    ['an empty string', ask('')],
    ['an empty list', ask([])],
    ['an empty list in a result', ask([result('a', { content: [] })])],
    ['a result without content', ask([{ type: 'tool_result', tool_use_id: 'a' }])],
    ['a result of null', ask([result('a', { content: null, is_error: null })])],
    ['an error of blocks', ask([result('a', { content: [{ type: 'text', text: 'no' }], is_error: true })])],
    ['a denied call', ask([result('a', { content: '<tool_denied>not now</tool_denied>', is_error: true })])],
    ['an empty error', ask([result('a', { content: '', is_error: true })])],
    [
      'results between text',
      ask([{ type: 'text', text: 'x' }, result('a'), result('b'), { type: 'text', text: 'y' }, result('c')]),
    ],
    [
      'a document of blocks',
      ask([
        {
          type: 'document',
          source: { type: 'content', content: [{ type: 'text', text: 'x' }] },
          context: 'c',
        },
      ]),
    ],
    [
      'a document of text as content',
      ask([{ type: 'document', source: { type: 'content', content: 'x' }, title: null }]),
    ],
    [
      'a search result',
      ask([{ type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] }]),
    ],
    [
      'a browser state',
      ask([result('a', { toolset_name: 'browser', content: [{ type: 'browser_state', tabs: [] }] })]),
    ],
    [
      'a source with more fields',
      ask([
        { type: 'image', source: { type: 'url', url: 'u', media_type: 'image/png' }, transformations: null },
      ]),
    ],
    ['a text source without type', ask([{ type: 'document', source: { type: 'text', data: 'x' } }])],
    ['input that is no object', say({ ...use(), input: 'text' })],
    ['input that is null', say({ ...use(), input: null })],
    ['a call without input', say({ type: 'tool_use', id: 'a', name: 'f' })],
    [
      'a call without id',
      say({ type: 'tool_use', id: '', name: 'f', input: {} }, { type: 'tool_use', name: 'f', input: {} }),
    ],
    [
      'thinking without signature',
      say({ type: 'thinking', thinking: 'x' }, { type: 'thinking', thinking: '', signature: '' }),
    ],
    [
      'a result of a tool still to come',
      say(
        { type: 'server_tool_use', id: 's', name: 'new_tool', input: {} },
        { type: 'new_tool_result', tool_use_id: 's', content: { type: 'new_result', x: 1 } },
      ),
    ],
    ['an MCP result without content', say({ type: 'mcp_tool_result', tool_use_id: 's', is_error: true })],
    [
      'a system message of settings alone',
      { role: 'system', clear_at: 'never', output_config: { effort: 'low' } },
    ],
    ['a role without canonical name', { role: 'developer', content: 'x', name: 'n' }],
  ])('%s', (_, message) => expect(roundTrip(message)).toEqual([message]))

  test.each<[string, JsonObject]>([
    ['system text', { system: 'Be brief.' }],
    ['empty system text', { system: '' }],
    ['an empty system list', { system: [] }],
    ['a null system', { system: null, tools: null }],
    [
      'a leading system message',
      {
        messages: [
          { role: 'system', content: 'x' },
          { role: 'user', content: 'y' },
        ],
      },
    ],
    [
      'a choice with more fields',
      { tools: [], tool_choice: { type: 'auto', disable_parallel_tool_use: null, more: 1 } },
    ],
    ['a choice still to come', { tool_choice: { type: 'new', x: 1 } }],
    ['none with a parallel switch', { tool_choice: { type: 'none', disable_parallel_tool_use: true } }],
    ['settings of the wrong type', { temperature: '1', stop_sequences: 'END', model: null, stream: 'yes' }],
    [
      'a tool without schema',
      {
        tools: [
          { name: 'f' },
          { name: 'g', type: null, description: null, input_schema: null, strict: 'no' },
        ],
      },
    ],
  ])('a request with %s', (_, more) => {
    const request = { model: 'm', max_tokens: 1, messages: [], ...more }
    const { value } = anthropic.decodeRequest(JSON.stringify(request))
    expect(
      JSON.parse(JSON.stringify(anthropic.encodeRequest(JSON.parse(JSON.stringify(value))).value)),
    ).toEqual(request)
  })
})

describe('encoding what other wires know', () => {
  const answer = (...parts: Part[]): Message[] => [{ role: 'assistant', parts }]
  const call: ToolCall = {
    type: 'tool-call',
    kind: 'function',
    id: 'a',
    name: 'f',
    status: 'complete',
    arguments: { x: 1 },
    providerExecuted: false,
  }
  const done: ToolResult = {
    type: 'tool-result',
    callId: 'a',
    name: 'f',
    output: { type: 'json', value: { y: 2 } },
    isError: false,
    providerExecuted: false,
  }

  test('results go into one user message', () => {
    expect(
      anthropic.toolResults([
        done,
        { ...done, callId: 'b', output: { type: 'error-text', value: 'no' }, isError: true },
      ]),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: '{"y":2}' },
          { type: 'tool_result', tool_use_id: 'b', content: 'no', is_error: true },
        ],
      },
    ])
    expect(anthropic.toolResults([])).toEqual([])
  })

  test.each<[string, Part, string?]>([
    ['reasoning-dropped', { type: 'reasoning', text: 'x', providerMetadata: { other: { signature: 's' } } }],
    ['provider-call-dropped', { ...call, providerExecuted: true }],
    ['provider-result-dropped', { ...done, providerExecuted: true }],
    ['media-dropped', { type: 'media', kind: 'audio', source: { type: 'data', data: '' } }],
    ['opaque-dropped', { type: 'opaque', wire: 'other', value: 1 }],
    ['source-dropped', { type: 'source', url: 'u' }, 'info'],
  ])('%s', (code, part, severity = 'warning') => {
    const { value, notices } = anthropic.encodeMessages(answer({ type: 'text', text: 'Hi' }, part))
    expect(value).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }])
    expect(notices).toMatchObject([{ code, severity, path: '/messages/0/parts/1' }])
    expect(anthropic.encodeMessages(answer(part)).value).toEqual([])
  })

  test('free text becomes input', () => {
    const custom: ToolCall = { ...call, kind: 'custom', arguments: 'SELECT 1' }
    expect(anthropic.encodeMessages(answer(custom)).value).toMatchObject([
      { content: [{ input: { input: 'SELECT 1' } }] },
    ])
    const { value, notices } = anthropic.encodeTools([
      { type: 'custom', name: 'sql', grammar: { syntax: 'lark', definition: 'x' } },
      { type: 'provider', wire: 'other', kind: 'other', name: 'x', value: {} },
    ])
    expect(value).toMatchObject([{ name: 'sql', input_schema: { required: ['input'] } }])
    expect(notices.map(({ code }) => code)).toEqual(['custom-tool-as-function', 'provider-tool-dropped'])
  })

  const base: Conversation = {
    model: 'm',
    maxOutputTokens: 1,
    messages: [],
    tools: [{ type: 'function', name: 'f' }],
  }
  test.each<[string, Partial<Conversation>, JsonValue | undefined]>([
    ['no parallel calls', { parallelToolCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    ['parallel calls', { parallelToolCalls: true }, undefined],
    ['no parallel calls without tools', { parallelToolCalls: false, tools: [] }, undefined],
    [
      'required, in sequence',
      { parallelToolCalls: false, toolChoice: { type: 'required' } },
      { type: 'any', disable_parallel_tool_use: true },
    ],
    ['none', { parallelToolCalls: false, toolChoice: { type: 'none' } }, { type: 'none' }],
    [
      'one allowed and required',
      { toolChoice: { type: 'allowed', mode: 'required', names: ['f'] } },
      { type: 'tool', name: 'f' },
    ],
    ['two allowed', { toolChoice: { type: 'allowed', mode: 'auto', names: ['f', 'g'] } }, { type: 'auto' }],
    ['a foreign choice', { toolChoice: { type: 'opaque', wire: 'other', value: 1 } }, undefined],
  ])('tool choice: %s', (_, more, expected) => {
    expect(anthropic.encodeRequest({ ...base, ...more }).value.tool_choice).toEqual(expected)
  })

  test.each<[ModelResponse['finish'], string]>([
    [{ reason: 'stop', raw: 'STOP' }, 'end_turn'],
    [{ reason: 'tool-calls', raw: 'tool_calls' }, 'tool_use'],
    [{ reason: 'length' }, 'max_tokens'],
    [{ reason: 'content-filter', raw: 'SAFETY' }, 'refusal'],
    [{ reason: 'stop', raw: 'stop_sequence' }, 'stop_sequence'],
  ])('finish %o', (finish, expected) => {
    const { value } = anthropic.encodeResponse({ message: { role: 'assistant', parts: [] }, finish })
    expect(value).toEqual({
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: expected,
      stop_sequence: null,
    })
  })

  test('errors of other wires', () => {
    const error = { message: 'slow down', code: 'rate_limit', raw: { error: { message: 'slow down' } } }
    const { value } = anthropic.encodeResponse({
      message: { role: 'assistant', parts: [] },
      finish: { reason: 'error' },
      error,
    })
    expect(value).toEqual({ type: 'error', error: { type: 'rate_limit', message: 'slow down' } })
  })

  test('usage', () => {
    const usage = { inputTokens: 10, outputTokens: 3, cachedInputTokens: 4, reasoningTokens: 1 }
    const { value } = anthropic.encodeResponse({
      message: { role: 'assistant', parts: [] },
      finish: { reason: 'stop' },
      usage,
    })
    expect(value.usage).toEqual({
      input_tokens: 6,
      cache_read_input_tokens: 4,
      output_tokens: 3,
      output_tokens_details: { thinking_tokens: 1 },
    })
  })
})

test('the container goes back when code waits in it, from whole answers and streams', async () => {
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

  test('an error that says nothing gets a text, on every way to this wire', () => {
    const silent: ToolResult = {
      type: 'tool-result',
      callId: '1',
      name: 'f',
      output: { type: 'error-text', value: '' },
      isError: true,
      providerExecuted: false,
    }
    const outputs: ToolResult['output'][] = [
      silent.output,
      { type: 'error-text', value: ' \n' },
      { type: 'content', value: [] },
      { type: 'text', value: '' },
    ]
    for (const output of outputs) {
      const [message] = anthropic.toolResults([{ ...silent, output }])
      expect(message).toMatchObject({ content: [{ is_error: true, content: expect.stringMatching(/\w/) }] })
    }
    const { notices } = anthropic.encodeMessages([{ role: 'tool', parts: [silent] }])
    expect(notices).toMatchObject([{ code: 'error-text-added', path: '/messages/0/parts/0/output' }])
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
    const reader = new EventReader(anthropic.codecs.stream, createContext('anthropic-messages'))
    const { text } = written([...reader.push(stream), ...reader.finish()])
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

  test('a call that was cut stays cut, an error ends the stream', () => {
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

test.each([{}, { input: null }])('a cut call without input stays without: %j', (input) => {
  const { input: _input, ...block } = use()
  const native = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ ...block, ...input }],
    stop_reason: 'max_tokens',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
  const decoded = anthropic.decodeResponse(JSON.stringify(native))
  expect(decoded.value.message.parts).toMatchObject([{ status: 'truncated', rawArguments: '' }])
  expect(anthropic.encodeResponse(decoded.value).value).toEqual(native)
})

describe('streams as some servers send them', () => {
  test('a block that starts where one is still open closes it', () => {
    const { response } = read([
      start(),
      open(0, { type: 'text', text: 'a' }),
      open(0, { type: 'text', text: 'b' }),
      close(0),
      ...end('end_turn'),
    ])
    expect(response.message.parts).toMatchObject([{ text: 'a' }, { text: 'b' }])
  })

  test('events without an index are about the latest block', () => {
    const { response } = read([
      start(),
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'a' } },
      { type: 'content_block_delta', delta: { type: 'text_delta', text: 'b' } },
      { type: 'content_block_stop' },
      { type: 'content_block_start', content_block: { type: 'thinking', thinking: 'hm', signature: 's' } },
      { type: 'content_block_stop' },
      ...end('end_turn'),
    ])
    expect(response.message.parts).toMatchObject([{ text: 'ab' }, { type: 'reasoning', text: 'hm' }])
  })

  test('a call without a name is still one, and not complete', () => {
    const { name: _name, ...nameless } = use()
    const { response } = read([start(), open(0, nameless), json(0, '{}'), close(0), ...end('tool_use')])
    expect(response.message.parts).toMatchObject([{ type: 'tool-call', name: '', status: 'malformed' }])
  })

  test('input that is no object may stand in the start', () => {
    for (const [input, expected] of [
      [['x'], { status: 'not-object', rawArguments: '["x"]' }],
      [null, { status: 'complete', arguments: {} }],
    ] as const) {
      const block = { ...use(), input }
      const { response } = read([start(), open(0, block), close(0), ...end('tool_use')])
      expect(response.message.parts).toMatchObject([expected])
    }
  })

  test('a call whose input came whole and whose stream then broke is truncated', () => {
    const { response } = read([start(), open(0, use('toolu_1', { city: 'Rome' }))])
    expect(response.message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"city":"Rome"}' }])
  })

  test('strict mode throws for a block of a stream, too', async () => {
    const events = [start(), open(0, use()), json(0, '{"a": '), close(0), ...end('tool_use')]
    const source = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    await expect(anthropic.collect(source, { mode: 'strict' })).rejects.toMatchObject({ code: 'strict' })
  })
})

describe('streams that are written', () => {
  /** What comes after the start of the message. */
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

  test('a call that was cut before its first text stays recognizable as cut', () => {
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

describe('what other wires have', () => {
  test('free-text calls and tools, as objects with an input', () => {
    const call: ToolCall = {
      type: 'tool-call',
      id: '1',
      name: 'f',
      kind: 'custom',
      status: 'complete',
      arguments: 'ls',
      providerExecuted: false,
    }
    const { value } = anthropic.encodeMessages([{ role: 'assistant', parts: [call] }])
    expect(value).toMatchObject([{ content: [{ type: 'tool_use', input: { input: 'ls' } }] }])
    const grammar = { syntax: 'lark', definition: 'start: "x"' } as const
    const tools = anthropic.encodeTools([
      { type: 'custom', name: 'f' },
      { type: 'custom', name: 'g', grammar },
    ])
    expect(tools.notices).toMatchObject([{ severity: 'info' }, { severity: 'info' }])
    expect(tools.value[1]).toMatchObject({ description: expect.stringContaining('start: "x"') })
  })

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

  test('a result whose content cannot be written has none', () => {
    const output: ToolResult['output'] = {
      type: 'content',
      value: [{ type: 'opaque', wire: 'other', value: 1 }],
    }
    const sent = anthropic.toolResults([
      { type: 'tool-result', callId: '1', name: 'f', output, isError: false, providerExecuted: false },
    ])
    expect(sent).toEqual([{ role: 'user', content: [{ type: 'tool_result', tool_use_id: '1' }] }])
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

  test('text files are read, in results as well; what is no text cannot be sent', () => {
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

  test('an error without a code is one of the API', () => {
    const message = { role: 'assistant', parts: [] } as const
    const { value } = anthropic.encodeResponse({
      message,
      finish: { reason: 'error' },
      error: { message: 'no' },
    })
    expect(value).toEqual({ type: 'error', error: { type: 'api_error', message: 'no' } })
  })
})
