import { describe, expect, test } from 'vitest'
import type { ProxyOptions, ProxyTarget } from '../../src/proxy/proxy-types.js'
import { Catalogue, models } from '../../src/translate/catalogue/index.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, requestOf, scripted, served, targetOf, user } from '../support/proxy.js'

const chat = adapterOf('openai-chat').adapter
const claude = adapterOf('anthropic-messages').adapter
const ANSWER = {
  message: { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Hello.' }] },
  finish: { reason: 'stop' as const },
}

/** Returns the request that a target receives, and the notices about it. */
async function sentTo(
  target: Partial<ProxyTarget> & { readonly model: string },
  { from = chat, to = claude, body = {}, ...options }: Options = {},
) {
  const upstream = scripted((sent) => nativeAnswer(to, ANSWER, sent))
  const { fetch, told } = served({
    fetch: upstream.fetch,
    routes: [{ from, to: { adapter: to, url: targetOf(to).url, ...target } }],
    ...options,
  })
  const [url, init] = requestOf(from.id, { ...user('Hi'), ...body })
  const { max_completion_tokens: limit, ...rest } = JSON.parse(String(init.body))
  const asked = 'maxOutputTokens' in body ? { ...rest, max_completion_tokens: limit } : rest
  const response = await fetch(url, { ...init, body: JSON.stringify(asked) })
  expect(response.status).toBe(200)
  return { body: upstream.sent[0]?.body, codes: told[0]?.notices.map(({ code }) => code) }
}

interface Options extends Partial<ProxyOptions> {
  readonly from?: typeof chat | typeof claude
  readonly to?: typeof chat | typeof claude
  readonly body?: object
}

describe('the proxy knows models', () => {
  const sonnet = { model: 'claude-sonnet-4-5' }

  test('and fills in the output limit that a wire requires', async () => {
    const { body, codes } = await sentTo(sonnet)
    expect(body).toMatchObject({ max_tokens: 64_000 })
    expect(codes).toContain('output-limit-filled')
  })

  test('unless the operator names one, or disables it', async () => {
    expect((await sentTo({ ...sonnet, maxOutputTokens: 99 })).body).toMatchObject({ max_tokens: 99 })
    expect((await sentTo({ ...sonnet, fill: false })).body).not.toHaveProperty('max_tokens')
  })

  test('unless it knows none, or another one', async () => {
    expect((await sentTo({ model: 'nobody' })).body).not.toHaveProperty('max_tokens')
    const empty = await sentTo(sonnet, { models: new Catalogue([]) })
    expect(empty.body).not.toHaveProperty('max_tokens')
    const row = { name: 'claude-sonnet-4-5', source: ['https://example.com'], date: '2026-11-24', output: 77 }
    expect((await sentTo(sonnet, { models: models.with([row]) })).body).toMatchObject({ max_tokens: 77 })
  })

  test('and the requirements of their servers: thinking, efforts', async () => {
    const asked = { reasoning: { effort: 'medium' }, maxOutputTokens: 9_000 }
    const { body, codes } = await sentTo(
      { model: 'kimi-k3', limits: 'moonshot' },
      { from: claude, to: chat, body: asked },
    )
    expect(body).toMatchObject({ reasoning_effort: 'high' })
    expect(codes).toContain('effort-changed')
  })

  const beyond = { maxOutputTokens: 999_999, reasoning: { effort: 'max' } }

  test('a request of the target’s own wire for its own model is forwarded unchanged', async () => {
    const asked = { ...beyond, model: 'gpt-5' }
    const { body, codes } = await sentTo({ model: 'gpt-5' }, { from: chat, to: chat, body: asked })
    expect(body).toMatchObject({ max_completion_tokens: 999_999, reasoning_effort: 'max', model: 'gpt-5' })
    expect(codes).toEqual([])
  })

  test('a request of the target’s own wire for another model is fitted to the target’s', async () => {
    const { body } = await sentTo({ model: 'gpt-5' }, { from: chat, to: chat, body: beyond })
    expect(body).toMatchObject({ max_completion_tokens: 128_000, reasoning_effort: 'high', model: 'gpt-5' })
  })
})
