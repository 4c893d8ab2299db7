import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import type { ProxiedRequest } from '../../src/proxy/proxy-types.js'
import type { ServeOptions } from '../../src/traffic/replay/server.js'
import { chunked, nativeAnswer, requestOf, type Script, scripted, targetOf, user } from '../support/proxy.js'
import { served } from '../support/replay.js'

const ANSWER = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello there.' }] },
  finish: { reason: 'stop' as const },
}
const answering: Script = (sent) => nativeAnswer(openaiChat, ANSWER, sent)
const [, { body: QUESTION }] = requestOf('anthropic-messages', user('Hi'))
const [, { body: STREAMED }] = requestOf('anthropic-messages', user('Hi'), true)

/** Starts a proxy on a port, as the command starts it. */
async function running(script: Script, { copies, ...options }: ServeOptions & { copies?: boolean } = {}) {
  const told: ProxiedRequest[] = []
  const proxy = createProxy({
    routes: [{ from: anthropic, to: targetOf(openaiChat) }],
    fetch: scripted(script).fetch,
    onAnswered: (one) => told.push(one),
  })
  const settings = { keepsLength: true, ...options }
  const server = await served(
    (input) => proxy.fetch(copies || !(input instanceof Request) ? new Request(input) : input),
    settings,
  )
  return { told, server, port: Number(new URL(server.url).port) }
}

interface Client {
  readonly socket: Socket
  /** Returns the text received so far. */
  text(): string
  /** Resolves when the text matches. Rejects if the connection ends before. */
  until(pattern: RegExp): Promise<void>
}

/** Connects a client that sends only the given bytes. */
function client(port: number): Client {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    text += chunk
  })
  return {
    socket,
    text: () => text,
    async until(pattern) {
      for (let tries = 0; tries < 1000 && !pattern.test(text) && !socket.closed; tries += 1) await sleep(5)
      expect(text).toMatch(pattern)
    },
  }
}

function head(port: number, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map((pair) => pair.join(': '))
  return `POST /v1/messages HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

test('a body whose declared length is too long is rejected at once, and the client can read the reason', async () => {
  const { port, told } = await running(answering)
  const { socket, until } = client(port)
  const length = 100 << 20
  socket.write(head(port, { 'content-length': length }))
  await until(/^HTTP\/1\.1 413 .*request_too_large/s)
  // Clients that send the complete body before they read also get the answer, and can reuse the connection.
  const piece = Buffer.alloc(1 << 20)
  for (let sent = 0; sent < length; sent += piece.length)
    if (!socket.write(piece)) await once(socket, 'drain')
  socket.write(head(port, { 'content-length': String(QUESTION).length }) + QUESTION)
  await until(/HTTP\/1\.1 200 .*Hello there\./s)
  expect(told.map(({ status }) => status)).toEqual([413, 200])
})

test('a client that waits for `100 Continue` receives it only when its body is read', async () => {
  const { port } = await running(answering)
  const refused = client(port)
  refused.socket.write(head(port, { 'content-length': 100 << 20, expect: '100-continue' }))
  await refused.until(/413/)
  expect(refused.text()).toMatch(/^HTTP\/1\.1 413 /)
  const asked = client(port)
  asked.socket.write(head(port, { 'content-length': String(QUESTION).length, expect: '100-continue' }))
  await asked.until(/^HTTP\/1\.1 100 Continue\r\n\r\n$/)
  asked.socket.write(String(QUESTION))
  await asked.until(/200 OK.*Hello there\./s)
})

test.each([
  ['headers', () => 'POST /v1/messages HTTP/1.1\r\nx-slow: '],
  ['a body', (port: number) => `${head(port, { 'content-length': 1000 })}{"model`],
])('a client that sends %s too slowly is let go', async (_case, begin) => {
  const { port, told } = await running(answering, { requestTimeout: 200 })
  const { socket, until } = client(port)
  socket.write(begin(port))
  const dripping = setInterval(() => socket.write('a'), 20)
  await until(/^HTTP\/1\.1 408 /)
  clearInterval(dripping)
  if (!socket.closed) await once(socket, 'close')
  expect(told.every(({ aborted }) => aborted)).toBe(true)
})

test('a stream may take longer than its request', async () => {
  const { port } = await running(
    async (sent) => {
      await sleep(500)
      return answering(sent, 0)
    },
    { requestTimeout: 100 },
  )
  const { socket, until } = client(port)
  socket.write(head(port, { 'content-length': String(STREAMED).length }) + STREAMED)
  await until(/message_stop/)
})

test('headers that are too long are refused', async () => {
  const { port, told } = await running(answering)
  const { socket, until } = client(port)
  socket.write(head(port, { 'x-long': 'a'.repeat(40_000) }))
  await until(/^HTTP\/1\.1 431 /)
  expect(told).toEqual([])
})

test('disconnects a client that does not read its answer, and aborts the target', async () => {
  const frame = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(50_000) } }] })}\n\n`
  const endless = Array.from({ length: 5000 }, () => frame)
  const { port, told } = await running(() => chunked(endless, { 'content-type': 'text/event-stream' }), {
    stallTimeout: 200,
  })
  const { socket } = client(port)
  socket.pause()
  socket.write(head(port, { 'content-length': String(STREAMED).length }) + STREAMED)
  for (let tries = 0; tries < 10_000 && told.length === 0; tries += 1) await sleep(5)
  expect(told).toMatchObject([{ aborted: true }])
})

test.each([false, true])(
  'the target is let go with the client also after memory was cleaned up, of a copied request: %s',
  async (copies) => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    let signal: AbortSignal | null | undefined
    const { port } = await running(
      (sent) => {
        signal = sent.signal
        return new Promise(() => undefined)
      },
      { copies },
    )
    const { socket } = client(port)
    socket.write(head(port, { 'content-length': String(QUESTION).length }) + QUESTION)
    while (signal === undefined) await sleep(5)
    for (let times = 0; times < 3; times += 1) {
      collect()
      await sleep(5)
    }
    expect(signal?.aborted).toBe(false)
    socket.destroy()
    for (let tries = 0; tries < 10_000 && signal?.aborted !== true; tries += 1) await sleep(5)
    expect(signal?.aborted).toBe(true)
  },
)

test('a stopping server completes its answers, closes their connections, and accepts no new connection', async () => {
  const { port, server } = await running(async (sent) => {
    await sleep(150)
    return answering(sent, 0)
  })
  const { socket, until } = client(port)
  socket.write(head(port, { 'content-length': String(STREAMED).length }) + STREAMED)
  await sleep(50)
  const closed = server.close(5000)
  const late = connect(port, '127.0.0.1')
  await expect(once(late, 'connect')).rejects.toThrow('ECONNREFUSED')
  await until(/message_stop/)
  if (!socket.closed) await once(socket, 'close')
  await closed
})
