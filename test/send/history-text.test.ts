import { expect, test } from 'vitest'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { parseRounded, stringifyRounded } from '../../src/base/json/rounded-numbers.js'
import { createHistoryText } from '../../src/chat/send/history-text.js'
import { assistantMessage, provider, userMessage } from '../../src/index.js'
import { nativeAnswer, scripted } from '../support/proxy.js'

const LARGE = '12345678901234567890'

test('a growing history is written as a complete body', () => {
  const write = createHistoryText('messages')
  const messages: JsonValue[] = []
  for (const content of ['a', '"\n', `{"id":${LARGE}}`, '']) {
    messages.push({ role: 'user', content })
    const body = { model: 'm', messages: [...messages] }
    expect(write(body)).toBe(JSON.stringify(body))
  }
})

test.each<[string, JsonValue]>([
  ['without another field', { messages: [{ role: 'user' }] }],
  ['without messages', { model: 'm', messages: [] }],
  ['with items that are not objects', { model: 'm', messages: ['a', null, [1]] }],
  ['with a field after the messages', { messages: [{ role: 'user' }], model: 'm' }],
  ['with a text as history', { model: 'm', messages: 'Hello' }],
  ['that is a list', [1, 2]],
])('a body %s is written completely', (_title, body) => {
  const write = createHistoryText('messages')
  expect([write(body), write(body)]).toEqual([JSON.stringify(body), JSON.stringify(body)])
})

test('a message is written once', () => {
  let reads = 0
  const message = {
    get content() {
      reads += 1
      return 'a'
    },
  }
  const write = createHistoryText('messages')
  write({ messages: [message] })
  const before = reads
  expect(write({ messages: [message, { content: 'b' }] })).toBe(
    '{"messages":[{"content":"a"},{"content":"b"}]}',
  )
  expect(before).toBeGreaterThan(0)
  expect(reads).toBe(before)
})

test('numbers keep their digits', () => {
  const write = createHistoryText('messages')
  const input = parseRounded(`{"id":${LARGE}}`)
  const inMessage = { model: 'm', messages: [{ role: 'user', input }] }
  expect(write(inMessage)).toBe(`{"model":"m","messages":[{"role":"user","input":{"id":${LARGE}}}]}`)
  const inBody = parseRounded(`{"messages":[{"id":${LARGE}}]}`)
  expect(write(inBody)).toBe(stringifyRounded(inBody))
})

test('an error has the path in the complete body', () => {
  const message: Record<string, JsonValue> = {}
  message.self = message
  expect(() => createHistoryText('messages')({ messages: [message] })).toThrow(
    expect.objectContaining({ code: 'cyclic', path: '/messages/0/self' }),
  )
})

test('a provider sends the bytes of the complete body', async () => {
  const answer = {
    message: assistantMessage({ type: 'text', text: 'b' }),
    finish: { reason: 'stop' as const },
  }
  const server = scripted((sent) => nativeAnswer(openaiChat, answer, sent))
  const fetch = (url: string, init: RequestInit) => server.fetch(url, init)
  const gpt = provider(openaiChat, { model: 'm', key: 'k', url: 'https://server.test', fetch, stream: false })
  const first = [userMessage('a')]
  const { message } = await gpt.turn({ messages: first }).response
  await gpt.turn({ messages: [...first, message, userMessage('c')] }).response
  const texts = server.sent.map(({ text }) => text)
  expect(texts).toEqual(texts.map((text) => JSON.stringify(JSON.parse(text))))
  expect(JSON.parse(texts[1] ?? '').messages).toHaveLength(3)
})
