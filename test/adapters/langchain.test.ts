import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { googleGenerateContent } from '../../adapters/google-generate-content/index.js'
import { langchain, langchainConstructors, langchainStored } from '../../adapters/langchain/index.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, expectObject, objectOr, objectsIn } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Message, ToolCall, ToolDefinition } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { encodeConversation } from '../../src/translate/exchange/translate-conversation.js'
import { registry } from '../support/adapters.js'
import { toolDefinition } from '../support/arbitraries.js'
import { fixtures } from '../support/exchanges.js'
import { pick } from '../support/pair.js'
import { stored } from '../support/values.js'

const call = { name: 'get_weather', args: { city: 'Paris' }, id: 'call_1', type: 'tool_call' }

function callsOf(messages: readonly Message[]): ToolCall[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

describe('reading', () => {
  test('an edit of a call is written to every copy of the call', () => {
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
})

test('is recognized in each of its forms, without false positives', () => {
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

describe('tools', () => {
  const unmarked = (tools: readonly ToolDefinition[]) =>
    tools.map((tool) => {
      if (tool.type === 'provider' || tool.type === 'hosted') return tool
      const { langchain: _own, ...others } = tool.providerMetadata ?? {}
      const { providerMetadata: _all, ...rest } = tool
      return Object.keys(others).length === 0 ? rest : { ...rest, providerMetadata: others }
    })

  /**
   * Expects only fields that an integration may forward to its provider: `bindTools` of OpenAI forwards a
   * tool unchanged.
   */
  function expectBare(tools: JsonValue | undefined): void {
    for (const tool of objectsIn(tools ?? [])) {
      expect(Object.keys(tool)).not.toContain('toolwire')
      for (const body of [tool.function, tool.custom])
        expect(Object.keys(objectOr(body ?? null, {}))).not.toContain('toolwire')
    }
  }

  test.each(fixtures.filter(({ canonical }) => (canonical.request?.tools ?? []).length > 0))(
    'of $id bear nothing of ours, and come back with all that they had',
    ({ canonical }) => {
      const tools = (canonical.request?.tools ?? []).filter(isPlainTool)
      const native = expectObject(asJson(langchain.encodeRequest({ messages: [], tools }).value), '')
      expectBare(native.tools)
      expectBare(asJson(langchain.encodeTools(tools).value))
      const again = langchain.decodeRequest(stored(native)).value
      expect(unmarked(again.tools ?? [])).toEqual(unmarked(tools))
    },
  )

  test('of any kind do so', () =>
    fc.assert(
      fc.property(fc.uniqueArray(toolDefinition, { selector: nameOf, maxLength: 4 }), (given) => {
        const tools = given.filter(isPlainTool)
        const native = expectObject(asJson(langchain.encodeRequest({ messages: [], tools }).value), '')
        expectBare(native.tools)
        const again = langchain.decodeRequest(stored(native)).value
        expect(stored(unmarked(again.tools ?? []))).toEqual(stored(unmarked(tools)))
      }),
    ))

  test('removed or repeated content leaves the rest unchanged', () => {
    const tools: ToolDefinition[] = [
      { type: 'function', name: 'a', parameters: {}, cache: {} },
      { type: 'function', name: 'b', parameters: {} },
    ]
    const native = expectObject(stored(asJson(langchain.encodeRequest({ messages: [], tools }).value)), '')
    const left = { ...native, tools: objectsIn(native.tools ?? []).slice(1) }
    expect(langchain.decodeRequest(left).value.tools).toEqual([tools[1]])
    const added = { ...native, tools: [...objectsIn(native.tools ?? []), ...objectsIn(native.tools ?? [])] }
    expect(langchain.decodeRequest(added).value.tools).toEqual([...tools, ...tools])
  })
})

function nameOf(tool: ToolDefinition): string {
  return `${tool.type} ${tool.name}`
}

/** Returns true for tools that a fitted request can contain. Groups of tools are flattened by then. */
function isPlainTool(tool: ToolDefinition): boolean {
  return tool.type !== 'hosted' && !('namespace' in tool)
}

describe("thought signatures of Google's calls", () => {
  const KEY = '__gemini_function_call_thought_signatures__'
  /** An answer as stored by the integration. */
  const kept = {
    type: 'ai',
    content: [
      { type: 'thinking', thinking: 'Hm.', signature: 'c2lnMA==' },
      { type: 'text', text: 'I look it up.' },
      { type: 'functionCall', functionCall: { name: 'get_weather', args: { city: 'Paris' } } },
      { type: 'functionCall', functionCall: { name: 'get_weather', args: { city: 'Oslo' } } },
    ],
    tool_calls: [
      { type: 'tool_call', id: 'call_1', name: 'get_weather', args: { city: 'Paris' } },
      { type: 'tool_call', id: 'call_2', name: 'get_weather', args: { city: 'Oslo' } },
    ],
    additional_kwargs: { finishReason: 'STOP', [KEY]: { call_1: 'c2lnMQ==', call_9: 'of nobody' } },
  }
  const question = { role: 'user', content: 'Weather?' } as const
  const results = [
    { type: 'tool', tool_call_id: 'call_1', name: 'get_weather', content: '18' },
    { type: 'tool', tool_call_id: 'call_2', name: 'get_weather', content: '12' },
  ]

  test('are read, and go back to Google', () => {
    const messages = langchain.decodeMessages([question, kept, ...results]).value
    const { value, notices } = encodeConversation(
      { messages, model: 'gemini-3-pro' },
      { to: googleGenerateContent, from: 'langchain' },
    )
    expect(pick(asJson(value), 'contents', 1, 'parts')).toEqual([
      { text: 'Hm.', thought: true, thoughtSignature: 'c2lnMA==' },
      { text: 'I look it up.' },
      { functionCall: expect.objectContaining({ args: { city: 'Paris' } }), thoughtSignature: 'c2lnMQ==' },
      { functionCall: expect.objectContaining({ args: { city: 'Oslo' } }) },
    ])
    expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
    expect(stored(langchain.encodeMessages(messages.slice(1, 2)).value)).toEqual([kept])
  })

  test('of calls themselves are read, too, and of chunks', async () => {
    const call = { ...kept.tool_calls[0], thoughtSignature: 'c2lnMQ==' }
    const { value } = langchain.decodeMessages([{ type: 'ai', content: '', tool_calls: [call] }])
    expect(value[0]?.parts).toMatchObject([
      { providerMetadata: { 'google-generate-content': { signature: 'c2lnMQ==' } } },
    ])
    expect(stored(langchain.encodeMessages(value).value)).toMatchObject([{ tool_calls: [call] }])
    expect(JSON.stringify(langchain.encodeMessages(value).value)).not.toContain(KEY)
    const chunks = kept.tool_calls.map(({ id, name, args }) => ({
      type: 'AIMessageChunk',
      content: '',
      tool_call_chunks: [{ type: 'tool_call_chunk', id, name, args: JSON.stringify(args) }],
      additional_kwargs: { [KEY]: id === 'call_1' ? { [id]: 'c2lnMQ==' } : {} },
      response_metadata: { model_provider: 'google-genai' },
    }))
    const end = { type: 'AIMessageChunk', content: '', response_metadata: { finishReason: 'STOP' } }
    const read = await langchain.collect([...chunks, end])
    expect(callsOf([read.message]).map(({ providerMetadata }) => providerMetadata)).toEqual([
      { 'google-generate-content': { signature: 'c2lnMQ==' } },
      undefined,
    ])
  })

  test.each(
    fixtures.filter(
      ({ wire, canonical: { response } }) =>
        wire === 'google-generate-content' &&
        response !== undefined &&
        callsOf([response.message]).length > 0,
    ),
  )('of $id are written for the integration, whole and streamed', async ({ canonical: { response } }) => {
    if (response === undefined) return
    const calls = callsOf([response.message]).filter(({ providerExecuted }) => !providerExecuted)
    const signatures = Object.fromEntries(
      calls.flatMap(({ id, providerMetadata }) => {
        const signature = providerMetadata?.['google-generate-content']?.signature
        return signature === undefined ? [] : [[id, signature]]
      }),
    )
    const [native] = objectsIn(asJson(stored(langchain.encodeMessages([response.message]).value)))
    expect(pick(native ?? null, 'additional_kwargs', KEY) ?? {}).toEqual(signatures)
    const again = callsOf(
      langchain.decodeMessages(stored(langchain.encodeMessages([response.message]).value)).value,
    )
    const google = ({ providerMetadata }: ToolCall) => providerMetadata?.['google-generate-content']
    expect(again.filter(({ providerExecuted }) => !providerExecuted).map(google)).toEqual(calls.map(google))
    const machine = langchain.codecs.stream.encoder?.(createContext('langchain'))
    const frames = [...disassemble(response)].flatMap((event) => machine?.push(event) ?? [])
    const chunks = frames.map(({ data }) => stored(data))
    const told = chunks.map((chunk) => pick(chunk, 'kwargs', 'additional_kwargs', KEY) ?? {})
    expect(Object.assign({}, ...told)).toEqual(signatures)
  })
})
