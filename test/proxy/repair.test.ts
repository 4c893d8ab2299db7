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

describe('the next request', () => {
  const refusedOf = (sent: readonly { readonly body: object }[]) =>
    sent.map(({ body }) => 'temperature' in body)

  test.each(['anthropic-messages', 'openai-chat'])(
    'of a client of %s is changed before it is sent, and reported',
    async (from) => {
      const { fetch, sent, told } = through(from, script)
      for (const streams of [false, false, true]) {
        const response = await fetch(...requestOf(from, asked, streams))
        expect(await response.text()).toContain('Hello')
      }
      expect(refusedOf(sent)).toEqual([true, false, false, false])
      const codes = told.map(({ notices }) => notices.map(({ code }) => code))
      expect(codes[0]).toContain('request-repaired')
      expect(codes[1]).toContain('repair-remembered')
      expect(codes[2]).toContain('repair-remembered')
      expect(codes[1]).not.toContain('request-repaired')
    },
  )

  test('of the own wire is sent byte for byte if the fix does not concern it', async () => {
    const { fetch, sent } = through('openai-chat', script, { rules: chat, model: 'm' })
    const [url, init] = requestOf('openai-chat', user('Hi'))
    await fetch(...requestOf('openai-chat', asked))
    const text = `${String(init.body).slice(0, -1)},  "x": 1.00000000000000000001}`
    await fetch(url, { ...init, body: text })
    expect(sent.at(-1)?.text).toBe(text)
  })

  test.each([
    ['another key', 'm', { 'x-api-key': 'other' }],
    ['another model', 'n', { 'x-api-key': 'one' }],
  ])('of %s is asked anew', async (_, model, headers) => {
    const { fetch, sent } = through('anthropic-messages', script, { rules: chat, model: undefined })
    await fetch(...requestOf('anthropic-messages', { ...asked, model: 'm' }, false, { 'x-api-key': 'one' }))
    await fetch(...requestOf('anthropic-messages', { ...asked, model }, false, headers))
    expect(refusedOf(sent)).toEqual([true, false, true, false])
  })

  test('to another target, and after a restart, is sent unrepaired first', async () => {
    const upstream = scripted(script)
    const { adapter } = adapterOf('openai-chat')
    const to = { adapter, url: 'https://target.test/v1', rules: chat }
    const routes = [
      { from: adapter, models: ['a'], to: { ...to, model: 'same' } },
      { from: adapter, models: ['b'], to: { ...to, model: 'same' } },
    ]
    for (const models of [['a', 'a', 'b'], ['a']]) {
      const { fetch } = proxied('openai-chat', 'openai-chat', upstream.fetch, {}, { routes })
      for (const model of models) await fetch(...requestOf('openai-chat', { ...asked, model }))
    }
    expect(refusedOf(upstream.sent)).toEqual([true, false, false, true, false, true, false])
  })

  test('gets the refusal of its original if the server refuses the remembered fix', async () => {
    let isUpdated = false
    const { fetch, sent, told } = through('anthropic-messages', (each, index) => {
      if (!isUpdated) return script(each, index)
      return refusal(each.body.temperature === undefined ? 'no idea' : 'no idea of the original')
    })
    await fetch(...requestOf('anthropic-messages', asked))
    isUpdated = true
    const response = await fetch(...requestOf('anthropic-messages', asked))
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('no idea of the original')
    expect(refusedOf(sent)).toEqual([true, false, false, true])
    expect(told[1]?.notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['repair-remembered', 'repair-forgotten']),
    )
  })
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

test('no further request is sent if the client leaves after the refusal', async () => {
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
  // Another conversation may have valid signatures.
  await fetch('https://proxy.test/v1/messages', { method: 'POST', body })
  expect(upstream.sent[2]?.body.messages).toEqual(messages)
})
