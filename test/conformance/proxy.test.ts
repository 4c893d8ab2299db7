import { describe, expect, test } from 'vitest'
import { httpSubject, PlayedServers, runConformance } from '../../src/conformance/index.js'
import { type Fetch, serveFetch } from '../../src/traffic/replay/index.js'
import { allCases } from './cases.js'

const cases = allCases.filter(({ id }) =>
  /^(parallel|streams)\/.*(chat-to-anthropic|anthropic-to-chat|openai-chat-to-anthropic-messages|anthropic-messages-to-openai-chat)$/.test(
    id,
  ),
)

/** Tests a proxy that answers with a fetch. */
async function tested(proxy: Fetch, tests = cases.slice(0, 12), timeout = 2000) {
  const subject = httpSubject({
    baseUrl: 'http://proxy.test',
    servers: new PlayedServers(),
    clients: ['openai-chat', 'anthropic-messages'],
    models: { 'openai-chat': 'chat', 'anthropic-messages': '{model}' },
    fetch: proxy,
  })
  const { results } = await runConformance({ subject, cases: tests, timeout })
  return results
}

describe('a proxy that', () => {
  test('is dead fails its cases', async () => {
    const subject = httpSubject({
      baseUrl: 'http://127.0.0.1:1',
      servers: new PlayedServers(),
      clients: ['openai-chat', 'anthropic-messages'],
      models: { 'openai-chat': 'chat', 'anthropic-messages': 'claude' },
    })
    const { results } = await runConformance({ subject, cases: cases.slice(0, 6) })
    expect(results.map(({ state }) => state)).toEqual(results.map(() => 'failed'))
    expect(results[0]?.reasons.join()).toContain('no answer of the proxy')
  })

  test('never answers fails its cases, also those after it', async () => {
    const results = await tested(() => new Promise(() => {}), cases.slice(0, 12), 20)
    expect(
      results.every(({ state, reasons }) => state === 'failed' && reasons[0]?.includes('no output')),
    ).toBe(true)
  })

  test('answers itself did not send a request', async () => {
    const requests = allCases.filter(
      ({ id, request, to, must }) =>
        id.startsWith('parallel/') &&
        request !== undefined &&
        to === 'anthropic-messages' &&
        must.some((check) => 'paired' in check),
    )
    const results = await tested(async () => Response.json({ choices: [] }), requests.slice(0, 3))
    expect(results.length).toBe(3)
    for (const { state, reasons } of results) {
      if (state === 'skipped') continue
      expect(reasons.join()).toContain('no request reached the server')
    }
  })

  test('never ends its answer fails its cases', async () => {
    const endless = () =>
      new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) })
    const results = await tested(async () => new Response(endless()), cases.slice(0, 2))
    expect(results.map(({ reasons }) => reasons.join())).toEqual(
      results.map(() => expect.stringContaining('more than 8388608 bytes')),
    )
  })

  test('passes everything on is found out', async () => {
    const servers = new PlayedServers()
    const subject = httpSubject({
      baseUrl: 'http://proxy.test',
      servers,
      clients: ['openai-chat', 'anthropic-messages'],
      models: { 'openai-chat': 'chat', 'anthropic-messages': 'claude' },
      fetch: async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url)
        const server = JSON.parse(String(init?.body)).model === 'chat' ? 'openai-chat' : 'anthropic-messages'
        return servers.fetch(`http://server/${server}${pathname}`, init)
      },
    })
    const { results } = await runConformance({ subject, cases })
    expect(results.filter(({ state }) => state === 'passed').length).toBeLessThan(results.length / 4)
  })
})

test('the played servers answer over HTTP, one API per path', async () => {
  const servers = new PlayedServers()
  const { url, close } = await serveFetch(servers.fetch)
  const test = allCases.find(
    ({ answer, from, to }) => answer !== undefined && from === 'anthropic-messages' && to === 'openai-chat',
  )
  if (test === undefined) throw new Error('no case')
  const subject = httpSubject({
    baseUrl: `${url}/anthropic-messages`,
    servers,
    clients: ['openai-chat', 'anthropic-messages'],
    models: { 'anthropic-messages': 'any' },
  })
  // The client is that of Chat, whose path the server of Messages answers, too.
  const { results } = await runConformance({ subject, cases: [test] })
  await close()
  expect(results[0]?.reasons.join()).not.toContain('no answer of the proxy')
})
