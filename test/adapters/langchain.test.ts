import { describe, expect, test } from 'vitest'
import { langchain, langchainConstructors, langchainStored } from '../../adapters/langchain/index.js'
import { AdapterError } from '../../src/json/errors.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Message, ToolCall } from '../../src/model/types.js'
import { registry } from '../support/adapters.js'

const call = { name: 'get_weather', args: { city: 'Paris' }, id: 'call_1', type: 'tool_call' }

function callsOf(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

describe('reading', () => {
  test('a call that stands in the content and beside it is one call', () => {
    const answer = {
      type: 'ai',
      content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Paris' } }],
      tool_calls: [call],
      additional_kwargs: {
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city": "Paris"}' },
          },
        ],
      },
    }
    const calls = langchain.toolCalls(answer)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      id: 'call_1',
      arguments: { city: 'Paris' },
      rawArguments: '{"city": "Paris"}',
    })
  })

  test('a stored message of version 1 keeps what it says, although it has no content', () => {
    const stored = {
      type: 'ai',
      data: {
        content_blocks: [{ type: 'text', text: 'Hello!' }],
        response_metadata: { output_version: 'v1' },
      },
    }
    const { value } = langchain.decodeMessages([stored])
    expect(value[0]?.parts).toEqual([{ type: 'text', text: 'Hello!' }])
    expect(langchain.encodeMessages(value).value).toEqual([stored])
  })

  test('arguments that LangChain closed are not taken for whole', () => {
    const joined = {
      type: 'AIMessageChunk',
      content: '',
      tool_calls: [{ name: 'pay', args: { amount: 12 }, id: 'call_1', type: 'tool_call' }],
      tool_call_chunks: [
        { name: 'pay', args: '{"amount":12', id: 'call_1', index: 0, type: 'tool_call_chunk' },
      ],
    }
    expect(langchain.toolCalls(joined)).toMatchObject([{ status: 'truncated', rawArguments: '{"amount":12' }])
  })

  test('the last call of an answer that hit its limit may have been cut', () => {
    const answer = {
      type: 'ai',
      content: '',
      tool_calls: [call],
      response_metadata: { stop_reason: 'max_tokens' },
    }
    expect(langchain.toolCalls(answer)).toMatchObject([{ status: 'truncated' }])
    expect(langchain.encodeResponse(langchain.decodeResponse(answer).value).value).toEqual(answer)
  })

  test('what LangChain holds for invalid is never fit to run, even when its text parses', () => {
    const answer = {
      type: 'ai',
      content: '',
      invalid_tool_calls: [{ name: 'pay', args: '{"amount":12}', error: 'Malformed args.' }],
    }
    const [found] = langchain.toolCalls(answer)
    expect(found).toMatchObject({ status: 'truncated', minted: true })
    expect(found).not.toHaveProperty('arguments')
  })

  test('an edit of args in LangChain wins over the text that the provider sent', () => {
    const answer = {
      type: 'ai',
      content: '',
      tool_calls: [{ ...call, args: { city: 'Oslo' } }],
      additional_kwargs: {
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Paris"}' },
          },
        ],
        toolwire: { calls: { call_1: { rawArguments: '{"city": "Paris"}' } } },
      },
    }
    expect(langchain.toolCalls(answer)).toMatchObject([{ arguments: { city: 'Oslo' } }])
    expect(langchain.toolCalls(answer)[0]).not.toHaveProperty('rawArguments')
  })

  test('an edit of a call shows wherever the call stands', () => {
    const answer = {
      type: 'ai',
      content: [{ type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Lyon' } }],
      tool_calls: [call],
    }
    const { value } = langchain.decodeMessages([answer])
    const edited = value.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === 'tool-call' && part.kind === 'function'
          ? { ...part, status: 'complete' as const, arguments: { city: 'Rome' } }
          : part,
      ),
    }))
    expect(langchain.encodeMessages(value).value).toEqual([answer])
    expect(JSON.stringify(langchain.encodeMessages(edited).value)).not.toMatch(/Paris|Lyon/)
  })

  test('a message that is none of LangChain is refused with its place', () => {
    const read = () => langchain.decodeMessages([{ type: 'human', content: 'Hi' }, { content: 'Who am I?' }])
    expect(read).toThrow(AdapterError)
    expect(read).toThrow(expect.objectContaining({ path: '/1/type' }))
  })
})

describe('writing', () => {
  const messages: Message[] = [
    { role: 'user', parts: [{ type: 'text', text: 'Paris?' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'One moment.' },
        {
          type: 'tool-call',
          id: 'call_1',
          name: 'get_weather',
          kind: 'function',
          status: 'complete',
          arguments: { city: 'Paris' },
          providerExecuted: false,
        },
      ],
    },
  ]

  test('is in plain objects, in JSON of the classes or in stored messages', () => {
    const plain = [
      { type: 'human', content: 'Paris?' },
      { type: 'ai', content: 'One moment.', tool_calls: [call] },
    ]
    expect(langchain.encodeMessages(messages).value).toEqual(plain)
    expect(langchainStored.encodeMessages(messages).value).toEqual(
      plain.map(({ type, ...data }) => ({ type, data })),
    )
    expect(langchainConstructors.encodeMessages(messages).value).toEqual(
      plain.map(({ type, ...kwargs }) => ({
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', type === 'ai' ? 'AIMessage' : 'HumanMessage'],
        kwargs,
      })),
    )
  })

  test('of another form than a message came in is possible, too', () => {
    const { value } = langchain.decodeMessages(['Paris?', ['ai', 'Yes.']] as never)
    expect(langchainStored.encodeMessages(value).value).toEqual([
      { type: 'human', data: { content: 'Paris?' } },
      { type: 'ai', data: { content: 'Yes.' } },
    ])
  })

  test('keeps the order of parts that a text and a list of calls cannot tell', () => {
    const [user, answer] = messages
    const mixed = [user, { ...answer, parts: [...(answer?.parts ?? [])].reverse() }] as Message[]
    const { value } = langchain.encodeMessages(mixed)
    expect(value[1]).toMatchObject({ response_metadata: { output_version: 'v1' } })
    expect(langchain.decodeMessages(value).value[1]?.parts.map(({ type }) => type)).toEqual([
      'tool-call',
      'text',
    ])
    expect(callsOf(langchain.decodeMessages(value).value)).toHaveLength(1)
  })
})

describe('streams', () => {
  const chunk = (kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', 'AIMessageChunk'],
    kwargs: { content: '', tool_call_chunks: [], ...kwargs },
  })
  const piece = (args: string, more: object = {}) => ({ type: 'tool_call_chunk', args, index: 0, ...more })

  test('partial arguments that look whole in the middle of a stream are no call', async () => {
    const partial = {
      tool_call_chunks: [piece('{"amount":12', { id: 'call_1', name: 'pay' })],
      tool_calls: [{ name: 'pay', args: { amount: 12 }, id: 'call_1', type: 'tool_call' }],
    }
    const { message, error } = await langchain.collect([chunk(partial)])
    expect(message.parts).toMatchObject([{ status: 'truncated', rawArguments: '{"amount":12' }])
    expect(error?.code).toBe('stream-cut')
    const rest = [
      chunk({ tool_call_chunks: [piece('00}')] }),
      chunk({ response_metadata: { finish_reason: 'tool_calls' } }),
    ]
    const whole = await langchain.collect([chunk(partial), ...rest])
    expect(whole.message.parts).toMatchObject([{ status: 'complete', arguments: { amount: 1200 } }])
  })

  test('a whole call is not final before the stream says that it is over', async () => {
    const { message } = await langchain.collect([
      chunk({ tool_call_chunks: [piece('{"a":1}', { id: 'call_1', name: 'pay' })] }),
    ])
    expect(message.parts).toMatchObject([{ status: 'truncated' }])
  })

  test('a fragment without id and index goes on with the latest call', async () => {
    const { message } = await langchain.collect([
      chunk({ tool_call_chunks: [{ id: 'call_1', name: 'pay', args: '{"a"' }] }),
      chunk({ tool_call_chunks: [{ args: ':1}' }] }),
      chunk({ response_metadata: { finish_reason: 'stop' } }),
    ])
    expect(message.parts).toMatchObject([{ status: 'complete', arguments: { a: 1 } }])
  })

  test('chunks of graphs and of events are read, and messages of tools passed over', async () => {
    const text = chunk({ content: 'Hello', response_metadata: { finish_reason: 'stop' } })
    const tool = { type: 'tool', content: '18', tool_call_id: 'call_1' }
    const ways = [
      [
        [tool, {}],
        [text, { langgraph_node: 'agent' }],
      ],
      [
        { event: 'on_chain_start', data: {} },
        { event: 'on_chat_model_stream', data: { chunk: text } },
      ],
    ]
    for (const events of ways) {
      const { message } = await langchain.collect(events as object[])
      expect(message.parts).toEqual([{ type: 'text', text: 'Hello' }])
    }
  })
})

test('is recognised in each of its forms, and no other JSON is taken for it', () => {
  const bodies = [
    { messages: [{ type: 'human', content: 'Hi' }] },
    { messages: [{ type: 'human', data: { content: 'Hi' } }] },
    { messages: [['human', 'Hi']] },
    {
      messages: [
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'HumanMessage'],
          kwargs: { content: 'Hi' },
        },
      ],
    },
  ]
  for (const request of bodies) expect(registry.recognise({ request })?.adapter.id).toBe('langchain')
  const strangers: JsonObject[] = [
    { name: 'a', version: '1.0.0', type: 'module' },
    { openapi: '3.1.0', paths: {} },
    { messages: [{ role: 'user', content: 'Hi' }] },
  ]
  for (const request of strangers) expect(registry.recognise({ request })?.adapter.id).not.toBe('langchain')
})
