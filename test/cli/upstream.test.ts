import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type StreamedAnswer, webResponse } from '../../src/base/http/http-message.js'
import { nodeSend } from '../../src/cli/proxy/upstream.js'
import type { SentRequest } from '../../src/proxy/proxy-target.js'

const DISPATCHER = Symbol.for('undici.globalDispatcher.1')

async function server(answer: RequestListener): Promise<string> {
  const listening = createServer(answer)
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => {
    listening.close()
    listening.closeAllConnections()
  })
  const address = listening.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}

function asked(url: string, more: Partial<SentRequest> = {}): SentRequest {
  return { url, method: 'POST', headers: {}, body: 'x', signal: new AbortController().signal, ...more }
}

const textOf = (answer: StreamedAnswer) => webResponse(answer).text()

test('waits for the given time, and not for disconnected clients', async () => {
  const url = await server((_incoming, outgoing) => {
    const timer = setTimeout(() => outgoing.end('at last'), 3000)
    outgoing.on('close', () => clearTimeout(timer))
  })
  const impatient = nodeSend({ headersTimeout: 100, bodyTimeout: 100 })
  await expect(impatient(asked(url))).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  expect(await textOf(await nodeSend()(asked(url)))).toBe('at last')
  const stop = new AbortController()
  const left = nodeSend()(asked(url, { signal: stop.signal }))
  setTimeout(() => stop.abort(), 50)
  await expect(left).rejects.toThrow('aborted')
})

test('unrequested compression is removed, in the order in which it was applied', async () => {
  const url = await server((incoming, outgoing) => {
    expect(incoming.headers['accept-encoding']).toBe('identity')
    outgoing.setHeader('content-encoding', 'gzip, br')
    outgoing.end(brotliCompressSync(gzipSync('packed twice')))
  })
  expect(await textOf(await nodeSend()(asked(url)))).toBe('packed twice')
})

test('an unread body stays with its sender, and arrives completely when it is read', async () => {
  const size = 32 << 20
  let sent = 0
  const url = await server(async (_incoming, outgoing) => {
    for (; sent < size; sent += 1 << 16) {
      const isFull = !outgoing.write(Buffer.alloc(1 << 16, sent >> 16))
      if (isFull) await once(outgoing, 'drain')
    }
    outgoing.end()
  })
  const { body } = await nodeSend()(asked(url))
  const reader = body?.getReader()
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toBeLessThan(size)
  let read = 0
  for (let step = await reader?.read(); step?.done === false; step = await reader?.read()) {
    for (let at = 0; at < step.value.length; at += 997)
      expect(step.value[at]).toBe(((read + at) >> 16) & 0xff)
    read += step.value.length
  }
  expect(read).toBe(size)
})

test('a released answer ends its request, an interrupted one throws, the next request works', async () => {
  let closed = 0
  const url = await server((incoming, outgoing) => {
    outgoing.once('close', () => {
      closed += 1
    })
    outgoing.write('begun')
    if (incoming.url === '/breaks') setImmediate(() => outgoing.destroy())
    if (incoming.url === '/whole') outgoing.end()
  })
  const send = nodeSend()
  const first = await send(asked(url))
  const reader = first.body?.getReader()
  await reader?.read()
  const waiting = reader?.read()
  await reader?.cancel()
  expect(await waiting).toEqual({ done: true })
  await expect.poll(() => closed).toBe(1)
  await expect(send(asked(`${url}breaks`)).then(textOf)).rejects.toThrow()
  expect(await textOf(await send(asked(`${url}whole`)))).toBe('begun')
})

test('an answer without a body has the body null', async () => {
  const url = await server((_incoming, outgoing) => outgoing.writeHead(204, { 'x-a': ['1', '2'] }).end())
  const { status, headers, body } = await nodeSend()(asked(url))
  expect([status, headers.get('x-a'), body]).toEqual([204, '1, 2', null])
})

test("a user's replacement of Node’s own is used unchanged", async () => {
  await fetch('data:,')
  const own: unknown = Reflect.get(globalThis, DISPATCHER)
  onTestFinished(() => void Reflect.set(globalThis, DISPATCHER, own))
  let count = 0
  class Company {
    dispatch() {
      count += 1
      throw new Error('by way of the company')
    }
  }
  Reflect.set(globalThis, DISPATCHER, new Company())
  await expect(nodeSend()(asked('http://127.0.0.1:4010/'))).rejects.toThrow()
  expect(count).toBe(1)
})
