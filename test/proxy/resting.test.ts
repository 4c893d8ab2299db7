import { describe, expect, test } from 'vitest'
import { assistantMessage } from '../../src/base/model/create.js'
import type { ProxyOptions } from '../../src/proxy/proxy-types.js'
import type { RestingOptions } from '../../src/proxy/target-health.js'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, requestOf, served, targetOf, user } from '../support/proxy.js'

const CHAT = adapterOf('openai-chat').adapter
const GEMINI = adapterOf('google-generate-content').adapter

type Answer = () => Response | Promise<Response>

/** Two targets, `first` and `second`, whose answers a test replaces, and a clock that a test advances. */
function twoTargets(options: Partial<ProxyOptions> = {}, wire = CHAT) {
  const sent: string[] = []
  const answers: Record<string, Answer | undefined> = {}
  const clock = { time: 1_000_000 }
  const to = (name: string) => ({
    ...targetOf(name === 'first' ? wire : CHAT),
    url: `https://${name}.test${name === 'first' ? (wire.codecs.http.base ?? '') : '/v1'}`,
  })
  const { fetch, told } = served({
    now: () => clock.time,
    routes: [{ from: CHAT, to: [to('first'), to('second')] }],
    async fetch(url, init) {
      const name = new URL(url).host.split('.')[0] ?? ''
      sent.push(name)
      const answer = answers[name]
      if (answer !== undefined) return answer()
      const body = JSON.parse(String(init.body))
      const message = assistantMessage('Yes.')
      const { adapter } = adapterOf(name === 'first' ? wire.id : 'openai-chat')
      return nativeAnswer(
        adapter,
        { message, finish: { reason: 'stop' } },
        { path: new URL(url).pathname, body },
      )
    },
    ...options,
  })
  const ask = async (text = 'Hi', headers = {}) => {
    sent.length = 0
    const answer = await fetch(...requestOf('openai-chat', user(text), false, headers))
    await answer.text()
    return { status: answer.status, targets: [...sent] }
  }
  return { ask, answers, clock, told, sent, fetch }
}

const refuses =
  (
    status: number,
    headers: Record<string, string> = {},
    body: object = { error: { message: 'no' } },
  ): Answer =>
  () =>
    Response.json(body, { status, headers })
const BOTH = { status: 200, targets: ['first', 'second'] }
const ONE = { status: 200, targets: ['first'] }
const OTHER = { status: 200, targets: ['second'] }

const RETRY_INFO = {
  error: {
    code: 429,
    message: 'Quota exceeded',
    status: 'RESOURCE_EXHAUSTED',
    details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '20s' }],
  },
}

describe('a target that states when it accepts requests again', () => {
  test.each([
    ['retry-after', CHAT, refuses(429, { 'retry-after': '20' })],
    ['retry-after-ms', CHAT, refuses(429, { 'retry-after-ms': '20000' })],
    ['a date', CHAT, () => refuses(503, { 'retry-after': new Date(Date.now() + 20_900).toUTCString() })()],
    ['RetryInfo', GEMINI, refuses(429, {}, RETRY_INFO)],
    ['RetryInfo in a list', GEMINI, refuses(429, {}, [RETRY_INFO])],
  ] as const)('rests so long: %s', async (_name, wire, refusal) => {
    const { ask, answers, clock } = twoTargets({}, wire)
    answers.first = refusal
    expect(await ask()).toEqual(BOTH)
    answers.first = undefined
    expect(await ask()).toEqual(OTHER)
    clock.time += 18_000
    expect(await ask()).toEqual(OTHER)
    clock.time += 3_000
    expect(await ask()).toEqual(ONE)
    expect(await ask()).toEqual(ONE)
  })

  test('rests no longer than the longest rest', async () => {
    const { ask, answers, clock } = twoTargets({ resting: { longest: 5_000 } })
    answers.first = refuses(429, { 'retry-after': '3600' })
    await ask()
    answers.first = undefined
    clock.time += 5_001
    expect(await ask()).toEqual(ONE)
  })

  test('is still tried if the others fail', async () => {
    const { ask, answers } = twoTargets()
    answers.first = refuses(429, { 'retry-after': '20' })
    await ask()
    answers.first = undefined
    answers.second = refuses(500)
    expect(await ask()).toEqual({ status: 200, targets: ['second', 'first'] })
  })

  test('is always asked if it is the only one of its route', async () => {
    const { ask, answers } = twoTargets({
      routes: [{ from: CHAT, to: { ...targetOf(CHAT), url: 'https://first.test/v1' } }],
    })
    answers.first = refuses(429, { 'retry-after': '20' })
    expect(await ask()).toEqual({ status: 429, targets: ['first'] })
    answers.first = undefined
    expect(await ask()).toEqual(ONE)
  })

  test('receives requests for other models', async () => {
    const to = ['first', 'second'].map((name) => ({ adapter: CHAT, url: `https://${name}.test/v1` }))
    const { fetch, answers, sent } = twoTargets({ routes: [{ from: CHAT, to }] })
    const ask = async (model: string) => {
      sent.length = 0
      await fetch(...requestOf('openai-chat', { ...user('Hi'), model }))
      return [...sent]
    }
    answers.first = refuses(429, { 'retry-after': '20' })
    expect(await ask('a')).toEqual(['first', 'second'])
    answers.first = undefined
    expect([await ask('a'), await ask('b')]).toEqual([['second'], ['first']])
  })
})

describe('a target that fails', () => {
  const RESTING: RestingOptions = { failures: 3, rest: 10_000 }

  test.each([
    ['500', refuses(500)],
    ['429 without a time', refuses(429)],
    ['no connection', () => Promise.reject(new TypeError('refused'))],
  ])('rests after so many failures in a row: %s', async (_name, failure) => {
    const { ask, answers, clock, told } = twoTargets({ resting: RESTING })
    answers.first = failure
    expect([await ask(), await ask()]).toEqual([BOTH, BOTH])
    answers.first = undefined
    expect(await ask()).toEqual(ONE)
    answers.first = failure
    expect([await ask(), await ask(), await ask()]).toEqual([BOTH, BOTH, BOTH])
    expect(await ask()).toEqual(OTHER)
    expect(told.at(-1)?.passedOver).toEqual(['openai-chat rests for 10 s'])
    clock.time += 10_001
    expect(await ask()).toEqual(BOTH)
    expect(await ask()).toEqual(OTHER)
    clock.time += 10_001
    answers.first = undefined
    expect([await ask(), await ask()]).toEqual([ONE, ONE])
  })

  test('is tried by one of two requests at once', async () => {
    const { ask, answers, clock, sent } = twoTargets({ resting: { ...RESTING, failures: 1 } })
    answers.first = refuses(500)
    await ask()
    clock.time += 10_001
    let end: (answer: Response) => void = () => undefined
    answers.first = () => new Promise((resolve) => (end = resolve))
    const tried = ask('a')
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const other = await ask('b')
    expect(other).toEqual(OTHER)
    end(new Response('{"error":{}}', { status: 500 }))
    expect((await tried).status).toBe(200)
    expect(await ask()).toEqual(OTHER)
  })

  test('is tried by the next request, if the client of the first one left', async () => {
    const { ask, answers, clock, fetch, sent } = twoTargets({ resting: { ...RESTING, failures: 1 } })
    answers.first = refuses(500)
    await ask()
    clock.time += 10_001
    sent.length = 0
    answers.first = () => new Promise(() => undefined)
    const leaving = new AbortController()
    const [url, init] = requestOf('openai-chat', user('Hi'))
    const left = fetch(url, { ...init, signal: leaving.signal })
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    leaving.abort()
    await left
    answers.first = undefined
    expect(await ask()).toEqual(ONE)
  })

  test('receives requests as before, if rests are off, or the request itself was refused', async () => {
    const off = twoTargets({ resting: false })
    off.answers.first = refuses(429, { 'retry-after': '20' })
    for (let turn = 0; turn < 9; turn += 1) expect(await off.ask()).toEqual(BOTH)
    const wrong = twoTargets({ resting: { failures: 1 } })
    wrong.answers.first = refuses(400)
    for (let turn = 0; turn < 3; turn += 1)
      expect(await wrong.ask()).toEqual({ status: 400, targets: ['first'] })
  })
})

describe('weights', () => {
  const route = (weights: readonly (number | undefined)[]) => ({
    from: CHAT,
    to: weights.map((weight, index) => ({
      ...targetOf(CHAT),
      url: `https://${['first', 'second', 'third'][index]}.test/v1`,
      ...(weight !== undefined && { weight }),
    })),
  })
  /** Returns the number of conversations by their first target. */
  async function countsOf(weights: readonly (number | undefined)[]) {
    const { ask } = twoTargets({ routes: [route(weights)] })
    const counts: Record<string, number> = {}
    for (let turn = 0; turn < 400; turn += 1) {
      const [name = ''] = (await ask(`Question ${turn}`)).targets
      counts[name] = (counts[name] ?? 0) + 1
    }
    return counts
  }

  test('divide conversations, and not the requests of one', async () => {
    const { first = 0, second = 0 } = await countsOf([3, 1])
    expect(first + second).toBe(400)
    expect(first / second).toBeGreaterThan(2)
    expect(first / second).toBeLessThan(4.5)
    const { ask } = twoTargets({ routes: [route([1, 1])] })
    const targets = new Set<string>()
    for (let turn = 0; turn < 20; turn += 1) targets.add((await ask('The same')).targets.join())
    expect(targets.size).toBe(1)
  })

  test('of 0 leave a target for the failures of others; without weights the first one answers', async () => {
    expect(await countsOf([0, 1])).toEqual({ second: 400 })
    expect(await countsOf([undefined, undefined])).toEqual({ first: 400 })
    const { ask, answers } = twoTargets({ routes: [route([0, 1])] })
    answers.second = refuses(500)
    expect(await ask()).toEqual({ status: 200, targets: ['second', 'first'] })
  })
})

test.each(adapters.map(({ wire }) => wire))(
  'a client of %s receives the wait of a Gemini target',
  async (wire) => {
    const from = adapterOf(wire).adapter
    const { fetch } = served({
      routes: [{ from, to: targetOf(GEMINI) }],
      fetch: async () => Response.json(RETRY_INFO, { status: 429 }),
    })
    const answer = await fetch(...requestOf(wire, user('Hi')))
    const body = await answer.text()
    expect(answer.status).toBe(429)
    if (wire === GEMINI.id) expect(body).toContain('"retryDelay":"20s"')
    else expect(answer.headers.get('retry-after')).toBe('20')
  },
)
