import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { webResponse } from '../../src/base/http/http-message.js'
import {
  assistantMessage,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from '../../src/base/model/create.js'
import type { Message } from '../../src/base/model/types.js'
import { LargeRequests } from '../../src/cli/proxy/large-requests.js'
import { proxyMemory } from '../../src/proxy/client-state.js'
import { adapterOf } from '../support/adapters.js'
import { killedAtTheEnd } from '../support/children.js'
import { nativeAnswer, requestOf } from '../support/proxy.js'
import { served } from '../support/replay.js'

// Threads run compiled code, so these tests run the command line that `npm test` has built.
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const AUTHOR = adapterOf('anthropic-messages').adapter
const CALL = toolCall('call_1', 'read', { path: 'a' })
const THOUGHT = {
  type: 'reasoning',
  text: 'I look.',
  providerMetadata: { [AUTHOR.id]: { signature: 'sealed' } },
} as const
const ANSWER = {
  id: 'msg_1',
  model: 'm',
  message: assistantMessage(THOUGHT, CALL),
  finish: { reason: 'tool-calls' },
} as const
/** A conversation with a large file. */
const LONG = [
  userMessage('Read it.'),
  assistantMessage(CALL),
  toolMessage([toolResult(CALL, 'word '.repeat(500_000))]),
]

/** Starts a proxy in a separate process, in front of a server that records its requests. */
async function startProxy(respond: (response: Response, signal: AbortSignal) => Promise<Response>) {
  const asked: (readonly Message[])[] = []
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    const body = await sent.json()
    asked.push(AUTHOR.decodeRequest(body).value.messages)
    return respond(nativeAnswer(AUTHOR, ANSWER, { path: new URL(sent.url).pathname, body }), sent.signal)
  })
  const args = ['--from', 'openai-chat', '--to', AUTHOR.id, '--target', url, '--max-output-tokens', '50']
  const child = killedAtTheEnd(spawn(process.execPath, [CLI, 'proxy', ...args], { stdio: 'pipe' }))
  let log = ''
  child.stderr.on('data', (text) => {
    log += text
  })
  const own = String((await once(child.stdout, 'data'))[0]).trim()
  const send = (messages: readonly Message[], signal?: AbortSignal): Promise<Response> => {
    const [to, init] = requestOf('openai-chat', { messages })
    return fetch(to.replace('https://proxy.test', own), { ...init, ...(signal && { signal }) })
  }
  return { asked, url: own, send, log: () => log, child }
}

test('a large request is handled like a small one: earlier reasoning is added, and the request is logged', async () => {
  const { asked, send, log, child } = await startProxy(async (response) => response)
  await (await send(LONG.slice(0, 1))).json()
  const response = await send(LONG)
  expect(response.status).toBe(200)
  expect((await response.json()).choices[0].message.tool_calls).toMatchObject([{ id: 'call_1' }])
  expect(asked[1]?.[1]?.parts[0]).toMatchObject(THOUGHT)
  // The main thread knows the reasoning that the other thread received.
  await (await send([...LONG.slice(0, 2), toolMessage([toolResult(CALL, 'short')])])).json()
  expect(asked[2]?.[1]?.parts[0]).toMatchObject(THOUGHT)
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(log().match(/^POST .* 200 /gm)).toHaveLength(3)
})

test('while a large request is worked on, others are answered', async () => {
  const order: string[] = []
  const { url, send } = await startProxy(async (response) => {
    order.push('asked')
    return response
  })
  const large = send(LONG)
  await (await fetch(`${url}/health`)).json()
  order.push('healthy')
  await (await large).json()
  expect(order).toEqual(['healthy', 'asked'])
})

test('a client that lets go of a large request ends it at the target', async () => {
  const abort = new AbortController()
  const ended = new Promise((resolve) => {
    void startProxy(async (response, signal) => {
      abort.abort()
      await once(signal, 'abort')
      resolve('ended')
      return response
    }).then(({ send }) => send(LONG, abort.signal).catch(() => undefined))
  })
  expect(await ended).toBe('ended')
})

describe('the thread', () => {
  const shared = { state: proxyMemory(), onAnswered: () => undefined }
  /** Creates threads for large requests. The sources have no compiled thread next to them. */
  const begun = () =>
    new LargeRequests({ config: { routes: [] }, environment: {}, adaptersFolder: '' }, shared)
  const sentTo = (threads: LargeRequests) => {
    const answer = threads.beside(async () => new Response('small'))
    return (length: number, more: RequestInit & { readonly headers?: Record<string, string> } = {}) =>
      answer(
        new Request('https://proxy.test', {
          ...{ method: 'POST', body: 'x'.repeat(1000) },
          ...more,
          headers: { 'content-length': `${length}`, ...more.headers },
        }),
      )
  }

  test('runs large requests: if it cannot start, only they fail, and each starts it again', async () => {
    const threads = begun()
    const sent = sentTo(threads)
    for (let time = 0; time < 2; time += 1) {
      const failed = Promise.all(
        [2 << 20, 3 << 20].map((length) => expect(sent(length)).rejects.toThrow('large-thread')),
      )
      expect(await webResponse(await sent(1000)).text()).toBe('small')
      await failed
    }
    await threads.close()
  })

  test('buffers a large body only to unpack it, and no body without a length', async () => {
    const threads = begun()
    const sent = sentTo(threads)
    await expect(sent(200_000, { headers: { 'content-encoding': 'gzip' } })).rejects.toThrow('large-thread')
    expect(await webResponse(await sent(200_000)).text()).toBe('small')
    const answer = threads.beside(async () => new Response('small'))
    const unsaid = await answer(new Request('https://proxy.test', { method: 'POST', body: 'x' }))
    expect(await webResponse(unsaid).text()).toBe('small')
    await threads.close()
  })

  test('that is retired ends after its pending requests; an aborted request is rejected', async () => {
    const threads = begun()
    const left = expect(sentTo(threads)(2 << 20, { signal: AbortSignal.abort() })).rejects.toThrow()
    threads.retire()
    await left
    threads.retire()
    await threads.close()
  })
})
