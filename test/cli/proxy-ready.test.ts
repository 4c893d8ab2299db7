import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assistantMessage } from '../../src/base/model/create.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { watchedState } from '../../src/cli/proxy/watched-state.js'
import { adapterOf } from '../support/adapters.js'
import { nativeAnswer, requestOf, user } from '../support/proxy.js'
import { describeWithRedis, startRedis } from '../support/redis.js'
import { served, temporaryFolder } from '../support/replay.js'
import { startCli } from '../support/run-cli.js'

/** Starts a proxy from Anthropic's wire to OpenAI's chat completions. */
async function startProxy(config: object) {
  const target = await served(async (input, init) => {
    const sent = new Request(input, init)
    const answer = { message: assistantMessage('Yes.'), finish: { reason: 'stop' as const } }
    return nativeAnswer(adapterOf('openai-chat').adapter, answer, { path: '', body: await sent.json() })
  })
  const to = { wire: 'openai-chat', target: `${target.url}/v1`, model: 'm', maxOutputTokens: 100 }
  const file = join(temporaryFolder(), 'proxy.json')
  writeFileSync(file, JSON.stringify({ ...config, routes: [{ from: 'anthropic-messages', to }] }))
  const proxy = await startCli(['proxy', '--config', file], { adapters: ADAPTERS_FOLDER })
  return {
    proxy,
    ready: async () => {
      const answer = await fetch(`${proxy.url}/ready`)
      return [answer.status, await answer.json()]
    },
    ask: async () => {
      const [url, init] = requestOf('anthropic-messages', user(`Hi ${Math.random()}`))
      const began = performance.now()
      const answer = await fetch(`${proxy.url}${new URL(url).pathname}`, init)
      await answer.text()
      return { status: answer.status, milliseconds: performance.now() - began }
    },
  }
}

test('a stopped proxy is not ready, and answers until its load balancer knows it', async () => {
  const { proxy, ready, ask } = await startProxy({ drainDelay: 500 })
  expect(await ready()).toEqual([200, { status: 'ready' }])
  const ended = proxy.stop()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await ready()).toEqual([503, { status: 'draining' }])
  expect((await ask()).status).toBe(200)
  expect((await ended).status).toBe(0)
})

test('a store that does not answer is asked once, until it answers again', async () => {
  let calls = 0
  let isGone = true
  const store = {
    get: () => {
      calls += 1
      return isGone ? new Promise<string>(() => undefined) : Promise.resolve('kept')
    },
    set: async () => undefined,
  }
  const { state, isFailing, close } = watchedState(store, { timeout: 20, interval: 20 })
  await expect(state.get('a')).rejects.toThrow('did not answer within 20 ms')
  for (let turn = 0; turn < 50; turn += 1) await expect(state.get('a')).rejects.toThrow('requested again')
  expect([calls, isFailing()]).toEqual([1, true])
  isGone = false
  while (isFailing()) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await state.get('a')).toBe('kept')
  expect(state).not.toHaveProperty('replace')
  close()
})

describeWithRedis('a proxy whose Redis is gone', () => {
  test('answers without waiting, shows it, and uses the store when it is back', async () => {
    const redis = await startRedis()
    const { proxy, ready, ask } = await startProxy({ state: redis.url })
    expect((await ask()).status).toBe(200)
    await redis.stop('SIGKILL')
    expect((await ask()).status).toBe(200)
    expect(await ready()).toEqual([200, { status: 'degraded', state: 'failing' }])
    const times = []
    for (let turn = 0; turn < 10; turn += 1) times.push((await ask()).milliseconds)
    expect(times.sort((one, other) => one - other)[5]).toBeLessThan(500)
    await redis.start()
    for (;;) {
      const [, { status }] = await ready()
      if (status === 'ready') break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect((await ask()).status).toBe(200)
    expect((await redis.keys('*')).length).toBeGreaterThan(0)
    await proxy.stop()
    await redis.close()
  }, 60_000)
})
