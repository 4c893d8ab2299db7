import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientState, proxyMemory } from '../../src/proxy/client-state.js'
import type { StateStore } from '../../src/tools/context/context-types.js'

type Whole = Required<Pick<StateStore, 'get' | 'set' | 'replace'>>

function memory(): Whole {
  const { get, set, replace } = proxyMemory()
  if (replace === undefined) throw new Error('the memory cannot replace')
  return { get, set, replace }
}

/** Simulates a store over a network: the scheduler decides when its answers arrive. */
function faraway(store: Whole, scheduler: fc.Scheduler): Whole {
  return {
    get: scheduler.scheduleFunction(async (key: string) => store.get(key)),
    set: scheduler.scheduleFunction(async (key: string, text: string) => store.set(key, text)),
    replace: scheduler.scheduleFunction(async (key: string, expected: string | undefined, text: string) =>
      store.replace(key, expected, text),
    ),
  }
}

const CLAIMED = fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 5 })

/** Returns the value that is found after these claims. */
function onlyOne(claimed: readonly string[]): string | undefined {
  return new Set(claimed).size === 1 ? claimed[0] : undefined
}

test('state that several processes claim at once is found by none of them, unless all claimed the same', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), CLAIMED, async (scheduler, claimed) => {
      const store = memory()
      const processes = claimed.map(() => new ClientState(faraway(store, scheduler), 'tenant'))
      await scheduler.waitFor(Promise.all(processes.map((one, at) => one.claim('key', claimed[at] ?? ''))))
      expect(await new ClientState(store, 'tenant').only('key')).toBe(onlyOne(claimed))
    }),
  )
})

test('one process sees its own claims, also in a store that cannot compare and write in one step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), CLAIMED, async (scheduler, claimed) => {
      const store = memory()
      const { get, set } = faraway(store, scheduler)
      const shared = { get, set }
      const requests = claimed.map((id) => new ClientState(shared, 'tenant').claim('key', id))
      await scheduler.waitFor(Promise.all(requests))
      expect(await new ClientState(store, 'tenant').only('key')).toBe(onlyOne(claimed))
    }),
  )
})

test('a key that could not be claimed once is found no more: another may have it already', async () => {
  const store = memory()
  let isDown = true
  const failing: StateStore = {
    ...store,
    get: (key) => {
      if (isDown) throw new Error('down')
      return store.get(key)
    },
  }
  await expect(new ClientState(failing, 'tenant').claim('key', 'one')).rejects.toThrow('down')
  isDown = false
  await new ClientState(failing, 'tenant').claim('key', 'two')
  expect(await new ClientState(failing, 'tenant').only('key')).toBeUndefined()
})

test('a claim that was forgotten can be made again', async () => {
  const state = new ClientState(proxyMemory(), 'tenant')
  await state.claim('key', 'one')
  await state.forget('key')
  await state.claim('key', 'two')
  expect(await state.only('key')).toBe('two')
})

test('the memory replaces only existing values that have not expired', async () => {
  const lifetime = 1
  const store = proxyMemory({ lifetime })
  expect(await store.replace?.('key', 'other', 'text')).toBe(false)
  expect(await store.replace?.('key', undefined, 'text')).toBe(true)
  const over = Date.now() + lifetime
  while (Date.now() <= over);
  expect(await store.replace?.('key', 'text', 'next')).toBe(false)
  expect(await store.replace?.('key', undefined, 'next')).toBe(true)
})
