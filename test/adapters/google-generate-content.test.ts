import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GoogleGenAI } from '@google/genai'
import { GoogleGenerativeAI } from '@google/generative-ai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DUMMY_SIGNATURE } from '../../adapters/google-generate-content/fit.js'
import {
  type GoogleRequest,
  type GoogleTool,
  google,
  sdkParameters,
} from '../../adapters/google-generate-content/index.js'
import { PartialArguments, parseJsonPath } from '../../adapters/google-generate-content/partial.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonArray, JsonObject } from '../../src/base/json/json-types.js'
import { asJson, asNative } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { Conversation, Message, ModelResponse, Part, ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { type Exchange, recognise } from '../../src/translate/exchange/registry.js'
import { fit } from '../../src/translate/fit/fit.js'
import { fitResponse } from '../../src/translate/fit/fit-answer.js'
import { fixturesFolder } from '../support/exchanges.js'
import { eventsOf } from '../support/streams.js'
import { plainObject, stored } from '../support/values.js'

const WIRE = google.id

/** Decodes a request and encodes it again, with the canonical form stored as JSON between. */
function roundTrip(request: JsonObject): JsonObject {
  return encode(stored(decode(request)))
}

function decode(request: JsonObject): Conversation {
  return google.decodeRequest(JSON.stringify(request)).value
}

function encode(conversation: Conversation): JsonObject {
  return plainObject(google.encodeRequest(conversation).value)
}

function candidate(parts: JsonArray, rest: JsonObject = {}): JsonObject {
  return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...rest }] }
}

function responseOf(parts: JsonArray, rest: JsonObject = {}): ModelResponse {
  return google.decodeResponse(JSON.stringify({ ...candidate(parts), responseId: 'r', ...rest })).value
}

/** Collects a stream that sends each part in a separate chunk. */
async function collectParts(parts: JsonArray, finishReason = 'STOP'): Promise<ModelResponse> {
  const chunks: JsonObject[] = parts.map((part) => ({
    candidates: [{ content: { role: 'model', parts: [part] } }],
    responseId: 'r',
  }))
  return google.collect([...chunks, { candidates: [{ finishReason }] }])
}

function calls(parts: readonly Part[]): ToolCall[] {
  return parts.filter((part) => part.type === 'tool-call')
}

function history(...contents: JsonArray): JsonObject {
  return { contents }
}

function user(...parts: JsonArray): JsonObject {
  return { role: 'user', parts }
}

function model(...parts: JsonArray): JsonObject {
  return { role: 'model', parts }
}

describe('requests are encoded as they were decoded', () => {
  const tool = { name: 'f', parametersJsonSchema: { type: 'object' } }
  test.each<[string, JsonObject]>([
    ['contents as a text', { contents: 'hi' }],
    ['contents as one content', { contents: user({ text: 'hi' }) }],
    ['contents as one part', { contents: { inlineData: { mimeType: 'image/png', data: 'AAAA' } } }],
    ['contents as parts', { contents: ['hi', { text: 'there', thoughtSignature: 's' }, 'again'] }],
    ['no contents', { contents: [] }],
    ['instructions as a text', { contents: [], systemInstruction: 'x' }],
    ['instructions as a part', { contents: [], systemInstruction: { text: 'x' } }],
    ['instructions as parts', { contents: [], systemInstruction: ['x', { text: 'y' }] }],
    ['instructions in snake_case', { contents: [], system_instruction: { parts: [{ text: 'x' }] } }],
    ['null instructions', { contents: [], systemInstruction: null }],
    ['a content without role', history({ parts: [{ text: 'x' }] })],
    ['a content without parts', history({ role: 'user' }, user())],
    ['a role of the old SDK', history({ role: 'system', parts: [{ text: 'x' }] }, user({ text: 'y' }))],
    ['an unknown part', history(user({ hologram: { x: 1 } }, { thoughtSignature: 'only' }, null, 7))],
    ['a part with two kinds of data', history(user({ text: '', inlineData: { data: 'A' } }))],
    ['thought that is false', history(model({ text: 'x', thought: false }))],
    ['tools as one entry', { contents: [], tools: { functionDeclarations: [tool] } }],
    ['an empty list of tools', { contents: [], tools: [] }],
    ['an empty list of declarations', { contents: [], tools: [{ functionDeclarations: [] }, {}] }],
    [
      'tools in several entries',
      { contents: [], tools: [{ functionDeclarations: [tool] }, { functionDeclarations: [{ name: 'g' }] }] },
    ],
    [
      'functions and built-in tools in one entry',
      { contents: [], tools: [{ googleSearch: {}, functionDeclarations: [tool], urlContext: {} }] },
    ],
    [
      'a declaration with all fields',
      {
        contents: [],
        tools: [
          {
            functionDeclarations: [
              { ...tool, behavior: 'BLOCKING', response: { type: 'STRING' }, description: '' },
            ],
          },
        ],
      },
    ],
    [
      'OpenAPI parameters',
      {
        contents: [],
        tools: [
          {
            functionDeclarations: [
              {
                name: 'f',
                parameters: {
                  type: 'OBJECT',
                  properties: { type: { type: 'ARRAY', items: { type: 'STRING', maxLength: '9' } } },
                },
              },
            ],
          },
        ],
      },
    ],
    [
      'parameters of mixed case',
      {
        contents: [],
        tools: [
          {
            functionDeclarations: [
              { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'string' } } } },
            ],
          },
        ],
      },
    ],
    [
      'both kinds of parameters',
      { contents: [], tools: [{ functionDeclarations: [{ ...tool, parameters: { type: 'OBJECT' } }] }] },
    ],
    ['VALIDATED', { contents: [], toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } }],
    ['an unknown mode', { contents: [], toolConfig: { functionCallingConfig: { mode: 'SOON' } } }],
    [
      'names without mode',
      { contents: [], toolConfig: { functionCallingConfig: { allowedFunctionNames: ['f'] } } },
    ],
    ['an empty tool config', { contents: [], toolConfig: {} }],
    [
      'the rest of a tool config',
      {
        contents: [],
        toolConfig: { includeServerSideToolInvocations: true, retrievalConfig: { languageCode: 'de' } },
      },
    ],
    ['an empty generation config', { contents: [], generationConfig: {} }],
    [
      'stop sequences that are not text',
      { contents: [], generationConfig: { stopSequences: [1], topP: '0.5' } },
    ],
    [
      'parameters of the new SDK',
      {
        model: 'm',
        contents: 'hi',
        config: {
          temperature: 0,
          topK: 1,
          systemInstruction: 'x',
          tools: [{ functionDeclarations: [tool] }],
          labels: { a: 'b' },
        },
      },
    ],
    ['an empty config', { model: 'm', contents: 'hi', config: {} }],
    [
      '__proto__ keys',
      JSON.parse(
        '{"contents":[{"role":"user","parts":[{"text":"x","__proto__":{"a":1}}]}],"__proto__":{"b":1}}',
      ),
    ],
  ])('%s', (_, request) => {
    expect(roundTrip(request)).toEqual(request)
  })

  test('a grown conversation does not keep bare strings among its contents', () => {
    const { messages, ...rest } = decode({ contents: ['hi', 'there'] })
    const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'Hello.' }] }
    expect(encode({ ...rest, messages: [...messages, answer] }).contents).toEqual([
      user({ text: 'hi' }, { text: 'there' }),
      model({ text: 'Hello.' }),
    ])
  })

  test('edits take precedence over stored values', () => {
    const conversation = decode({
      contents: [model({ functionCall: { name: 'f' } })],
      toolConfig: { functionCallingConfig: { mode: 'VALIDATED', streamFunctionCallArguments: true } },
      generationConfig: { topK: 3 },
    })
    const messages = conversation.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) =>
        part.type === 'tool-call' && part.kind !== 'custom' && part.status === 'complete'
          ? { ...part, arguments: { a: 1 } }
          : part,
      ),
    }))
    expect(encode({ ...conversation, messages, toolChoice: { type: 'none' }, temperature: 1 })).toEqual({
      contents: [model({ functionCall: { name: 'f', args: { a: 1 } } })],
      toolConfig: { functionCallingConfig: { mode: 'NONE', streamFunctionCallArguments: true } },
      generationConfig: { topK: 3, temperature: 1 },
    })
  })

  test.each(['developer', 'assistant', 'toString', '__proto__', 7])('the role %j is refused', (role) => {
    expect(() => decode(history(user({ text: 'x' }), { role, parts: [] }))).toThrow(
      expect.objectContaining({ name: 'AdapterError', code: 'wrong-type', path: '/contents/1/role' }),
    )
  })

  test('no contents at all is an AdapterError with a path', () => {
    expect(() => decode({})).toThrow(expect.objectContaining({ name: 'AdapterError', path: '/contents' }))
  })
})

describe('ids', () => {
  test('results without id pair by name and order within their turn', () => {
    const call = (name: string) => ({ functionCall: { name, args: {} } })
    const result = (name: string, output: string) => ({ functionResponse: { name, response: { output } } })
    const { messages } = decode(
      history(
        user({ text: 'go' }),
        model(call('a'), call('b'), call('a')),
        user(result('b', '1'), result('a', '2'), result('a', '3')),
        model(call('a')),
        user(result('a', '4'), result('z', '5')),
      ),
    )
    const parts = messages.flatMap((message) => message.parts)
    const ids = calls(parts).map(({ id }) => id)
    const answered = parts.flatMap((part) => (part.type === 'tool-result' ? part.callId : []))
    expect(new Set(ids).size).toBe(4)
    expect(answered.slice(0, 4)).toEqual([ids[1], ids[0], ids[2], ids[3]])
    expect(ids).not.toContain(answered[4])
  })

  test('answers without responseId have distinct calls', () => {
    const one = responseOf([{ functionCall: { name: 'f', args: { a: 1 } } }], { responseId: null })
    const two = responseOf([{ functionCall: { name: 'f', args: { a: 2 } } }], { responseId: null })
    expect(calls(one.message.parts)[0]?.id).not.toBe(calls(two.message.parts)[0]?.id)
  })
})

describe('results', () => {
  const result = (response: JsonObject, rest: JsonObject = {}) => {
    const call = model({ functionCall: { id: 'i', name: 'f', args: {} } })
    const request = history(
      user({ text: 'x' }),
      call,
      user({ functionResponse: { id: 'i', name: 'f', response, ...rest } }),
    )
    expect(roundTrip(request)).toEqual(request)
    const part = decode(request).messages[2]?.parts[0]
    return part?.type === 'tool-result' ? part : undefined
  }

  test.each<[JsonObject]>([
    [{}],
    [{ output: 'x' }],
    [{ error: 'x' }],
    [{ error: '' }],
    [{ error: false }],
    [{ return_value: [1] }],
    [{ output: '' }],
  ])('media beside %j', (response) => {
    const parts: JsonArray = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { strange: 1 }]
    const { output, isError } = result(response, { parts }) ?? {}
    expect(output).toMatchObject({ type: 'content' })
    expect(isError).toBe(response.error !== undefined)
  })
})

describe('responses', () => {
  test.each<[string, JsonObject]>([
    ['no candidates', { promptFeedback: { blockReason: 'SAFETY' } }],
    ['an empty list of candidates', { candidates: [], usageMetadata: {} }],
    ['a candidate without content', { candidates: [{ finishReason: 'SAFETY', index: 0 }] }],
    [
      'empty contents',
      { candidates: [{ content: {} }, { content: { role: 'model' } }, { content: { parts: [] } }] },
    ],
    ['null content', { candidates: [{ content: null, finishReason: null }] }],
    [
      'several candidates',
      {
        candidates: [
          { content: model({ text: 'a' }), index: 0 },
          { content: model({ text: 'b' }), index: 1 },
        ],
      },
    ],
    [
      'snake_case',
      {
        candidates: [
          {
            content: model({ function_call: { name: 'f', args: { a_b: 1 } }, thought_signature: 's' }),
            finish_reason: 'STOP',
          },
        ],
        usage_metadata: { prompt_token_count: 1 },
      },
    ],
    ['an error', { error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED', details: [] } }],
    ['a wrapped body', { response: candidate([{ text: 'x' }]), traceId: 't' }],
    [
      'arguments that are not an object',
      candidate([{ functionCall: { name: 'f', args: [1] } }, { functionCall: { name: 'f', args: null } }]),
    ],
    [
      'server tools',
      candidate([
        { toolCall: { toolType: 'URL_CONTEXT' } },
        { toolResponse: { toolType: 'URL_CONTEXT' } },
        { executableCode: { code: 'x' } },
        { codeExecutionResult: { outcome: 'outcome_ok' } },
        { codeExecutionResult: {} },
      ]),
    ],
  ])('%s go round', (_, native) => {
    const { value, notices } = google.decodeResponse(JSON.stringify(native))
    const stored: ModelResponse = JSON.parse(JSON.stringify(value))
    expect(google.encodeResponse(stored).value).toEqual(native)
    expect(notices.filter(({ code }) => code !== 'arguments-unusable')).toEqual([])
  })

  test('other bodies are refused', () => {
    const refused = expect.objectContaining({ name: 'AdapterError', code: 'wrong-type' })
    expect(() => google.decodeResponse('{"totalTokens":3}')).toThrow(refused)
    expect(() => google.decodeResponse('{"candidates":[3]}')).toThrow(refused)
  })
})

describe('streams', () => {
  const open = (name: string, rest: JsonObject = {}) => ({
    functionCall: { name, willContinue: true },
    ...rest,
  })
  const piece = (jsonPath: string, value: JsonObject, willContinue = true) => ({
    functionCall: { partialArgs: [{ jsonPath, ...value }], ...(willContinue ? { willContinue } : {}) },
  })
  const text = (value: string) => ({ stringValue: value, willContinue: true })

  test('streamed arguments: deltas are the JSON text', () => {
    const events = eventsOf(google, [
      candidate([open('f', { thoughtSignature: 's' })], { finishReason: null }),
      candidate([piece('$.a[0].b', text('x"'))], { finishReason: null }),
      candidate([piece('$.a[0].b', { stringValue: '\ud83d', willContinue: true })], { finishReason: null }),
      candidate([piece('$.a[0].b', { stringValue: '\ude00' })], { finishReason: null }),
      candidate([piece("$.a[1]['c d']", { nullValue: 'NULL_VALUE' }), { functionCall: {} }]),
    ])
    const deltas = events.map((event) => (event.type === 'tool-input-delta' ? event.delta : '')).join('')
    const value = { a: [{ b: 'x"😀' }, { 'c d': null }] }
    expect(JSON.parse(deltas)).toEqual(value)
    const [call] = calls(assemble(events, WIRE).message.parts)
    expect(call).toMatchObject({
      status: 'complete',
      arguments: value,
      providerMetadata: { [WIRE]: { signature: 's' } },
    })
  })

  test('__proto__ is a key like any other', async () => {
    const { message } = await collectParts([
      open('f'),
      piece('$.__proto__.polluted', { boolValue: true }, false),
    ])
    expect(JSON.stringify(calls(message.parts)[0]?.arguments)).toBe('{"__proto__":{"polluted":true}}')
    expect(plainObject({}).polluted).toBeUndefined()
  })

  test.each([
    ['MAX_TOKENS', 'length'],
    [undefined, 'error'],
  ])('a call cut by %s is truncated', (finishReason, reason) => {
    const chunk = { candidates: [{ content: model(open('f'), piece('$.a', text('half'))), finishReason }] }
    const events = eventsOf(google, [plainObject(chunk)])
    const { message, finish, error } = assemble(events, WIRE)
    expect(calls(message.parts)).toMatchObject([{ status: 'truncated', rawArguments: '{"a":"half' }])
    expect(finish.reason).toBe(reason)
    expect(error?.code).toBe(reason === 'error' ? 'stream-cut' : undefined)
  })

  test('JSON paths', () => {
    expect(parseJsonPath('$.a[0].b-c')).toEqual(['a', 0, 'b-c'])
    expect(parseJsonPath(String.raw`$['it\'s']["x.y"]`)).toEqual(["it's", 'x.y'])
    expect(parseJsonPath('$[1')).toBeUndefined()
    expect(parseJsonPath(`$${'.a'.repeat(5000)}`)).toBeUndefined()
    for (const broken of ["$['a'", "$['a", "$['a'x]", "$['a\\'", '$["a\']', "$['", '$[]'])
      expect(parseJsonPath(broken)).toBeUndefined()
    expect(parseJsonPath(`$['']["\\""]`)).toEqual(['', '"'])
  })

  test('JSON paths of any length', () => {
    const length = 8 << 20
    expect(parseJsonPath(`$['${'a'.repeat(length)}']`)).toEqual(['a'.repeat(length)])
    expect(parseJsonPath(`$["${"\\'".repeat(length)}"]`)).toEqual(["'".repeat(length)])
    expect(parseJsonPath(`$.${'a'.repeat(length)}`)).toEqual(['a'.repeat(length)])
    for (const quote of ["'", '"']) expect(parseJsonPath(`$[${quote}${'a'.repeat(length)}`)).toBeUndefined()
  })

  test('skipped elements are null, in the text as in the value', () => {
    const args = new PartialArguments()
    const written = args.push({ jsonPath: '$.a[2]', numberValue: 1 }) + args.finish()
    expect(JSON.parse(written)).toEqual({ a: [null, null, 1] })
    expect(args.value).toEqual({ a: [null, null, 1] })
  })
})

describe('fit', () => {
  const call = (id: string, rest: Partial<ToolCall> = {}): Part => ({
    type: 'tool-call',
    kind: 'function',
    id,
    name: 'f',
    status: 'complete',
    arguments: {},
    providerExecuted: false,
    ...(rest.providerMetadata && { providerMetadata: rest.providerMetadata }),
  })
  const answer = (callId: string): Part => ({
    type: 'tool-result',
    callId,
    name: 'f',
    output: { type: 'text', value: 'ok' },
    isError: false,
    providerExecuted: false,
  })
  const ask: Message = { role: 'user', parts: [{ type: 'text', text: 'go' }] }
  const tools = [{ type: 'function' as const, name: 'f' }]
  const signatures = (conversation: Conversation, model?: string) => {
    const fitted = fit(conversation, google.codecs, model === undefined ? {} : { model })
    const parts = fitted.conversation.messages.flatMap(({ parts }) => parts)
    return calls(parts).map(({ providerMetadata }) => providerMetadata?.[WIRE]?.signature)
  }
  const results: Message = { role: 'tool', parts: [answer('a'), answer('b')] }

  test('the first call of each foreign step gets the placeholder, the others do not', () => {
    const foreign: Message = { role: 'assistant', parts: [call('a'), call('b')], origin: { wire: 'other' } }
    expect(signatures({ messages: [ask, foreign, results], tools })).toEqual([DUMMY_SIGNATURE, undefined])
  })

  test('own calls keep their signature; those of another Gemini model get the placeholder', () => {
    const own = (signature?: string): Message => ({
      role: 'assistant',
      parts: [call('a', signature ? { providerMetadata: { [WIRE]: { signature } } } : {}), call('b')],
      origin: { wire: WIRE, model: 'gemini-3-flash-preview' },
    })
    const model = 'gemini-3-flash-preview'
    expect(signatures({ messages: [ask, own('s'), results], tools }, model)).toEqual(['s', undefined])
    expect(signatures({ messages: [ask, own(), results], tools }, model)).toEqual([undefined, undefined])
    expect(signatures({ messages: [ask, own('s'), results], tools }, 'gemini-4-pro')).toEqual([
      DUMMY_SIGNATURE,
      undefined,
    ])
  })

  test('results next to text, or split over several contents, are moved to a separate content', () => {
    const part = (id: string) => ({ functionCall: { id, name: 'f', args: {} } })
    const result = (id: string) => ({ functionResponse: { id, name: 'f', response: { output: 'ok' } } })
    const request = history(
      user({ text: 'go' }),
      model(part('a'), part('b')),
      user(result('a')),
      user(result('b'), { text: 'and now?' }),
    )
    const { conversation, notices } = fit(decode(request), google.codecs)
    expect(encode(conversation).contents).toEqual([
      user({ text: 'go' }),
      model(part('a'), part('b')),
      user(result('a'), result('b')),
      user({ text: 'and now?' }),
    ])
    expect(notices.map(({ code }) => code)).toContain('results-separated')
  })
})

describe('recognition', () => {
  const score = (exchange: Exchange) => recognise(google.codecs.evidence, exchange).score
  test.each<[string, Exchange]>([
    ['a request', { request: history(user({ text: 'x' })) }],
    ['a request in snake_case', { request: { contents: 'x', generation_config: {} } }],
    ['parameters of the new SDK', { request: { model: 'm', contents: 'x', config: {} } }],
    ['a response', { response: candidate([]) }],
    ['a blocked prompt', { response: { promptFeedback: {} } }],
    ['chunks', { stream: [{ usageMetadata: { promptTokenCount: 1 } }] }],
  ])('%s', (_, exchange) => expect(score(exchange)).toBeGreaterThanOrEqual(0.9))

  test.each<[string, Exchange]>([
    ['OpenAI', { request: { messages: [] }, response: { choices: [] } }],
    ['Gemini Live', { stream: [{ serverContent: {}, usageMetadata: { promptTokenCount: 1 } }] }],
    ['nothing', {}],
  ])('not %s', (_, exchange) => expect(score(exchange)).toBe(0))
})

describe('both SDKs', () => {
  afterEach(() => vi.unstubAllGlobals())
  const file = (name: string) => readFileSync(join(fixturesFolder, WIRE, 'streamed-arguments', name), 'utf8')
  const canonical: { response: ModelResponse } = JSON.parse(file('canonical.json'))
  const sent: JsonObject[] = []

  function answerWith(name: string, type: string): void {
    sent.length = 0
    vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
      sent.push(plainObject(JSON.parse(body)))
      return new Response(file(name), { headers: { 'content-type': type } })
    })
  }
  const request: GoogleRequest = google.encodeRequest(
    decode(plainObject(JSON.parse(file('request.json')))),
  ).value

  test('@google/genai', async () => {
    const { models } = new GoogleGenAI({ vertexai: true, apiKey: 'test' })
    const parameters = sdkParameters(request, 'gemini-3-flash-preview')
    expect(google.decodeRequest(parameters).value.messages).toEqual(decode(plainObject(request)).messages)
    answerWith('response.json', 'application/json')
    const response = await models.generateContent(parameters)
    expect(google.toolCalls(response)).toEqual(calls(canonical.response.message.parts))
    expect(sent[0]?.contents).toEqual(request.contents)
    answerWith('stream.sse', 'text/event-stream')
    const { message } = await google.collect(await models.generateContentStream(parameters))
    expect(message).toEqual(canonical.response.message)
  })

  test('@google/generative-ai', async () => {
    const client = new GoogleGenerativeAI('test').getGenerativeModel({ model: 'gemini-3-flash-preview' })
    answerWith('response.json', 'application/json')
    const result = await client.generateContent(request)
    for (const native of [result, result.response]) {
      expect(google.toolCalls(native)).toEqual(calls(canonical.response.message.parts))
      const decoded = google.decodeResponse(native).value
      expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded)
    }
    expect(sent[0]).toMatchObject(plainObject(request))
    answerWith('stream.sse', 'text/event-stream')
    const { stream } = await client.generateContentStream(request)
    const { message } = await google.collect(stream)
    expect(message).toEqual(canonical.response.message)
  })
})

describe('further candidates', () => {
  const native = {
    candidates: [0, 1].map((index) => ({
      content: { role: 'model', parts: [{ text: `answer ${index}` }] },
      finishReason: 'STOP',
      index,
    })),
    responseId: 'r',
  }

  test('the same from a stream', async () => {
    const response = await google.collect([native])
    expect(google.encodeResponse(response).value).toEqual(native)
    expect(fitResponse(response, openaiChat.codecs).notices).toMatchObject([
      { code: 'alternatives-dropped' },
      { code: 'fields-not-carried', detail: { index: 1 } },
    ])
  })
})

describe('tools alone', () => {
  const context = createContext('google-generate-content')
  const { tools } = google.codecs

  test('a toolConfig without tools is decoded and encoded', () => {
    const config = { functionCallingConfig: { mode: 'ANY' } }
    expect(tools.decodeChoice(config, { ...context, path: '' })).toEqual({ type: 'required' })
    expect(tools.decodeChoice({}, { ...context, path: '' })).toEqual({ type: 'auto' })
    expect(tools.encodeChoice({ type: 'required' }, context)).toEqual(config)
    expect(() => tools.decodeChoice('ANY', { ...context, path: '/toolConfig' })).toThrow('toolConfig')
  })

  test('a later choice is restored unchanged; one of another wire is reported', () => {
    const config = { functionCallingConfig: { mode: 'BRAND_NEW', level: 3 } }
    expect(tools.encodeChoice(tools.decodeChoice(config, { ...context, path: '' }), context)).toEqual(config)
    const own = createContext('google-generate-content')
    expect(tools.encodeChoice({ type: 'opaque', wire: 'other', value: 'any' }, own)).toBeUndefined()
    expect(own.notices).toMatchObject([{ code: 'tool-choice-dropped' }])
  })

  test('one entry may replace the list, a wrong entry is named', () => {
    expect(tools.decode({ functionDeclarations: [{ name: 'f' }] }, { ...context, path: '' })).toMatchObject([
      { name: 'f' },
    ])
    expect(() => tools.decode(['f'], { ...context, path: '/tools' })).toThrow(
      expect.objectContaining({ path: '/tools/0' }),
    )
    const wrong = [{ functionDeclarations: ['f'] }]
    expect(() => tools.decode(wrong, { ...context, path: '/tools' })).toThrow(
      expect.objectContaining({ path: '/tools/0/functionDeclarations/0' }),
    )
  })

  test('tools that are code are not data, and a notice reports them', () => {
    const mcpClient = { tool: async () => [], callTool: async () => [] }
    const { value, notices } = google.decodeTools(asNative<GoogleTool[]>([mcpClient as never]))
    expect(value).toEqual([])
    expect(notices.map(({ code }) => code)).toEqual(['callable-tool-dropped', 'callable-tool-dropped'])
  })

  test('edited tools are not encoded in the received layout', () => {
    const request: JsonObject = {
      contents: [],
      tools: [
        { functionDeclarations: [{ name: 'a' }] },
        { functionDeclarations: [{ name: 'b' }, {}] },
        { urlContext: {} },
      ],
    }
    const decoded = decode(request)
    expect(encode(decoded)).toEqual(request)
    const fewer = { ...decoded, tools: decoded.tools?.filter(({ name }) => name !== 'a') ?? [] }
    expect(encode(fewer).tools).toEqual([{ functionDeclarations: [{ name: 'b' }, {}] }, { urlContext: {} }])
  })
})

describe('results of other wires', () => {
  test('an edited result does not keep the form of the one before it', () => {
    const native = { functionResponse: { id: '1', name: 'f', response: [1] } }
    const { messages } = decode({ contents: [{ role: 'user', parts: [native] }] })
    for (const value of [
      { type: 'denied', reason: 'no' },
      { type: 'error-text', value: 'no' },
    ] as const) {
      const edited = messages.map(
        (message): Message => ({
          ...message,
          parts: message.parts.map(
            (part): Part => (part.type === 'tool-result' ? { ...part, output: value, isError: true } : part),
          ),
        }),
      )
      expect(plainObject(google.encodeMessages(edited).value[0])).toMatchObject({
        parts: [{ functionResponse: { response: { error: expect.stringContaining('no') } } }],
      })
    }
  })
})

describe('streams that are written', () => {
  function write(...events: StreamEvent[]): JsonObject[] {
    const encoder = google.codecs.stream.encoder?.(createContext('google-generate-content'))
    const frames = [...events.flatMap((event) => encoder?.push(event) ?? []), ...(encoder?.finish() ?? [])]
    return frames.map(({ data }) => plainObject(data))
  }

  test('no part is kept back for good: a stream that just stops has them all', () => {
    const frames = write({ type: 'text-start', id: 't' }, { type: 'text-delta', id: 't', delta: 'Hel' })
    // Only the last character is held back, because the last piece must contain the finish reason.
    expect(frames).toEqual(
      ['He', 'l'].map((text) => ({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }],
      })),
    )
  })

  test('an empty text without a signature has no part; an answer without any ends with one', () => {
    const frames = write(
      { type: 'text-start', id: 't' },
      { type: 'text-end', id: 't', part: { type: 'text', text: '' } },
      { type: 'finish', finish: { reason: 'stop' } },
    )
    expect(frames).toEqual([
      { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }] },
    ])
  })

  test('errors go out as the provider words them', () => {
    // The SDKs recognize an error event by its code.
    expect(write({ type: 'error', error: { message: 'no' } })).toEqual([
      { error: { code: 500, message: 'no' } },
    ])
    const raw = { code: 500, message: 'no' }
    expect(write({ type: 'error', error: { message: 'no', raw } })).toEqual([{ error: raw }])
  })

  test('media are separate parts; media without a part on this wire are omitted', () => {
    const part: Part = {
      type: 'media',
      kind: 'image',
      mediaType: 'image/png',
      source: { type: 'data', data: 'AAAA' },
    }
    expect(write({ type: 'part', part })).toMatchObject([
      { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } }] },
    ])
    expect(write({ type: 'part', part: { type: 'source', url: 'https://a' } })).toEqual([])
  })

  test('thinking of another wire stays thinking, with no proof invented', () => {
    const part: Part = { type: 'reasoning', text: 'hm' }
    const frames = write(
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'reasoning-end', id: 'r', part },
    )
    expect(JSON.stringify(frames)).not.toContain('thoughtSignature')
  })
})

describe('partial arguments', () => {
  test('entries without a value or a path change nothing, or break the call', () => {
    const args = new PartialArguments()
    expect(args.push({ jsonPath: '$.a' })).toBe('')
    expect(args.isBroken).toBe(false)
    expect(args.push({ numberValue: 1 })).toBe('')
    expect(args.isBroken).toBe(true)
  })

  test('an index does not match an object, and a key does not match a list', () => {
    for (const path of ['$[0]', '$.list.key']) {
      const args = new PartialArguments()
      args.push({ jsonPath: '$.list[0]', numberValue: 1 })
      args.push({ jsonPath: path, numberValue: 2 })
      expect(args.isBroken).toBe(true)
      expect(args.value).toEqual({ list: [1] })
    }
  })

  test('a string that continues after the deltas stopped still reaches the value', () => {
    const args = new PartialArguments()
    args.merge({ a: 1 })
    args.push({ jsonPath: '$.b', stringValue: 'x', willContinue: true })
    expect(args.push({ jsonPath: '$.b', stringValue: 'y' }) + args.finish()).toBe('')
    expect(args.value).toEqual({ a: 1, b: 'xy' })
  })

  test('quoted keys may be empty', () => {
    expect(parseJsonPath("$['']['a']")).toEqual(['', 'a'])
  })
})

describe('parameters of the SDKs', () => {
  test('settings of the HTTP client are not sent in the request', () => {
    const parameters = {
      model: 'm',
      contents: 'x',
      config: { temperature: 1, abortSignal: {}, httpOptions: {} },
    }
    const { value } = google.decodeRequest(asNative<GoogleRequest>(asJson(parameters)))
    expect(value.temperature).toBe(1)
    expect(JSON.stringify(google.encodeRequest(value).value)).not.toMatch(/abortSignal|httpOptions/)
  })

  test('the request may already contain the model', () => {
    const request = google.encodeRequest({ messages: [] }).value
    expect(sdkParameters({ ...request, model: 'm' })).toMatchObject({ model: 'm', config: {} })
  })
})
