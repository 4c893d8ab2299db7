import { once } from 'node:events'
import { request } from 'node:http'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { LocalServer, ServeOptions } from '../../src/traffic/replay/server.js'
import { served } from '../support/replay.js'
import { until } from '../support/waiting.js'

type Handler = (request: Request) => Response | Promise<Response>

function serving(handler: Handler, options: ServeOptions = {}): Promise<LocalServer> {
  return served(async (input, init) => handler(new Request(input, init)), options)
}

function session({ url }: Pick<LocalServer, 'url'>): ClientHttp2Session {
  const client = connect(url)
  client.on('error', () => undefined)
  onTestFinished(() => client.destroy())
  return client
}

interface Answer {
  readonly status: number
  readonly text: string
  /** The code of the stream's reset, or 0 for an answer that ended. */
  readonly code: number
  readonly headers: Record<string, unknown>
}

function ask(client: ClientHttp2Session, path: string, body?: string | Uint8Array): ClientHttp2Stream {
  const stream = client.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST' })
  stream.on('error', () => undefined)
  stream.end(body)
  return stream
}

async function answerOf(stream: ClientHttp2Stream): Promise<Answer> {
  const pieces: Buffer[] = []
  let headers: Record<string, unknown> = {}
  stream.on('response', (given) => {
    headers = { ...given }
  })
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await new Promise((resolve) => stream.once('close', resolve))
  const text = Buffer.concat(pieces).toString()
  return { status: Number(headers[':status']), text, code: stream.rstCode, headers }
}

const echo: Handler = async (sent) => new Response(await sent.text(), { headers: { 'x-path': sent.url } })

test('one port answers both versions of HTTP', async () => {
  const server = await serving(echo)
  const client = session(server)
  const { status, text, headers } = await answerOf(ask(client, '/a?b=c', 'by two'))
  expect({ status, text, path: headers['x-path'] }).toEqual({
    ...{ status: 200, text: 'by two' },
    path: `${server.url}/a?b=c`,
  })
  expect(await (await fetch(server.url, { method: 'POST', body: 'by one' })).text()).toBe('by one')
})

test('the first bytes may come one by one, and be of a method that begins alike', async () => {
  const server = await serving((sent) => new Response(sent.method))
  const { port } = new URL(server.url)
  const other = connectSocket(Number(port), '127.0.0.1')
  onTestFinished(() => void other.destroy())
  other.write('PROPFIND / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [found] = await once(other, 'data')
  expect(String(found)).toMatch(/^HTTP\/1\.1 200 [\s\S]*PROPFIND/)
  const post = connectSocket(Number(port), '127.0.0.1')
  onTestFinished(() => void post.destroy())
  post.write('P')
  await new Promise((resolve) => setTimeout(resolve, 20))
  post.write('OST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n')
  const [answer] = await once(post, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*POST/)
})

test('a preface in pieces', async () => {
  const server = await serving(echo)
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  for (const piece of ['PRI * HTTP/2', '.0\r\n\r\nSM\r\n', '\r\n']) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  // The server's settings frame: length, type 4, no flags, stream 0.
  const [settings] = await once(socket, 'data')
  expect(settings[3]).toBe(4)
})

test('a request to change to HTTP/2 is answered by HTTP/1.1', async () => {
  const server = await serving(echo)
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' }
  const sent = request(server.url, { method: 'POST', headers })
  sent.end('as before')
  const [answer] = await once(sent, 'response')
  const [text] = await once(answer, 'data')
  expect([answer.statusCode, answer.httpVersion, String(text)]).toEqual([200, '1.1', 'as before'])
})

test('answers 300 concurrent requests on one connection correctly', async () => {
  const client = session(await serving(echo))
  const bodies = Array.from({ length: 300 }, (_, index) => `${index} `.repeat(index * 20 + 1))
  const answers = await Promise.all(bodies.map((body) => answerOf(ask(client, '/', body))))
  expect(answers.map(({ text }) => text)).toEqual(bodies)
})

test('bodies of 12 MB go both ways', async () => {
  const client = session(await serving(echo))
  const body = 'abcdefgh'.repeat(1_500_000)
  const { text } = await answerOf(ask(client, '/', body))
  expect(text === body).toBe(true)
})

function endless(piece = 'piece '): {
  body: ReadableStream<Uint8Array>
  state: { written: number; isCancelled: boolean }
} {
  const state = { written: 0, isCancelled: false }
  const bytes = new TextEncoder().encode(piece)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setImmediate(resolve))
        state.written += bytes.length
        controller.enqueue(bytes)
      },
      cancel() {
        state.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, state }
}

test('a request that its client ends is aborted; the other requests continue', async () => {
  const { body, state } = endless()
  const signals: AbortSignal[] = []
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = await serving(async (sent) => {
    if (sent.url.endsWith('/endless')) return new Response(body)
    signals.push(sent.signal)
    await held
    return new Response('done')
  })
  const client = session(server)
  const neighbour = answerOf(ask(client, '/neighbour'))
  const waiting = ask(client, '/waiting')
  const reading = ask(client, '/endless')
  await once(reading, 'data')
  await until(() => signals.length === 2)
  waiting.close(constants.NGHTTP2_CANCEL)
  reading.close(constants.NGHTTP2_CANCEL)
  await until(() => state.isCancelled && signals.some(({ aborted }) => aborted))
  release?.()
  expect(await neighbour).toMatchObject({ status: 200, text: 'done', code: 0 })
  expect(signals.filter(({ aborted }) => aborted)).toHaveLength(1)
})

test('a connection that breaks aborts all of its requests', async () => {
  const requests: Request[] = []
  const server = await serving(async (sent) => {
    requests.push(sent)
    await until(() => sent.signal.aborted)
    return new Response('too late')
  })
  const client = session(server)
  for (const path of ['/a', '/b', '/c']) ask(client, path)
  await until(() => requests.length === 3)
  client.destroy()
  await until(() => requests.every(({ signal }) => signal.aborted))
})

test('a client that does not read slows only its own answer down', async () => {
  const slow = endless('x'.repeat(10_000))
  const server = await serving((sent) => new Response(sent.url.endsWith('/slow') ? slow.body : 'fast'))
  const client = session(server)
  const paused = ask(client, '/slow')
  await once(paused, 'response')
  paused.pause()
  let early = -1
  while (slow.state.written !== early) {
    early = slow.state.written
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(slow.state.written).toBeLessThan(4 << 20)
  expect(await answerOf(ask(client, '/fast'))).toMatchObject({ text: 'fast', code: 0 })
})

test('disconnects a client that reads no data for too long', async () => {
  const { body, state } = endless('x'.repeat(10_000))
  const client = session(await serving(() => new Response(body), { stallTimeout: 100 }))
  const paused = ask(client, '/')
  await once(paused, 'response')
  paused.pause()
  await until(() => state.isCancelled)
})

test('an interrupted answer ends with an error, and its earlier bytes arrive', async () => {
  let count = 0
  const broken = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        count += 1
        if (count > 20) controller.error(new Error('broken'))
        else controller.enqueue(new TextEncoder().encode('x'.repeat(10_000)))
      },
    })
  const client = session(await serving(() => new Response(broken())))
  const { text, code } = await answerOf(ask(client, '/'))
  expect(code).toBe(constants.NGHTTP2_INTERNAL_ERROR)
  expect(text).toHaveLength(200_000)
  expect((await answerOf(ask(client, '/'))).code).toBe(constants.NGHTTP2_INTERNAL_ERROR)
})

test('answers without a body, and cookies', async () => {
  const server = await serving((sent) => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['connection', 'close'],
    ])
    return sent.url.endsWith('/empty')
      ? new Response(null, { status: 204 })
      : new Response('body', { headers })
  })
  const client = session(server)
  expect(await answerOf(ask(client, '/empty'))).toMatchObject({ status: 204, text: '', code: 0 })
  const head = client.request({ ':path': '/', ':method': 'HEAD' })
  head.end()
  expect(await answerOf(head)).toMatchObject({ status: 200, text: '', code: 0 })
  const { headers } = await answerOf(ask(client, '/'))
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

test('a client that waits for `100 Continue`', async () => {
  const client = session(await serving(echo))
  const stream = client.request({ ':path': '/', ':method': 'POST', expect: '100-continue' })
  stream.on('continue', () => stream.end('asked'))
  expect(await answerOf(stream)).toMatchObject({ status: 200, text: 'asked' })
})

test('an answer before the end of the request ends the request', async () => {
  const client = session(await serving(() => new Response('no', { status: 413 })))
  const stream = client.request({ ':path': '/', ':method': 'POST' })
  stream.on('error', () => undefined)
  stream.write('and so on')
  expect(await answerOf(stream)).toMatchObject({ status: 413, text: 'no' })
})

test('host names of others and paths that lead upwards are refused', async () => {
  const client = session(await serving(echo, { target: 'https://api.example.com/v1' }))
  const foreign = client.request({ ':path': '/', ':authority': 'evil.example' })
  expect(await answerOf(foreign)).toMatchObject({ status: 403 })
  expect(await answerOf(ask(client, '/../x'))).toMatchObject({ status: 400 })
})

test('a request that does not arrive completely in time gets 408; a silent connection is closed', async () => {
  const server = await serving(echo, { requestTimeout: 100 })
  const stream = session(server).request({ ':path': '/', ':method': 'POST' })
  stream.on('error', () => undefined)
  stream.write('never ends')
  expect((await answerOf(stream)).status).toBe(408)
  const silent = connectSocket(Number(new URL(server.url).port), '127.0.0.1')
  await once(silent, 'close')
})

test('a stopping server waits a moment for running answers, and aborts the rest', async () => {
  const outcomes: (number | string)[] = []
  let release: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { body } = endless()
  const server = await serving(
    async (sent) => {
      if (sent.url.endsWith('/endless')) return new Response(body)
      await held
      return new Response('in time')
    },
    { onAnswered: ({ path, error }) => void outcomes.push(path, error === undefined ? 'told' : 'failed') },
  )
  const client = session(server)
  const inTime = answerOf(ask(client, '/held'))
  const reading = ask(client, '/endless')
  await once(reading, 'data')
  const other = session(server)
  await once(other, 'connect')
  const closed = server.close(500)
  release?.()
  expect(await inTime).toMatchObject({ text: 'in time', code: 0 })
  await closed
  await until(() => reading.closed && client.destroyed && other.destroyed)
  expect(outcomes).toEqual(['/held', 'told', '/endless', 'told'])
})

test('a server without requests stops at once', async () => {
  const server = await serving(echo)
  const silent = connectSocket(Number(new URL(server.url).port), '127.0.0.1')
  await once(silent, 'connect')
  await Promise.all([server.close(), once(silent, 'close')])
})
