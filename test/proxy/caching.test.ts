import { expect, test } from 'vitest'
import type { Conversation, ModelResponse } from '../../src/model/types.js'
import { proxyMetrics } from '../../src/proxy/metrics.js'
import type { ProxyTarget } from '../../src/proxy/types.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, proxied, requestOf, scripted, user } from '../support/proxy.js'

const ANSWER: ModelResponse = {
  message: { role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] },
  finish: { reason: 'stop' },
  usage: { inputTokens: 300, outputTokens: 12, cachedInputTokens: 250, cacheWriteTokens: 40 },
}
const withTools: Conversation = { ...user('Hi'), tools: [{ type: 'function', name: 'search' }] }
const longer: Conversation = {
  ...withTools,
  messages: [
    ...withTools.messages,
    { role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
  ],
}

/** The bodies that a target got of these turns. */
async function bodiesAt(from: string, to: string, target: Partial<ProxyTarget>, turns = [withTools]) {
  const upstream = scripted((sent) => nativeAnswer(adapterOf(to).adapter, ANSWER, sent))
  const { fetch, told } = proxied(from, to, upstream.fetch, target)
  for (const turn of turns) await (await fetch(...requestOf(from, turn))).text()
  return { texts: upstream.sent.map(({ text }) => text), told }
}

const KEY = /"prompt_cache_key":"(toolwire-[\da-f]{16})"/

test.each([
  ['https://api.anthropic.com', undefined, true],
  ['http://127.0.0.1:8000', undefined, true],
  ['https://api.anthropic.com', 'none', false],
] as const)('%s, cache %s: marks %s', async (url, cache, isMarked) => {
  const { texts } = await bodiesAt('openai-chat', 'anthropic-messages', { url, ...(cache && { cache }) })
  expect(texts[0]?.includes('cache_control')).toBe(isMarked)
})

test('what is said once, without tools, is not marked: nobody would read it from the cache', async () => {
  const { texts } = await bodiesAt('openai-chat', 'anthropic-messages', {}, [user('Hi')])
  expect(texts[0]).not.toContain('cache_control')
})

test.each([
  ['https://api.openai.com/v1', undefined, true],
  ['http://127.0.0.1:11434/v1', undefined, false],
  ['http://127.0.0.1:11434/v1', 'auto', true],
  ['https://api.openai.com/v1', 'marks', false],
] as const)('%s, cache %s: a key %s', async (url, cache, hasKey) => {
  const target = { url, ...(cache && { cache }) }
  const { texts } = await bodiesAt('anthropic-messages', 'openai-chat', target, [withTools, longer])
  const keys = texts.map((text) => KEY.exec(text)?.[1])
  expect(keys[0] !== undefined).toBe(hasKey)
  expect(keys[1]).toBe(keys[0])
})

test('the bytes of a request begin the next one', async () => {
  const { texts } = await bodiesAt('anthropic-messages', 'openai-responses', {}, [withTools, longer])
  const [first = '', second = ''] = texts
  expect(second.startsWith(first.replace(/[\]}]*$/, ''))).toBe(true)
})

test('a client of the target’s own wire marks its requests itself', async () => {
  const { texts } = await bodiesAt('anthropic-messages', 'anthropic-messages', {
    url: 'https://api.anthropic.com',
  })
  expect(texts[0]).not.toContain('cache_control')
})

test('notices, usage and metrics tell of it', async () => {
  const { told } = await bodiesAt('openai-chat', 'anthropic-messages', {})
  const metrics = proxyMetrics()
  told.forEach(metrics.observe)
  expect(told[0]?.notices.map(({ code }) => code)).toContain('cache-marks-added')
  expect(told[0]?.usage).toMatchObject({ cachedInputTokens: 250, cacheWriteTokens: 40 })
  expect(metrics.text()).toMatch(/tokens_total\{[^}]*type="cache_read"\} 250\n/)
  expect(metrics.text()).toMatch(/tokens_total\{[^}]*type="cache_write"\} 40\n/)
})
