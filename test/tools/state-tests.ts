import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StateStore } from '../../src/tools/context/context-types.js'
import type { DatabaseStateOptions } from '../../src/tools/context/store-options.js'
import { createToolContext } from '../../src/tools/context/tool-context.js'
import { sleep } from '../support/waiting.js'

/** Opens a handle of the state. */
export type Open = (options?: DatabaseStateOptions) => StateStore

const key = fc.constantFrom('a', 'b')
const action = fc.oneof(
  fc.record({ do: fc.constant('set'), key, text: fc.constantFrom('1', '2', '') }),
  fc.record({
    do: fc.constant('replace'),
    key,
    text: fc.constantFrom('1', '2', ''),
    expected: fc.constantFrom(undefined, '1', '2', ''),
  }),
)

/** Tests that every store must pass. */
export function storeTests(open: Open): void {
  test('behaves like a map in any sequence of operations', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        round += 1
        const [store, other] = [open({ scope: `round ${round}` }), open({ scope: `round ${round}:` })]
        await other.set('a', 'apart')
        const expected = new Map<string, string>()
        for (const given of actions) {
          const isDone = !('expected' in given) || expected.get(given.key) === given.expected
          if ('expected' in given)
            expect(await store.replace?.(given.key, given.expected, given.text)).toBe(isDone)
          else await store.set(given.key, given.text)
          if (isDone) expected.set(given.key, given.text)
          for (const name of ['a', 'b']) expect(await store.get(name)).toBe(expected.get(name))
        }
        expect(await other.get('a')).toBe('apart')
      }),
      { numRuns: 30 },
    )
  })

  test('of changes made at once by many handles none is lost', async () => {
    const add = (item: string) =>
      createToolContext({ state: open({ scope: 'cart' }) }).updateState<string[]>('cart', [], (items) => [
        ...items,
        item,
      ])
    const items = Array.from({ length: 10 }, (_, at) => `item ${at}`)
    await Promise.all(items.map(add))
    const kept = await createToolContext({ state: open({ scope: 'cart' }) }).getState<string[]>('cart', [])
    expect([...kept].sort()).toEqual(items)
  })
}

/** Tests that every store with a `ttl` must pass. */
export function lifetimeTests(open: Open): void {
  test('an expired text does not exist, for reads and for replacements', async () => {
    const short = open({ scope: 'ttl', ttl: 20 })
    const long = open({ scope: 'ttl', ttl: 60_000 })
    await long.set('a', '0')
    expect(await long.get('a')).toBe('0')
    await short.set('a', '1')
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
    expect(await long.replace?.('a', '1', '2')).toBe(false)
    expect(await short.replace?.('a', undefined, '3')).toBe(true)
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
    expect(await long.replace?.('a', undefined, '4')).toBe(true)
    expect(await long.replace?.('a', undefined, '5')).toBe(false)
    expect(await short.replace?.('a', '4', '6')).toBe(true)
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
  })

  test('an invalid time is refused', () => {
    expect(() => open({ ttl: 0 })).toThrow(RangeError)
    expect(() => open({ timeout: Number.NaN })).toThrow(RangeError)
  })
}
