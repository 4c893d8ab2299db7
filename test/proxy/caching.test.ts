import { expect, test } from 'vitest'
import type { Conversation, ModelResponse } from '../../src/base/model/types.js'
import { CacheWatch } from '../../src/proxy/cache-watch.js'
import { proxyMetrics } from '../../src/proxy/metrics.js'
import type { ProxyTarget } from '../../src/proxy/proxy-types.js'
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

/** Returns the bodies that a target received for these turns. */
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

test('a single request without tools is not marked: it would not be read from the cache', async () => {
  const { texts } = await bodiesAt('openai-chat', 'anthropic-messages', {}, [user('Hi')])
  expect(texts[0]).not.toContain('cache_control')
})

test.each([
  ['https://api.openai.com/v1', undefined, true],
  ['http://127.0.0.1:11434/v1', undefined, false],
  ['http://127.0.0.1:11434/v1', 'auto', false],
  ['https://api.openai.com/v1', 'auto', true],
  ['https://api.openai.com/v1', 'marks', false],
] as const)('%s, cache %s: a key %s', async (url, cache, hasKey) => {
  const target = { url, cache }
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

/** Returns the cache notices for turns with these requests and cached token counts. */
async function missesOf(
  turns: readonly { readonly said: Conversation; readonly read: number }[],
  headers = {},
  from = 'anthropic-messages',
) {
  const { adapter } = adapterOf('openai-chat')
  const upstream = scripted((sent, index) =>
    nativeAnswer(
      adapter,
      {
        ...ANSWER,
        usage: { inputTokens: 5000, outputTokens: 5, cachedInputTokens: turns[index]?.read ?? 0 },
      },
      sent,
    ),
  )
  const { fetch, told } = proxied(from, 'openai-chat', upstream.fetch)
  for (const { said } of turns) await (await fetch(...requestOf(from, said, true, headers))).text()
  return told.map(({ notices }) => notices.find(({ code }) => code === 'cache-missed'))
}

const withSystem = (text: string): Conversation => ({
  ...longer,
  messages: [{ role: 'system', parts: [{ type: 'text', text }] }, ...longer.messages],
})

test('a turn that misses the cache is a warning with the place that changed', async () => {
  const before = `${'Be brief. '.repeat(100)}It is nine.${' Always.'.repeat(100)}`
  const after = before.replace('nine', 'ten')
  const [first, hit, missed] = await missesOf([
    { said: withSystem(before), read: 0 },
    { said: withSystem(before), read: 4000 },
    { said: withSystem(after), read: 1000 },
  ])
  expect([first, hit]).toEqual([undefined, undefined])
  expect(missed?.severity).toBe('warning')
  // The instructions are near the beginning.
  expect(missed?.detail).toMatchObject({
    cachedInputTokens: 1000,
    expected: 5000,
    changedAt: expect.any(Number),
  })
  const { changedAt } = { changedAt: 0, ...Object(missed?.detail) }
  expect(changedAt).toBeGreaterThan(1000 - 256)
  expect(changedAt).toBeLessThan(1400)
})

test('a provider that dropped an unchanged prompt is reported, too; other conversations do not count', async () => {
  const same = withSystem('Be brief. '.repeat(100))
  const [, missed, other] = await missesOf([
    { said: same, read: 0 },
    { said: same, read: 0 },
    { said: { ...withTools, ...user('Something else') }, read: 0 },
  ])
  expect(missed?.severity).toBe('info')
  expect(other).toBeUndefined()
})

test('two end users of a client, and two keys, have separate caches', async () => {
  const same = withSystem('Be brief. '.repeat(100))
  for (const member of ['endUser', 'cacheKey']) {
    const turns = ['ann', 'bob', 'ann'].map((name) => ({ said: { ...same, [member]: name }, read: 0 }))
    const misses = await missesOf(turns, {}, 'openai-chat')
    expect(misses.map((notice) => notice?.code)).toEqual([undefined, undefined, 'cache-missed'])
  }
})

test('notices, usage and metrics report it', async () => {
  const { told } = await bodiesAt('openai-chat', 'anthropic-messages', {})
  const metrics = proxyMetrics()
  told.forEach(metrics.observe)
  expect(told[0]?.notices.map(({ code }) => code)).toContain('cache-marks-added')
  expect(told[0]?.usage).toMatchObject({ cachedInputTokens: 250, cacheWriteTokens: 40 })
  expect(metrics.text()).toMatch(/tokens_total\{[^}]*type="cache_read"\} 250\n/)
  expect(metrics.text()).toMatch(/tokens_total\{[^}]*type="cache_write"\} 40\n/)
})

test('two requests of one conversation at once are held against what was there before both', () => {
  const watch = new CacheWatch(() => 0)
  const text = 'Be brief. '.repeat(1000)
  const usage = { inputTokens: 5000, cachedInputTokens: 0 }
  const [one, other] = [watch.begin('c', text), watch.begin('c', `${text}And now?`)]
  expect([other(usage), one(usage)]).toEqual([undefined, undefined])
  expect(watch.begin('c', text)(usage)).toMatchObject({ code: 'cache-missed' })
  expect(watch.begin('d', text)(usage)).toBeUndefined()
})
