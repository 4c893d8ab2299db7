import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { answerOf } from '../../src/base/http/http-message.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { reloadable } from '../../src/cli/proxy/reload.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, requestOf, user } from '../support/proxy.js'
import { served, temporaryFolder } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

/** Starts a server that answers with its name, once it is allowed to. */
async function saying(name: string, may: () => Promise<unknown> = () => Promise.resolve()) {
  const { adapter } = adapterOf('openai-chat')
  const answer = {
    id: 'a',
    model: 'm',
    message: { role: 'assistant', parts: [{ type: 'text', text: name }] },
    finish: { reason: 'stop' },
  } as const
  const { url } = await served(async (input, init) => {
    const sent = new Request(input, init)
    const body = await sent.json()
    await may()
    return nativeAnswer(adapter, answer, { path: new URL(sent.url).pathname, body })
  })
  return { wire: 'openai-chat', target: `${url}/v1`, model: 'm' }
}

async function started(config: JsonObject) {
  const file = join(temporaryFolder(), 'proxy.json')
  const write = (text: string) => writeFileSync(file, text)
  write(JSON.stringify(config))
  const env = { TOKEN: 'token-1', ANNA: 'token-2', BEN: 'token-3' }
  const proxy = await startCli(['proxy', '--config', file], { adapters: ADAPTERS_FOLDER, env })
  onTestFinished(async () => void (await proxy.stop()))
  return {
    ...proxy,
    /** Writes another config, and waits until the proxy reports the result. */
    async reload(next: JsonObject | string) {
      write(typeof next === 'string' ? next : JSON.stringify(next))
      const said = proxy.said(/the config was .*/)
      process.emit('SIGHUP', 'SIGHUP')
      return said
    },
    async ask(key = 'any') {
      const [url, init] = requestOf('anthropic-messages', user('Who?'), false, { 'x-api-key': key })
      const answer = await fetch(url.replace('https://proxy.test', proxy.url), init)
      return answer.ok ? (await answer.json()).content[0].text : answer.status
    },
  }
}

test('a reloaded config applies to new requests; running requests end on the old one', async () => {
  let release: ((value?: unknown) => void) | undefined
  const held = new Promise((resolve) => {
    release = resolve
  })
  let isAsked = false
  const old = await saying('old', () => {
    isAsked = true
    return held
  })
  const proxy = await started({ routes: [{ to: old }] })
  const running = proxy.ask()
  await expect.poll(() => isAsked).toBe(true)
  expect(await proxy.reload({ routes: [{ to: await saying('new') }] })).toContain('reloaded; it applies')
  expect(await proxy.ask()).toBe('new')
  release?.()
  expect(await running).toBe('old')
})

test.each([
  '{ "routes": [',
  '{"routes": []}',
  '{"routes": [{"to": {"wire": "nobody", "target": "http://a.test"}}]}',
])('a broken config is reported, and the old one stays: %s', async (broken) => {
  const to = await saying('old')
  const proxy = await started({ routes: [{ to }] })
  expect(await proxy.reload(broken)).toContain('the old config stays')
  expect(await proxy.ask()).toBe('old')
  expect(await proxy.reload({ routes: [{ to: await saying('new') }] })).toContain('it applies to new')
  expect(await proxy.ask()).toBe('new')
})

test('users are added and removed; a proxy that requires tokens keeps requiring them', async () => {
  const to = await saying('hello')
  const proxy = await started({ users: { anna: 'ANNA' }, routes: [{ to }] })
  expect([await proxy.ask('token-2'), await proxy.ask('token-3')]).toEqual(['hello', 401])
  await proxy.reload({ users: { ben: 'BEN' }, routes: [{ to }] })
  expect([await proxy.ask('token-2'), await proxy.ask('token-3')]).toEqual([401, 'hello'])
  expect(await proxy.reload({ routes: [{ to }] })).toContain('keeps requiring tokens; restart it')
  expect(await proxy.ask('nobody')).toBe(401)
})

test('limits of users apply in the command, and new limits count earlier usage', async () => {
  const users = (requestsPerMinute: number) => ({
    anna: { tokenVariable: 'ANNA', requestsPerMinute, costPerDay: 0.5 },
    ben: 'BEN',
  })
  const to = await saying('hello')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 29, 12, 0, 1) })
  onTestFinished(() => void vi.useRealTimers())
  const proxy = await started({ users: users(1), routes: [{ to }] })
  expect([await proxy.ask('token-2'), await proxy.ask('token-2')]).toEqual(['hello', 429])
  expect(await proxy.ask('token-3')).toBe('hello')
  await proxy.reload({ users: users(2), routes: [{ to }] })
  expect([await proxy.ask('token-2'), await proxy.ask('token-2')]).toEqual(['hello', 429])
  vi.setSystemTime(Date.UTC(2026, 10, 29, 12, 1))
  expect(await proxy.ask('token-2')).toBe('hello')
})

test('settings that need a restart are reported', async () => {
  const to = await saying('hello')
  const proxy = await started({ routes: [{ to }] })
  const said = proxy.said(/a restart is needed.*/)
  await proxy.reload({ port: 4711, requestTimeout: 9, routes: [{ to }] })
  expect(await said).toContain('to apply: port, requestTimeout')
})

test('simultaneous reloads run one after the other, and the last one applies', async () => {
  const made: ((value: string) => void)[] = []
  const told: string[] = []
  const make = async () => {
    const name = await new Promise<string>((resolve) => made.push(resolve))
    return async () => answerOf(name)
  }
  const first = reloadable(make, (line) => told.push(line))
  made[0]?.('first')
  const { answer, reload } = await first
  const said = async () => (await answer(new Request('x:'))).body
  const both = [reload(), reload()]
  await new Promise((resolve) => setImmediate(resolve))
  expect(made).toHaveLength(2)
  made[1]?.('second')
  await both[0]
  expect(await said()).toBe('second')
  await new Promise((resolve) => setImmediate(resolve))
  made[2]?.('third')
  await both[1]
  expect(await said()).toBe('third')
  expect(told).toHaveLength(2)
})

describe('a file of users', () => {
  async function withFile(users: JsonObject, config: JsonObject = {}) {
    const usersFile = join(temporaryFolder(), 'users.json')
    const write = (text: string) => writeFileSync(usersFile, text)
    write(JSON.stringify(users))
    const proxy = await started({ usersFile, routes: [{ to: await saying('hello') }], ...config })
    return {
      ...proxy,
      /** Writes the file, and waits until the proxy reports the result. */
      async change(text: string) {
        const said = proxy.said(/the config was .*/)
        write(text)
        return said
      },
    }
  }

  test('adds users, tokens and limits without a restart, beside those of the config', async () => {
    const proxy = await withFile({ anna: 'token-a' }, { users: { ben: 'BEN' } })
    expect([await proxy.ask('token-a'), await proxy.ask('token-3'), await proxy.ask('token-c')]).toEqual([
      'hello',
      'hello',
      401,
    ])
    const users = { anna: 'token-new', carl: { token: 'token-c', requestsPerMinute: 1 } }
    expect(await proxy.change(JSON.stringify(users))).toContain('it applies to new requests')
    expect([await proxy.ask('token-a'), await proxy.ask('token-new')]).toEqual([401, 'hello'])
    expect([await proxy.ask('token-c'), await proxy.ask('token-c')]).toEqual(['hello', 429])
    expect(await proxy.ask('token-3')).toBe('hello')
  })

  test.each([
    ['half of it', '{"anna": "secret-1'],
    ['no user', '{}'],
    ['a list', '["secret-1"]'],
    ['a number', '{"anna": 1}'],
    ['a user without a token', '{"anna": {"requestsPerMinute": 1}}'],
    ['an unknown member', '{"anna": {"token": "secret-1", "tokensPerHour": 1}}'],
    ['a limit of zero', '{"anna": {"token": "secret-1", "tokensPerDay": 0}}'],
    ['an empty token', '{"anna": " "}'],
    ['a token twice', '{"anna": "secret-1", "carl": "secret-1"}'],
    ['a user of the config', '{"ben": "secret-1"}'],
  ])('with %s is reported without its tokens, and the old one stays', async (_, text) => {
    const proxy = await withFile({ anna: 'token-a' }, { users: { ben: 'BEN' } })
    const said = await proxy.change(text)
    expect(said).toContain('the old config stays')
    expect(said).not.toContain('secret-1')
    expect([await proxy.ask('token-a'), await proxy.ask('secret-1')]).toEqual(['hello', 401])
  })

  test('is required at the start', async () => {
    const config = join(temporaryFolder(), 'proxy.json')
    const usersFile = join(temporaryFolder(), 'missing.json')
    writeFileSync(config, JSON.stringify({ usersFile, routes: [{ to: await saying('hello') }] }))
    const started = startCli(['proxy', '--config', config], { adapters: ADAPTERS_FOLDER })
    await expect(started).rejects.toThrow('the file of users cannot be read')
  })
})
