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
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import {
  asJson,
  asNative,
  expectObject,
  objectOr,
  objectsIn,
  stringOr,
} from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Message, ModelResponse, Part } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type Exchange, exchangesOf, fixtures } from '../support/exchanges.js'
import { someExchangesOf } from '../support/law.js'
import { difference, stored } from '../support/values.js'

/**
 * Returns the data that a program uses: calls, results and texts, without data that only serves a round trip.
 */
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

/** Returns the messages of a request in this LangChain form, and their meaning. */
function written(request: object, from: Adapter, form: Adapter): { natives: object[]; meant: object[] } {
  const { value } = from.decodeRequest(stored(request))
  const body = encodeConversation(value, { to: form, pendingCalls: 'keep' }).value
  const { messages } = form.decodeRequest(stored(body)).value
  const { messages: natives } = stored(body) as { messages: object[] }
  return { natives, meant: meaning(messages) }
}

type Way = (natives: object[]) => Promise<object[]> | object[]

/** Paths through the library from encoded to decoded messages. */
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
      for (const { id, request, status } of someExchangesOf(wire)) {
        if (request === undefined || status >= 400) continue
        const { natives, meant } = written(request, adapter, form)
        const { value } = langchain.decodeMessages(await way(natives))
        const problem = difference(stored(meant), stored(meaning(value)))
        if (problem !== undefined) problems.push(`${id}: ${problem}`)
      }
      expect(problems.slice(0, 10)).toEqual([])
    })
})

/** A LangChain model with the answer of another provider. */
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

/** Returns the frames of an answer as objects. */
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
    for (const exchange of someExchangesOf(wire)) {
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

  test('is returned to its provider unchanged, signature included', () => {
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

test('results are encoded as messages that LangChain accepts', () => {
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

describe('LangChain never treats a truncated call as complete', () => {
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

function chunkOf(kwargs: JsonObject): AIMessageChunk {
  return new AIMessageChunk(asNative<ConstructorParameters<typeof AIMessageChunk>[0] & object>(kwargs))
}

const NOTHING: JsonObject = {}

/**
 * Returns the chunks that Anthropic's integration creates for a stream: its blocks, and additionally the text
 * of every call.
 */
function chunksOfAnthropic(stream: string): AIMessageChunk[] {
  const events = stream
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [expectObject(JSON.parse(line.slice(6)), '')] : []))
  return events.flatMap((event) => {
    const index = event.index ?? 0
    const block = objectOr(event.content_block, NOTHING)
    const delta = objectOr(event.delta, NOTHING)
    const type = stringOr(block.type, stringOr(delta.type, ''))
    const chunk = (content: JsonValue, pieces: JsonValue = []) => [
      chunkOf({ content, tool_call_chunks: pieces, response_metadata: { model_provider: 'anthropic' } }),
    ]
    if (event.type === 'content_block_start' && /^(?:tool_use|server_tool_use)$/.test(type)) {
      const piece = { id: block.id ?? '', index, name: block.name ?? '', args: '' }
      return chunk([{ index, ...block, input: '' }], type === 'tool_use' ? [piece] : [])
    }
    if (event.type === 'content_block_start' && /_tool_result$|^text$/.test(type))
      return chunk([{ index, ...block }])
    if (type === 'input_json_delta')
      return chunk(
        [{ index, input: delta.partial_json ?? '', type }],
        [{ index, args: delta.partial_json ?? '' }],
      )
    if (type === 'text_delta') return chunk([{ index, ...delta, type: 'text' }])
    if (event.type !== 'message_delta') return []
    return [chunkOf({ content: [], additional_kwargs: delta })]
  })
}

function said({ parts }: Message) {
  return parts.flatMap((part): JsonValue[] => {
    if (part.type === 'tool-call')
      return [
        [part.id, part.name, part.providerExecuted, part.status, part.arguments ?? part.rawArguments ?? ''],
      ]
    return part.type === 'tool-result' ? [[part.callId, part.providerExecuted, asJson(part.output)]] : []
  })
}

describe('a stream of Claude through LangChain', () => {
  const streams = fixtures.filter(
    ({ wire, stream = '', canonical }) =>
      wire === 'anthropic-messages' &&
      stream !== '' &&
      canonical.response?.error === undefined &&
      // Blocks that the integration omits.
      !/"type":"(?:mcp_tool_use|fallback|web_fetch_tool_result|code_execution_tool_result)"|"input":\{"/.test(
        stream.replaceAll('": ', '":'),
      ),
  )

  test('is there', () => {
    expect(streams.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['anthropic-messages/provider-executed', 'anthropic-messages/tool-search']),
    )
  })

  test.each(streams)('$id is the same, chunk by chunk and joined', async ({ stream = '', canonical }) => {
    const { message } = canonical.response ?? {}
    if (message === undefined) return
    const chunks = chunksOfAnthropic(stream)
    const collected = await langchain.collect(chunks)
    expect(said(collected.message)).toEqual(said(message))
    expect(collected.finish.reason).toBe(canonical.response?.finish.reason)
    const [first, ...rest] = chunks
    const joined = rest.reduce((all, chunk) => all.concat(chunk), first ?? new AIMessageChunk(''))
    const whole = langchain.decodeResponse(joined).value
    // After joining, truncated and malformed arguments cannot be distinguished.
    const alike = (one: Message) =>
      JSON.parse(JSON.stringify(said(one)).replaceAll('"malformed"', '"truncated"'))
    expect(alike(whole.message)).toEqual(alike(message))
    expect(whole.finish.reason).toBe(canonical.response?.finish.reason)
    // The answer is encoded unchanged, also in a history.
    const native = stored(langchain.encodeResponse(whole).value)
    const again = langchain.decodeResponse(native).value
    expect(said(again.message)).toEqual(said(whole.message))
    const history = langchain.encodeMessages(langchain.decodeMessages([joined]).value).value
    expect(stored(history)).toMatchObject([{ kwargs: { content: stored(joined.content) } }])
  })

  test('a call that is changed is written without the pieces of its text', () => {
    const stream = streams.find(({ id }) => id.endsWith('/tool-search'))?.stream ?? ''
    const joined = chunksOfAnthropic(stream).reduce((all, chunk) => all.concat(chunk))
    const [message] = langchain.decodeMessages([joined]).value
    const parts = (message?.parts ?? []).map(
      (part): Part =>
        part.type === 'tool-call' && part.kind !== 'custom' && part.status === 'complete'
          ? { ...part, arguments: { query: 'changed' }, rawArguments: '{"query":"changed"}' }
          : part,
    )
    const native = langchain.encodeMessages([{ role: 'assistant', parts }]).value
    expect(JSON.stringify(native)).not.toContain('input_json_delta')
    expect(
      said(langchain.decodeMessages(stored(native)).value[0] ?? { role: 'assistant', parts: [] }),
    ).toEqual(said({ role: 'assistant', parts }))
  })

  test('text of a call without a name is reported, without a call', async () => {
    const pieces = [
      { index: 0, args: '{"a"' },
      { index: 0, args: ':1}' },
    ]
    const chunks = pieces.map((piece) => new AIMessageChunk({ content: '', tool_call_chunks: [piece] }))
    const end = new AIMessageChunk({ content: 'Done.', response_metadata: { stop_reason: 'end_turn' } })
    const collected = await langchain.collect([...chunks, end])
    expect(said(collected.message)).toEqual([])
    const joined = [...chunks, end].reduce((all, chunk) => all.concat(chunk))
    const { value, notices } = langchain.decodeResponse(joined)
    expect(said(value.message)).toEqual([])
    expect(notices).toMatchObject([{ code: 'part-dropped', severity: 'warning' }])
  })
})

type AIFields = ConstructorParameters<typeof AIMessage>[0] & object

describe('data of a hosted tool that LangChain keeps', () => {
  const hosted = fixtures.filter(
    ({ wire, canonical: { response } }) =>
      wire === 'anthropic-messages' &&
      response?.message.parts.some((part) => part.type === 'tool-call' && part.providerExecuted),
  )

  test.each(hosted)('is returned to Anthropic unchanged: $id', ({ response }) => {
    // An answer as stored by the integration: its unchanged blocks, and the client's calls in addition.
    const { content = [] } = response ?? {}
    const calls = objectsIn(content).filter(({ type }) => type === 'tool_use')
    const kept = new AIMessage(
      asNative<AIFields>({
        content,
        tool_calls: calls.map(({ id = '', name = '', input = {} }) => ({
          type: 'tool_call',
          id,
          name,
          args: input,
        })),
        response_metadata: { model_provider: 'anthropic' },
      }),
    )
    for (const message of [kept, stored(kept), stored(kept.toDict())]) {
      const { value: messages } = langchain.decodeMessages(asNative([asJson(message)]))
      const { value } = anthropic.encodeMessages(messages)
      const native = (blocks: JsonValue) =>
        objectsIn(blocks).filter(({ type }) => /^(?:server|mcp)_tool_use$|._tool_result$/.test(String(type)))
      const [sent] = objectsIn(asJson(stored(value)))
      // A flag with its default value may be omitted.
      const alike = (blocks: JsonValue) => native(blocks).map(({ is_error: _flag, ...block }) => block)
      expect(alike(sent?.content ?? [])).toEqual(alike(content))
      expect(stored(langchain.encodeMessages(stored(messages)).value)).toEqual(stored([message]))
    }
  })

  test('is there', () => expect(hosted.length).toBeGreaterThan(4))

  /** Items that the integration decodes itself: texts, reasoning, and calls that the client runs. */
  const READ = /^(?:message|reasoning|function_call|custom_tool_call|computer_call)$/

  const answers = exchangesOf('openai-responses').flatMap(({ id, response }) => {
    const output = objectsIn(response?.output ?? [])
    const outputs = output.filter(({ type }) => !READ.test(stringOr(type, '')))
    const ran = openaiResponses
      .toolCalls(asNative({ ...response, output }))
      .filter((call) => call.providerExecuted)
    return outputs.length > 0 && ran.length > 0 ? [{ id, output, outputs, isRun: ran }] : []
  })

  /**
   * Returns an answer of OpenAI as stored by the integration. Items that it does not decode are unchanged.
   */
  function keptOf(output: readonly JsonObject[], outputs: JsonValue): JsonObject {
    const texts = output.flatMap(({ type, content = [] }) => (type === 'message' ? objectsIn(content) : []))
    const calls = output.flatMap(({ type, call_id: id = '', name = '', arguments: args }) =>
      type === 'function_call'
        ? [{ type: 'tool_call', id, name, args: asJson(JSON.parse(stringOr(args, ''))) }]
        : [],
    )
    return {
      content: texts.map(({ text = '' }) => ({ type: 'text', text })),
      tool_calls: calls,
      additional_kwargs: { tool_outputs: outputs },
      response_metadata: { model_provider: 'openai', output: asJson(output) },
    }
  }

  test.each(answers)('is returned to OpenAI unchanged: $id', async ({ output, outputs, isRun }) => {
    const kept = new AIMessage(asNative<AIFields>(keptOf(output, asJson(outputs))))
    for (const message of [kept, stored(kept), stored(kept.toDict())]) {
      const { value: messages } = langchain.decodeMessages(asNative([asJson(message)]))
      const { value } = openaiResponses.encodeMessages(messages)
      const sent = objectsIn(asJson(stored(value)))
      for (const call of isRun)
        expect(sent).toContainEqual(output.find(({ id, call_id: callId }) => [id, callId].includes(call.id)))
      expect(stored(langchain.encodeMessages(stored(messages)).value)).toEqual(stored([message]))
    }
    const whole = langchain.decodeResponse(kept)
    const executed = whole.value.message.parts.filter(
      (part) => part.type === 'tool-call' && part.providerExecuted,
    )
    expect(executed.map((part) => part.type === 'tool-call' && part.id)).toEqual(isRun.map(({ id }) => id))
    expect(whole.notices.filter(({ code }) => code === 'unread-call')).toEqual([])
    await sameInStream(whole.value, output, outputs)
  })

  async function sameInStream(
    whole: ModelResponse,
    output: readonly JsonObject[],
    outputs: readonly JsonObject[],
  ): Promise<void> {
    const pieces = outputs.map((item) =>
      chunkOf({ content: [], additional_kwargs: { tool_outputs: [item] } }),
    )
    const end = { ...keptOf(output, []), additional_kwargs: {}, chunk_position: 'last' }
    const chunks = [...pieces, chunkOf(end)]
    const collected = await langchain.collect(chunks)
    expect(said(collected.message)).toEqual(said(whole.message))
    const encoder = langchain.codecs.stream?.encoder?.(createContext('langchain'))
    const frames = [...disassemble(collected)].flatMap((event) => encoder?.push(event) ?? [])
    const again = await langchain.collect(asNative<LangChainChunk[]>(frames.map(({ data }) => data)))
    expect(said(again.message)).toEqual(said(whole.message))
  }

  test('items without ids are distinguished, also those of different messages', () => {
    const item = { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'a' } }
    const kept = keptOf([], [item, item])
    const natives = [kept, kept].map((fields) => stored(new AIMessage(asNative<AIFields>(fields))))
    const { value: messages } = langchain.decodeMessages(natives)
    const ids = messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' ? part.id : [])),
    )
    expect(new Set(ids).size).toBe(4)
    expect(stored(langchain.encodeMessages(messages).value)).toEqual(natives)
  })

  test('an item with an unexpected value is unchanged', () => {
    const strange: readonly JsonValue[] = [null, 7, '', 'x', true, [], [null], {}, { a: 1 }]
    const items = answers
      .flatMap(({ outputs }) => outputs.slice(0, 3))
      .flatMap((item) =>
        Object.keys(item).flatMap((key) => strange.map((value) => ({ ...item, [key]: value }))),
      )
    for (const item of someOf(items)) {
      const message = stored(new AIMessage(asNative<AIFields>(keptOf([], [item]))))
      const { value: messages } = langchain.decodeMessages([message])
      expect(stored(langchain.encodeMessages(messages).value)).toEqual([message])
    }
  })

  test('an item of an unknown tool stays with its message', () => {
    const outputs = [{ type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'a', tools: [] }, 'no item', 7]
    const item = {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'a' },
    }
    const [first, ...rest] = outputs
    const message = stored(new AIMessage(asNative<AIFields>(keptOf([], [first ?? null, item, ...rest]))))
    const { value: messages } = langchain.decodeMessages([message])
    expect(messages[0]?.parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result'])
    expect(stored(langchain.encodeMessages(messages).value)).toEqual([message])
    // Parts that the caller removed stay removed.
    const bare = langchain.encodeMessages(messages.map((one) => ({ ...one, parts: [] }))).value
    const [{ kwargs = {} } = {}] = objectsIn(asJson(stored(bare)))
    expect(objectOr(kwargs, NOTHING).additional_kwargs).toEqual({ tool_outputs: outputs })
  })

  test('of OpenAI is there', () => expect(answers.length).toBeGreaterThan(2))
})
