import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { type FetchSendOptions, fetchSend, SendError } from '../../src/index.js'
import { scripted } from '../support/proxy.js'

const KEY = 'sk-secret-1234567890'
const REQUEST = { model: 'm', messages: [] }
const busy = () => Response.json({ error: { message: 'busy' } }, { status: 503 })
const chunk =
  'data: {"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"Yes"},"finish_reason":null}]}\n\n'
/** https://openrouter.ai/docs/api-reference/streaming */
const comment = ': OPENROUTER PROCESSING\n\n'
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Creates a clock that moves only when a test moves it. */
function manualTimer() {
  let now = 0
  const waiting = new Set<{ readonly at: number; readonly call: () => void }>()
  const timer: NonNullable<FetchSendOptions['timer']> = (milliseconds, call) => {
    const entry = { at: now + milliseconds, call }
    waiting.add(entry)
    return () => waiting.delete(entry)
  }
  const pass = async (milliseconds: number) => {
    await settled()
    now += milliseconds
    for (const entry of [...waiting].filter(({ at }) => at <= now)) {
      waiting.delete(entry)
      entry.call()
    }
    await settled()
  }
  return { timer, pass, waiting }
}

describe('the time for all attempts', () => {
  test('ends the wait for the next attempt', async () => {
    const { timer, pass, waiting } = manualTimer()
    const server = scripted(busy)
    const send = fetchSend(openaiChat, {
      ...{ key: KEY, fetch: server.fetch, timer },
      ...{ retries: 9, totalTimeout: 5000, answerTimeout: 4000 },
    })
    const failure = failureOf(send(REQUEST))
    for (let second = 0; second < 4; second += 1) await pass(1250)
    expect(await failure).toMatchObject({ code: 'timeout' })
    expect(await failure).toBeInstanceOf(SendError)
    expect(server.sent.length).toBeGreaterThan(1)
    expect(waiting.size).toBe(0)
  })

  test('ends an attempt', async () => {
    const { timer, pass, waiting } = manualTimer()
    const send = fetchSend(openaiChat, {
      ...{ key: KEY, fetch: () => new Promise<Response>(() => undefined), timer, totalTimeout: 5000 },
    })
    const failure = failureOf(send(REQUEST))
    await pass(5000)
    expect(await failure).toMatchObject({ code: 'timeout', message: expect.stringContaining('5000 ms') })
    expect(waiting.size).toBe(0)
  })

  test('throws the refusal at once if the provider requests a longer wait', async () => {
    const { timer, waiting } = manualTimer()
    const limited = () => Response.json({}, { status: 429, headers: { 'retry-after': '6' } })
    const send = fetchSend(openaiChat, {
      key: KEY,
      fetch: scripted(limited).fetch,
      timer,
      totalTimeout: 5000,
    })
    expect(await failureOf(send(REQUEST))).toMatchObject({ error: { status: 429, retryAfter: 6 } })
    expect(waiting.size).toBe(0)
  })

  test('does not limit an answer that has begun', async () => {
    const { timer, pass } = manualTimer()
    const { body, write, close } = openBody()
    const send = fetchSend(openaiChat, {
      ...{ key: KEY, fetch: async () => new Response(body), timer, totalTimeout: 5000 },
    })
    const text = (await send(REQUEST)).text()
    await pass(6000)
    write(chunk)
    close()
    expect(await text).toBe(chunk)
  })
})

describe('a server that sends only comments', () => {
  const streamed = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }
  const open = async (init?: ResponseInit) => {
    const clock = manualTimer()
    const source = openBody()
    const send = fetchSend(openaiChat, {
      ...{ key: KEY, fetch: async () => new Response(source.body, init), timer: clock.timer },
      idleTimeout: 4000,
    })
    const answer = (await send(REQUEST)).text()
    return { ...source, ...clock, answer, failure: failureOf(answer) }
  }

  test.each([
    ['whole comments', [comment]],
    ['comments in pieces', [': OPEN', 'ROUTER', ' PROCESSING\r', '\n\r\n']],
    ['a comment with a field in it', [': data: {}\n\n']],
  ])('is silent: %s', async (_kind, texts) => {
    const { write, close, pass, failure } = await open(streamed)
    for (let second = 0; second < 8; second += 1) {
      for (const text of texts) {
        write(text)
        await settled()
      }
      await pass(1000)
    }
    close()
    expect(await failure).toMatchObject({ code: 'timeout' })
  })

  test.each([
    ['events', [chunk], streamed],
    ['events behind comments', [comment + chunk], streamed],
    ['an event in pieces', [': a', '\n\nda', 'ta: {}', '\n\n'], streamed],
    ['the same bytes in another format', [comment], { headers: { 'content-type': 'application/json' } }],
  ])('is not silent with %s', async (_kind, texts, init) => {
    const { write, close, pass, answer } = await open(init)
    for (let second = 0; second < 12; second += 1) {
      for (const text of texts) {
        write(text)
        await settled()
      }
      await pass(1000)
    }
    close()
    expect((await answer).length).toBeGreaterThan(0)
  })
})

describe('the idempotency key', () => {
  test('is the same for all attempts of a request, and another one for the next request', async () => {
    const server = scripted((_sent, index) => (index < 2 ? busy() : Response.json({ choices: [] })))
    const { timer, pass } = manualTimer()
    const send = fetchSend(openaiChat, {
      ...{ key: KEY, fetch: server.fetch, timer, idempotencyHeader: 'Idempotency-Key' },
    })
    const answer = send(REQUEST)
    await pass(8000)
    await pass(8000)
    await answer
    await send(REQUEST)
    const [first, ...others] = server.sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(first).toMatch(/^[\da-f-]{36}$/)
    expect(others.slice(0, 2)).toEqual([first, first])
    expect(others[2]).not.toBe(first)
  })

  test('is sent only on request', async () => {
    const server = scripted(() => Response.json({ choices: [] }))
    await fetchSend(openaiChat, { key: KEY, fetch: server.fetch })(REQUEST)
    expect(server.sent[0]?.headers.has('idempotency-key')).toBe(false)
  })
})

test('times and names that cannot be used are refused', () => {
  expect(() => fetchSend(openaiChat, { key: KEY, totalTimeout: 0 })).toThrow(/totalTimeout/)
  expect(() => fetchSend(openaiChat, { key: KEY, idempotencyHeader: 'a b' })).toThrow(/header "a b"/)
})

/** The controller of a cancelled body throws. */
function unlessCancelled(run: () => void): void {
  try {
    run()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

function openBody() {
  let write: (text: string) => void = () => undefined
  let close: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => unlessCancelled(() => controller.enqueue(new TextEncoder().encode(text)))
      close = () => unlessCancelled(() => controller.close())
    },
  })
  return { body, write: (text: string) => write(text), close: () => close() }
}
