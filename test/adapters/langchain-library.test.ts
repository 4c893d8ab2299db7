import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { load } from '@langchain/core/load'
import {
  AIMessage,
  AIMessageChunk,
  type BaseMessage,
  type BaseMessageLike,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import {
  type LangChainChunk,
  langchain,
  langchainConstructors,
  langchainStored,
} from '../../adapters/langchain/index.js'
import { createContext } from '../../src/adapter/context.js'
import type { Adapter } from '../../src/adapter/define.js'
import { disassemble } from '../../src/adapter/disassemble.js'
import { fitResponse } from '../../src/adapter/fit/index.js'
import { translateResponse } from '../../src/exchange/answer.js'
import { encodeConversation } from '../../src/exchange/translate.js'
import type { Message, ModelResponse, Part } from '../../src/model/types.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { difference, stored } from '../support/values.js'

/** What a program acts on: calls, results and texts, without what only a round trip needs. */
function meaning(messages: readonly Message[]): object[] {
  return messages.map(({ role, parts }) => ({ role, parts: parts.map(meaningOf) }))
}

function meaningOf(part: Part): object {
  if (part.type === 'opaque') return part
  const { providerMetadata: _metadata, ...rest } = part
  return rest
}

const others = adapters.filter(
  ({ wire, adapter }) =>
    wire !== 'langchain' && !adapter.lacks.has('request') && !adapter.lacks.has('messages'),
)

/** The messages of a request, as this form of LangChain's writes them, and what they mean. */
function written(request: object, from: Adapter, form: Adapter): { natives: object[]; meant: object[] } {
  const { value } = from.decodeRequest(stored(request))
  const body = encodeConversation(value, { to: form, pendingCalls: 'keep' }).value
  const { messages } = form.decodeRequest(stored(body)).value
  const { messages: natives } = stored(body) as { messages: object[] }
  return { natives, meant: meaning(messages) }
}

type Way = (natives: object[]) => Promise<object[]> | object[]

/** Ways through the library, from what is written to what is read again. */
const WAYS: Readonly<Record<string, readonly [form: Adapter, way: Way]>> = {
  'objects of the classes': [
    langchain,
    (natives) => natives.map((one) => coerceMessageLikeToMessage(one as BaseMessageLike)),
  ],
  'objects of the classes as JSON': [
    langchain,
    (natives) =>
      JSON.parse(JSON.stringify(natives.map((one) => coerceMessageLikeToMessage(one as BaseMessageLike)))),
  ],
  'load and dump': [
    langchainConstructors,
    async (natives) =>
      JSON.parse(JSON.stringify(await Promise.all(natives.map((one) => load(JSON.stringify(one)))))),
  ],
  'a chat history': [
    langchainStored,
    (natives) => stored(mapChatMessagesToStoredMessages(mapStoredMessagesToChatMessages(natives as never))),
  ],
}

describe('a conversation of any wire is the same after LangChain held it', () => {
  for (const [title, [form, way]] of Object.entries(WAYS))
    test.each(others.map(({ wire }) => wire))(`as ${title}: %s`, async (wire) => {
      const { adapter } = adapterOf(wire)
      const problems: string[] = []
      for (const { id, request, status } of exchangesOf(wire)) {
        if (request === undefined || status >= 400) continue
        const { natives, meant } = written(request, adapter, form)
        const { value } = langchain.decodeMessages(await way(natives))
        const problem = difference(stored(meant), stored(meaning(value)))
        if (problem !== undefined) problems.push(`${id}: ${problem}`)
      }
      expect(problems.slice(0, 10)).toEqual([])
    })
})

/** A model of LangChain whose answer another provider gave. */
class Recorded extends BaseChatModel {
  constructor(
    private readonly answer: object,
    private readonly chunks: readonly LangChainChunk[],
  ) {
    super({})
  }

  _llmType(): string {
    return 'recorded'
  }

  async _generate(_messages: BaseMessage[]): Promise<ChatResult> {
    const message = coerceMessageLikeToMessage(this.answer as BaseMessageLike) as AIMessage
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(): AsyncGenerator<ChatGenerationChunk> {
    for (const { kwargs } of this.chunks) {
      const message = new AIMessageChunk(stored(kwargs) as never)
      yield new ChatGenerationChunk({ text: message.text, message })
    }
  }
}

function recorded({ response, stream }: Exchange, from: Adapter): Recorded | undefined {
  if (response === undefined || stream === undefined) return undefined
  const source = from.decodeResponse(stored(response)).value
  if (source.error !== undefined) return undefined
  const answer = translateResponse(stored(response), { from, to: langchain }).value
  return new Recorded(answer, chunksOf(fitResponse(source, langchain.codecs).response))
}

/** The frames of an answer, as objects. */
function chunksOf(response: ModelResponse): LangChainChunk[] {
  const encoder = langchain.codecs.stream.encoder
  const machine = encoder?.(createContext('langchain'))
  return [...disassemble(response)]
    .flatMap((event) => machine?.push(event) ?? [])
    .map(({ data }) => stored(data)) as never
}

function callsOf(message: AIMessage | AIMessageChunk): object {
  const calls = message.tool_calls?.map(({ id, name, args }) => ({ id, name, args }))
  const invalid = message.invalid_tool_calls?.map(({ id, name }) => ({ id, name }))
  return { calls, invalid, text: message.text }
}

describe('a model of LangChain gives the answers of another wire', () => {
  const wires = others.filter(({ adapter }) => !adapter.lacks.has('response') && !adapter.lacks.has('stream'))
  test.each(wires.map(({ wire }) => wire))('%s: invoked and streamed', async (wire) => {
    const { adapter } = adapterOf(wire)
    const problems: string[] = []
    let count = 0
    for (const exchange of exchangesOf(wire)) {
      const model = exchange.status < 400 ? recorded(exchange, adapter) : undefined
      if (model === undefined) continue
      count += 1
      const whole = await model.invoke('Go on.')
      let joined: AIMessageChunk | undefined
      for await (const chunk of await model.stream('Go on.')) joined = joined?.concat(chunk) ?? chunk
      if (joined === undefined) continue
      const read = langchain.decodeResponse(joined).value
      const meant = langchain.decodeResponse(whole).value
      const problem =
        difference(stored(callsOf(whole)), stored(callsOf(joined))) ??
        difference(stored(calls(meant)), stored(calls(read))) ??
        difference(meant.finish.reason, read.finish.reason)
      if (problem !== undefined) problems.push(`${exchange.id}: ${problem}`)
    }
    expect(problems.slice(0, 10)).toEqual([])
    expect(count).toBeGreaterThan(2)
  })
})

function calls({ message }: ModelResponse): object[] {
  return message.parts.flatMap((part) =>
    part.type === 'tool-call'
      ? [{ id: part.id, name: part.name, status: part.status, arguments: part.arguments }]
      : [],
  )
}

describe('a conversation that LangChain keeps', () => {
  const thinking = { type: 'thinking', thinking: 'Paris is in France.', signature: 'c2lnbmVk' }
  const history = [
    { role: 'user', content: 'What is the weather in Paris?' },
    {
      role: 'assistant',
      content: [thinking, { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Paris' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '18 degrees' }] },
  ]

  test('goes back to the provider that began it as it was, signature included', () => {
    const { messages } = anthropic.decodeRequest({ messages: history }).value
    const kept = langchain
      .encodeMessages(messages)
      .value.map((one) => coerceMessageLikeToMessage(one as BaseMessageLike))
    expect(kept.map((message) => message.getType())).toEqual(['human', 'ai', 'tool'])
    const loaded = JSON.parse(
      JSON.stringify([...kept, new AIMessage('18 degrees.'), new HumanMessage('And Oslo?')]),
    )
    const { value } = encodeConversation(
      { messages: langchain.decodeMessages(loaded).value, maxOutputTokens: 9 },
      { to: anthropic },
    )
    expect(value.messages.slice(0, 3)).toEqual([...history])
    expect(value.messages).toHaveLength(5)
  })

  test('is one that an integration of LangChain had with Anthropic', () => {
    const messages = [
      new HumanMessage('Weather?'),
      new AIMessage({
        content: [
          thinking,
          { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Paris' } },
        ],
        tool_calls: [{ id: 'toolu_1', name: 'get_weather', args: { city: 'Paris' } }],
        response_metadata: { model_provider: 'anthropic', stop_reason: 'tool_use' },
      }),
      new ToolMessage({ tool_call_id: 'toolu_1', content: '18 degrees', artifact: { degrees: 18 } }),
    ]
    const { value } = encodeConversation(
      { messages: langchain.decodeMessages(messages).value, maxOutputTokens: 9 },
      { to: anthropic },
    )
    expect(value.messages[1]).toEqual(history[1])
    expect(value.messages[2]).toEqual({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: '18 degrees' }],
    })
  })
})

test('results are written as messages that LangChain takes', () => {
  const [message] = langchain.toolResults([
    {
      type: 'tool-result',
      callId: 'call_1',
      name: 'plot',
      output: { type: 'error-text', value: 'no data' },
      isError: true,
      providerExecuted: false,
      raw: { rows: 0 },
    },
  ])
  const made = coerceMessageLikeToMessage(message as BaseMessageLike)
  expect(made).toBeInstanceOf(ToolMessage)
  expect(made).toMatchObject({
    tool_call_id: 'call_1',
    status: 'error',
    content: 'no data',
    artifact: { rows: 0 },
  })
})

test('tools that LangChain made are read with their schema', () => {
  const weather = tool(() => '18', {
    name: 'get_weather',
    description: 'Current weather.',
    schema: z.object({ city: z.string() }),
  })
  const { value } = langchain.decodeTools([weather])
  expect(value).toMatchObject([
    {
      type: 'function',
      name: 'get_weather',
      description: 'Current weather.',
      parameters: { type: 'object', required: ['city'] },
    },
  ])
})

describe('LangChain never takes a call that was cut for whole', () => {
  test.each([
    '{"a":12',
    '{"a":"x',
    '{"a":"x\\',
    '{"a":"\\u00',
    '',
    '{"a":1}',
    '{"a":tr',
    '{"a',
    '[1',
    '{"a":-',
  ])('%s', async (rawArguments) => {
    const response: ModelResponse = {
      message: {
        role: 'assistant',
        parts: [
          {
            type: 'tool-call',
            id: 'call_1',
            name: 'run',
            kind: 'function',
            status: 'truncated',
            rawArguments,
            providerExecuted: false,
          },
        ],
      },
      finish: { reason: 'length' },
    }
    const whole = coerceMessageLikeToMessage(
      stored(langchain.encodeResponse(response).value) as BaseMessageLike,
    ) as AIMessage
    const joined = chunksOf(response)
      .map(({ kwargs }) => new AIMessageChunk(kwargs as never))
      .reduce((before, chunk) => before.concat(chunk))
    for (const message of [whole, joined]) {
      expect(message.tool_calls).toEqual([])
      expect(message.invalid_tool_calls).toHaveLength(1)
      const [call] = langchain.decodeResponse(message).value.message.parts
      expect(call).toMatchObject({ status: 'truncated', rawArguments })
    }
  })
})
