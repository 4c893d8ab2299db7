import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { cohereChat, sdkParameters } from '../../adapters/cohere-chat/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, Message, ModelResponse, Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { encodeConversation, translateRequest, translateResponse } from '../../src/index.js'
import { eventsOf } from '../support/streams.js'

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

/** Decoded and written again. */
function again(body: JsonObject): unknown {
  return cohereChat.encodeResponse(cohereChat.decodeResponse(body).value).value
}

/** A request of Chat Completions as this wire has it. */
function fromChat(more: JsonObject) {
  return translateRequest(
    { model: 'm', messages: [hi], ...more },
    { from: openaiChat, to: cohereChat, model: 'm' },
  )
}

function codesOf(notices: readonly { readonly code: string }[]): string[] {
  return notices.map(({ code }) => code)
}

function events(...list: readonly JsonObject[]): string {
  return list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

const start = { type: 'message-start', id: 'a1', delta: { message: { role: 'assistant', content: [] } } }
const end = (more: JsonObject = {}) => ({
  type: 'message-end',
  delta: { finish_reason: 'COMPLETE', ...more },
})
const content = (type: string, index: number, block: JsonObject = {}) => ({
  ...{ type, index, delta: { message: { content: block } } },
})
const callEvent = (type: string, index: number, tool_calls: JsonValue = {}) => ({
  ...{ type, index, delta: { message: { tool_calls } } },
})

describe('calls', () => {
  test.each([
    ['"null"', call('c', 'null')],
    ['an empty text', call('c', '')],
    ['nothing', { id: 'c', type: 'function', function: { name: 'look' } }],
  ])('%s is no argument', (_what, native) => {
    const body = answer({ tool_calls: [native] })
    expect(cohereChat.toolCalls(body)).toMatchObject([{ name: 'look', arguments: {}, status: 'complete' }])
    expect(again(body)).toEqual(body)
  })

  // Arguments as servers of the Chat wire write them for tools without parameters.
  test.each(['', ' ', 'null', '{}'])('the text %j of another wire is written as {}', (args) => {
    const calls = ['c', 'd'].map((id) => call(id, args))
    const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' }))
    const { value } = fromChat({ messages: [hi, { role: 'assistant', tool_calls: calls }, ...results] })
    expect(value.messages?.[1]).toMatchObject({ tool_calls: [call('c', '{}'), call('d', '{}')] })
  })

  test.each<[string, JsonObject, object]>([
    ['an object', { name: 'look', arguments: { city: 'Faro' } }, { arguments: { city: 'Faro' } }],
    ['a list', { name: 'look', arguments: [1] }, { status: 'not-object' }],
    ['no name', { arguments: '{}' }, { name: '', status: 'malformed' }],
    ['unknown fields', { name: 'look', arguments: '{}', more: 1 }, { name: 'look' }],
  ])('%s in place of the usual is read, and written as it was', (_what, body, expected) => {
    const native = answer({ tool_calls: [{ id: 'c', type: 'function', function: body }] })
    expect(cohereChat.toolCalls(native)).toMatchObject([expected])
    expect(again(native)).toEqual(native)
  })

  test('a call without function, id and type gets an id, and goes back as it came', () => {
    const native = answer({ tool_calls: [{}] })
    expect(cohereChat.toolCalls(native)).toMatchObject([{ name: '', minted: true, status: 'malformed' }])
    expect(again(native)).toEqual(native)
  })

  test('an entry that is no object is an error with its place', () => {
    expect(() => cohereChat.decodeResponse(answer({ tool_calls: ['x'] }))).toThrow('/message/tool_calls/0')
  })

  test('the output limit cuts the last call alone', () => {
    const native = answer(
      { tool_calls: [call('a', '{"city":'), call('b', '{"city":')] },
      { finish_reason: 'MAX_TOKENS' },
    )
    expect(cohereChat.toolCalls(native).map(({ status }) => status)).toEqual(['malformed', 'truncated'])
    expect(again(native)).toEqual(native)
  })

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

  test('the plan is reasoning before the calls, and goes back with them', () => {
    const body = answer({ tool_plan: 'I will look.', tool_calls: [call('a')] })
    const { message } = cohereChat.decodeResponse(body).value
    expect(message.parts).toMatchObject([
      { type: 'reasoning', text: 'I will look.', providerMetadata: { [WIRE]: { form: 'plan' } } },
      { type: 'tool-call' },
    ])
    expect(cohereChat.encodeMessages([message]).value).toEqual([body.message])
  })

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
    // In a stream each names its block.
    expect(cohereChat.encodeResponse(streamed).value).toMatchObject(body)
  })

  test('what is no citation stays beside the message', () => {
    const body = answer({ content: [text], citations: ['x'] })
    expect(again(body)).toEqual(body)
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

describe('streams', () => {
  test('the indexes of content, calls and citations are apart, and the plan ends where calls begin', async () => {
    const stream = events(
      start,
      content('content-start', 0, { type: 'thinking', thinking: 'Hm' }),
      content('content-delta', 0, { thinking: '.' }),
      content('content-end', 0),
      { type: 'debug', prompt: '<x>' },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I will' } } },
      { type: 'tool-plan-delta', delta: { message: { tool_plan: ' look.' } } },
      callEvent('tool-call-start', 0, call('c0', '')),
      callEvent('tool-call-delta', 0, { function: { arguments: '{"city":"Faro"}' } }),
      callEvent('tool-call-end', 0),
      // Some servers send a list of one, and no index.
      { ...callEvent('tool-call-start', 1, [call('c1', '')]), index: null },
      callEvent('tool-call-end', 1),
      end({ finish_reason: 'TOOL_CALL' }),
    )
    const { message, finish } = await cohereChat.collect(stream)
    expect(message.parts).toMatchObject([
      { type: 'reasoning', text: 'Hm.' },
      { type: 'reasoning', text: 'I will look.', providerMetadata: { [WIRE]: { form: 'plan' } } },
      { id: 'c0', arguments: { city: 'Faro' } },
      { id: 'c1', arguments: {}, status: 'complete' },
    ])
    expect(finish.reason).toBe('tool-calls')
  })

  test('blocks that interleave, begin without a start or are of an unknown type', async () => {
    const stream = events(
      start,
      content('content-start', 0, { type: 'text', text: '' }),
      content('content-start', 1, { type: 'text', text: '' }),
      content('content-delta', 0, { text: 'a' }),
      content('content-delta', 1, { text: 'b' }),
      content('content-end', 0),
      content('content-end', 1),
      content('content-delta', 2, { text: 'c' }),
      content('content-end', 2),
      content('content-delta', 3, { thinking: 'd' }),
      content('content-end', 3),
      content('content-start', 4, { type: 'audio', url: 'x' }),
      content('content-delta', 5, { noise: 1 }),
      { type: 'citation-start', index: 0, delta: { message: { citations: { start: 0, content_index: 4 } } } },
      content('content-end', 4),
      callEvent('tool-call-delta', 9, { function: { arguments: '{' } }),
      end(),
    )
    const { message } = await cohereChat.collect(stream)
    expect(message.parts).toMatchObject([
      ...[{ text: 'a' }, { text: 'b' }, { text: 'c' }, { type: 'reasoning', text: 'd' }],
      { type: 'opaque', value: { type: 'audio', url: 'x' } },
    ])
    expect(message.providerMetadata?.[WIRE]?.extra).toEqual({ citations: [{ start: 0, content_index: 4 }] })
  })

  test.each<[string, string, object]>([
    [
      'without its end',
      events(start, content('content-start', 0, { type: 'text', text: 'a' })),
      { code: 'stream-cut' },
    ],
    ['that fails', events(start, end({ finish_reason: 'ERROR', error: 'no' })), { message: 'no' }],
    ['that is refused', events({ message: 'slow down' }), { message: 'slow down' }],
    ['that is a refusal of a gateway', '{"error":{"message":"no","code":7}}', { message: 'no', code: '7' }],
  ])('a stream %s says so', async (_what, stream, error) => {
    const response = await cohereChat.collect(stream)
    expect(response.finish.reason).toBe('error')
    expect(response.error).toMatchObject(error)
  })

  test('a whole answer in place of a stream', async () => {
    const body = answer({ content: [{ type: 'text', text: 'Hi.' }] })
    expect(await cohereChat.collect(JSON.stringify(body))).toEqual(cohereChat.decodeResponse(body).value)
  })

  test('an error is told with the end, also where no end comes', () => {
    const encoder = cohereChat.codecs.stream.encoder?.(createContext(WIRE))
    encoder?.push({ type: 'response-start' })
    expect(encoder?.push({ type: 'error', error: { message: 'no' } })).toEqual([])
    expect(encoder?.finish()).toMatchObject([{ data: { delta: { finish_reason: 'ERROR', error: 'no' } } }])
  })

  test('thinking that is hidden leaves no block, and what is cut is marked', () => {
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
  test('one tool that has to be called is the only one', () => {
    const { value, notices } = fromChat({
      tools: [tool('a'), tool('b')],
      tool_choice: { type: 'function', function: { name: 'b' } },
    })
    expect(value).toMatchObject({ tool_choice: 'REQUIRED', tools: [tool('b')] })
    expect(codesOf(notices)).toEqual(['tools-withheld', 'allowed-tools-declared'])
  })

  test.each([
    ['auto', undefined],
    ['none', 'NONE'],
    ['required', 'REQUIRED'],
  ])('the choice %s', (word, expected) => {
    expect(fromChat({ tools: [tool('a')], tool_choice: word }).value.tool_choice).toBe(expected)
  })

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

  test('a conversation that was not fitted tells what it loses', () => {
    const conversation: Conversation = {
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
      tools: [
        { type: 'function', name: 'a', strict: true },
        { type: 'function', name: 'b' },
      ],
      toolChoice: { type: 'tool', name: 'a' },
    }
    const { value, notices } = cohereChat.encodeRequest(conversation)
    expect(value.tools?.map(({ function: { parameters } }) => parameters)).toEqual([
      { type: 'object', properties: {} },
      { type: 'object', properties: {} },
    ])
    expect(codesOf(notices)).toEqual(['strict-dropped', 'tool-choice-dropped'])
  })

  test('strict_tools without tools stays as it is', () => {
    const body = { model: 'm', messages: [hi], tools: [], strict_tools: true }
    expect(cohereChat.encodeRequest(cohereChat.decodeRequest(body).value).value).toEqual(body)
  })

  test('schemas hold what the wire enforces', () => {
    const parameters = {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: 1 },
        id: { type: 'string', pattern: '^[a-z]$' },
        plain: { type: 'string', pattern: '[a-z]+' },
        at: { type: 'string', format: 'email' },
      },
      required: ['n', 'gone'],
    }
    const { value } = fromChat({ tools: [tool('a', { parameters })] })
    expect(value.tools?.[0]?.function.parameters).toEqual({
      type: 'object',
      properties: {
        n: { type: 'integer', description: '(minimum: 1)' },
        id: { type: 'string', description: '(pattern: "^[a-z]$")' },
        plain: { type: 'string', pattern: '[a-z]+' },
        at: { type: 'string', description: '(format: "email")' },
      },
      required: ['n'],
    })
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

  test('a format beside documents', () => {
    const body = {
      model: 'm',
      messages: [hi],
      documents: ['x'],
      response_format: { type: 'json_object' as const },
    }
    const { value, notices } = encodeConversation(cohereChat.decodeRequest(body).value, {
      to: cohereChat,
      model: 'm',
    })
    expect(value.response_format).toBeUndefined()
    expect(codesOf(notices)).toContain('setting-refused')
  })
})

describe('messages', () => {
  test.each<[string, JsonObject]>([
    ['content that is missing', { role: 'user' }],
    ['content that is none', { role: 'user', content: 7 }],
    ['no content at all', { role: 'user', content: [] }],
    ['a block that is none', { role: 'user', content: [[]] }],
    ['a block of an unknown type', { role: 'user', content: [{ type: 'audio', url: 'x' }] }],
    ['an image without an address', { role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
    ['a list with one text', { role: 'system', content: [{ type: 'text', text: 'x' }] }],
    ['a list with one text of the model', { role: 'assistant', content: [{ type: 'text', text: 'x' }] }],
    ['an empty content of the model', { role: 'assistant', content: '', tool_calls: [] }],
    ['a role that nobody knows', { role: 'critic', content: 'x' }],
    ['a result without content', { role: 'tool', tool_call_id: 'a' }],
    ['a result without an id', { role: 'tool', content: 'x' }],
    ['a result that is an object', { role: 'tool', tool_call_id: 'a', content: { x: 1 } }],
    ['a result without blocks', { role: 'tool', tool_call_id: 'a', content: [] }],
    ['a result of strange blocks', { role: 'tool', tool_call_id: 'a', content: [[], { type: 'document' }] }],
    [
      'a result with an image',
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'image_url', image_url: { url: 'x' } }] },
    ],
  ])('%s goes back as it came', (_what, message) => {
    const { value } = cohereChat.decodeMessages([{ ...message, role: String(message.role) }])
    expect(cohereChat.encodeMessages(value).value).toEqual([message])
  })

  test('a bare text of an answer stays bare', () => {
    const body = answer({ content: 'Hi.' })
    expect(again(body)).toEqual(body)
  })

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

  test('what has no place is told', () => {
    const canonical: Message[] = [
      {
        role: 'user',
        parts: [
          { type: 'reasoning', text: 'x' },
          { type: 'media', kind: 'audio', source: { type: 'data', data: 'AAAA' } },
        ],
      },
      { role: 'tool', parts: [{ type: 'text', text: 'x' }] },
      { role: 'assistant', parts: [{ type: 'opaque', wire: 'other', value: 1 }] },
      {
        role: 'tool',
        parts: [
          {
            ...{ type: 'tool-result', callId: 'a', name: 'f', isError: true, providerExecuted: false },
            output: {
              type: 'content',
              value: [{ type: 'media', kind: 'image', source: { type: 'file-id', id: 'f' } }],
            },
          },
        ],
      },
    ]
    const { value, notices } = cohereChat.encodeMessages(canonical)
    expect(value).toEqual([
      { role: 'user', content: '' },
      { role: 'tool', tool_call_id: 'a', content: '<tool_error></tool_error>' },
    ])
    expect(codesOf(notices)).toEqual([
      ...[
        'part-dropped',
        'media-dropped',
        'part-dropped',
        'opaque-dropped',
        'empty-message-dropped',
        'media-dropped',
      ],
    ])
  })
})

test.each([
  [{}, 'expected an object'],
  [{ message: { role: 'user' } }, 'expected "assistant"'],
])('%j is no answer', (body, says) => {
  expect(() => cohereChat.decodeResponse(JSON.stringify(body))).toThrow(says)
})

test.each([
  [{ type: 'function' }, '/tools/0/function'],
  [{ type: 'function', function: {} }, '/tools/0/function/name'],
])('%j is no tool', (native, place) => {
  expect(() => cohereChat.decodeRequest({ messages: [], tools: [native] })).toThrow(place)
})

test('a tool of another type is one of the vendor', () => {
  const body = { model: 'm', messages: [hi], tools: [{ type: 'retrieval', index: 'x' }] }
  const { value } = cohereChat.decodeRequest(body)
  expect(value.tools).toMatchObject([{ type: 'provider', name: 'retrieval' }])
  expect(cohereChat.encodeRequest(value).value).toEqual(body)
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
