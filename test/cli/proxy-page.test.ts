import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER, loadRegistry } from '../../src/cli/adapters.js'
import { pageFetch } from '../../src/cli/proxy/page/page-server.js'
import { TurnWatch } from '../../src/cli/proxy/page/turn-watch.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import { readExchanges } from '../../src/traffic/replay/cassette.js'
import type { Fetch } from '../../src/traffic/replay/recorder.js'
import type { Registry } from '../../src/translate/exchange/registry.js'
import { adapterOf } from '../support/adapters.js'
import { chunked, nativeAnswer, targetOf } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

const client = adapterOf('anthropic-messages').adapter
const target = adapterOf('openai-chat').adapter
const SECRET = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'

let registry: Registry
beforeAll(async () => {
  registry = await loadRegistry(ADAPTERS_FOLDER)
})

const answerOf = (text: string): ModelResponse => ({
  id: 'answer-1',
  model: 'target-model',
  message: { role: 'assistant', parts: [{ type: 'text', text }] },
  finish: { reason: 'stop' },
  usage: { inputTokens: 100, outputTokens: 2, cachedInputTokens: 75 },
})

const EVENTS = { headers: { 'content-type': 'text/event-stream' } }

type Upstream = (body: string, signal: AbortSignal | null | undefined) => Response | Promise<Response>

const told = (text: string) => (body: string) =>
  nativeAnswer(target, answerOf(text), { path: '/v1/chat/completions', body: JSON.parse(body) })

/** Returns a watched proxy, and a function that sends requests to its page. */
function watched(upstream: Upstream, kept?: ConstructorParameters<typeof TurnWatch>[1], reading = registry) {
  const turns = new TurnWatch(reading, kept)
  const proxy = createProxy({
    routes: [{ from: client, to: targetOf(target) }],
    fetch: turns.target(async (_url, init) => upstream(String(init?.body), init?.signal)),
    onAnswered: turns.told,
  })
  const page = pageFetch(turns, registry, 'secret')
  const get = async (path: string) => (await page(`http://127.0.0.1/secret/${path}`)).text()
  return { turns, page, get, fetch: turns.client((input, init) => proxy.fetch(new Request(input, init))) }
}

function ask(fetch: Fetch, text: string, further: object = {}, init: RequestInit = {}): Promise<Response> {
  const body = { model: 'claude-x', max_tokens: 9, messages: [{ role: 'user', content: text }], ...further }
  return fetch('http://proxy.test/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': SECRET },
    body: JSON.stringify(body),
    ...init,
  })
}

describe('watched traffic of a proxy', () => {
  test('shows each of several concurrent requests with the correct question, target and answer', async () => {
    const asked = fc.array(fc.record({ stream: fc.boolean(), delay: fc.integer({ min: 0, max: 5 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(asked, async (questions) => {
        const proxy = watched(async (body) => {
          const index = Number(/question (\d+)/.exec(body)?.[1])
          for (let turn = 0; turn < (questions[index]?.delay ?? 0); turn += 1)
            await new Promise((resolve) => setImmediate(resolve))
          return told(`answer ${index}.`)(body)
        })
        await Promise.all(
          questions.map(async ({ stream }, index) =>
            (await ask(proxy.fetch, `question ${index}.`, { stream })).text(),
          ),
        )
        for (const [index, turn] of proxy.turns.turns.entries()) {
          const sides = turn.exchanges(registry).map((exchange) => JSON.stringify(exchange))
          expect(sides).toHaveLength(2)
          for (const side of sides) expect(side.match(/question \d+/)?.[0]).toBe(`question ${index}`)
          expect(turn.has([`question ${index}.`, `answer ${index}.`])).toBe(true)
          expect(turn.told?.usage?.cachedInputTokens).toBe(75)
        }
        expect(proxy.turns.turns).toHaveLength(questions.length)
      }),
      { numRuns: 20 },
    )
  })

  test('a turn that the client aborts is reported as aborted', async () => {
    const abort = new AbortController()
    let isAsked: (() => void) | undefined
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const proxy = watched((_body, signal) => {
      isAsked?.()
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const answer = ask(proxy.fetch, 'Rain?', {}, { signal: abort.signal }).catch(() => undefined)
    // Aborts like a server, outside of the turn's async context.
    await asked
    abort.abort()
    await answer
    expect(proxy.turns.turn(1)?.told).toMatchObject({ aborted: true })
    expect(await proxy.get('turns/1')).toContain('aborted by the client')
  })

  test.each(['cancel', 'abort'])('a stream without its client (%s) is reported as aborted', async (way) => {
    const abort = new AbortController()
    const proxy = watched((body) => told('A long answer.')(body))
    const answer = await ask(proxy.fetch, 'Rain?', { stream: true }, { signal: abort.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    expect(proxy.turns.turn(1)?.stage).toBe('answering')
    if (way === 'abort') abort.abort()
    await reader?.cancel()
    expect(proxy.turns.turn(1)?.told).toMatchObject({ aborted: true })
    expect(proxy.turns.turn(1)?.exchanges(registry)[0]?.response).toMatchObject({ aborted: true })
  })

  test('only turns of conversations stay: no counts, and nothing that was not let in', async () => {
    const proxy = watched(told('Yes.'))
    const body = JSON.stringify({ model: 'x', messages: [{ role: 'user', content: 'Rain?' }] })
    for (const path of ['/v1/messages/count_tokens', '/nowhere'])
      await proxy.fetch(`http://proxy.test${path}`, { method: 'POST', body })
    await proxy.fetch('http://proxy.test/v1/models')
    expect(proxy.turns.turns).toEqual([])
  })

  test('the oldest turns go first, by number and by bytes', async () => {
    const few = watched(told('Yes.'), { turns: 2, bytes: 1 << 20 })
    for (const text of ['one', 'two', 'three']) await (await ask(few.fetch, text)).text()
    expect(few.turns.turns.map(({ number }) => number)).toEqual([2, 3])
    const small = watched(told('Yes.'), { turns: 100, bytes: 60_000 })
    for (const text of ['a', 'b', 'c', 'd']) await (await ask(small.fetch, text.repeat(10_000))).text()
    expect(small.turns.turns.map(({ number }) => number)).toEqual([4])
    expect(await small.get('turns/1')).toContain('not kept any more')
  })

  test('unreadable traffic passes, and is listed', async () => {
    const recognise = () => {
      throw new RangeError('too deep')
    }
    const proxy = watched(told('Yes.'), undefined, { ...registry, recognise })
    expect(await (await ask(proxy.fetch, 'Rain?', { stream: true })).text()).toContain('Yes.')
    expect(await proxy.get('list')).toContain('200')
  })

  test('a body that is too long passes, and is not kept', async () => {
    const proxy = watched(told('Yes.'))
    const response = await ask(proxy.fetch, 'a'.repeat(9 << 20))
    expect((await response.json()).content).toMatchObject([{ text: 'Yes.' }])
    expect(proxy.turns.turn(1)?.heldBytes).toBeLessThan(100_000)
  })
})

describe('the page', () => {
  test("shows the client's text next to the target's, with notices, tokens and cache", async () => {
    const proxy = watched(told('No <b>rain</b>.'))
    await (await ask(proxy.fetch, 'Rain?', { top_k: 5 })).text()
    const turn = await proxy.get('turns/1')
    for (const text of [
      '<h2>Rain?</h2>',
      'claude-x → target-model',
      '100 tokens in, 2 out, 75 from the cache (75%)',
      'setting-dropped',
      'anthropic-messages',
      'openai-chat',
      'No &#60;b&#62;rain&#60;/b&#62;.',
    ])
      expect(turn).toContain(text)
  })

  test('a refusal, and an answer that was interrupted after its status was sent, are shown as failed, with the reason', async () => {
    const refused = watched(() =>
      Response.json({ error: { message: 'No such model', type: 'invalid_request_error' } }, { status: 404 }),
    )
    await (await ask(refused.fetch, 'hello')).text()
    const shown = await refused.get('turns/1')
    expect(shown).toContain('<span class="badge bad">404</span>')
    expect(shown).toContain('No such model')

    const cut = watched(() => new Response('data: {"choices": [{"delta": {"content": "He"}}]}\n\n', EVENTS))
    await (await ask(cut.fetch, 'hello', { stream: true })).text()
    const broken = await cut.get('turns/1')
    expect(broken).toContain('<span class="badge bad">200 with an error</span>')
    expect(broken).toContain('hello')
  })

  test('contains no credential of either side', async () => {
    const proxy = watched(told(`Yours is ${SECRET}.`))
    await (await ask(proxy.fetch, `Mine is ${SECRET}.`)).text()
    const pages = ['list?search=', 'turns/1', 'turns/1/answer', 'conversations/1.cassette']
    for (const path of pages) {
      const text = await proxy.get(path)
      expect(text).toContain('[redacted]')
      expect(text).not.toContain(SECRET.slice(14))
      expect(text).not.toContain('target-key')
    }
  })

  test('finds turns that contain all words in their new content', async () => {
    const proxy = watched(told('No umbrella.'))
    await (await ask(proxy.fetch, 'Rain in Oslo?')).text()
    await (await ask(proxy.fetch, 'A joke?')).text()
    const found = async (search: string) => {
      const list = await proxy.get(`list?search=${encodeURIComponent(search)}`)
      return [...list.matchAll(/href="#(\d+)"/g)].map(([, number]) => number)
    }
    expect(await found('')).toEqual(['2', '1'])
    expect(await found('OSLO umbrella')).toEqual(['1'])
    expect(await found('joke oslo')).toEqual([])
  })

  test('gives a conversation as a cassette, and no other one', async () => {
    const proxy = watched(told('No.'))
    const first = [{ role: 'user', content: 'Rain?' }]
    await (await ask(proxy.fetch, 'Rain?')).text()
    await (await ask(proxy.fetch, 'Snow?')).text()
    const messages = [...first, { role: 'assistant', content: 'No.' }, { role: 'user', content: 'Sure?' }]
    await (await ask(proxy.fetch, '', { messages })).text()
    const file = join(temporaryFolder(), 'one.cassette')
    writeFileSync(file, await proxy.get('conversations/1.cassette'))
    const wires: (string | undefined)[] = []
    for await (const { exchange } of readExchanges(file)) {
      wires.push(exchange.wire)
      expect(JSON.stringify(exchange)).not.toContain('Snow')
    }
    expect(wires).toEqual(['anthropic-messages', 'openai-chat', 'anthropic-messages', 'openai-chat'])
    expect((await proxy.page('http://127.0.0.1/secret/conversations/3.cassette')).status).toBe(404)
  })

  test('reports changed turns, at first only the latest one', async () => {
    const proxy = watched((body) => chunkedAnswer(body))
    await (await ask(proxy.fetch, 'Rain?')).text()
    const events = (await proxy.page('http://127.0.0.1/secret/events')).body?.getReader()
    const next = async () => JSON.parse(new TextDecoder().decode((await events?.read())?.value).slice(6))
    expect(await next()).toEqual({ latest: 1, changed: {} })
    const stream = (await ask(proxy.fetch, 'Snow?', { stream: true })).body?.getReader()
    await stream?.read()
    expect(await next()).toEqual({ latest: 2, changed: { 2: 'answering' } })
    expect(await proxy.get('turns/2')).toContain('data-stage="answering"')
    await stream?.cancel()
    expect(await next()).toEqual({ latest: 2, changed: { 2: 'over' } })
    await events?.cancel()
  })

  test.each([
    ['another secret', 'http://127.0.0.1/secre/', 'GET', 404],
    ['no path', 'http://127.0.0.1/secret', 'GET', 404],
    ['the root', 'http://127.0.0.1/', 'GET', 404],
    ['a conversation that is not there', 'http://127.0.0.1/secret/conversations/9.cassette', 'GET', 404],
    ['a turn that is not there', 'http://127.0.0.1/secret/turns/9', 'GET', 404],
    ['another method', 'http://127.0.0.1/secret/', 'POST', 405],
  ])('refuses %s', async (_case, url, method, status) => {
    const response = await watched(told('')).page(url, { method })
    expect(response.status).toBe(status)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

function chunkedAnswer(body: string): Response {
  const text = JSON.parse(body).stream ? undefined : told('No.')(body)
  const frames = ['He', 'llo'].map(
    (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
  )
  return text ?? chunked(frames, { 'content-type': 'text/event-stream' })
}

describe('toolwire proxy --page', () => {
  test('serves the page only to this machine, at an address that is printed once', async () => {
    const server = await served(async (input, init) => told('No.')(await new Request(input, init).text()))
    const args = [
      'proxy',
      '--from',
      'claude',
      '--to',
      'openai-chat',
      '--target',
      `${server.url}/v1`,
      '--page',
    ]
    const proxy = await startCli(args, { adapters: ADAPTERS_FOLDER })
    const [page = ''] = /http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}\//.exec(proxy.stderr()) ?? []
    await (await ask((path, init) => fetch(proxy.url + new URL(String(path)).pathname, init), 'Rain?')).text()
    expect(await (await fetch(`${page}list?search=rain`)).text()).toContain('Rain?')
    expect(await statusFor(page, 'attacker.test')).toBe(403)
    expect((await fetch(new URL('/', page))).status).toBe(404)
    expect((await fetch(`${proxy.url}${new URL(page).pathname}`)).status).toBe(404)
    const open = await fetch(`${page}events`)
    expect((await proxy.stop()).status).toBe(0)
    await expect(open.text()).rejects.toThrow()
    await expect(fetch(page)).rejects.toThrow()
  })
})

/** Sends a request like a page of another site whose host name resolves to this machine. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) =>
    request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(),
  )
}
