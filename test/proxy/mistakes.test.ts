import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { zeph } from '../../adapters/zeph/index.js'
import { PLAIN } from '../../src/cli/paint.js'
import { proxiedLine } from '../../src/cli/proxy/request-lines.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { proxyMetrics } from '../../src/proxy/metrics.js'
import type { ProxiedRequest, ProxyOptions } from '../../src/proxy/proxy-types.js'
import { refusalBody } from '../../src/translate/exchange/translate-answer.js'
import { adapters } from '../support/adapters.js'
import { requestOf, targetOf, user } from '../support/proxy.js'

// Mistakes of people who set up a proxy: each message has what is wrong, where, and the next step.

const served = adapters.map(({ adapter }) => adapter).filter(({ lacks }) => !lacks.has('http'))

describe('a path that the proxy does not serve', () => {
  const ask = (clients: ProxyOptions['clients'], path: string, headers = {}) =>
    createProxy({ routes: [{ to: targetOf(openaiChat) }], clients }).fetch(
      new Request(`https://proxy.test${path}`, { method: 'POST', body: '{}', headers }),
    )

  test.each(served.map((client) => [client.id, client] as const))(
    'is answered in the form of %s, with its paths',
    async (_id, client) => {
      const path = client.codecs.http.pathFor('MODEL', false)
      const response = await ask([client], `${path}x`)
      const text = await response.text()
      expect(response.status).toBe(404)
      expect(response.headers.get('x-toolwire-error')).toBe('no-such-path')
      const message = `toolwire proxy: there is no path ${path}x. Did you mean ${path}? Requests for answers are served at ${path}`
      expect(JSON.parse(text)).toEqual(refusalBody(404, message, client))
    },
  )

  test('has the form of the nearest path, if several wires are served', async () => {
    const response = await ask(served, '/v1/chat/completion')
    const { error } = await response.json()
    expect(error).toMatchObject({ type: 'invalid_request_error', param: null })
    expect(error.message).toContain('Did you mean /v1/chat/completions?')
  })

  test('lists the paths of all wires, if no path is near', async () => {
    const { error } = await (await ask([anthropic, openaiChat], '/v1/embeddings')).json()
    expect(error.message).toContain('served at /v1/messages, /v1/chat/completions')
  })
})

/** Answers of gateways in place of a provider: the answer, and the words of the message. */
const GATEWAYS: readonly [string, () => Response, readonly string[]][] = [
  [
    'an HTML page',
    () =>
      new Response('<!doctype html><html><title>Sign in</title>', {
        headers: { 'content-type': 'text/html' },
      }),
    ['an HTML page, not JSON: Sign in', 'check the base URL of the target'],
  ],
  [
    'nothing',
    () => new Response('', { headers: { 'content-type': 'application/json' } }),
    ['the answer is empty', 'check the base URL of the target'],
  ],
]

describe.each(GATEWAYS)('a target that answers %s', (_name, answer, words) => {
  test.each(
    served.flatMap((client) => [true, false].map((streams) => [client.id, streams, client] as const)),
  )('is explained to clients of %s (stream: %s)', async (id, streams, client) => {
    const told: ProxiedRequest[] = []
    const proxy = createProxy({
      routes: [{ from: client, to: targetOf(openaiChat) }],
      fetch: async () => answer(),
      onAnswered: (each) => told.push(each),
    })
    const response = await proxy.fetch(new Request(...requestOf(id, user('Hi'), streams)))
    const text = await response.text()
    expect(response.status).toBe(502)
    for (const word of words) {
      expect(text).toContain(word)
      expect(told[0]?.error).toContain(word)
    }
  })
})

const CHUNK =
  'data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hal"}}]}\n\n'
const ENDINGS: readonly [string, (controller: ReadableStreamDefaultController<Uint8Array>) => void][] = [
  ['ends early', (controller) => controller.close()],
  ['breaks off', (controller) => controller.error(new Error('other side closed'))],
]

describe.each(ENDINGS)('a stream that %s', (_name, end) => {
  test.each(served.map((client) => [client.id, client] as const))(
    'shows in the log and in the metrics, for clients of %s',
    async (id, client) => {
      const metrics = proxyMetrics()
      const lines: string[] = []
      let isSent = false
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) return end(controller)
          isSent = true
          controller.enqueue(new TextEncoder().encode(CHUNK))
        },
      })
      const proxy = createProxy({
        routes: [{ from: client, to: targetOf(openaiChat) }],
        fetch: async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
        onAnswered(told) {
          metrics.observe(told)
          lines.push(proxiedLine(told, PLAIN))
        },
      })
      const response = await proxy.fetch(new Request(...requestOf(id, user('Hi'), true)))
      await response.text()
      expect(response.status).toBe(200)
      expect(lines.join('')).toMatch(
        / 200 interrupted .*(other side closed|ended before its answer was complete)/,
      )
      expect(metrics.text()).toMatch(/requests_total\{.*status="interrupted"\} 1/)
      expect(metrics.text()).toMatch(/outcomes_total\{.*outcome="failed"\} 1/)
    },
  )
})

test('a complete stream is not interrupted', () => {
  const told = {
    requestId: 'r',
    method: 'POST',
    path: '/',
    status: 200,
    streamed: true,
    milliseconds: 1,
    notices: [],
    passedOver: [],
    aborted: false,
  }
  expect(proxiedLine(told, PLAIN)).not.toContain('interrupted')
})

const target = { adapter: openaiChat, url: 'https://a.test/v1' }
const wrong = <Value>(value: Value): never => value as never

/** Options with a mistake: the path of the error, and its words. */
test.each<[ProxyOptions, string, readonly string[]]>([
  [wrong({ route: [] }), '/route', ['route is not an option of a proxy. Did you mean routes?']],
  [wrong({}), '/routes', ['a proxy needs routes', 'createProxy({ routes:']],
  [
    { routes: [{ from: anthropic, to: { ...target, url: 'a.test' } }] },
    '/routes/0/to/url',
    ['must be a URL'],
  ],
  [
    { routes: [{ from: anthropic, to: [target, { ...target, url: 'a.test' }] }] },
    '/routes/0/to/1/url',
    ['URL'],
  ],
  [
    { routes: [{ from: anthropic, to: wrong({ url: 'https://a.test' }) }] },
    '/routes/0/to/adapter',
    ['is not an adapter', 'toolwire/adapters/'],
  ],
  [{ routes: [{ from: wrong('anthropic'), to: target }] }, '/routes/0/from', ['is not an adapter']],
  [{ routes: [{ from: zeph, to: target }] }, '/routes/0/from', ['no HTTP paths']],
  [
    { routes: [{ from: anthropic, to: { ...target, adapter: zeph } }] },
    '/routes/0/to/adapter',
    ['no HTTP paths'],
  ],
  [{ routes: [{ to: target }], clients: [anthropic, zeph] }, '/clients/1', ['no HTTP paths']],
  [
    { routes: [{ from: anthropic, to: { ...target, limits: 'vlm' } }] },
    '/routes/0/to/limits',
    ['Did you mean vllm?'],
  ],
  [
    { routes: [{ from: anthropic, to: wrong({ ...target, modle: 'm' }) }] },
    '/routes/0/to/modle',
    ['Did you mean model?'],
  ],
  [{ routes: [{ from: anthropic, to: { ...target, key: 'a\nb' } }] }, '/routes/0/to/key', ['characters']],
  [{ routes: [{ from: anthropic, to: target }], token: ' ' }, '/token', ['is empty']],
  [{ routes: [{ from: anthropic, to: target }], users: { ben: '' } }, '/users/ben', ['is empty']],
  [
    { routes: [{ from: anthropic, to: target }], origins: ['*', 'a.test'] },
    '/origins/1',
    ['origin of a page'],
  ],
])('createProxy names the place of a mistake: %j', (options, path, words) => {
  let thrown: unknown
  try {
    createProxy(options)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ name: 'AdapterError', path })
  for (const word of words) expect(String(thrown)).toContain(word)
})
