import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { LargeRequests } from '../../src/cli/proxy/large-requests.js'
import { webResponse } from '../../src/http/http-message.js'
import { assistantMessage, toolCall, toolMessage, toolResult, userMessage } from '../../src/model/create.js'
import type { Message } from '../../src/model/types.js'
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
/** A conversation of a file that is large. */
const LONG = [
  userMessage('Read it.'),
  assistantMessage(CALL),
  toolMessage([toolResult(CALL, 'word '.repeat(500_000))]),
]

/** A proxy of its own process, before a server that says what it was asked. */
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

test('a large request is answered as a small one is: what was thought before is put into it, and it is logged', async () => {
  const { asked, send, log, child } = await startProxy(async (response) => response)
  await (await send(LONG.slice(0, 1))).json()
  const response = await send(LONG)
  expect(response.status).toBe(200)
  expect((await response.json()).choices[0].message.tool_calls).toMatchObject([{ id: 'call_1' }])
  expect(asked[1]?.[1]?.parts[0]).toMatchObject(THOUGHT)
  // What was thought on the thread is known to the main one.
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

test('a large request is left to the thread, and fails alone where that cannot start', async () => {
  const shared = { state: proxyMemory(), onAnswered: () => undefined }
  // There is no compiled thread beside the sources.
  const threads = new LargeRequests({ config: { routes: [] }, environment: {}, adaptersFolder: '' }, shared)
  const answer = threads.beside(async () => new Response('small'))
  const sent = (length: number) =>
    answer(
      new Request('https://proxy.test', {
        method: 'POST',
        body: 'x'.repeat(length),
        headers: { 'content-length': `${length}` },
      }),
    )
  const failed = expect(sent(2 << 20)).rejects.toThrow('large-thread')
  expect(await webResponse(await sent(1000)).text()).toBe('small')
  await failed
  await threads.close()
})
