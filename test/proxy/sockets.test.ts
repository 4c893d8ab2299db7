import { once } from 'node:events'
import { createServer, request, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { createContext } from '../../src/base/model/context.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { createProxy } from '../../src/proxy/create-proxy.js'
import type { ProxiedRequest } from '../../src/proxy/proxy-types.js'
import type { LocalServer } from '../../src/traffic/replay/server.js'
import { someLocally } from '../support/cases.js'
import { requestOf, user } from '../support/proxy.js'
import { served } from '../support/replay.js'
import { until } from '../support/waiting.js'

const FRAMES = [
  ...streamFrames(
    {
      id: 'answer-1',
      model: 'm',
      message: { role: 'assistant', parts: [{ type: 'text', text: 'One, two, three, four. '.repeat(20) }] },
      finish: { reason: 'stop' },
    },
    openaiChat.codecs,
    createContext('openai-chat'),
  ),
]

const MOST_WRITTEN = 1 << 28

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Starts a server that counts its open answers. */
async function upstream(answer: (outgoing: ServerResponse) => Promise<void>) {
  const open = new Set<ServerResponse>()
  const server = createServer((incoming, outgoing) => {
    open.add(outgoing)
    outgoing.on('close', () => open.delete(outgoing))
    incoming.resume()
    incoming.on('end', () => void answer(outgoing))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { open, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1` }
}

async function proxyTo(url: string, told: ProxiedRequest[]): Promise<LocalServer> {
  const proxy = createProxy({
    routes: [{ from: anthropic, to: { adapter: openaiChat, url, model: 'm' } }],
    onAnswered: (one) => told.push(one),
  })
  return served((input, init) => proxy.fetch(new Request(input, init)))
}

/** Reads this many chunks and then closes the connection. */
function readSome(url: string, chunks: number): Promise<void> {
  const [, { body }] = requestOf('anthropic-messages', user('Hi'), true)
  return new Promise((resolve) => {
    const sent = request(`${url}/v1/messages`, { method: 'POST' }, (answer) => {
      let seen = 0
      if (chunks === 0) sent.destroy()
      answer.on('data', () => {
        seen += 1
        if (seen === chunks) sent.destroy()
      })
      answer.on('close', () => resolve())
      answer.on('error', () => resolve())
    })
    sent.on('error', () => resolve())
    sent.end(body)
  })
}

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

test('a client that leaves at any frame ends all its work', async () => {
  const { open, url } = await upstream(async (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const frame of FRAMES) {
      if (outgoing.destroyed) return
      outgoing.write(frame)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    // The answer never ends by itself.
  })
  const told: ProxiedRequest[] = []
  const proxy = await proxyTo(url, told)
  const before = timers()
  const places = someLocally([...FRAMES.keys()], 5)
  for (const chunks of places) await readSome(proxy.url, chunks)
  await until(() => told.length === places.length && open.size === 0)
  expect(open.size).toBe(0)
  expect(told.map(({ aborted }) => aborted)).toEqual(places.map(() => true))
  await until(() => timers() <= before)
  expect(timers()).toBeLessThanOrEqual(before)
})

test('a client that reads slowly slows the server down', async () => {
  let written = 0
  const { url } = await upstream(async (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const [frame = ''] = FRAMES.slice(2)
    const text = String(frame).repeat(200)
    while (!outgoing.destroyed && written < MOST_WRITTEN) {
      written += text.length
      if (!outgoing.write(text)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')])
    }
  })
  const proxy = await proxyTo(url, [])
  const [, { body }] = requestOf('anthropic-messages', user('Hi'), true)
  const sent = request(`${proxy.url}/v1/messages`, { method: 'POST' }, (answer) => answer.pause())
  sent.on('error', () => undefined)
  sent.end(body)
  await once(sent, 'response')
  // Without back-pressure everything is written. With back-pressure, the socket buffers are full before.
  let early = -1
  while (written !== early && written < MOST_WRITTEN) {
    early = written
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect(written).toBeLessThan(1 << 26)
  sent.destroy()
})

test('a body of 100 MB is refused while it arrives', async () => {
  const { open, url } = await upstream(async (outgoing) => void outgoing.end())
  const proxy = await proxyTo(url, [])
  const piece = Buffer.alloc(1 << 20, 'x')
  const status = await new Promise<number | undefined>((resolve) => {
    const sent = request(`${proxy.url}/v1/messages`, { method: 'POST' }, (answer) => {
      resolve(answer.statusCode)
      answer.resume()
      sent.destroy()
    })
    sent.on('error', () => undefined)
    const write = (left: number) => {
      if (left === 0 || sent.destroyed) return void sent.end()
      sent.write(piece, () => write(left - 1))
    }
    write(100)
  })
  expect(status).toBe(413)
  expect(open.size).toBe(0)
})
