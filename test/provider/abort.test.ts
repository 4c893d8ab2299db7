import { GoogleGenAI } from '@google/genai'
import { OpenAI } from 'openai'
import { describe, expect, test } from 'vitest'
import { google, sdkParameters } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { runLoop } from '../../src/chat/loop/index.js'
import {
  type Conversation,
  type Provider,
  type ProviderWithSend,
  provider,
  type StreamEvent,
  userMessage,
} from '../../src/index.js'

type Send = ProviderWithSend<typeof openaiChat>['send']

/** Bytes as OpenAI sends them: https://platform.openai.com/docs/api-reference/chat-streaming */
const FIRST =
  'data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"gpt-5.4","choices":[{"index":0,"delta":{"role":"assistant","content":"Once"},"finish_reason":null}]}\n\n'
const question: Conversation = { messages: [userMessage('Tell me a story.')] }

const silent = () => new Promise<never>(() => undefined)
const model = (send: Send): Provider => provider(openaiChat, { model: 'gpt-5.4', send })
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
/** Creates a promise that the test settles. */
function later<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
/** Lets every pending callback run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
/** Fails if a promise needs more than the pending callbacks. */
const atOnce = <Value>(promise: Promise<Value>): Promise<Value> =>
  Promise.race([
    promise,
    settled().then(() => {
      throw new Error('it did not end at once')
    }),
  ])

/** Creates a body that sends the first bytes and then nothing, whatever its request's signal does. */
function deafBody(onCancel: () => void = () => undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(FIRST)),
    cancel: onCancel,
  })
}

describe('a send that ignores its signal', () => {
  test('its turn ends at the abort, with the reason', async () => {
    const abort = new AbortController()
    const { response } = model(silent).turn(question, { signal: abort.signal })
    const failure = failureOf(response)
    await settled()
    abort.abort(new Error('enough'))
    expect(await atOnce(failure)).toMatchObject({ message: 'enough' })
  })

  test('the documented send of the official SDK, and a server that never answers', async () => {
    const client = new OpenAI({ apiKey: 'offline', fetch: silent, maxRetries: 0 })
    const gpt = model((body) => client.chat.completions.create(body))
    const abort = new AbortController()
    const loop = runLoop({ provider: gpt, messages: question.messages, signal: abort.signal }).result
    await settled()
    abort.abort()
    expect(await atOnce(loop)).toMatchObject({ reason: 'aborted', messages: question.messages })
  })

  test('a loop that is left while it waits ends', async () => {
    const events = runLoop({ provider: model(silent), messages: question.messages })[Symbol.asyncIterator]()
    const waiting = events.next()
    await settled()
    expect(await atOnce(Promise.resolve(events.return?.()))).toMatchObject({ done: true })
    // The loop reports its end to the read that was pending.
    expect(await failureOf(waiting)).toBeUndefined()
  })

  test('an aborted turn sends nothing', async () => {
    let calls = 0
    const gpt = model(() => {
      calls += 1
      return silent()
    })
    const { response } = gpt.turn(question, { signal: AbortSignal.abort(new Error('before')) })
    expect(await failureOf(response)).toMatchObject({ message: 'before' })
    expect(calls).toBe(0)
  })

  test.each<[string, (onRelease: () => void) => Awaited<ReturnType<Send>>]>([
    ['a response', (onRelease) => new Response(deafBody(onRelease))],
    ['a body', (onRelease) => deafBody(onRelease)],
    ['an iterable', (onRelease) => ({ [Symbol.asyncIterator]: () => iteratorWith(onRelease) })],
  ])('a late answer is released: %s', async (_kind, answer) => {
    let isReleased = false
    const late = later<Awaited<ReturnType<Send>>>()
    const abort = new AbortController()
    const failure = failureOf(model(() => late.promise).turn(question, { signal: abort.signal }).response)
    await settled()
    abort.abort(new Error('enough'))
    expect(await atOnce(failure)).toMatchObject({ message: 'enough' })
    late.resolve(
      answer(() => {
        isReleased = true
      }),
    )
    await settled()
    expect(isReleased).toBe(true)
  })

  test('the late stream of the official SDK is closed', async () => {
    const opened = later<Response>()
    let sent: AbortSignal | null | undefined
    const client = new OpenAI({
      apiKey: 'offline',
      maxRetries: 0,
      fetch: (_url, init) => {
        sent = init?.signal
        return opened.promise
      },
    })
    const gpt = model((body) => client.chat.completions.create(body))
    const abort = new AbortController()
    const failure = failureOf(gpt.turn(question, { signal: abort.signal }).response)
    await settled()
    abort.abort()
    await atOnce(failure)
    opened.resolve(new Response(deafBody(), { headers: { 'content-type': 'text/event-stream' } }))
    await settled()
    expect(sent?.aborted).toBe(true)
  })

  test('a late failure is ignored', async () => {
    const late = later<never>()
    const abort = new AbortController()
    const failure = failureOf(model(() => late.promise).turn(question, { signal: abort.signal }).response)
    await settled()
    abort.abort(new Error('enough'))
    await atOnce(failure)
    // An unhandled rejection fails the test run.
    late.reject(new Error('too late'))
    await settled()
  })
})

describe('an answer that ignores the signal', () => {
  test.each<[string, (onRelease: () => void) => Awaited<ReturnType<Send>>]>([
    ['a response', (onRelease) => new Response(deafBody(onRelease))],
    ['a body', (onRelease) => deafBody(onRelease)],
    ['an iterable of text', (onRelease) => ({ [Symbol.asyncIterator]: () => iteratorWith(onRelease) })],
  ])('ends at the abort and keeps what came: %s', async (_kind, answer) => {
    let isReleased = false
    const gpt = model(() =>
      answer(() => {
        isReleased = true
      }),
    )
    const abort = new AbortController()
    const turn = gpt.turn(question, { signal: abort.signal })
    const events: StreamEvent[] = []
    const read = (async () => {
      for await (const event of turn) events.push(event)
    })()
    await settled()
    expect(events.at(-1)).toMatchObject({ type: 'text-delta', delta: 'Once' })
    abort.abort(new Error('enough'))
    await atOnce(read)
    expect(events.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'error' } })
    expect(await failureOf(turn.response)).toMatchObject({
      cause: { message: 'enough' },
      response: { message: { parts: [{ type: 'text', text: 'Once' }] } },
    })
    expect(isReleased).toBe(true)
  })

  test('a turn that is left during a read ends, and closes the body', async () => {
    let isReleased = false
    const body = deafBody(() => {
      isReleased = true
    })
    const events = model(() => new Response(body))
      .turn(question)
      [Symbol.asyncIterator]()
    while ((await events.next()).value?.type !== 'text-delta');
    const pending = events.next()
    expect(await atOnce(Promise.resolve(events.return?.()))).toMatchObject({ done: true })
    await pending
    expect(isReleased).toBe(true)
  })
})

function iteratorWith(onRelease: () => void): AsyncIterator<string> {
  const texts = [FIRST]
  return {
    next: () => {
      const value = texts.shift()
      return value === undefined ? silent() : Promise.resolve({ done: false, value })
    },
    return: () => {
      onRelease()
      return Promise.resolve({ done: true, value: undefined })
    },
  }
}

test('the SDK of Google aborts its request', async () => {
  let sent: AbortSignal | null | undefined
  const fetch = (_url: unknown, init?: RequestInit) => {
    sent = init?.signal
    return silent()
  }
  const client = new GoogleGenAI({ apiKey: 'offline', httpOptions: { fetch } })
  const gemini = provider(google, {
    model: 'gemini-3.5-flash',
    send: (body, { model, signal }) =>
      client.models.generateContentStream(sdkParameters(body, model, signal)),
  })
  const abort = new AbortController()
  const failure = failureOf(gemini.turn(question, { signal: abort.signal }).response)
  await expect.poll(() => sent).toBeDefined()
  abort.abort()
  await failure
  expect(sent?.aborted).toBe(true)
})
