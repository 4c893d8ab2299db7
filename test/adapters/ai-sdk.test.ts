import { generateText, jsonSchema, type LanguageModel, tool } from 'ai'
import { describe, expect, test } from 'vitest'
import { aiSdk, aiSdkPrompt, aiSdkUi } from '../../adapters/ai-sdk/index.js'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { translate } from '../../src/exchange/translate.js'
import { asJson, asNative } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Message, ModelResponse, Part, ToolCall, ToolResult } from '../../src/model/types.js'
import { pick } from '../support/pair.js'
import { stored } from '../support/values.js'

const SEARCH: ToolCall = {
  type: 'tool-call',
  id: 'ws_1',
  name: 'web_search',
  kind: 'web_search',
  status: 'complete',
  arguments: { query: 'chips' },
  providerExecuted: true,
  providerMetadata: { 'openai-responses': { type: 'web_search_call' } },
}
const FOUND: ToolResult = {
  type: 'tool-result',
  callId: 'ws_1',
  name: 'web_search',
  output: { type: 'json', value: { action: { type: 'search' } } },
  isError: false,
  providerExecuted: true,
}
const origin = { wire: 'openai-responses', model: 'gpt-example' }

function assistant(...parts: Part[]): Message {
  return { role: 'assistant', parts, origin }
}

function answer(...parts: Part[]): ModelResponse {
  return { message: assistant(...parts), finish: { reason: 'stop' } }
}

function modelOf(response: ModelResponse): LanguageModel {
  const model: unknown = {
    specificationVersion: 'v4',
    provider: 'toolwire',
    modelId: 'example-model',
    supportedUrls: {},
    doGenerate: () => Promise.resolve(stored(aiSdk.encodeResponse(response).value)),
  }
  return asNative(asJson(model))
}

/** What the SDK keeps of an answer, as we read it. */
async function kept(response: ModelResponse, execute = () => Promise.resolve('done')): Promise<Message[]> {
  const tools = { f: tool({ inputSchema: jsonSchema({}), execute }) }
  const { responseMessages } = await generateText({ model: modelOf(response), prompt: 'Hello.', tools })
  return aiSdk.decodeMessages(responseMessages).value
}

function partsOf(messages: readonly Message[]): Part[] {
  return messages.flatMap(({ parts }) => parts)
}

const CALL: ToolCall = {
  type: 'tool-call',
  id: 'c1',
  name: 'f',
  kind: 'function',
  status: 'complete',
  arguments: { a: 1 },
  providerExecuted: false,
}

describe('what a provider ran', () => {
  test('is not run again by the SDK, and comes back as it was', async () => {
    let runs = 0
    const messages = await kept(answer(SEARCH, FOUND), () => {
      runs += 1
      return Promise.resolve('x')
    })
    expect(runs).toBe(0)
    expect(partsOf(messages)).toMatchObject([
      { type: 'tool-call', name: 'web_search', kind: 'web_search', providerExecuted: true },
      { type: 'tool-result', name: 'web_search', providerExecuted: true, output: FOUND.output },
    ])
    expect(messages[0]?.origin).toEqual(origin)
  })

  test('bears no name in answers that a package takes for a tool of its own', () => {
    const { content } = aiSdk.encodeResponse(answer(SEARCH, FOUND)).value
    expect(content.map((part) => ('toolName' in part ? part.toolName : ''))).toEqual([
      'openai-responses.web_search',
      'openai-responses.web_search',
    ])
    expect(content[0]).toMatchObject({ providerExecuted: true, dynamic: true })
  })

  test.each([
    ['messages', aiSdk],
    ['prompts', aiSdkPrompt],
  ])('is text in %s, with the call and the result beside it', (_, adapter) => {
    const { value } = adapter.encodeMessages([assistant(SEARCH, FOUND)])
    expect(pick(asJson(value), 0, 'content', 0, 'text')).toBe(
      '(The tool web_search was run with {"query":"chips"}.)\n',
    )
    expect(JSON.stringify(asJson(pick(asJson(value), 0, 'content')))).toContain('web_search')
    expect(pick(asJson(value), 0, 'content', 0, 'providerExecuted')).toBeUndefined()
    expect(partsOf(adapter.decodeMessages(stored(value)).value)).toMatchObject([SEARCH, FOUND])
  })

  test('without its call in the answer is kept where the SDK does not look for one', async () => {
    const messages = await kept(answer(FOUND, { type: 'text', text: 'Well.' }))
    expect(partsOf(messages)).toMatchObject([FOUND, { type: 'text', text: 'Well.' }])
  })

  test('is known by its wire in a user interface', () => {
    const { value } = aiSdkUi.encodeMessages([assistant(SEARCH, FOUND)])
    expect(value[0]?.parts).toMatchObject([
      { type: 'step-start' },
      {
        type: 'dynamic-tool',
        toolName: 'openai-responses.web_search',
        state: 'output-available',
        providerExecuted: true,
      },
    ])
    expect(partsOf(aiSdkUi.decodeMessages(stored(value)).value)).toMatchObject([SEARCH, FOUND])
  })
})

describe('input that is not usable', () => {
  const { arguments: _arguments, ...head } = CALL
  const broken: ToolCall = { ...head, kind: 'function', status: 'malformed', rawArguments: '{"city": "Be' }
  const cut: ToolCall = { ...broken, status: 'truncated' }

  test.each([broken, cut])(
    'keeps its text through the history of the SDK, which keeps {} ($status)',
    async (call) => {
      const [made] = partsOf(await kept(answer(call)))
      expect(made).toMatchObject({ status: call.status, rawArguments: '{"city": "Be' })
      expect(made).not.toHaveProperty('arguments')
    },
  )

  test('is written as it is in answers, and as an object in messages', () => {
    expect(aiSdk.encodeResponse(answer(broken)).value.content[0]).toMatchObject({ input: '{"city": "Be' })
    const { value, notices } = aiSdk.encodeMessages([assistant(broken)])
    expect(pick(asJson(value), 0, 'content', 0, 'input')).toEqual({
      toolwire_invalid_arguments: '{"city": "Be',
      toolwire_status: 'malformed',
    })
    expect(notices.map(({ code }) => code)).toEqual(['arguments-wrapped'])
  })

  test('that is a bare string is not taken for that of a custom tool', () => {
    const call: ToolCall = { ...broken, status: 'not-object', rawArguments: '"text"' }
    const { value } = aiSdk.encodeResponse(answer(call))
    expect(aiSdk.toolCalls(stored(value))).toMatchObject([
      { kind: 'function', status: 'not-object', rawArguments: '"text"' },
    ])
  })
})

describe('results', () => {
  const outputs: ToolResult['output'][] = [
    { type: 'text', value: 'x' },
    { type: 'json', value: 'a text that is JSON' },
    { type: 'json', value: null },
    { type: 'error-text', value: 'x' },
    { type: 'error-json', value: { code: 1 } },
    { type: 'denied', reason: 'No.' },
    { type: 'denied' },
    { type: 'content', value: [{ type: 'text', text: 'x' }] },
  ]

  test.each(
    outputs.flatMap((output) =>
      [aiSdk, aiSdkPrompt, aiSdkUi].map((adapter, form) => ({ output, adapter, form })),
    ),
  )('say the same on their way back, errors included ($output.type, form $form)', ({ output, adapter }) => {
    const isError = output.type.startsWith('error') || output.type === 'denied'
    const result: ToolResult = {
      type: 'tool-result',
      callId: 'c1',
      name: 'f',
      output,
      isError,
      providerExecuted: false,
    }
    const { value } = adapter.encodeMessages([assistant(CALL), { role: 'tool', parts: [result] }])
    expect(partsOf(adapter.decodeMessages(stored(value)).value)).toMatchObject([CALL, result])
  })

  test('an error that has the form of none is still one', () => {
    const output = { type: 'content', value: [{ type: 'text', text: 'x' }] } as const
    const result: ToolResult = {
      type: 'tool-result',
      callId: 'c1',
      name: 'f',
      output,
      isError: true,
      providerExecuted: false,
    }
    for (const adapter of [aiSdk, aiSdkUi]) {
      const { value } = adapter.encodeMessages([assistant(CALL), { role: 'tool', parts: [result] }])
      expect(partsOf(adapter.decodeMessages(stored(value)).value)[1]).toMatchObject({ isError: true, output })
    }
  })

  test('an interim one gives way to the last', () => {
    const last: ToolResult = {
      type: 'tool-result',
      callId: 'c1',
      name: 'f',
      output: { type: 'text', value: 'all' },
      isError: false,
      providerExecuted: false,
    }
    const interim: ToolResult = { ...last, output: { type: 'text', value: 'some' }, preliminary: true }
    const { value, notices } = aiSdkUi.encodeMessages([
      assistant(CALL),
      { role: 'tool', parts: [interim, last] },
    ])
    expect(value[0]?.parts[1]).toMatchObject({ state: 'output-available', output: 'all' })
    expect(notices).toEqual([])
    const again = aiSdkUi.encodeMessages([assistant(CALL), { role: 'tool', parts: [last, last] }])
    expect(again.notices.map(({ code }) => code)).toEqual(['part-dropped'])
  })
})

describe('what packages keep', () => {
  const rows: readonly (readonly [wire: string, part: Part, options: JsonObject])[] = [
    [
      'anthropic-messages',
      reasoning({ 'anthropic-messages': { signature: 's' } }),
      { anthropic: { signature: 's' } },
    ],
    [
      'anthropic-messages',
      reasoning({ 'anthropic-messages': { signature: 's', block: 'redacted_thinking' } }),
      { anthropic: { redactedData: 's' } },
    ],
    [
      'openai-responses',
      reasoning({ 'openai-responses': { itemId: 'rs_1', signature: 's', form: 'summary' } }),
      { openai: { itemId: 'rs_1', reasoningEncryptedContent: 's' } },
    ],
    [
      'bedrock-converse',
      reasoning({ 'bedrock-converse': { signature: 's' } }),
      { bedrock: { signature: 's' } },
    ],
    [
      'google-generate-content',
      { ...CALL, providerMetadata: { 'google-generate-content': { signature: 's' } } },
      { google: { thoughtSignature: 's' } },
    ],
    [
      'anthropic-messages',
      {
        ...CALL,
        providerMetadata: { 'anthropic-messages': { extra: { caller: { type: 'code', tool_id: 't' } } } },
      },
      { anthropic: { caller: { type: 'code', toolId: 't' } } },
    ],
  ]

  test.each(rows)('is what %s keeps', (wire, part, options) => {
    const { value } = aiSdk.encodeMessages([{ role: 'assistant', parts: [part], origin: { wire } }])
    expect(pick(asJson(value), 0, 'content', 0, 'providerOptions')).toEqual(options)
    const [message] = aiSdk.decodeMessages(stored(value)).value
    expect(message?.origin).toEqual({ wire })
    expect(message?.parts[0]).toMatchObject({
      providerMetadata: { [wire]: part.type === 'opaque' ? {} : (part.providerMetadata?.[wire] ?? {}) },
    })
  })

  function reasoning(providerMetadata: Record<string, JsonObject>): Part {
    return { type: 'reasoning', text: 'Hm.', providerMetadata }
  }
})

test('a search that a package of the SDK had run is told to its raw wire, and the proof goes along', () => {
  const { value, notices } = translate(
    [
      { role: 'user', content: 'News?' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { anthropic: { signature: 's' } } },
          {
            type: 'tool-call',
            toolCallId: 's1',
            toolName: 'web_search',
            input: { query: 'x' },
            providerExecuted: true,
          },
          {
            type: 'tool-result',
            toolCallId: 's1',
            toolName: 'web_search',
            output: { type: 'json', value: [] },
          },
        ],
      },
      { role: 'user', content: 'More?' },
    ],
    { from: aiSdk, to: anthropic },
  )
  const content = JSON.stringify(value)
  expect(content).toContain('{"type":"thinking","thinking":"Hm.","signature":"s"}')
  expect(content).toContain('The tool web_search was run')
  expect(notices.map(({ code }) => code)).toEqual(expect.arrayContaining(['provider-executed-narrated']))
})

test('the input of an answer keeps every character', () => {
  const text = '{ "a" : 1.0 }'
  const { value } = aiSdk.decodeResponse({
    content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'f', input: text }],
    finishReason: { unified: 'stop', raw: 'end' },
    usage: {},
  })
  expect(value.message.parts[0]).toMatchObject({ rawArguments: text, arguments: { a: 1 } })
  expect(value.finish).toEqual({ reason: 'tool-calls', raw: 'end' })
  const messages = aiSdk.encodeMessages([value.message]).value
  expect(partsOf(aiSdk.decodeMessages(stored(messages)).value)[0]).toMatchObject({ rawArguments: text })
})

test('values in memory are read as what they are in JSON', () => {
  const { value } = aiSdk.decodeMessages([
    {
      role: 'user',
      content: [
        { type: 'image', image: new URL('https://example.com/a.png') },
        { type: 'file', mediaType: 'text/plain', data: new Uint8Array([104, 105]) },
      ],
    },
  ])
  expect(partsOf(value)).toMatchObject([
    { source: { type: 'url', url: 'https://example.com/a.png' } },
    { source: { type: 'data', data: 'aGk=' } },
  ])
})

test('a schema of code is refused by name', () => {
  const tools = { f: { inputSchema: { '~standard': { version: 1 } } } }
  expect(() => aiSdk.decodeRequest({ messages: [], tools })).toThrow(/hand over its JSON Schema/)
})

test('results alone are not a message of a user interface', () => {
  expect(() => aiSdkUi.toolResults([FOUND])).toThrow(/beside their calls/)
})
