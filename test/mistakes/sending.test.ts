import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { google } from '../../adapters/google-generate-content/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { fetchSend, firstOf, provider, ResponseError, userMessage } from '../../src/index.js'
import { adapters } from '../support/adapters.js'
import { failureOf, messageOf, rejected } from '../support/mistakes.js'

const KEY = 'sk-secret-0123456789'
const PAGE = '<!doctype html><html><head><title>Sign in</title></head></html>'
const messages = [userMessage('Hi')]

function answering(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): typeof fetch {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return async () => new Response(text, { status, headers })
}

const turn = (of: typeof fetch, more: object = {}) =>
  provider(openaiChat, { model: 'gpt-5.4', key: KEY, fetch: of, retries: 0, ...more }).turn({ messages })
    .response

const HERE = 'https://api.openai.com/v1/chat/completions'

describe('an error of sending states the words of the server, the request and the next step', () => {
  test.each([
    [
      'a wrong key',
      answering(401, { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } }),
      `Incorrect API key provided (openai-chat, model gpt-5.4, status 401, ${HERE}). The server rejects the key. Check \`key\`, and that it belongs to this server and may use the model`,
    ],
    [
      'a wrong path or model',
      answering(404, { error: { message: 'Not found' } }),
      `Not found (openai-chat, model gpt-5.4, status 404, ${HERE}). The server has no such path or model. Check the name of the model, and \`url\`: many servers have the API below /v1`,
    ],
    [
      'a wrong host',
      answering(404, PAGE, { 'content-type': 'text/html' }),
      `the server answered with status 404 and an HTML page: Sign in (openai-chat, model gpt-5.4, status 404, ${HERE}). No API answered. Check \`url\`: many servers have the API below /v1`,
    ],
    [
      'a login page',
      answering(200, PAGE, { 'content-type': 'text/html' }),
      `the answer is an HTML page, not JSON: Sign in (openai-chat, model gpt-5.4, ${HERE}). No API answered. Check \`url\`: many servers have the API below /v1`,
    ],
    [
      'an answer without content',
      answering(200, ''),
      `the answer is empty: the server sent no content (openai-chat, model gpt-5.4, ${HERE}). No API answered. Check \`url\`: many servers have the API below /v1`,
    ],
    [
      'too many requests',
      answering(429, { error: { message: 'Rate limit reached' } }, { 'retry-after': '7' }),
      `Rate limit reached (openai-chat, model gpt-5.4, status 429, ${HERE}). The limit of requests is reached. Wait 7 s, send fewer requests, or try another provider with firstOf`,
    ],
    [
      'an overload',
      answering(529, { error: { message: 'Overloaded' } }),
      `Overloaded (openai-chat, model gpt-5.4, status 529, ${HERE}). The server is overloaded. Try again later, or try another provider with firstOf`,
    ],
    [
      'another refusal',
      answering(400, { error: { message: 'Bad request' } }),
      `Bad request (openai-chat, model gpt-5.4, status 400, ${HERE})`,
    ],
  ])('%s', async (_title, of, message) => {
    const error = await failureOf(() => turn(of))
    expect(error).toBeInstanceOf(ResponseError)
    expect(messageOf(error)).toBe(message)
  })
})

test('the words of the server are in `error`, without the request', async () => {
  const error = await failureOf(() => turn(answering(401, { error: { message: 'Incorrect API key' } })))
  expect(error).toMatchObject({ error: { message: 'Incorrect API key', status: 401 } })
})

test('a `send` of the caller has no URL, and no option `key`', async () => {
  const send = answering(401, { error: { message: 'Incorrect API key' } })
  const error = await failureOf(
    () =>
      provider(openaiChat, { model: 'gpt-5.4', send: () => send('http://x') }).turn({ messages }).response,
  )
  expect(messageOf(error)).toBe(
    'Incorrect API key (openai-chat, model gpt-5.4, status 401). The server rejects the key. Check the key, and that it belongs to this server and may use the model',
  )
})

test.each(adapters)('$wire: the message has no query and no key', async ({ wire, adapter }) => {
  const of = answering(401, `bad key ${KEY}`)
  const options = {
    model: 'm',
    maxOutputTokens: 9,
    key: KEY,
    url: 'https://h.example/base',
    fetch: of,
    retries: 0,
  }
  const error = await failureOf(() => provider(adapter, options).turn({ messages }).response)
  expect(messageOf(error)).toMatch(`(${wire}, model m, status 401, https://h.example/base`)
  expect(messageOf(error)).not.toMatch(/[?]|sk-secret/)
})

test('firstOf names each provider that failed', async () => {
  const claude = provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 9,
    key: KEY,
    retries: 0,
    fetch: answering(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  })
  const gpt = provider(openaiChat, {
    model: 'gpt-5.4',
    key: KEY,
    retries: 0,
    fetch: answering(429, { error: { message: 'Rate limit reached' } }),
  })
  const error = await failureOf(() => firstOf([claude, gpt]).turn({ messages }).response)
  expect(messageOf(error)).toMatch(
    /^no provider answered: Overloaded \(anthropic-messages, model claude-sonnet-5-5, status 529.*; Rate limit reached \(openai-chat, model gpt-5\.4, status 429/,
  )
})

describe('options of sending', () => {
  const to = (url: string) => () => provider(openaiChat, { model: 'm', key: KEY, url })
  rejected([
    {
      code: "url: 'https://h.example/v1/chat/completions'",
      run: to('https://h.example/v1/chat/completions'),
      what: 'url is the base URL of the API, to which /chat/completions is added',
      where: '/url',
      next: "Remove it: url: 'https://h.example/v1'",
    },
    {
      code: "url: 'https://h.example/v1/chat/completions/'",
      run: to('https://h.example/v1/chat/completions/'),
      what: 'url is the base URL of the API',
      where: '/url',
      next: "url: 'https://h.example/v1'",
    },
    {
      code: "key: 'Bearer sk-1'",
      run: () => provider(openaiChat, { model: 'm', key: 'Bearer sk-1' }),
      what: 'key begins with "Bearer "',
      where: '/key',
      next: 'Pass only the key that follows',
    },
    {
      code: "key: () => 'Bearer sk-1'",
      run: () => fetchSend(openaiChat, { key: () => 'bearer sk-1' })({ model: 'm', messages: [] }),
      what: 'key begins with "Bearer "',
      where: '/key',
      next: 'Pass only the key that follows',
    },
  ])

  test.each(adapters)('$wire rejects the URL of its own endpoint', ({ adapter }) => {
    const path = adapter.codecs.http.pathFor('m', true).split('?', 1)[0]
    const options = { model: 'm', maxOutputTokens: 9, key: KEY, url: `https://h.example${path}` }
    expect(() => provider(adapter, options)).toThrow('url is the base URL of the API')
  })

  test.each([
    [openaiChat, 'https://api.openai.com', HERE],
    [openaiChat, 'https://api.openai.com/v1', HERE],
    [anthropic, 'https://api.anthropic.com', 'https://api.anthropic.com/v1/messages'],
    [anthropic, 'https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1/messages'],
    [openaiChat, 'http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000/v1/chat/completions'],
  ])('%o at %s sends to %s', async (adapter, url, expected) => {
    const error = await failureOf(
      () =>
        provider(adapter, {
          model: 'm',
          maxOutputTokens: 9,
          key: KEY,
          url,
          retries: 0,
          fetch: answering(400, ''),
        }).turn({ messages }).response,
    )
    expect(messageOf(error)).toContain(`${expected})`)
  })

  test('a path with the model is named without its query', async () => {
    const of = answering(400, { error: { message: 'no' } })
    const error = await failureOf(
      () =>
        provider(google, { model: 'gemini', key: KEY, fetch: of, retries: 0 }).turn({ messages }).response,
    )
    expect(messageOf(error)).toMatch(/v1beta\/models\/gemini:streamGenerateContent\)$/)
  })
})
