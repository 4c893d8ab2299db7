import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Message, ToolCall } from '../../src/base/model/types.js'
import { toHaveToolCall, useCassette } from '../../testing.js'
import { temporaryFolder } from '../support/replay.js'

expect.extend({ toHaveToolCall })

afterEach(() => vi.unstubAllEnvs())

const upstream = () => vi.fn(async () => Response.json({ answer: 42 }))
const ask = async (fetch: typeof globalThis.fetch) => {
  const response = await fetch('https://api.example.com/v1', { method: 'POST', body: '{"question":"?"}' })
  return response.json()
}

describe('useCassette', () => {
  it('records missing exchanges, and replays them afterwards', async () => {
    vi.stubEnv('CI', '')
    const folder = temporaryFolder()
    const fetch = upstream()
    for (const _run of [1, 2])
      expect(await useCassette('a/b: c?', { folder, fetch }, (cassette) => ask(cassette.fetch))).toEqual({
        answer: 42,
      })
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(existsSync(join(folder, 'a/b- c-.cassette'))).toBe(true)
  })

  it('sends nothing if the cassette exists, and adds requests with `record`', async () => {
    vi.stubEnv('CI', '')
    const options = { folder: temporaryFolder(), fetch: upstream() }
    const other = (fetch: typeof globalThis.fetch) => fetch('https://api.example.com/v2')
    await useCassette('x', options, (cassette) => ask(cassette.fetch))
    const missing = await useCassette('x', options, (cassette) => other(cassette.fetch))
    expect(missing.status).toBe(404)
    expect(await missing.text()).toMatch(/no request is sent.*record: 'new'.*delete the file/)
    expect(options.fetch).toHaveBeenCalledTimes(1)
    const added = { ...options, record: 'new' as const }
    // A body that is not read to its end is not recorded.
    for (const _run of [1, 2])
      expect(await useCassette('x', added, async (cassette) => (await other(cassette.fetch)).json())).toEqual(
        { answer: 42 },
      )
    expect(options.fetch).toHaveBeenCalledTimes(2)
    vi.stubEnv('CI', '1')
    const inCi = await useCassette('x', added, ({ fetch }) => fetch('https://api.example.com/v3'))
    expect(await inCi.text()).toContain('CI is set, so no request is sent')
    expect(options.fetch).toHaveBeenCalledTimes(2)
  })

  it('answers a client of another wire without a registry', async () => {
    const { messages } = new Anthropic({
      apiKey: 'none',
      fetch: (await useCassette('weather', { folder: 'examples', as: anthropic })).fetch,
    })
    const asked = messages.create({
      ...{ model: 'gpt-5.4', max_tokens: 1000 },
      messages: [{ role: 'user', content: 'What is the question?' }],
    })
    await expect(asked).rejects.toThrow(/404.*not_found_error/)
  })

  it.each(['true', '1'])('sends nothing with CI=%s', async (ci) => {
    vi.stubEnv('CI', ci)
    const folder = temporaryFolder()
    const fetch = upstream()
    await expect(useCassette('x', { folder, fetch })).rejects.toThrow('there are no recordings at')
    await useCassette('x', { folder, fetch, mode: 'auto' }, (cassette) => ask(cassette.fetch))
    expect(await useCassette('x', { folder, fetch }, (cassette) => ask(cassette.fetch))).toEqual({
      answer: 42,
    })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  it('can be disposed of', async () => {
    vi.stubEnv('CI', 'false')
    const folder = temporaryFolder()
    const path = join(folder, 'x.cassette')
    {
      await using cassette = await useCassette('x', { folder, fetch: upstream() })
      expect(cassette.path).toBe(path)
      expect(await ask(cassette.fetch)).toEqual({ answer: 42 })
      expect(cassette.size).toBe(1)
    }
    expect(await useCassette('x', { folder }, ({ size }) => size)).toBe(1)
  })

  it.each([
    '../../x',
    '/../x',
    'a/../../x',
    './x',
    '..',
    '/etc/x',
    'C:\\x',
    '..\\x',
    'ü'.repeat(300),
    `${'a'.repeat(300)}/b`,
  ])('keeps %s in its folder', async (name) => {
    vi.stubEnv('CI', '')
    const folder = join(temporaryFolder(), 'in', 'here')
    const path = await useCassette(name, { folder, fetch: upstream() }, async (cassette) => {
      await ask(cassette.fetch)
      return cassette.path
    })
    expect(path.startsWith(`${folder}/`)).toBe(true)
    expect(existsSync(path)).toBe(true)
    for (const segment of path.split('/')) expect(Buffer.byteLength(segment)).toBeLessThan(150)
  })

  it('distinguishes long names', async () => {
    vi.stubEnv('CI', '')
    const folder = temporaryFolder()
    const long = 'long '.repeat(100)
    const path = (name: string) =>
      useCassette(name, { folder, fetch: upstream() }, (cassette) => cassette.path)
    expect(await path(`${long}1`)).not.toBe(await path(`${long}2`))
    expect(await path(`${long}1`)).toBe(await path(`${long}1`))
  })

  it.each(['', '/', './.'])('needs a name, which "%s" is not', async (name) => {
    await expect(useCassette(name, { folder: temporaryFolder(), fetch: upstream() })).rejects.toThrow(
      'cannot be the name',
    )
  })

  it('closes when its body fails', async () => {
    vi.stubEnv('CI', '')
    const folder = temporaryFolder()
    const failing = useCassette('x', { folder, fetch: upstream() }, async ({ fetch }) => {
      await ask(fetch)
      throw new Error('mine')
    })
    await expect(failing).rejects.toThrow('mine')
    expect(await useCassette('x', { folder }, ({ size }) => size)).toBe(1)
  })
})

function call(name: string, args: JsonObject): ToolCall {
  const base = { type: 'tool-call', kind: 'function', status: 'complete', providerExecuted: false } as const
  return { ...base, id: name, name, arguments: args }
}

const calls = [call('get_weather', { city: 'Oslo', days: [1, 2], unit: { t: 'C' } }), call('get_time', {})]
const message: Message = { role: 'assistant', parts: calls }
const holders = [
  ['calls', calls],
  ['a message', message],
  ['a response', { message, finish: { reason: 'tool-calls' } }],
  ['a conversation', { messages: [{ role: 'user', parts: [] }, message] }],
] as const

describe('toHaveToolCall', () => {
  it.each(holders)('finds calls in %s', (_name, holder) => {
    expect(holder).toHaveToolCall('get_weather')
    expect(holder).toHaveToolCall('get_weather', { city: 'Oslo' })
    expect(holder).toHaveToolCall('get_weather', { unit: { t: expect.any(String) }, days: [1, 2] })
    expect(holder).toHaveToolCall('get_time', {})
    expect(holder).not.toHaveToolCall('get_news')
    expect(holder).not.toHaveToolCall('get_weather', { city: 'Bergen' })
    expect(holder).not.toHaveToolCall('get_weather', { days: [1] })
    expect(holder).not.toHaveToolCall('get_time', { toString: expect.anything() })
  })

  it('lists the calls that there are', () => {
    expect(() => expect(calls).toHaveToolCall('get_weather', { city: 'Bergen' })).toThrow(
      `expected a call of get_weather({"city":"Bergen"}); the calls are
  get_weather({"city":"Oslo","days":[1,2],"unit":{"t":"C"}})
  get_time({})`,
    )
    expect(() => expect(calls).not.toHaveToolCall('get_time')).toThrow('expected no call of get_time')
    expect(() => expect([]).toHaveToolCall('x')).toThrow('expected a call of x; there are no calls')
  })

  it('knows custom, broken and provider-executed calls', () => {
    const weather = call('get_weather', {})
    const custom = { ...weather, kind: 'custom', name: 'run', arguments: 'ls', rawArguments: 'ls' }
    const { arguments: _none, ...broken } = {
      ...weather,
      status: 'truncated',
      rawArguments: '{"a',
      providerExecuted: true,
    }
    expect([custom]).toHaveToolCall('run', 'ls')
    expect([custom]).not.toHaveToolCall('run', 'rm')
    expect(toHaveToolCall([broken], 'get_weather', {}).pass).toBe(false)
    expect(toHaveToolCall([broken], 'get_weather', {}).message()).toContain(
      'get_weather({"a) — arguments truncated, provider-executed',
    )
  })

  it.each([[undefined], [null], ['text'], [{ choices: [] }], [[1]]])(
    'refuses %j, also when negated',
    (value) => {
      expect(() => expect(value).not.toHaveToolCall('x')).toThrow('expects canonical tool calls')
    },
  )
})
