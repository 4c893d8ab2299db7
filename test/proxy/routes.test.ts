import { describe, expect, test } from 'vitest'
import { adapterOf, adapters } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, scripted, served, targetOf, user } from '../support/proxy.js'

const pairs = adapters.flatMap((from) => adapters.map((to) => [from.wire, to.wire] as const))
const ANSWER = {
  id: 'answer-1',
  model: 'target-model',
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello there.' }] },
  finish: { reason: 'stop' as const },
  usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
}

function answers(wire: string) {
  const { adapter } = adapterOf(wire)
  return scripted((sent) => nativeAnswer(adapter, ANSWER, sent))
}

describe.each(pairs)('a client of %s, answered by %s', (from, to) => {
  test.each([false, true])('streamed: %s', async (streams) => {
    const upstream = answers(to)
    const { fetch, told } = proxied(from, to, upstream.fetch)
    const response = await fetch(...requestOf(from, user('Hi'), streams))
    expect(response.status).toBe(200)
    const { adapter } = adapterOf(from)
    const received = streams
      ? await adapter.collect(response)
      : adapter.decodeResponse(await response.text()).value
    expect(received.message.parts).toMatchObject([{ type: 'text', text: 'Hello there.' }])
    expect(received.finish.reason).toBe('stop')
    expect(received.usage).toMatchObject({ inputTokens: 3, outputTokens: 2 })
    const [sent] = upstream.sent
    const { http } = adapterOf(to).adapter.codecs
    expect(sent?.path).toMatch(http.path)
    expect(http.streams(sent?.path ?? '', sent?.body ?? {})).toBe(streams)
    expect(http.modelIn?.(sent?.path ?? '') ?? sent?.body.model).toBe('target-model')
    expect([...(sent?.headers.values() ?? [])].some((value) => value.endsWith('target-key'))).toBe(true)
    expect(told).toMatchObject([
      { from, to, status: 200, streamed: streams, model: 'm', targetModel: 'target-model', aborted: false },
    ])
    expect(told[0]?.usage).toMatchObject({ inputTokens: 3, outputTokens: 2 })
    expect(told[0]?.firstEventMilliseconds).toBeLessThanOrEqual(told[0]?.milliseconds ?? 0)
  })
})

describe('routes', () => {
  const chat = adapterOf('openai-chat').adapter
  const claude = adapterOf('anthropic-messages').adapter

  test('are chosen by the names of models, the first that fits', async () => {
    const upstream = answers('openai-chat')
    const to = (model: string) => ({ ...targetOf(chat), model })
    const { fetch } = served({
      fetch: upstream.fetch,
      routes: [
        { from: claude, models: ['claude-haiku*', 'm'], to: to('small') },
        { from: claude, models: ['claude-*'], to: to('large') },
      ],
    })
    for (const model of ['m', 'claude-haiku-5', 'claude-opus-5'])
      await fetch(...requestOf('anthropic-messages', { ...user('Hi'), model }))
    expect(upstream.sent.map(({ body }) => body.model)).toEqual(['small', 'small', 'large'])
    const [url, init] = requestOf('anthropic-messages', { ...user('Hi'), model: 'gpt-5' })
    const refused = await fetch(url, init)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', message: 'toolwire proxy: no route accepts the model "gpt-5"' },
    })
  })
})
