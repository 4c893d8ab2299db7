import { once } from 'node:events'
import { request as sendRequest } from 'node:http'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import { createRecorder } from '../../src/traffic/replay/recorder.js'
import { createReplay } from '../../src/traffic/replay/replay-fetch.js'
import { serveExchange } from '../../src/traffic/replay/serve.js'
import { serveFetch } from '../../src/traffic/replay/server.js'
import { chunksOf, exchange, MemorySink, readPieces, served, temporaryFolder } from '../support/replay.js'

const STREAM = exchange(
  's',
  {},
  { headers: { 'content-type': 'text/event-stream' }, body: chunksOf(['data: 1\n\n', 'data: 2\n\n'], 50) },
)

describe('a local server', () => {
  it('passes the complete request and the complete answer to the callback', async () => {
    const { url } = await served(async (input, init) => {
      const request = new Request(input, init)
      return Response.json(
        {
          method: request.method,
          url: request.url,
          text: await request.text(),
          own: request.headers.get('x-own'),
        },
        { status: 418, headers: { 'x-answer': 'yes' } },
      )
    })
    const response = await fetch(`${url}/a/b?c=d`, {
      method: 'PUT',
      body: 'hällo',
      headers: { 'x-own': 'o' },
    })
    expect([response.status, response.headers.get('x-answer')]).toEqual([418, 'yes'])
    expect(await response.json()).toEqual({ method: 'PUT', url: `${url}/a/b?c=d`, text: 'hällo', own: 'o' })
  })

  it('sends the path to its target, without headers of the connection', async () => {
    const seen: Request[] = []
    const { url } = await served(
      async (input, init) => {
        seen.push(new Request(input, init))
        return new Response(null, { status: 204 })
      },
      { target: 'https://api.example.com/base/' },
    )
    expect((await fetch(`${url}/v1/x?y=1`)).status).toBe(204)
    expect(seen[0]?.url).toBe('https://api.example.com/base/v1/x?y=1')
    expect(seen[0]?.headers.has('host')).toBe(false)
  })

  it('streams unbuffered', async () => {
    // The second frame would arrive after hours. The first frame does not wait for it.
    const patient = await served(() => serveExchange(STREAM, 1_000_000))
    const waiting = (await fetch(patient.url)).body?.getReader()
    expect(new TextDecoder().decode((await waiting?.read())?.value)).toBe('data: 1\n\n')
    await waiting?.cancel()

    const { url } = await served(() => serveExchange(STREAM, 10))
    const started = performance.now()
    const reader = (await fetch(url)).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 2\n\n')
    expect(performance.now() - started).toBeGreaterThan(450)
    expect((await reader?.read())?.done).toBe(true)
  })

  it.each([0, 1, 9, 12])('interrupts the answer after exactly %s bytes', async (bytes) => {
    const { url } = await served(() => serveExchange(STREAM, 'instant', [{ type: 'cut', bytes }]))
    const { pieces, error } = await readPieces(await fetch(url))
    expect(pieces.join('')).toBe('data: 1\n\ndata: 2\n\n'.slice(0, bytes))
    expect(error).toBeInstanceOf(TypeError)
  })

  it('aborts fetch when the client disconnects, so that it is recorded', async () => {
    const sink = new MemorySink()
    const recorder = createRecorder({ sink, fetch: () => serveExchange(STREAM, 200) })
    const { url } = await served(recorder.fetch)
    const abort = new AbortController()
    const response = await fetch(url, { signal: abort.signal })
    await response.body?.getReader().read()
    abort.abort()
    await expect.poll(() => sink.exchanges.length).toBe(1)
    expect(sink.exchanges[0]?.response).toMatchObject({
      aborted: true,
      body: { chunks: [{ text: 'data: 1\n\n' }] },
    })
  })

  it('records answers that its closing interrupts', async () => {
    const sink = new MemorySink()
    const recorder = createRecorder({ sink, fetch: () => serveExchange(STREAM, 200) })
    const server = await serveFetch(recorder.fetch)
    const response = await fetch(server.url)
    const reading = readPieces(response)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await server.close()
    await recorder.flush()
    expect(sink.exchanges[0]?.response).toMatchObject({ aborted: true })
    expect((await reading).error).toBeInstanceOf(TypeError)
  })

  it('answers 500 when fetch fails, with the reason, and reports it to its owner', async () => {
    const errors: unknown[] = []
    const { url } = await served((input, init) => fetch(new Request(input, init)), {
      target: 'http://127.0.0.1:1',
      onError: (error) => errors.push(error),
    })
    const response = await fetch(url)
    expect(response.status).toBe(500)
    expect((await response.json()).error).toMatchObject({
      type: 'proxy_error',
      message: expect.stringMatching(/^fetch failed: ./),
    })
    expect(errors).toHaveLength(1)
  })

  it('does not declare compression for a body that fetch has decoded', async () => {
    const origin = await served(async () => new Response(gzipSync('plain'), { headers: { 'x-zip': '1' } }))
    const { url } = await served(async () => {
      const response = await fetch(origin.url)
      return new Response('plain', {
        headers: { ...Object.fromEntries(response.headers), 'content-encoding': 'gzip' },
      })
    })
    expect(await (await fetch(url)).text()).toBe('plain')
  })

  it('outlives clients that send nonsense or go away', async () => {
    const { url } = await served(async (input) => new Response(await new Request(input).text()))
    const port = Number(new URL(url).port)
    for (const text of [
      'nonsense\r\n\r\n',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf',
    ]) {
      const socket = createConnection(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(text)
      setTimeout(() => socket.destroy(), 20)
      await once(socket, 'close')
    }
    expect(await (await fetch(url, { method: 'POST', body: 'fine' })).text()).toBe('fine')
  })

  it('reports that a port is in use', async () => {
    const { url } = await served(async () => new Response())
    await expect(
      serveFetch(async () => new Response(), { port: Number(new URL(url).port) }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })

  it('gives many clients at once their own answers', async () => {
    const from = join(temporaryFolder(), 'a.cassette')
    const body = (n: number) => JSON.stringify({ question: n })
    const recording = await createReplay({
      from,
      mode: 'record',
      fetch: async (input) => Response.json({ answer: (await new Request(input).json()).question }),
    })
    for (let n = 0; n < 50; n += 1)
      await (await recording.fetch('http://x/v1', { method: 'POST', body: body(n) })).text()
    await recording.close()
    const replay = await createReplay({ from })
    const { url } = await served(replay.fetch)
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const response = await fetch(`${url}/v1`, { method: 'POST', body: body(index % 50) })
        return response.json()
      }),
    )
    expect(answers).toEqual(answers.map((_, index) => ({ answer: index % 50 })))
    await replay.close()
  })
})

/** Sends requests that fetch would normalize: any request target, any Host. */
function send(url: string, path: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = sendRequest({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      response.once('end', () => resolve(`${response.statusCode} ${text}`))
    })
    sent.once('error', reject).end()
  })
}

describe('a recording proxy', () => {
  /** Returns a proxy to a target, and the URLs of its requests. */
  async function proxyTo(target: string, more: object = {}) {
    const seen: string[] = []
    const proxy = await served(
      async (input) => {
        seen.push(new Request(input).url)
        return new Response('sent')
      },
      { target, ...more },
    )
    return { url: proxy.url, seen }
  }

  it.each([301, 302, 303, 307, 308])('forwards a redirect (%s) without the credentials', async (status) => {
    const elsewhere: Request[] = []
    const other = await served(async (input) => {
      elsewhere.push(new Request(input))
      return new Response('other')
    })
    const location = `${other.url}/somewhere`
    const origin = await served(async () => new Response(null, { status, headers: { location } }))
    const sink = new MemorySink()
    const { url } = await served(createRecorder({ sink }).fetch, { target: origin.url })
    const response = await fetch(`${url}/v1`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-api-key': 'k' },
      redirect: 'manual',
    })
    expect([response.status, response.headers.get('location')]).toEqual([status, location])
    expect(elsewhere).toEqual([])
    expect(sink.exchanges[0]?.response).toMatchObject({ status, headers: { location } })
  })

  it.each([
    'http://evil.example/x',
    'https://api.example.com/other',
    '@evil.example/x',
    '.evil.example/x',
    ':8080/x',
    '*',
    '/../x',
    '/v1/../../x',
    '/v1/%2e%2E/%2e./x',
    '/..%2fx',
    '/..%5Cx',
    '/..\\x',
    '/..?y=1',
  ])('sends nothing outside of its base: %s', async (path) => {
    const { url, seen } = await proxyTo('https://api.example.com/base')
    expect(await send(url, path)).toMatch(/^400 /)
    expect(seen).toEqual([])
  })

  it.each([
    ['/', 'https://api.example.com/base/'],
    ['//evil.example/x', 'https://api.example.com/base//evil.example/x'],
    ['/v1/a..b?file=../c', 'https://api.example.com/base/v1/a..b?file=../c'],
    ['/v1?next=http://evil.example', 'https://api.example.com/base/v1?next=http://evil.example'],
  ])('keeps %s below its base', async (path, expected) => {
    const { url, seen } = await proxyTo('https://api.example.com/base/')
    expect(await send(url, path)).toBe('200 sent')
    expect(seen).toEqual([expected])
  })

  it('sets as many cookies as the provider did', async () => {
    const origin = await served(async () => {
      const headers = new Headers()
      for (const cookie of ['a=1; Path=/', 'b=2; Expires=Wed, 21 Oct 2037 07:28:00 GMT'])
        headers.append('set-cookie', cookie)
      return new Response('x', { headers })
    })
    const { url } = await served(createRecorder({ sink: new MemorySink() }).fetch, { target: origin.url })
    expect((await fetch(url)).headers.getSetCookie()).toEqual([
      'a=1; Path=/',
      'b=2; Expires=Wed, 21 Oct 2037 07:28:00 GMT',
    ])
  })

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'a b'])(
    'refuses to be called "%s"',
    async (host) => {
      const errors: unknown[] = []
      const { url, seen } = await proxyTo('https://api.example.com', {
        onError: (error: unknown) => errors.push(error),
      })
      expect(await send(url, '/v1', { host })).toMatch(/^403 .*--allow-host/)
      expect(seen).toEqual([])
      expect(errors).toHaveLength(1)
    },
  )

  it.each([
    'localhost:4010',
    'LOCALHOST',
    'app.localhost',
    '127.0.0.1',
    '127.8.8.8:1',
    '[::1]:4010',
    'Tool.test:80',
  ])('may be called %s', async (host) => {
    const { url, seen } = await proxyTo('https://api.example.com', { allowedHosts: ['tool.test'] })
    expect(await send(url, '/v1', { host })).toBe('200 sent')
    expect(seen).toEqual(['https://api.example.com/v1'])
  })

  it.each([
    'https://user:hunter2@api.example.com',
    'https://hunter2@api.example.com/v1',
    'https://api.example.com/v1?key=hunter2',
    'https://api.example.com/v1#hunter2',
    'hunter2',
    'file:///hunter2',
  ])('rejects a target with credentials without repeating them: %s', async (target) => {
    const error = await serveFetch(async () => new Response(), { target }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AdapterError)
    expect(String(error)).not.toContain('hunter2')
  })
})
