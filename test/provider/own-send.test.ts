import { describe, expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { mcp } from '../../adapters/mcp/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { AdapterError, provider, userMessage } from '../../src/index.js'
import { scripted } from '../support/proxy.js'

const question = { messages: [userMessage('Hi')] }
/** https://platform.openai.com/docs/api-reference/chat/object */
const answer = () =>
  Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-5.4',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes' }, finish_reason: 'stop' }],
  })
const thrownBy = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}
/** Options of a program without types. */
const untyped = (options: object): Parameters<typeof JSON.stringify>[0] => options

describe('a provider without send', () => {
  test('sends with fetch: the address, the key, the headers', async () => {
    const server = scripted(answer)
    const gpt = provider(openaiChat, {
      model: 'gpt-5.4',
      key: 'sk-secret-1234567890',
      url: 'http://127.0.0.1:8000/v1',
      headers: { 'x-team': 'weather' },
      fetch: server.fetch,
    })
    const { message } = await gpt.turn(question).response
    expect(message.parts).toMatchObject([{ type: 'text', text: 'Yes' }])
    const [sent] = server.sent
    expect(sent?.url).toBe('http://127.0.0.1:8000/v1/chat/completions')
    expect(sent?.headers.get('authorization')).toBe('Bearer sk-secret-1234567890')
    expect(sent?.headers.get('x-team')).toBe('weather')
    expect(sent?.body).toMatchObject({ model: 'gpt-5.4', stream: true })
  })

  test('retries, and does not send its options', async () => {
    const server = scripted((_sent, index) =>
      index === 0 ? Response.json({ error: { message: 'busy' } }, { status: 503 }) : answer(),
    )
    const retried: number[] = []
    const gpt = provider(openaiChat, {
      model: 'gpt-5.4',
      key: null,
      fetch: server.fetch,
      longestWait: 0,
      onRetry: ({ attempt }) => retried.push(attempt),
    })
    await gpt.turn(question).response
    expect(retried).toEqual([1])
    expect(server.sent[0]?.text).toBe(server.sent[1]?.text)
    expect(Object.keys(server.sent[0]?.body ?? {}).sort()).toEqual([
      'messages',
      'model',
      'stream',
      'stream_options',
    ])
  })

  test('sends every digit of a number', async () => {
    const server = scripted(answer)
    const gpt = provider(openaiChat, { model: 'gpt-5.4', key: null, fetch: server.fetch })
    const turn = gpt.turn({
      messages: [
        userMessage('Hi'),
        {
          role: 'assistant',
          parts: [
            {
              type: 'tool-call',
              id: 'c1',
              name: 'f',
              kind: 'function',
              status: 'complete',
              rawArguments: '{"id":9007199254740993}',
              arguments: { id: 9007199254740992 },
              providerExecuted: false,
            },
          ],
        },
      ],
    })
    await turn.response
    expect(server.sent[0]?.text).toContain('9007199254740993')
  })
})

describe('options are refused when the provider is created', () => {
  test.each<[string, object, string]>([
    ['an empty key', { key: undefined }, '/key'],
    ['neither key nor send', {}, '/send'],
    ['an invalid number of retries', { key: 'k', retries: -1 }, '/retries'],
    ['a key next to send', { key: 'k', send: answer }, '/key'],
    ['an address next to send', { url: 'http://127.0.0.1', send: answer }, '/url'],
    ['a send that is not a function', { send: 'https://api.openai.com' }, '/send'],
  ])('%s', (_kind, options, path) => {
    const error = thrownBy(() => provider(openaiChat, untyped({ model: 'm', ...options })))
    expect(error).toBeInstanceOf(AdapterError)
    expect(error).toMatchObject({ path })
  })

  test('a format without HTTP', () => {
    expect(() => provider(mcp, { model: 'm', key: null })).toThrow(/has no HTTP/)
  })

  test('names of other libraries', () => {
    const options = untyped({ model: 'm', apiKey: 'k' })
    expect(() => provider(anthropic, options)).toThrow(/key/)
  })
})
