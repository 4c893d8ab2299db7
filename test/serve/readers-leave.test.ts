import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { type LoopEvent, runLoop } from '../../src/chat/loop/index.js'
import {
  memoryStreams,
  pipeResponse,
  type ResponseOptions,
  readAgUiInput,
  readUiMessages,
  resumeResponse,
  type StreamStore,
  stateStreams,
  toResponse,
} from '../../src/chat/serve/index.js'
import { AdapterError, fetchSend, provider, userMessage } from '../../src/index.js'
import { memoryState } from '../../src/tools/context/memory-state.js'
import { below, seededRandom } from '../support/values.js'
import { readUi } from './readers.js'

/** Returns a text of many deltas, with a count of the consumed ones. */
function telling(count: number) {
  const state = { taken: 0, isLeft: false, gate: Promise.resolve() }
  async function* events(): AsyncGenerator<LoopEvent, undefined> {
    try {
      yield { type: 'text-start', id: 't' }
      for (let index = 0; index < count; index += 1) {
        await state.gate
        state.taken += 1
        yield { type: 'text-delta', id: 't', delta: `${index} ` }
      }
      yield { type: 'text-end', id: 't', part: { type: 'text', text: expected(count) } }
      yield { type: 'finish', finish: { reason: 'stop' } }
    } finally {
      state.isLeft = true
    }
  }
  return { state, events }
}

const expected = (count: number) => Array.from({ length: count }, (_, index) => `${index} `).join('')

/** Returns a gate that the test opens. */
function gate() {
  let open = () => {}
  const closed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { closed, open }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}

async function taken(reader: ReadableStreamDefaultReader<Uint8Array>, pieces: number): Promise<string> {
  let text = ''
  for (let index = 0; index < pieces; index += 1)
    text += new TextDecoder().decode((await reader.read()).value)
  return text
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (body === null) throw new Error('The response has no body.')
  return body.getReader()
}

describe('a response', () => {
  test('takes events as the reader reads', async () => {
    const { state, events } = telling(1000)
    const reader = readerOf(toResponse(events(), { as: 'ui' }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(state.taken).toBe(0)
    await taken(reader, 10)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(state.taken).toBeLessThan(15)
    await reader.cancel()
    await until(() => state.isLeft)
  })

  test('ends the request to the provider when the reader leaves, also while it waits', async () => {
    let signal: AbortSignal | undefined
    const model = provider(openaiChat, {
      model: 'gpt-5.4',
      send: (_request, options) => {
        signal = options.signal
        return new Promise(() => {})
      },
    })
    const turn = model.turn({ messages: [userMessage('Hi')] })
    const reader = readerOf(toResponse(turn, { as: 'ui' }))
    const waiting = reader.read()
    await until(() => signal !== undefined)
    await reader.cancel()
    expect(signal?.aborted).toBe(true)
    expect((await waiting).done).toBe(true)
  })

  test('reports that its signal stopped it', async () => {
    const { closed } = gate()
    const { state, events } = telling(5)
    state.gate = closed
    const abort = new AbortController()
    const response = toResponse(events(), { as: 'ui', signal: abort.signal })
    const text = response.text()
    abort.abort()
    expect(await text).toContain('{"type":"abort"}')
    expect(await text).not.toContain('"finish"')
  })

  test("sends a general sentence for a thrown error, or the host's text", async () => {
    async function* events(): AsyncGenerator<LoopEvent> {
      yield { type: 'text-start', id: 't' }
      throw new Error('the password is 1234')
    }
    for (const as of ['ui', 'ag-ui', openaiChat] as const) {
      const text = await toResponse(events(), { as }).text()
      expect(text).toContain('Something went wrong.')
      expect(text).not.toContain('1234')
      const told = await toResponse(events(), { as, onError: ({ type }) => `It was ${type}.` }).text()
      expect(told).toContain('It was thrown.')
    }
  })

  test('reports a failure once, and its cause to the host', async () => {
    const refused = { error: { message: 'the key is 1234', type: 'server_error' } }
    const fetch = async () => new Response(JSON.stringify(refused), { status: 500 })
    const cut = async () =>
      new Response(
        'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Half"}}]}\n\n',
        {
          headers: { 'content-type': 'text/event-stream' },
        },
      )
    for (const as of ['ui', 'ag-ui', openaiChat] as const)
      for (const answering of [fetch, cut]) {
        const send = fetchSend(openaiChat, { key: null, retries: 0, fetch: answering })
        const model = provider(openaiChat, { model: 'gpt-5.4', send })
        const loop = runLoop({ provider: model, messages: [userMessage('Hi')] })
        const failures: string[] = []
        const onError: ResponseOptions['onError'] = (failure) => {
          failures.push(failure.type === 'provider' ? failure.error.message : failure.type)
          return 'It failed.'
        }
        const text = await toResponse(loop, { as, onError }).text()
        expect(text.match(/It failed\./g)).toHaveLength(1)
        expect(text).not.toMatch(/"finish_reason":"stop"|RUN_FINISHED/)
        expect(new Set(failures).size).toBe(1)
        expect(failures[0]).toMatch(answering === fetch ? 'the key is 1234' : /cut|ended/)
      }
  })

  test('`onEnd` is called once, before the reader receives the end, and when it leaves', async () => {
    let ends = 0
    const { closed, open } = gate()
    const onEnd = () => {
      ends += 1
      return closed
    }
    const whole = toResponse(telling(2).events(), { as: 'ui', onEnd }).text()
    let isTold = false
    whole.then(() => {
      isTold = true
    })
    await until(() => ends === 1)
    await new Promise((resolve) => setImmediate(resolve))
    expect(isTold).toBe(false)
    open()
    expect(await whole).toContain('[DONE]')
    const reader = readerOf(toResponse(telling(2).events(), { as: 'ui', onEnd }))
    await reader.read()
    await reader.cancel()
    await until(() => ends === 2)
    const failing = { as: 'ui' as const, onEnd: () => Promise.reject(new Error('disk full')) }
    expect(await toResponse(telling(2).events(), failing).text()).toContain('Something went wrong.')
  })

  test.each([
    ['read to its end', undefined],
    ['that its client left', undefined],
    ['that is aborted', undefined],
    ['that is aborted, with a store', memoryStreams()],
  ])('`waitUntil` receives the end of `onEnd` of a response %s', async (how, store) => {
    const { closed, open } = gate()
    const order: string[] = []
    const abort = new AbortController()
    let done: Promise<unknown> = Promise.resolve('`waitUntil` is not called')
    const { state, events } = telling(3)
    if (how !== 'read to its end') state.gate = gate().closed
    const response = toResponse(events(), {
      as: 'ui',
      signal: abort.signal,
      ...(store && { store, id: 'chat-1' }),
      onEnd: async () => {
        order.push('onEnd')
        await closed
        order.push('ended')
      },
      waitUntil: (end) => {
        done = end.then(() => order.push('done'))
      },
    })
    const reader = readerOf(response)
    const read = (async () => {
      while (!(await reader.read()).done);
    })()
    if (how === 'that its client left') await reader.cancel()
    if (how.startsWith('that is aborted')) abort.abort()
    await until(() => order.length === 1)
    open()
    await Promise.all([done, read])
    expect(order).toEqual(['onEnd', 'ended', 'done'])
  })

  test('has its status and headers', async () => {
    const { events } = telling(1)
    const response = toResponse(events(), {
      as: 'ui',
      status: 201,
      headers: { 'X-Mine': '1', 'Cache-Control': 'none' },
    })
    expect(response.status).toBe(201)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-mine': '1',
      'cache-control': 'none',
      'x-vercel-ai-ui-message-stream': 'v1',
      'content-type': 'text/event-stream',
    })
  })
})

/** Simulates a database: every call takes some time. */
function slowState() {
  const texts = new Map<string, string>()
  const later = () => new Promise((resolve) => setImmediate(resolve))
  return {
    get: (key: string) => later().then(() => texts.get(key)),
    set: async (key: string, text: string) => {
      await later()
      texts.set(key, text)
    },
  }
}

const stores: [string, () => StreamStore][] = [
  ['in memory', () => memoryStreams()],
  ['in a state', () => stateStreams(slowState(), { interval: 1 })],
]

describe.each(stores)('a stream that is kept %s', (_, storeOf) => {
  const id = 'chat-1'

  async function wholeRun(store: StreamStore, count: number): Promise<string> {
    const { events } = telling(count)
    return toResponse(events(), { as: 'ui', store, id }).text()
  }

  test('a reader that disconnects anywhere and reconnects gets each event once', async () => {
    const random = seededRandom(3)
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const store = storeOf()
      const { events } = telling(30)
      let response = toResponse(events(), { as: 'ui', store, id })
      let received = ''
      while (response.status === 200) {
        const reader = readerOf(response)
        const cut = 1 + below(random, 12)
        for (let index = 0; index < cut; index += 1) {
          const { value, done } = await reader.read()
          if (done) break
          received += new TextDecoder().decode(value)
        }
        await reader.cancel()
        const [lastEventId] = [...received.matchAll(/^id: (.*)$/gm)].map(([, found]) => found).slice(-1)
        response = await resumeResponse({ store, id, as: 'ui', lastEventId: lastEventId ?? 'none' })
      }
      const { message } = await readUi(new Response(received.replaceAll(/^id: .*\n/gm, '')))
      expect(message?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: expected(30) }])
      const numbers = [...received.matchAll(/^id: .*:(\d+)$/gm)].map(([, number]) => Number(number))
      expect(numbers).toEqual(numbers.map((__, index) => index + 1))
    }
  })

  test('the run continues when its reader leaves; two readers get the same events', async () => {
    const store = storeOf()
    const { closed, open } = gate()
    const { state, events } = telling(20)
    const response = toResponse(events(), { as: 'ui', store, id })
    state.gate = closed
    const reader = readerOf(response)
    await taken(reader, 1)
    await reader.cancel()
    const [one, other] = await Promise.all([
      resumeResponse({ store, id, as: 'ui' }),
      resumeResponse({ store, id, as: 'ui' }),
    ])
    const texts = Promise.all([one.text(), other.text()])
    open()
    const [first, second] = await texts
    expect(first).toBe(second)
    expect(first).toContain('[DONE]')
    expect(state.taken).toBe(20)
  })

  test('status 204 without a stream to resume: none, an ended one, a superseded one', async () => {
    const store = storeOf()
    expect((await resumeResponse({ store, id, as: 'ui' })).status).toBe(204)
    const text = await wholeRun(store, 3)
    expect((await resumeResponse({ store, id, as: 'ui' })).status).toBe(204)
    const ids = [...text.matchAll(/^id: (.*)$/gm)].map(([, found]) => found ?? '')
    const [second, last] = [ids[1] ?? '', ids.at(-1) ?? '']
    const rest = await resumeResponse({ store, id, as: 'ui', lastEventId: second })
    expect(await rest.text()).toBe(text.slice(text.indexOf(`id: ${ids[2]}`)))
    expect((await resumeResponse({ store, id, as: 'ui', lastEventId: last })).status).toBe(204)
    await wholeRun(store, 1)
    expect((await resumeResponse({ store, id, as: 'ui', lastEventId: second })).status).toBe(204)
    expect((await resumeResponse({ store, id: 'other', as: 'ui', lastEventId: last })).status).toBe(204)
  })

  test('the signal stops the run, and `waitUntil` receives its end', async () => {
    const store = storeOf()
    const { state, events } = telling(20)
    state.gate = gate().closed
    const abort = new AbortController()
    let done: Promise<void> | undefined
    const options: ResponseOptions = {
      as: 'ui',
      store,
      id,
      signal: abort.signal,
      waitUntil: (end) => (done = end),
    }
    const text = toResponse(events(), options).text()
    abort.abort()
    expect(await text).toContain('{"type":"abort"}')
    await done
  })
})

/** Returns a store whose `append` fails the given number of times, and its frames. */
function failing(times: number) {
  const inner = memoryStreams()
  let failures = 0
  const append: StreamStore['append'] = async (...given) => {
    failures += 1
    if (failures <= times) throw new Error('disk full')
    return inner.append(...given)
  }
  return { ...inner, append }
}

test('a failed write of the store is repeated, and its reader gets every event', async () => {
  const { events } = telling(20)
  const text = await toResponse(events(), { as: 'ui', store: failing(2), id: 'x' }).text()
  const { message } = await readUi(new Response(text.replaceAll(/^id: .*\n/gm, '')))
  expect(message?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: expected(20) }])
})

test('a store that fails to the end ends the stream with an error, and the run is complete', async () => {
  const { state, events } = telling(20)
  const ended = gate()
  const options = { as: 'ui' as const, store: failing(Number.POSITIVE_INFINITY), id: 'x', onEnd: ended.open }
  const text = toResponse(events(), options).text()
  await ended.closed
  expect(state.taken).toBe(20)
  expect(await text).toContain('Something went wrong.')
})

test('a run that the store does not begin is run to its end', async () => {
  const { state, events } = telling(20)
  const ended = gate()
  const begin = () => Promise.reject(new Error('disk full'))
  const store = { ...memoryStreams(), begin }
  const text = toResponse(events(), { as: 'ui', store, id: 'x', onEnd: ended.open }).text()
  expect(await text).toContain('Something went wrong.')
  await ended.closed
  expect(state.taken).toBe(20)
})

test('readers of a run whose process died receive the end', async () => {
  const state = memoryState()
  const dead = stateStreams(state)
  await dead.begin('chat', 'run')
  await dead.append('run', ['data: {"type":"start"}\n\n'], false)
  const store = stateStreams(state, { interval: 1, timeout: 20 })
  const text = await (await resumeResponse({ store, id: 'chat', as: 'ui' })).text()
  expect(text).toMatch(/^data: \{"type":"start"\}[\s\S]*Something went wrong\./)
  expect((await resumeResponse({ store, id: 'chat', as: 'ui' })).status).toBe(204)
  await dead.append('run', ['data: more\n\n'], true)
  expect(await store.read('run', 1)).toEqual({ frames: ['data: more\n\n'], isEnded: true })
})

test('options without a meaning are rejected at once, with a suggestion', async () => {
  const { events } = telling(1)
  const verdict = (events: unknown, options: object) => {
    try {
      Reflect.apply(toResponse, undefined, [events, options])
      return 'taken'
    } catch (error) {
      if (error instanceof AdapterError) return `${error.path} ${error.message}`
      throw error
    }
  }
  expect(verdict(undefined, { as: 'ui' })).toMatch(/not a source of events/)
  expect(verdict([], { as: 'ui' })).toMatch(/not a source of events/)
  expect(verdict(Promise.resolve(), { as: 'ui' })).toMatch(
    /the loop or the turn itself|a loop or a turn itself/,
  )
  expect(verdict(events(), {})).toMatch(/^\/as `as` says who reads/)
  expect(verdict(events(), { as: 'uii' })).toMatch(/^\/as /)
  expect(verdict(events(), { as: 'ui', secert: 'x' })).toMatch(/Did you mean secret\?/)
  expect(verdict(events(), { as: 'ui', onFinish: () => {} })).toMatch(/Did you mean onEnd\?/)
  expect(verdict(events(), { as: 'ui', id: 5 })).toMatch(/^\/id /)
  expect(verdict(events(), { as: 'ui', onEnd: Promise.resolve() })).toMatch(/^\/onEnd /)
  const body = { id: 'x', messages: [] }
  await expect(Reflect.apply(readUiMessages, undefined, [body, { secert: 'x' }])).rejects.toThrow(
    /Did you mean secret\?/,
  )
  await expect(
    Reflect.apply(readAgUiInput, undefined, [{ threadId: 't', runId: 'r', messages: [] }, { secret: 'x' }]),
  ).rejects.toThrow(/secret is not an option of readAgUiInput/)
  await expect(
    Reflect.apply(resumeResponse, undefined, [{ store: memoryStreams(), id: 'x', as: 'ui', lastEvent: 'y' }]),
  ).rejects.toThrow(/Did you mean lastEventId\?/)
})

test('only text can be kept, and only with an id', () => {
  const { events } = telling(1)
  expect(() => toResponse(events(), { as: 'ui', store: memoryStreams() })).toThrow(/needs its id/)
})

describe('answered by', () => {
  const path = '/api/chat'

  async function tried(port: number): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    const { message, errors } = await readUi(response)
    expect(errors).toEqual([])
    expect(message?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: expected(50) }])
  }

  test('Express, with `pipe`; a reader that leaves ends the events', async () => {
    const app = express()
    const waiting = telling(5)
    app.get(path, (_request, response) => pipeResponse(telling(50).events(), response, { as: 'ui' }))
    app.get('/waiting', (_request, response) => {
      waiting.state.gate = gate().closed
      return pipeResponse(waiting.events(), response, { as: 'ui' })
    })
    app.get('/nothing', async (_request, response) =>
      pipeResponse(await resumeResponse({ store: memoryStreams(), id: 'x', as: 'ui' }), response),
    )
    const server = app.listen(0)
    const { port } = server.address() as AddressInfo
    try {
      await tried(port)
      const nothing = await fetch(`http://127.0.0.1:${port}/nothing`)
      expect(nothing.status).toBe(204)
      const abort = new AbortController()
      const open = await fetch(`http://127.0.0.1:${port}/waiting`, { signal: abort.signal })
      expect(open.status).toBe(200)
      abort.abort()
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  test('Hono, and a handler as in Next.js: the response is returned', async () => {
    const app = new Hono().get(path, () => toResponse(telling(50).events(), { as: 'ui' }))
    const server = createServer(async (request, response) => {
      const answer = await app.fetch(new Request(`http://local${request.url}`))
      await pipeResponse(answer, response)
    }).listen(0)
    const { port } = server.address() as AddressInfo
    try {
      await tried(port)
    } finally {
      server.close()
    }
  })

  test('a slow socket: no more is read than it can hold', async () => {
    const { state, events } = telling(200_000)
    const server = createServer(
      (_request, response) => void pipeResponse(events(), response, { as: 'ui' }),
    ).listen(0)
    const { port } = server.address() as AddressInfo
    try {
      const response = await fetch(`http://127.0.0.1:${port}/`)
      const reader = readerOf(response)
      await reader.read()
      let before = -1
      while (before !== state.taken) {
        before = state.taken
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(state.taken).toBeLessThan(200_000)
      await reader.cancel()
      await until(() => state.isLeft)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})
