import { describe, expect, test } from 'vitest'
import {
  refusals as anthropicRefusals,
  rules as anthropicRules,
} from '../../adapters/anthropic-messages/rules.js'
import { refusals as chatRefusals, rules as chatRules } from '../../adapters/openai-chat/rules.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
import { adapterOf } from '../support/adapters.js'
import { chunked, nativeAnswer, proxied, requestOf, type Script, scripted, user } from '../support/proxy.js'

const chat = [...chatRules, ...chatRefusals]
const anthropic = [...anthropicRules, ...anthropicRefusals]
const answer: ModelResponse = {
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] },
  finish: { reason: 'stop' },
}
const UNSUPPORTED = "Unsupported parameter: 'temperature' is not supported with this model."

function refusal(message: string, status = 400): Response {
  return Response.json(
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    { status },
  )
}

/** Refuses requests with a temperature. */
const script: Script = (sent) =>
  sent.body.temperature === undefined
    ? nativeAnswer(adapterOf('openai-chat').adapter, answer, sent)
    : refusal(UNSUPPORTED)

const asked = { ...user('Hi'), temperature: 0.5 }

function through(from: string, given: Script, target: Partial<ProxyTarget> = { rules: chat }) {
  const upstream = scripted(given)
  return { ...proxied(from, 'openai-chat', upstream.fetch, target), sent: upstream.sent }
}

describe.each([
  ['a client of another wire', 'anthropic-messages'],
  ['a client of the same wire', 'openai-chat'],
])('%s', (_, from) => {
  test.each([false, true])(
    'gets the answer to the fixed request (streams: %s), and the log reports it',
    async (streams) => {
      const { fetch, sent, told } = through(from, script)
      const response = await fetch(...requestOf(from, asked, streams))
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Hello')
      expect(sent).toHaveLength(2)
      expect({ ...sent[1]?.body, temperature: 0.5 }).toEqual(sent[0]?.body)
      expect(sent[1]?.headers.get('authorization')).toBe('Bearer target-key')
      expect(told[0]?.notices.filter(({ code }) => code === 'request-repaired')).toMatchObject([
        { path: '/temperature', detail: { rule: 'OPENAI-CHAT-REFUSED-FIELD' } },
      ])
      expect(JSON.stringify(told)).not.toContain('Hi')
    },
  )

  test.each<[string, Partial<ProxyTarget>]>([
    ['with repair: 0', { rules: chat, repair: 0 }],
    ['without rules', {}],
  ])('gets the refusal %s', async (_name, target) => {
    const { fetch, sent } = through(from, script, target)
    const response = await fetch(...requestOf(from, asked))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(UNSUPPORTED)
    expect(sent).toHaveLength(1)
  })

  test('gets the first refusal if the repaired request is also refused', async () => {
    const { fetch, sent, told } = through(from, (_sent, index) =>
      refusal(index === 0 ? UNSUPPORTED : 'something else'),
    )
    const response = await fetch(...requestOf(from, asked))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain(UNSUPPORTED)
    expect(sent).toHaveLength(2)
    expect(told[0]?.notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['request-repaired', 'repair-refused']),
    )
  })
})

test('a request of the target’s own wire keeps its digits', async () => {
  const { fetch, sent } = through('openai-chat', script, { rules: chat, model: 'm' })
  const [url, init] = requestOf('openai-chat', user('Hi'))
  const text = `${String(init.body).slice(0, -1)}, "x": 1.00000000000000000001}`
  await fetch(url, { ...init, body: text })
  await fetch(url, { ...init, body: `${text.slice(0, -1)}, "temperature": 1}` })
  expect(sent[0]?.text).toBe(text)
  expect(sent[2]?.text).toContain('"x":1.00000000000000000001')
})

test('remembers no repair for the next conversation or the next user', async () => {
  const { fetch, sent } = through('anthropic-messages', script)
  for (const key of ['one', 'one', 'other'])
    await (await fetch(...requestOf('anthropic-messages', asked, false, { 'x-api-key': key }))).text()
  expect(sent.map(({ body }) => body.temperature !== undefined)).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})

test.each([401, 403, 429, 500])('status %d is not repaired', async (status) => {
  const { fetch, sent } = through('anthropic-messages', () => refusal(UNSUPPORTED, status))
  expect((await fetch(...requestOf('anthropic-messages', asked))).status).toBe(status === 500 ? 500 : status)
  expect(sent).toHaveLength(1)
})

test('an error within a stream is not repaired', async () => {
  const { fetch, sent } = through('anthropic-messages', () =>
    chunked([`data: ${JSON.stringify({ error: { message: UNSUPPORTED, code: 400 } })}\n\n`], {
      'content-type': 'text/event-stream',
    }),
  )
  await (await fetch(...requestOf('anthropic-messages', asked, true))).text()
  expect(sent).toHaveLength(1)
})

test('a client that lets go after the refusal asks nobody again', async () => {
  const abort = new AbortController()
  const { fetch, sent } = through('anthropic-messages', script, {
    rules: async () => {
      abort.abort()
      return chat
    },
  })
  const [url, init] = requestOf('anthropic-messages', asked)
  await fetch(url, { ...init, signal: abort.signal }).catch(() => undefined)
  expect(sent).toHaveLength(1)
})

test('a strict route changes nothing', async () => {
  const upstream = scripted(script)
  const { adapter } = adapterOf('openai-chat')
  const { fetch } = proxied(
    'openai-chat',
    'openai-chat',
    upstream.fetch,
    {},
    {
      routes: [
        { from: adapter, mode: 'strict', to: { adapter, url: 'https://target.test/v1', rules: chat } },
      ],
    },
  )
  expect((await fetch(...requestOf('openai-chat', asked))).status).toBe(400)
  expect(upstream.sent).toHaveLength(1)
})

test('thinking that another account signed is left out; calls, results and texts stay', async () => {
  const { adapter } = adapterOf('anthropic-messages')
  const upstream = scripted((sent) =>
    sent.text.includes('"thinking"')
      ? refusal('messages.1.content.0: Invalid `signature` in `thinking` block')
      : nativeAnswer(adapter, answer, sent),
  )
  const { fetch } = proxied('anthropic-messages', 'anthropic-messages', upstream.fetch, {
    model: 'm',
    rules: anthropic,
  })
  const messages = [
    { role: 'user', content: 'What is 2 + 2?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'x' },
        { type: 'tool_use', id: 'c1', name: 'add', input: { a: 2, b: 2 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '4' }] },
  ]
  const body = JSON.stringify({
    model: 'm',
    max_tokens: 10,
    messages,
    tools: [{ name: 'add', input_schema: { type: 'object' } }],
  })
  const response = await fetch('https://proxy.test/v1/messages', { method: 'POST', body })
  expect(response.status).toBe(200)
  expect(upstream.sent[1]?.body.messages).toEqual([
    messages[0],
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'add', input: { a: 2, b: 2 } }] },
    messages[2],
  ])
})
