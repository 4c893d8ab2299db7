import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import KeyvRedis from '@keyv/redis'
import { Keyv } from 'keyv'
import { describe, expect, test, vi } from 'vitest'
import type { ContextWarning } from '../../src/tools/context/context-types.js'
import { type KeyvLike, type KeyvStateOptions, keyvState } from '../../src/tools/context/keyv.js'
import { createToolContext } from '../../src/tools/context/tool-context.js'
import { bundled } from '../support/bundled.js'
import { killedAtTheEnd } from '../support/children.js'
import { openKeyv } from '../support/keyv-stores.js'
import { describeWithRedis, startRedis } from '../support/redis.js'
import { temporaryFolder } from '../support/replay.js'

function watched(keyv: KeyvLike, options: KeyvStateOptions = {}) {
  const warnings: ContextWarning[] = []
  const state = keyvState(keyv, options)
  return {
    warnings,
    context: createToolContext({ state, onWarning: (warning) => void warnings.push(warning) }),
  }
}

/** Expects reads to return the fallback and warn, and writes to throw. Both report the cause. */
async function expectFailing(keyv: KeyvLike, cause: unknown, options?: KeyvStateOptions): Promise<void> {
  const { context, warnings } = watched(keyv, options)
  expect(await context.getState('cart', 'fallback')).toBe('fallback')
  expect(warnings).toEqual([{ message: expect.stringContaining('"cart"'), key: 'cart', cause }])
  const error = await context.setState('cart', 1).catch((error) => error)
  expect(error).toMatchObject({ name: 'ToolError', message: expect.stringContaining('"cart"') })
  expect(error.cause).toEqual(cause)
}

describe('a state in Keyv', () => {
  test('C3: keeps values; a kept null is there, an absent value is not', async () => {
    const { context, warnings } = watched(new Keyv())
    for (const value of [{ items: ['tea'] }, null, '', ':base64:x', 0, false, ['ä', '\u0000']]) {
      await context.setState('key', value)
      expect(await context.getState<unknown>('key', 'fallback')).toEqual(value)
    }
    expect(await context.getState('other', 'fallback')).toBe('fallback')
    expect(warnings).toEqual([])
  })

  test('C4: is shared within a scope, and no names make two scopes one', async () => {
    const keyv = new Keyv()
    const [one, same] = [watched(keyv, { scope: 'c-17' }), watched(keyv, { scope: 'c-17' })]
    await one.context.setState('turn', 1)
    expect(await same.context.getState('turn', 0)).toBe(1)
    const places = [
      {},
      { scope: 'keyv' },
      { scope: 'a' },
      { scope: 'a:b' },
      { scope: 'a%3Ab' },
      { scope: 'state' },
    ]
    const keys = ['b:c', 'c', 'keyv:c', ':c', 'state::c']
    for (const place of places)
      for (const key of keys) await keyvState(keyv, place).set(key, JSON.stringify([place, key]))
    for (const place of places)
      for (const key of keys) expect(await keyvState(keyv, place).get(key)).toBe(JSON.stringify([place, key]))
  })

  test('forgets a value after its lifetime', async () => {
    const { context, warnings } = watched(new Keyv(), { ttl: 40 })
    await context.setState('cart', 1)
    expect(await context.getState('cart', 0)).toBe(1)
    await sleep(60)
    expect(await context.getState('cart', 0)).toBe(0)
    expect(warnings).toEqual([])
  })

  test.each([{ ttl: 0 }, { ttl: -1 }, { ttl: Number.NaN }, { timeout: 0 }, { timeout: Infinity }])(
    '%o is refused',
    (options) => {
      expect(() => keyvState(new Keyv(), options)).toThrow(RangeError)
    },
  )

  test('of very many scopes adds one listener to its instance', () => {
    const warn = vi.spyOn(console, 'warn')
    const keyv = new Keyv()
    for (let scope = 0; scope < 300; scope += 1) keyvState(keyv, { scope: String(scope) })
    expect(keyv.listeners('error')).toHaveLength(1)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('of foreign data returns the fallback', async () => {
    const keyv = new Keyv()
    await keyv.set('state::cart', { no: 'text' })
    const { context, warnings } = watched(keyv)
    expect(await context.getState('cart', 1)).toBe(1)
    expect(warnings).toHaveLength(1)
  })
})

describe('C2: a failing store behind Keyv', () => {
  const down = new Error('the database is gone')
  const rejecting = { get: () => Promise.reject(down), set: () => Promise.reject(down) }
  const throwing = {
    get() {
      throw down
    },
    set() {
      throw down
    },
  }
  const rest = { opts: {}, delete: async () => true, clear: async () => {}, on: () => rest }

  for (const throwOnErrors of [false, true])
    test(`C2, trap 12: its errors are reported, with throwOnErrors ${throwOnErrors}`, async () => {
      for (const store of [rejecting, throwing])
        await expectFailing(new Keyv({ store: { ...rest, ...store }, throwOnErrors }), down)
    })

  /**
   * Simulates Keyv 6 for all stores, and the Redis adapter of Keyv 5: failures are only emitted as events.
   */
  function silent(answer: unknown): KeyvLike {
    let listener: (error: unknown) => void = () => {
      throw new Error('nobody listens: the process ends here')
    }
    const fail = async () => {
      await sleep(1)
      listener(down)
      return answer
    }
    return {
      get: fail,
      set: fail,
      on(_, given) {
        listener = given
      },
    }
  }

  test('C2, trap 12: errors that are only events are reported', async () => {
    for (const answer of [undefined, false]) {
      const { context } = watched(silent(answer))
      await expect(context.setState('cart', 1)).rejects.toMatchObject({ name: 'ToolError', cause: down })
    }
    await expectFailing(silent(undefined), down)
  })

  test('C2: a value that was read is used, even if other operations fail meanwhile', async () => {
    const { context, warnings } = watched(silent('7'))
    expect(await context.getState('cart', 0)).toBe(7)
    expect(warnings).toEqual([])
  })

  test('C2: a write that Keyv reports only as unsuccessful is an error', async () => {
    const { context } = watched({ get: async () => undefined, set: async () => false })
    await expect(context.setState('cart', 1)).rejects.toMatchObject({ name: 'ToolError' })
  })

  test('C2: one that never answers has failed, and its late answer is ignored', async () => {
    let reject: (error: Error) => void = () => {}
    const never = () =>
      new Promise<undefined>((_, fail) => {
        reject = fail
      })
    await expectFailing({ get: never, set: never }, new Error('Keyv did not answer within 20 ms.'), {
      timeout: 20,
    })
    reject(new Error('much later'))
    await sleep(5)
  })
})

/** A process that works on a conversation's state; see `support/state-child.ts`. */
class StateProcess {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(program: string, url: string, scope = 'c-17') {
    this.#child = killedAtTheEnd(
      spawn(process.execPath, [program, url, scope], { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const { stdout } = this.#child
    if (stdout === null) throw new Error('no output')
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  }

  async read(key: string) {
    return this.#ask([key])
  }
  async write(key: string, value: unknown) {
    return this.#ask([key, value])
  }
  /**
   * Ends the process.
   * @returns the exit code.
   */
  async end(): Promise<number | null> {
    const closed = new Promise<number | null>((resolve) => this.#child.once('close', resolve))
    this.#child.stdin?.end()
    return closed
  }

  async #ask(command: unknown): Promise<unknown> {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`)
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('the process has ended')
    return JSON.parse(value)
  }
}

describe('state that outlives the process', () => {
  const program = bundled('test/support/state-child.ts')

  const fallback = { value: 'fallback', warnings: [expect.stringContaining('"cart"')] }
  const refused = { error: expect.stringContaining('ToolError: The state "cart"') }

  async function expectShared(url: string): Promise<void> {
    const first = new StateProcess(program, url)
    const second = new StateProcess(program, url)
    expect(await first.write('cart', { items: ['tea'] })).toEqual({ kept: true })
    expect(await second.read('cart')).toEqual({ value: { items: ['tea'] }, warnings: [] })
    expect(await second.write('cart', null)).toEqual({ kept: true })
    expect(await first.read('cart')).toEqual({ value: null, warnings: [] })
    expect(await first.end()).toBe(0)
    expect(await second.end()).toBe(0)
    const third = new StateProcess(program, url)
    expect(await third.read('cart')).toEqual({ value: null, warnings: [] })
    expect(await third.end()).toBe(0)
    const stranger = new StateProcess(program, url, 'c-18')
    expect(await stranger.read('cart')).toEqual({ value: 'fallback', warnings: [] })
    expect(await stranger.end()).toBe(0)
  }

  test('C4: on SQLite, one process reads the values of another', async () => {
    await expectShared(join(temporaryFolder(), 'state.sqlite'))
  })

  test('C2: a broken SQLite file gives the fallback and the error, and ends no process', async () => {
    const file = join(temporaryFolder(), 'state.sqlite')
    writeFileSync(file, 'this is no database, '.repeat(1000))
    const child = new StateProcess(program, file)
    expect(await child.read('cart')).toEqual(fallback)
    expect(await child.write('cart', 1)).toEqual(refused)
    expect(await child.end()).toBe(0)
  })

  test('C2: an SQLite file that cannot be opened: the cause contains the reason', async () => {
    await expectFailing(openKeyv(join(temporaryFolder(), 'no/such/folder/state.sqlite')), expect.any(Error))
  })

  describeWithRedis('on Redis', () => {
    test('C4: one process reads the values of another', async () => {
      const redis = await startRedis()
      try {
        await expectShared(redis.url)
      } finally {
        await redis.close()
      }
    })

    test('C2: a server that dies gives the fallback and the error, ends no process, and serves again when it is back', async () => {
      const redis = await startRedis()
      try {
        const child = new StateProcess(program, redis.url)
        expect(await child.write('cart', 'before')).toEqual({ kept: true })
        await redis.stop('SIGKILL')
        expect(await child.read('cart')).toEqual(fallback)
        expect(await child.write('cart', 'meanwhile')).toEqual(refused)
        await redis.start()
        await vi.waitFor(
          async () => expect(await child.write('cart', 'after')).toEqual({ kept: true }),
          20_000,
        )
        expect(await child.read('cart')).toEqual({ value: 'after', warnings: [] })
        expect(await child.end()).toBe(0)
      } finally {
        await redis.close()
      }
    })

    test('C2, trap 12: errors that the adapter keeps to itself are reported at once', async () => {
      const redis = await startRedis()
      const adapter = new KeyvRedis({ url: redis.url, disableOfflineQueue: true })
      const keyv = new Keyv(adapter)
      try {
        await keyvState(keyv).set('cart', '"before"')
        await redis.stop('SIGKILL')
        await vi.waitFor(() => expectFailing(keyv, expect.any(Error), { timeout: 60_000 }))
        await redis.start()
        await vi.waitFor(async () => expect(await keyvState(keyv).get('cart')).toBe('"before"'), 20_000)
      } finally {
        await keyv.disconnect()
        await redis.close()
      }
    })

    test('C2: an unreachable server returns the fallback and the error until it is reachable', async () => {
      const redis = await startRedis()
      try {
        await redis.stop()
        const child = new StateProcess(program, redis.url)
        expect(await child.read('cart')).toEqual(fallback)
        expect(await child.write('cart', 1)).toEqual(refused)
        await redis.start()
        await vi.waitFor(async () => expect(await child.write('cart', 2)).toEqual({ kept: true }), 20_000)
        expect(await child.read('cart')).toEqual({ value: 2, warnings: [] })
        expect(await child.end()).toBe(0)
      } finally {
        await redis.close()
      }
    })
  })
})
