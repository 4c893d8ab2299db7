import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { userMessage } from '../../src/base/model/create.js'
import { ResponseError } from '../../src/base/model/response-error.js'
import { provider } from '../../src/chat/provider/provider.js'
import type { Provider } from '../../src/chat/provider/provider-types.js'
import { chunked } from '../support/proxy.js'

/** Returns the same provider with the three ways of sending: a key, `fetch` and the official SDK. */
function waysOver(fetch: () => Promise<Response>): readonly Provider[] {
  const { chat } = new OpenAI({ apiKey: 'k', fetch, maxRetries: 0 })
  return [
    provider(openaiChat, { model: 'm', key: 'k', fetch, retries: 0 }),
    provider(openaiChat, { model: 'm', send: fetch }),
    provider(openaiChat, {
      model: 'm',
      send: async (request) => chat.completions.create({ ...request, stream: true }),
    }),
  ]
}

async function messagesOf(ways: readonly Provider[]): Promise<string[]> {
  // The words of the server. The message of the error also names the request.
  const wordsOf = (thrown: unknown) =>
    thrown instanceof ResponseError ? `ResponseError: ${thrown.error.message}` : String(thrown)
  const thrown = ways.map(({ turn }) =>
    turn({ messages: [userMessage('Hi')] }).response.then(String, wordsOf),
  )
  return Promise.all(thrown)
}

const BEGUN =
  'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hel"}}]}\n\n'
const EVENTS = { 'content-type': 'text/event-stream' }

describe('an interrupted stream has the same words on every way of sending', () => {
  const broken = new TypeError('terminated', { cause: new Error('other side closed') })

  test.each([
    ['a broken connection', [BEGUN, broken], 'the answer was cut off: terminated: other side closed'],
    ['an early end', [BEGUN], 'the stream ended before its answer was complete'],
  ])('%s', async (_title, pieces, message) => {
    const messages = await messagesOf(waysOver(async () => chunked(pieces, EVENTS)))
    expect(messages).toEqual(Array(3).fill(`ResponseError: ${message}`))
  })
})

describe('a web page in place of an answer is reported as a page', () => {
  const page = '<!doctype html><html><head><title>Sign in</title></head><body>Please log in</body></html>'

  test.each([
    [200, 'the answer is an HTML page, not JSON: Sign in'],
    [502, 'the server answered with status 502 and an HTML page: Sign in'],
  ])('with status %i', async (status, message) => {
    const fetch = async () => new Response(page, { status, headers: { 'content-type': 'text/html' } })
    const [byKey, byFetch] = await messagesOf(waysOver(fetch))
    expect([byKey, byFetch]).toEqual(Array(2).fill(`ResponseError: ${message}`))
  })
})
