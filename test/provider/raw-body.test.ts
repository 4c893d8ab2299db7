import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ModelResponse,
  type Provider,
  provider,
  ResponseError,
  rawBodyOf,
  userMessage,
} from '../../src/index.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { fixtures } from '../support/exchanges.js'
import { type Untyped, untyped } from '../support/mistakes.js'

const question = { messages: [userMessage('What is the weather?')] }

/** Creates a model that gives these answers, one after the other. */
function answering(wire: string, answers: readonly unknown[], options: object = { rawBody: true }): Provider {
  const rest: Untyped[] = answers.map((answer) => untyped(answer))
  const send = async () => rest.shift()
  return provider(adapterOf(wire).adapter, { model: 'm', maxOutputTokens: 9, send, ...options })
}

/** Creates an HTTP answer in pieces of three bytes, which also split characters. */
function inPieces(bytes: Uint8Array): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < bytes.length; start += 3) controller.enqueue(bytes.slice(start, start + 3))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

async function bodyOf(model: Provider) {
  return rawBodyOf(await answered(model))
}

function answered(model: Provider): Promise<ModelResponse> {
  return model.turn(question).response.catch((error: unknown) => {
    if (error instanceof ResponseError) return error.response
    throw error
  })
}

const encoder = new TextEncoder()

describe.each(adapters.map(({ wire }) => wire))('the body of an answer of %s', (wire) => {
  const own = fixtures.filter((fixture) => fixture.wire === wire)

  test.each(own.flatMap(({ id, stream }) => (stream === undefined ? [] : [[id, stream] as const])))(
    'is the text of the stream: %s',
    async (_id, stream) => {
      expect(await bodyOf(answering(wire, [inPieces(encoder.encode(stream))]))).toBe(stream)
      expect(await bodyOf(answering(wire, [stream]))).toBe(stream)
    },
  )

  test.each(own.flatMap(({ id, response }) => (response === undefined ? [] : [[id, response] as const])))(
    'is the JSON of the answer, or the object of an SDK: %s',
    async (_id, response) => {
      const text = JSON.stringify(response)
      expect(await bodyOf(answering(wire, [inPieces(encoder.encode(text))]))).toBe(text)
      expect(await bodyOf(answering(wire, [response]))).toBe(response)
      const { adapter } = adapterOf(wire)
      const { value } = adapter.decodeResponse(untyped(response), { rawBody: true })
      expect(rawBodyOf(value)).toBe(response)
      expect(rawBodyOf(adapter.decodeResponse(untyped(response)).value)).toBeUndefined()
      expect(rawBodyOf(adapter.decodeResponse(text, { rawBody: true }).value)).toBe(text)
    },
  )
})

const hello = { id: 'c1', object: 'chat.completion', created: 1, model: 'm' }
const said = (content: string) => ({
  ...hello,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
})

test('the bytes of a binary stream stay bytes', async () => {
  const { adapter } = adapterOf('bedrock-converse')
  const { stream } = adapter.codecs
  const bytes = [
    { messageStart: { role: 'assistant' } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Zürich' } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'end_turn' } },
  ].flatMap((data) => {
    const [event = ''] = Object.keys(data)
    const frame = stream.framing.write(untyped({ event, data }))
    return [...(typeof frame === 'string' ? encoder.encode(frame) : frame)]
  })
  expect(await bodyOf(answering('bedrock-converse', [inPieces(Uint8Array.from(bytes))]))).toEqual(
    Uint8Array.from(bytes),
  )
})

test('each turn of a model has the body of its own answer, also at the same time', async () => {
  const model = answering('openai-chat', [said('one'), said('two'), said('three')])
  const turns = [model.turn(question), model.turn(question)]
  const responses = await Promise.all(turns.map((turn) => turn.response))
  expect(responses.map(rawBodyOf)).toEqual([said('one'), said('two')])
  expect(await bodyOf(model)).toEqual(said('three'))
})

test('an answer that is requested again has the body of the last request', async () => {
  const model = answering('openai-chat', [said('{}'), said('{"city":"Oslo"}')])
  const conversation = { ...question, outputFormat: z.object({ city: z.string() }) }
  const response = await model.turn(conversation, { outputRetries: 1 }).response
  expect(rawBodyOf(response)).toEqual(said('{"city":"Oslo"}'))
})

test('no body is kept without the option', async () => {
  expect(await bodyOf(answering('openai-chat', [said('one')], {}))).toBeUndefined()
})
