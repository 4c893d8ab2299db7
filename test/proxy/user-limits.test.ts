import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { stateStatus } from '../../src/codec/wire/error-table.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import type { ProxyOptions, ProxyTarget, ProxyUser } from '../../src/proxy/proxy-types.js'
import type { UserLimits } from '../../src/proxy/shared-options.js'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { costOf } from '../../src/translate/catalogue/cost.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { tries } from '../support/cases.js'
import { nativeAnswer, type Proxied, requestOf, scripted, served, targetOf, user } from '../support/proxy.js'

const USAGE = { inputTokens: 30, outputTokens: 20 }
const MODEL = 'claude-opus-5-5'
const ANSWER: ModelResponse = {
  id: 'a',
  model: MODEL,
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] },
  finish: { reason: 'stop' },
  usage: USAGE,
}
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Wires whose errors have no codes. */
const WITHOUT_CODES: ReadonlySet<string> = new Set(['cohere-chat', 'ollama-chat'])
/** A day at 12:00:30.5. */
const NOON = Date.UTC(2026, 10, 29, 12, 0, 30, 500)

/** Returns a proxy with the limited user anna, and ben without limits, and the clock. */
function limited(limits: UserLimits, options: Partial<ProxyOptions> = {}, target: Partial<ProxyTarget> = {}) {
  const clock = { time: NOON }
  const adapter = adapterOf('anthropic-messages').adapter
  const { fetch, sent } = scripted((request) => nativeAnswer(adapter, ANSWER, request))
  const proxy = served({
    routes: [{ to: { ...targetOf(adapter), model: MODEL, ...target } }],
    clients: [adapterOf('openai-chat').adapter],
    users: { anna: { token: 'token-of-anna', ...limits }, ben: 'token-of-ben' },
    now: () => clock.time,
    fetch,
    ...options,
  })
  return { ...proxy, clock, sent }
}

/** Sends a request and reads its answer. */
async function ask({ fetch }: Pick<Proxied, 'fetch'>, name = 'anna', wire = 'openai-chat', streams = false) {
  const headers = { authorization: `Bearer token-of-${name}` }
  const answer = await fetch(...requestOf(wire, { ...user('Hi'), maxOutputTokens: 20 }, streams, headers))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

async function statusOf(...asked: Parameters<typeof ask>): Promise<number> {
  return (await ask(...asked)).status
}

describe.each(adapters.map(({ wire }) => wire))('a client of %s', (wire) => {
  const { adapter } = adapterOf(wire)
  const clients = { clients: [adapter] }

  test('is refused in the words of its wire until the next minute, and alone', async () => {
    const proxy = limited({ requestsPerMinute: 2 }, clients)
    expect(await statusOf(proxy, 'anna', wire)).toBe(200)
    expect(await statusOf(proxy, 'anna', wire, true)).toBe(200)
    const { status, headers, text } = await ask(proxy, 'anna', wire)
    expect([status, headers.get('retry-after'), headers.get('x-should-retry')]).toEqual([429, '30', null])
    expect(headers.get('x-toolwire-error')).toBe('over-limit')
    const { error } = adapter.decodeResponse(text).value
    expect(error?.message).toContain('the limit of 2 requests per minute')
    const usual = stateStatus('', 429, adapter.codecs.http.errors).error.code
    expect(error?.code).toBe(WITHOUT_CODES.has(wire) ? undefined : usual)
    expect(proxy.told.at(-1)).toMatchObject({ user: 'anna', status: 429 })
    expect(await statusOf(proxy, 'ben', wire)).toBe(200)
    proxy.clock.time += 29_499
    expect(await statusOf(proxy, 'anna', wire)).toBe(429)
    proxy.clock.time += 1
    expect(await statusOf(proxy, 'anna', wire)).toBe(200)
  })

  test('pays for complete and streamed answers until the next day', async () => {
    for (const streams of [false, true]) {
      const proxy = limited({ tokensPerDay: 51 }, clients)
      expect(await statusOf(proxy, 'anna', wire, streams)).toBe(200)
      proxy.clock.time += MINUTE
      expect(await statusOf(proxy, 'anna', wire, streams)).toBe(200)
      const { status, headers } = await ask(proxy, 'anna', wire, streams)
      const wait = DAY - (proxy.clock.time % DAY)
      expect([status, headers.get('retry-after')]).toEqual([429, String(Math.ceil(wait / 1000))])
      expect(headers.get('x-should-retry')).toBe('false')
      proxy.clock.time += wait - 1
      expect(await statusOf(proxy, 'anna', wire, streams)).toBe(429)
      proxy.clock.time += 1
      expect(await statusOf(proxy, 'anna', wire, streams)).toBe(200)
    }
  })
})

test('a client of the wire of the target pays the same', async () => {
  const proxy = limited({ tokensPerDay: 50 }, { clients: [adapterOf('anthropic-messages').adapter] })
  for (const [streams, status] of [
    [true, 200],
    [false, 429],
  ] as const)
    expect(await statusOf(proxy, 'anna', 'anthropic-messages', streams)).toBe(status)
})

test('costs are added up at list prices; models without a price cost nothing', async () => {
  const dollars = costOf(USAGE, MODEL) ?? 0
  expect(dollars).toBeGreaterThan(0)
  const proxy = limited({ costPerDay: dollars * 2.5 })
  const free = limited({ costPerDay: dollars / 1000 }, {}, { model: 'unpriced' })
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) {
    statuses.push(await statusOf(proxy))
    expect(await statusOf(free)).toBe(200)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('refused requests and lists of models are not counted', async () => {
  const proxy = limited({ requestsPerMinute: 1, tokensPerDay: 1000 })
  const headers = { authorization: 'Bearer token-of-anna' }
  for (let count = 0; count < 3; count += 1)
    expect((await proxy.fetch('https://proxy.test/v1/models', { headers })).status).toBe(200)
  expect([await statusOf(proxy), await statusOf(proxy)]).toEqual([200, 429])
  expect(await statusOf(proxy, 'nobody')).toBe(401)
  expect(proxy.sent.length).toBe(1)
})

test('forwarded requests are counted, if they send something', async () => {
  const to = targetOf(adapterOf('openai-chat').adapter)
  const fetch = async () => Response.json({ data: [] })
  const proxy = limited({ requestsPerMinute: 1 }, { routes: [{ to }], passOn: true, fetch })
  const headers = { authorization: 'Bearer token-of-anna' }
  const forward = async (method: string) =>
    (await proxy.fetch('https://proxy.test/v1/embeddings', { method, headers })).status
  expect([await forward('GET'), await forward('POST'), await forward('POST')]).toEqual([200, 200, 429])
  expect(await forward('GET')).toBe(200)
})

const STORES: Readonly<Record<string, () => StateStore>> = {
  'a store with replace': proxyMemory,
  'a slow store with replace': () => slow(proxyMemory()),
}

function slow({ get, set, replace }: StateStore): StateStore {
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random()))
  return {
    get: async (key) => pause().then(() => get(key)),
    set: async (key, value) => pause().then(() => set(key, value)),
    ...(replace && { replace: async (key, was, next) => pause().then(() => replace(key, was, next)) }),
  }
}

describe.each(Object.entries(STORES))('with %s', (_name, store) => {
  test('two proxies accept as many requests at once as the limit allows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(1), { minLength: 1, maxLength: 8 }),
        async (requestsPerMinute, asked) => {
          const state = store()
          const proxies = [
            limited({ requestsPerMinute }, { state }),
            limited({ requestsPerMinute }, { state }),
          ]
          const statuses = await Promise.all(
            asked.map((index) => statusOf(proxies[index] ?? limited({}), 'anna')),
          )
          const accepted = statuses.filter((status) => status === 200)
          expect(accepted.length).toBe(Math.min(asked.length, requestsPerMinute))
        },
      ),
      tries(20),
    )
  })

  test('answers at once are both charged', async () => {
    const proxy = limited({ tokensPerDay: 100 }, { state: store() })
    expect(await Promise.all([statusOf(proxy), statusOf(proxy)])).toEqual([200, 200])
    expect(await statusOf(proxy)).toBe(429)
  })
})

test('in one process, a store without replace also counts each request', async () => {
  const { get, set } = slow(proxyMemory())
  const proxy = limited({ requestsPerMinute: 2 }, { state: { get, set } })
  const statuses = await Promise.all([1, 2, 3, 4].map(() => statusOf(proxy)))
  expect(statuses.filter((status) => status === 200).length).toBe(2)
})

test('a store that fails lets requests through, with a notice', async () => {
  const broken = () => Promise.reject(new Error('gone'))
  const proxy = limited({ requestsPerMinute: 1 }, { state: { get: broken, set: broken, replace: broken } })
  expect([await statusOf(proxy), await statusOf(proxy)]).toEqual([200, 200])
  for (const { notices } of proxy.told)
    expect(notices).toContainEqual({
      code: 'proxy-state-failed',
      severity: 'warning',
      path: '',
      message: 'the limits of the user are not checked: gone',
    })
})

test('without limits, nothing is stored for users', async () => {
  const keys: string[] = []
  const memory = proxyMemory()
  const state = {
    ...memory,
    get(key: string) {
      keys.push(key)
      return memory.get(key)
    },
  }
  const proxy = limited({}, { state })
  await ask(proxy)
  expect(keys.filter((key) => key.startsWith('used:'))).toEqual([])
})

test.each<Partial<ProxyUser>>([
  { tokensPerDay: 0 },
  { requestsPerMinute: -1 },
  { costPerDay: Number.NaN },
  { token: ' ' },
])('%j is refused when the proxy is created', (wrong) => {
  expect(() => limited({}, { users: { anna: { token: 'token', ...wrong } } })).toThrow(AdapterError)
})

describe('answers in progress', () => {
  /** Returns a proxy whose target answers only when `release` is called. */
  function held(limits: UserLimits, answer: () => Response | Promise<Response>, state = proxyMemory()) {
    const waiting: (() => void)[] = []
    const fetch = () =>
      new Promise<Response>((resolve) => {
        waiting.push(() => resolve(answer()))
      })
    const proxy = limited(limits, { fetch, state })
    return { ...proxy, waiting, release: () => waiting.splice(0).map((end) => end()) }
  }

  type Held = ReturnType<typeof held>

  /** Sends requests. Returns their statuses once each request is refused or has reached a target. */
  async function begun(...proxies: readonly Held[]): Promise<readonly Promise<number>[]> {
    const before = reached(proxies)
    let refused = 0
    const statuses = proxies.map(async (proxy) => {
      const status = await statusOf(proxy)
      if (status === 429) refused += 1
      return status
    })
    await vi.waitFor(() => expect(reached(proxies) - before + refused).toBe(proxies.length))
    return statuses
  }

  function reached(proxies: readonly Held[]): number {
    return [...new Set(proxies)].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  const { adapter } = adapterOf('anthropic-messages')
  const complete = () => Response.json(adapter.encodeResponse(ANSWER).value)
  const { usage: _usage, ...unmeasured } = ANSWER
  // "Hi" has an estimate of 4 tokens, and the request allows 20 of output.
  const RESERVED = 24

  test('together exceed a limit by less than one answer, in two proxies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100 }),
        fc.array(fc.nat(1), { minLength: 1, maxLength: 8 }),
        async (tokensPerDay, asked) => {
          const state = proxyMemory()
          const proxies = [0, 1].map(() => held({ tokensPerDay }, complete, state))
          const answers = await begun(...asked.flatMap((index) => proxies[index] ?? []))
          const admitted = reached(proxies)
          expect(admitted).toBe(Math.min(asked.length, Math.ceil(tokensPerDay / RESERVED)))
          for (const { release } of proxies) release()
          const statuses = await Promise.all(answers)
          expect(statuses.filter((status) => status === 200)).toHaveLength(admitted)
        },
      ),
      tries(10),
    )
  })

  test('refuse the next request for some seconds only', async () => {
    const proxy = held({ tokensPerDay: 60 }, complete)
    const first = await begun(proxy, proxy, proxy)
    const { status, headers, text } = await ask(proxy)
    expect([status, headers.get('retry-after'), headers.get('x-should-retry')]).toEqual([429, '5', null])
    expect(text).toContain('has answers in progress that may reach the limit of 60 tokens per day')
    proxy.release()
    expect(await Promise.all(first)).toEqual([200, 200, 200])
    const last = await ask(proxy)
    expect([last.status, last.headers.get('x-should-retry')]).toEqual([429, 'false'])
  })

  test.each<[name: string, answer: () => Response | Promise<Response>]>([
    ['fail', () => Response.json({ error: { type: 'api_error', message: 'no' } }, { status: 500 })],
    ['are lost', () => Promise.reject(new Error('reset'))],
    ['have no usage', () => Response.json(adapter.encodeResponse(unmeasured).value)],
  ])('that %s reserve nothing any more', async (_name, answer) => {
    const proxy = held({ tokensPerDay: RESERVED }, answer)
    for (let count = 0; count < 3; count += 1) {
      const [asked] = await begun(proxy)
      expect(proxy.waiting).toHaveLength(1)
      proxy.release()
      await asked
    }
  })

  test('of a client that left reserve nothing any more', async () => {
    const proxy = held({ tokensPerDay: RESERVED }, complete)
    const left = new AbortController()
    const [url, init] = requestOf('openai-chat', user('Hi'), false, { authorization: 'Bearer token-of-anna' })
    const asked = proxy.fetch(url, { ...init, signal: left.signal }).catch(() => undefined)
    await vi.waitFor(() => expect(proxy.waiting).toHaveLength(1))
    left.abort()
    await asked
    await vi.waitFor(() => expect(proxy.told).toHaveLength(1))
    const [next] = await begun(proxy)
    proxy.release()
    expect(await next).toBe(200)
  })

  test('of a process that ended reserve nothing after ten minutes', async () => {
    const state = proxyMemory()
    const ended = held({ tokensPerDay: RESERVED }, complete, state)
    await begun(ended)
    const other = held({ tokensPerDay: RESERVED }, complete, state)
    expect(await statusOf(other)).toBe(429)
    other.clock.time += 10 * MINUTE
    const [next] = await begun(other)
    other.release()
    expect(await next).toBe(200)
  })

  test('count with their cost', async () => {
    const dollars = costOf({ inputTokens: 4, outputTokens: 20 }, MODEL) ?? 0
    const proxy = held({ costPerDay: dollars * 1.5 }, complete)
    const asked = await begun(proxy, proxy, proxy)
    expect(proxy.waiting).toHaveLength(2)
    proxy.release()
    expect((await Promise.all(asked)).toSorted()).toEqual([200, 200, 429])
  })
})
