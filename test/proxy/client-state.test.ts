import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientState } from '../../src/proxy/client-state.js'
import { proxyMemory } from '../../src/proxy/memory.js'
import type { StateStore } from '../../src/tools/context/types.js'

/** The same store as another process has it: its answers come when the scheduler says so. */
function elsewhere(store: Required<Pick<StateStore, 'get' | 'set' | 'replace'>>, scheduler: fc.Scheduler) {
  return new ClientState(
    {
      get: scheduler.scheduleFunction(async (key: string) => store.get(key)),
      set: scheduler.scheduleFunction(async (key: string, text: string) => store.set(key, text)),
      replace: scheduler.scheduleFunction(async (key: string, expected: string | undefined, text: string) =>
        store.replace(key, expected, text),
      ),
    },
    'tenant',
  )
}

test('what several processes claim at once is found by none of them, unless all claimed the same', async () => {
  const ids = fc.array(fc.constantFrom('one', 'two', 'three'), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), ids, async (scheduler, claimed) => {
      const { get, set, replace } = proxyMemory()
      if (replace === undefined) throw new Error('the memory cannot replace')
      const store = { get, set, replace }
      const claims = claimed.map((id) => elsewhere(store, scheduler).claim('key', id))
      await scheduler.waitFor(Promise.all(claims))
      const found = await new ClientState(store, 'tenant').only('key')
      expect(found).toBe(new Set(claimed).size === 1 ? claimed[0] : undefined)
    }),
  )
})

test('a claim that was forgotten can be made again', async () => {
  const state = new ClientState(proxyMemory(), 'tenant')
  await state.claim('key', 'one')
  await state.forget('key')
  await state.claim('key', 'two')
  expect(await state.only('key')).toBe('two')
})

test('the memory replaces only what is there, and nothing that is over', async () => {
  const lifetime = 1
  const store = proxyMemory({ lifetime })
  expect(await store.replace?.('key', 'other', 'text')).toBe(false)
  expect(await store.replace?.('key', undefined, 'text')).toBe(true)
  const over = Date.now() + lifetime
  while (Date.now() <= over);
  expect(await store.replace?.('key', 'text', 'next')).toBe(false)
  expect(await store.replace?.('key', undefined, 'next')).toBe(true)
})
