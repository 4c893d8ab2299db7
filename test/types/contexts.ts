/* Compiled, never run: the arguments of tools, and their types. */
import type KeyvRedis from '@keyv/redis'
import { Keyv } from 'keyv'
import type { StateStore, ToolRun } from '../../src/index.js'
import { createExtension, createToolContext, keyvState, memoryState, provide } from '../../src/tools/index.js'

interface Cart {
  readonly items: readonly string[]
}
class Database {
  readonly name = 'db'
}

/** Checks that a read value has the type of its fallback, widened to other values, or the specified type. */
export async function state({ getState, setState }: ToolRun, cart: Cart): Promise<void> {
  const count: number = await getState('count', 0)
  const next = (await getState('count', 0)) + count === 7
  const isOn: boolean = await getState('on', next)
  const mode: 'a' | 'b' = await getState<'a' | 'b'>('mode', 'a')
  const kept: Cart | undefined = await getState<Cart | undefined>('cart', undefined)
  // @ts-expect-error the fallback says that it is a number
  const text: string = await getState('count', 0)
  await setState('cart', { ...cart, mode, isOn, text, kept })
}

/** Checks that a value has the type of its key. */
export function extensions(run: ToolRun, database: Database): unknown {
  const tenant = createExtension<{ readonly id: string }>('tenant')
  const given = [provide(Database, database), provide(tenant, { id: 'a' })]
  // @ts-expect-error a number is not a tenant
  provide(tenant, 7)
  // @ts-expect-error a text is not a database
  provide(Database, 'db')
  const id: string | undefined = run.extension(tenant)?.id
  const name: 'db' | undefined = run.extension(Database)?.name
  return [createToolContext({ extensions: given }), id, name]
}

/** Keyv itself is not a store: it would keep values that are not JSON text. */
export function stores(adapter: KeyvRedis<unknown>): StateStore[] {
  // @ts-expect-error use keyvState
  createToolContext({ state: new Keyv() })
  return [memoryState(), keyvState(new Keyv()), keyvState(new Keyv(adapter)), keyvState(new Keyv<string>())]
}
