import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { fetchSend, provider, userMessage } from '../../src/index.js'
import { nativeAnswer, scripted } from '../support/proxy.js'

const QUESTION = { messages: [userMessage('Hello')] }
const ANSWER = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello' }] },
  finish: { reason: 'stop' as const },
}

function gpt(stream: boolean, isRefused = false) {
  const server = scripted((sent) =>
    isRefused
      ? Response.json({ error: { message: 'no', type: 'invalid_request_error' } }, { status: 400 })
      : nativeAnswer(openaiChat, ANSWER, sent),
  )
  const fetch = (url: string, init: RequestInit) => server.fetch(url, init)
  return {
    fetch,
    model: provider(openaiChat, { model: 'm', key: 'k', url: 'https://a.test', fetch, stream }),
  }
}

const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort')

test.each([false, true])(
  'turns that end, also two at once, release their signal: stream %s',
  async (stream) => {
    const { signal } = new AbortController()
    const { model } = gpt(stream)
    const both = [model.turn(QUESTION, { signal }), model.turn(QUESTION, { signal })]
    await Promise.all(both.map(({ response }) => response))
    await model.turn(QUESTION, { signal }).response
    expect(listenersOf(signal)).toEqual([])
  },
)

test.each([false, true])('a turn that fails or is left releases its signal: stream %s', async (stream) => {
  const { signal } = new AbortController()
  await expect(gpt(stream, true).model.turn(QUESTION, { signal }).response).rejects.toThrow()
  for await (const _event of gpt(stream).model.turn(QUESTION, { signal })) break
  expect(listenersOf(signal)).toEqual([])
})

test('fetchSend releases the signal when the body was read or cancelled', async () => {
  const { signal } = new AbortController()
  const send = fetchSend(openaiChat, { key: 'k', url: 'https://a.test', fetch: gpt(false).fetch })
  const request = openaiChat.encodeRequest({ model: 'm', ...QUESTION }).value
  await (await send(request, { signal })).text()
  await (await send(request, { signal })).body?.cancel()
  expect(listenersOf(signal)).toEqual([])
})
