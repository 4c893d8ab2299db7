import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import {
  type FetchSendOptions,
  fetchSend,
  provider,
  ResponseError,
  SendError,
  userMessage,
} from '../../src/index.js'

// Tests with a real server and Node's own fetch, for behavior that a fake does not reproduce.

const REQUEST = { model: 'm', messages: [] }
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = (request: IncomingMessage, response: ServerResponse, index: number) => void

async function serve(answer: Answer): Promise<{ url: string; seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    request.resume().on('end', () => answer(request, response, seen.length - 1))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, seen }
}

const event = (content: string) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { role: 'assistant', content } }] })}\n\n`

/** Timers that the test expires. */
function manual() {
  const open = new Map<() => void, number>()
  const timer: FetchSendOptions['timer'] = (milliseconds, call) => {
    open.set(call, milliseconds)
    return () => open.delete(call)
  }
  return {
    timer,
    async runOut(times = 1) {
      for (let round = 0; round < times; round += 1) {
        while (open.size === 0) await new Promise((resolve) => setImmediate(resolve))
        for (const call of [...open.keys()]) {
          open.delete(call)
          call()
        }
      }
    },
  }
}

describe('a server', () => {
  test('that drops connections before an answer receives the request again', async () => {
    const { url, seen } = await serve((request, response, index) => {
      if (index < 2) request.socket.destroy()
      else response.end(JSON.stringify({ id: 'x', choices: [{ index: 0, message: { content: 'Yes' } }] }))
    })
    const send = fetchSend(openaiChat, { key: 'k', url, longestWait: 1 })
    const { message } = await openaiChat.collect(await send(REQUEST))
    expect(message.parts).toMatchObject([{ text: 'Yes' }])
    expect(seen).toHaveLength(3)
  })

  test('that drops one in an answer is not: what came is kept', async () => {
    const { url, seen } = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('Half'), () => setImmediate(() => request.socket.destroy()))
    })
    const gpt = provider(openaiChat, { model: 'm', send: fetchSend(openaiChat, { key: 'k', url }) })
    const error: unknown = await gpt
      .turn({ messages: [userMessage('Hi')] })
      .response.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      message: /^the answer was cut off/,
      response: { message: { parts: [{ text: 'Half' }] } },
    })
    expect(seen).toHaveLength(1)
  })

  test('that does not begin to answer', async () => {
    const clock = manual()
    const { url, seen } = await serve(() => clock.runOut())
    const sent = fetchSend(openaiChat, { key: 'k', url, timer: clock.timer })(REQUEST)
    await expect(sent).rejects.toMatchObject({
      name: 'SendError',
      code: 'timeout',
      message: /within 240000 ms/,
    })
    expect(seen).toHaveLength(1)
  })

  test('that falls silent in an answer', async () => {
    const clock = manual()
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('Half'))
    })
    const response = await fetchSend(openaiChat, { key: 'k', url, timer: clock.timer })(REQUEST)
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('Half')
    const silent = reader?.read()
    silent?.catch(() => undefined)
    await clock.runOut(6)
    await expect(silent).rejects.toBeInstanceOf(SendError)
    await expect(silent).rejects.toMatchObject({ code: 'timeout', message: /fell silent/ })
  })

  test('that redirects: nobody else is shown the key', async () => {
    const other = await serve((_request, response) => response.end('{}'))
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((_request, response) => {
        response.writeHead(status, { location: `${other.url}/v1/chat/completions?token=t` }).end()
      })
      const sent = fetchSend(openaiChat, { key: 'k', url })(REQUEST)
      await expect(sent).rejects.toMatchObject({
        code: 'redirected',
        message: `the server redirects to ${other.url}; requests with a key do not follow. Set url to the address that answers`,
      })
    }
    expect(other.seen).toEqual([])
  })

  test('loses its connection when the reader leaves', async () => {
    let closed: (() => void) | undefined
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { url } = await serve((_request, response) => {
      response.on('close', () => closed?.())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('Half'))
    })
    const gpt = provider(openaiChat, { model: 'm', send: fetchSend(openaiChat, { key: 'k', url }) })
    for await (const { type } of gpt.turn({ messages: [userMessage('Hi')] })) if (type === 'text-delta') break
    await isClosed
  })

  test('loses its connection when the signal aborts during the answer', async () => {
    const abort = new AbortController()
    let closed: (() => void) | undefined
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    const { url } = await serve((_request, response) => {
      response.on('close', () => closed?.())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event('Half'))
    })
    const { body } = await fetchSend(openaiChat, { key: 'k', url })(REQUEST, { signal: abort.signal })
    const reader = body?.getReader()
    await reader?.read()
    const next = reader?.read()
    abort.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
    await isClosed
  })
})
