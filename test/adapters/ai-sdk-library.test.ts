import {
  convertToModelMessages,
  createUIMessageStreamResponse,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  parseJsonEventStream,
  readUIMessageStream,
  stepCountIs,
  streamText,
  tool,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
  validateUIMessages,
} from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AiSdkMessageInput, aiSdk, aiSdkPrompt, aiSdkUi } from '../../adapters/ai-sdk/index.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { asJson, asNative, expectObject, objectsIn } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import { createContext } from '../../src/base/model/context.js'
import type {
  Conversation,
  MediaPart,
  Message,
  ModelResponse,
  ToolResult,
} from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation, translate } from '../../src/translate/exchange/translate-conversation.js'
import { adapterOf, adapters, type LoadedAdapter } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { callsOf, textIn } from '../support/parts.js'
import { refusals } from '../support/translation.js'
import { stored } from '../support/values.js'

/** Returns a model of the SDK whose answers come from a fixture. Its prompts are recorded. */
function modelOf(answers: readonly ModelResponse[]) {
  const prompts: unknown[] = []
  const next = () => {
    const answer = answers[Math.min(prompts.length, answers.length) - 1]
    if (answer === undefined) throw new Error('no answer')
    return answer
  }
  const model = {
    specificationVersion: 'v4' as const,
    provider: 'toolwire',
    modelId: 'example-model',
    supportedUrls: {},
    doGenerate(options: { readonly prompt: unknown }) {
      prompts.push(options.prompt)
      return Promise.resolve(stored(aiSdk.encodeResponse(next()).value))
    },
    doStream(options: { readonly prompt: unknown }) {
      prompts.push(options.prompt)
      const { encoder } = aiSdk.codecs.stream
      const machine = encoder?.(createContext('ai-sdk'))
      if (machine === undefined) throw new Error('no encoder')
      const parts = [...disassemble(next())].flatMap((event) => machine.push(event)).map(({ data }) => data)
      return Promise.resolve({
        stream: new ReadableStream<JsonValue>({
          start(controller) {
            for (const part of stored(parts)) controller.enqueue(part)
            controller.close()
          },
        }),
      })
    },
  }
  const asModel: unknown = model
  return { prompts, model: asModel as LanguageModel }
}

function answerOf(id: string): ModelResponse {
  const { response } = fixtures.find((fixture) => fixture.id === id)?.canonical ?? {}
  if (response === undefined) throw new Error(`no fixture ${id}`)
  return response
}

const isProvider = (wire: string) => adapters.some((loaded) => loaded.wire === wire)

const ANSWERS = fixtures.flatMap(({ id, wire, canonical: { response } }) =>
  response === undefined || response.error !== undefined || !isProvider(wire) ? [] : [{ id, response }],
)

/** Returns the refusals of the wire, except those for undeclared tools. */
function refusalsOf(request: object, loaded: LoadedAdapter): string[] {
  const body = stored(expectObject(asJson(request), ''))
  return refusals(body, loaded).filter((refusal) => !/-TOOLS-/.test(refusal))
}

/** Returns tools that answer every call of an answer. */
function toolsFor(response: ModelResponse) {
  const names = callsOf(response).filter(({ providerExecuted }) => !providerExecuted)
  return Object.fromEntries(
    names.map(({ name }) => [
      name,
      tool({ inputSchema: jsonSchema({}), execute: () => Promise.resolve({ done: true }) }),
    ]),
  )
}

/** Returns the calls in the form that the SDK must show. */
function shown(response: ModelResponse) {
  return callsOf(response).map((call) => ({
    id: call.id,
    name: call.providerExecuted ? expect.stringMatching(new RegExp(`\\.${call.name}$`)) : call.name,
    input: call.status === 'complete' ? call.arguments : expect.anything(),
    invalid: call.status !== 'complete',
    executed: call.providerExecuted,
  }))
}

interface SdkCall {
  readonly toolCallId: string
  readonly toolName: string
  readonly input: unknown
  readonly invalid?: boolean | undefined
  readonly providerExecuted?: boolean | undefined
}

function asShown(calls: readonly SdkCall[]) {
  return calls.map(({ toolCallId, toolName, input, invalid, providerExecuted }) => ({
    id: toolCallId,
    name: toolName,
    input,
    invalid: invalid === true,
    executed: providerExecuted === true,
  }))
}

describe('answers of other wires through the SDK', () => {
  test.each(ANSWERS)('generateText returns the content of $id', async ({ response }) => {
    const { model } = modelOf([response])
    const result = await generateText({ model, prompt: 'Hello.', tools: toolsFor(response) })
    expect(asShown(result.toolCalls)).toEqual(shown(response))
    expect(result.text).toBe(textIn(response))
    expect(result.finishReason).toBe(response.finish.reason)
    expect(result.usage.inputTokens).toBe(response.usage?.inputTokens)
    expect(result.usage.outputTokens).toBe(response.usage?.outputTokens)
  })

  test.each(ANSWERS)('streamText returns the content of $id', async ({ response }) => {
    const { model } = modelOf([response])
    const result = streamText({ model, prompt: 'Hello.', tools: toolsFor(response) })
    expect(asShown(await result.toolCalls)).toEqual(shown(response))
    expect(await result.text).toBe(textIn(response))
    expect(await result.finishReason).toBe(response.finish.reason)
    expect((await result.usage).outputTokens).toBe(response.usage?.outputTokens)
  })

  test.each(ANSWERS)(
    'the history that the SDK keeps of $id goes back to its wire',
    async ({ id, response }) => {
      const loaded = adapterOf(id.split('/')[0] ?? '')
      const { model } = modelOf([response])
      const result = await generateText({ model, prompt: 'Hello.', tools: toolsFor(response) })
      const messages: ModelMessage[] = [
        { role: 'user', content: 'Hello.' },
        ...result.responseMessages,
        { role: 'user', content: 'Go on.' },
      ]
      const conversation = {
        messages: aiSdk.decodeMessages(messages).value,
        model: 'example-model',
        maxOutputTokens: 100,
      }
      const again = conversation.messages.flatMap(({ parts }) => parts)
      const made = callsOf(response).map(({ id: callId, name, status, providerExecuted }) => ({
        callId,
        name,
        status,
        providerExecuted,
      }))
      const kept = again.flatMap((part) =>
        part.type === 'tool-call'
          ? [
              {
                callId: part.id,
                name: part.name,
                status: part.status,
                providerExecuted: part.providerExecuted,
              },
            ]
          : [],
      )
      expect(kept).toEqual(made)
      const { value } = encodeConversation(conversation, { to: loaded.adapter })
      expect(refusalsOf(value, loaded)).toEqual([])
    },
  )
})

function proofsIn(messages: Conversation['messages']) {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'reasoning' ? [{ text: part.text, metadata: part.providerMetadata }] : [],
    ),
  )
}

test('A conversation kept by AI SDK continues on a raw SDK and back', async () => {
  const response = answerOf('anthropic-messages/reasoning')
  const { model, prompts } = modelOf([response, answerOf('anthropic-messages/text-only')])
  const question: ModelMessage = { role: 'user', content: 'How is the weather?' }
  const result = await generateText({
    model,
    messages: [question],
    tools: toolsFor(response),
    stopWhen: stepCountIs(2),
  })
  const history: ModelMessage[] = [question, ...result.responseMessages]

  // On the raw SDK: the signatures of the reasoning are in Anthropic's positions.
  const anthropic = adapterOf('anthropic-messages').adapter
  const raw = translate(history, { from: aiSdk, to: anthropic })
  const sent = JSON.stringify(raw.value)
  const original = expectObject(asJson(anthropic.encodeResponse(response).value), '')
  const thinking = objectsIn(original.content).filter(({ type }) => String(type).includes('thinking'))
  expect(thinking).not.toEqual([])
  for (const block of thinking) expect(sent).toContain(JSON.stringify(block))

  // And back: the SDK continues the history of the raw SDK and sends it to its next model.
  const back = translate(stored(raw.value), { from: anthropic, to: aiSdk })
  const later = modelOf([answerOf('anthropic-messages/text-only')])
  await generateText({ model: later.model, messages: [...back.value, { role: 'user', content: 'Thanks.' }] })
  const asked = aiSdkPrompt.decodeMessages(asNative<AiSdkMessageInput[]>(asJson(later.prompts[0]))).value
  const own = (messages: Conversation['messages']) =>
    proofsIn(messages).map(({ text, metadata }) => [text, metadata?.['anthropic-messages']])
  expect(own(asked)).toEqual(own([response.message]))
  expect(prompts).toHaveLength(2)
})

describe('messages of user interfaces', () => {
  const request = fixtures.find(({ id }) => id === 'ai-sdk/ui-messages')?.request ?? {}
  const native = asNative<UIMessage[]>(request.messages ?? [])

  test('the SDK takes the messages that we write', async () => {
    for (const { response } of ANSWERS) {
      const { value } = aiSdkUi.encodeMessages([
        { role: 'user', parts: [{ type: 'text', text: 'Hello.' }] },
        response.message,
      ])
      const messages = await validateUIMessages({ messages: stored(value) })
      const converted = await convertToModelMessages(messages)
      const calls = aiSdk
        .decodeMessages(converted)
        .value.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
      expect(calls.map(({ id, name, status }) => ({ id, name, status }))).toEqual(
        callsOf(response).map(({ id, name, status }) => ({ id, name, status })),
      )
    }
  })

  test('the SDK takes the histories of all wires', async () => {
    for (const { canonical } of fixtures) {
      if (canonical.request === undefined) continue
      const { value } = aiSdkUi.encodeMessages(canonical.request.messages)
      if (value.length === 0) continue
      await convertToModelMessages(await validateUIMessages({ messages: stored(value) }))
    }
  })

  test('we read them as the SDK does', async () => {
    const converted = await convertToModelMessages(native)
    const theirs = aiSdk.decodeMessages(converted).value
    const ours = aiSdkUi.decodeMessages(native).value
    const results = (messages: Conversation['messages']) =>
      messages.flatMap(({ parts }) =>
        parts.flatMap((part) =>
          part.type === 'tool-result' ? [[part.callId, part.isError, part.providerExecuted]] : [],
        ),
      )
    expect(results(ours)).toEqual(expect.arrayContaining(results(theirs)))
    const complete = ours.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' && part.status === 'complete' ? part.id : [])),
    )
    const known = theirs.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-call' ? part.id : [])),
    )
    expect(complete).toEqual(expect.arrayContaining(known.filter((id) => id !== 'call_3')))
  })
})

describe('files', () => {
  const kinds = fc.constantFrom<readonly [MediaPart['kind'], string | undefined]>(
    ['image', 'image/png'],
    ['image', undefined],
    ['audio', 'audio/wav'],
    ['video', undefined],
    ['file', 'application/pdf'],
    ['file', undefined],
  )
  const sources: fc.Arbitrary<MediaPart['source']> = fc.oneof(
    fc.base64String({ minLength: 4 }).map((data) => ({ type: 'data' as const, data })),
    fc.webUrl().map((url) => ({ type: 'url' as const, url: new URL(url).href })),
    fc
      .constantFrom('file-abc', 'file_011', 'files/x', 'other')
      .map((id) => ({ type: 'file-id' as const, id })),
    fc.string({ unit: 'grapheme' }).map((text) => ({ type: 'text' as const, text })),
  )
  const files: fc.Arbitrary<MediaPart> = fc
    .tuple(kinds, sources)
    .map(([[kind, mediaType], source]) => compact({ type: 'media' as const, kind, mediaType, source }))
  const files4 = fc.array(files, { minLength: 1, maxLength: 4 })

  function conversationOf(sent: readonly MediaPart[], made: readonly MediaPart[]): Message[] {
    return [
      { role: 'user', parts: sent },
      { role: 'assistant', parts: [{ type: 'text', text: 'Here:' }, ...made] },
    ]
  }

  function filesIn(messages: readonly Message[]) {
    return messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'media' ? [[part.kind, part.source]] : [])),
    )
  }

  test('in messages of user interfaces are what the SDK converts, and the same afterwards', () =>
    fc.assert(
      fc.asyncProperty(files4, files4, async (sent, made) => {
        const messages = conversationOf(sent, made)
        const { value } = aiSdkUi.encodeMessages(messages)
        const shown = await validateUIMessages({ messages: stored(value) })
        expect(filesIn(aiSdkUi.decodeMessages(stored(value)).value)).toEqual(filesIn(messages))
        const converted = await convertToModelMessages(shown)
        expect(filesIn(aiSdk.decodeMessages(converted).value)).toEqual(filesIn(messages))
        // Unchanged messages can be converted back, too.
        const again = aiSdkUi.encodeMessages(aiSdkUi.decodeMessages(stored(value)).value).value
        expect(stored(again)).toEqual(stored(value))
      }),
      { numRuns: 50 },
    ))

  test('of a stream are URLs', async () => {
    const source = { type: 'data' as const, data: 'aGk=' }
    const picture: MediaPart = { type: 'media', kind: 'image', mediaType: 'image/png', source }
    const chunks = chunksOf({ message: { role: 'assistant', parts: [picture] }, finish: { reason: 'stop' } })
    expect(chunks).toContainEqual(
      expect.objectContaining({ type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,aGk=' }),
    )
    const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    const read = await aiSdkUi.collect(new Response(body))
    expect(filesIn([read.message])).toEqual([['image', source]])
  })

  test.each([
    ['file-abc', 'openai'],
    ['file_011', 'anthropic'],
    ['files/x', 'google'],
  ])('%s is known to the package of %s', (id, name) => {
    const file: MediaPart = { type: 'media', kind: 'file', source: { type: 'file-id', id } }
    const result: ToolResult = {
      type: 'tool-result',
      callId: 'c1',
      name: 'f',
      output: { type: 'content', value: [file] },
      isError: false,
      providerExecuted: false,
    }
    const { value } = aiSdk.encodeMessages([
      { role: 'user', parts: [file] },
      { role: 'tool', parts: [result] },
    ])
    const data = { type: 'reference', reference: { [name]: id } }
    expect(value).toMatchObject([
      { content: [{ type: 'file', data }] },
      { content: [{ output: { type: 'content', value: [{ type: 'file', data }] } }] },
    ])
    expect(aiSdkUi.encodeMessages([{ role: 'user', parts: [file] }]).value).toMatchObject([
      { parts: [{ type: 'file', url: '', providerReference: { [name]: id } }] },
    ])
  })

  test('a tool that a search found is what the package of Anthropic writes as a reference', () => {
    const native = {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [{ type: 'tool_reference', tool_name: 'get_weather' }],
        },
      ],
    }
    const anthropic = adapterOf('anthropic-messages').adapter
    const messages = anthropic.decodeMessages([native]).value
    const { value } = aiSdk.encodeMessages(messages)
    const reference = {
      type: 'custom',
      providerOptions: { anthropic: { type: 'tool-reference', toolName: 'get_weather' } },
    }
    expect(value).toMatchObject([{ content: [{ output: { type: 'content', value: [reference] } }] }])
    const again = aiSdk.decodeMessages(stored(value)).value
    expect(stored(anthropic.encodeMessages(again).value)).toEqual([native])
  })
})

/** Returns the chunks of an answer that are sent to a user interface. */
function chunksOf(response: ModelResponse): UIMessageChunk[] {
  const machine = aiSdkUi.codecs.stream.encoder?.(createContext('ai-sdk'))
  if (machine === undefined) throw new Error('no encoder')
  const frames = [...[...disassemble(response)].flatMap((event) => machine.push(event)), ...machine.finish()]
  expect(frames.at(-1)?.data).toBe('[DONE]')
  return asNative(stored(frames.slice(0, -1).map(({ data }) => data)))
}

describe('the stream of a user interface', () => {
  test.each(ANSWERS)('useChat shows what we write of $id', async ({ response }) => {
    const chunks = chunksOf(response)
    const text = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    const body = new Response(text).body
    if (body === null) throw new Error('no body')
    for await (const parsed of parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema }))
      expect(parsed).toMatchObject({ success: true })
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream })) last = message
    const calls = (last?.parts ?? []).filter((part) => 'toolCallId' in part)
    expect(calls.map(({ toolCallId }) => toolCallId)).toEqual(callsOf(response).map(({ id }) => id))
    const shownText = (last?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
    expect(shownText).toBe(textIn(response))
  })

  test('requests of the SDK are decoded', async () => {
    const response = answerOf('anthropic-messages/parallel-calls')
    const { model } = modelOf([response, answerOf('anthropic-messages/text-only')])
    const result = streamText({
      model,
      prompt: 'Hello.',
      tools: toolsFor(response),
      stopWhen: stepCountIs(2),
    })
    const sent = result.toUIMessageStreamResponse()
    const read = await aiSdkUi.collect(sent)
    expect(callsOf(read).map(({ id, name, arguments: value }) => ({ id, name, value }))).toEqual(
      callsOf(response).map(({ id, name, arguments: value }) => ({ id, name, value })),
    )
    const results = read.message.parts.filter((part) => part.type === 'tool-result')
    expect(results.map(({ output }) => output)).toEqual(
      callsOf(response).map(() => ({ type: 'json', value: { done: true } })),
    )
    expect(read.error).toBeUndefined()
    expect(textIn(read)).toContain(textIn(answerOf('anthropic-messages/text-only')))
  })

  test("our response is equal to the SDK's response", async () => {
    const chunks = chunksOf(answerOf('openai-chat/single-call'))
    const stream = new ReadableStream<UIMessageChunk>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
    const theirs = await createUIMessageStreamResponse({ stream }).text()
    const ours = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`
    expect(theirs).toBe(ours)
  })
})

test('an answer is translated into one of a model of the SDK', () => {
  const loaded = adapterOf('openai-chat')
  const native = loaded.adapter.encodeResponse(answerOf('openai-chat/single-call')).value
  const { value } = translateResponse(native, { from: loaded.adapter, to: aiSdk })
  expect(value.finishReason.unified).toBe('tool-calls')
  expect(value.content[0]).toMatchObject({ type: 'tool-call', input: '{"city":"Lisbon"}' })
})
