import { AdapterError } from '../../base/json/adapter-error.js'
import { proxyMemory } from '../../proxy/client-state.js'
import type { StateStore } from '../../tools/context/context-types.js'
import { redisState } from '../../tools/context/database.js'
import { keyvState } from '../../tools/context/keyv.js'
import type { DatabaseStateOptions } from '../../tools/context/store-options.js'
import { watchedState } from './watched-state.js'

/** The proxy's store for data that clients cannot send back, until it is closed. */
export interface OpenState {
  readonly state: StateStore
  /** Returns true if the last call failed. Absent for a store in memory. */
  isFailing?(): boolean
  close(): Promise<void>
}

/** Redis-compatible stores are accessed without Keyv, which cannot compare and write in one step. */
const REDIS = ['redis:', 'rediss:', 'valkey:']

/** Keyv's store package for each URL scheme. https://keyv.org/docs/storage-adapters/ */
const PACKAGES: Readonly<Record<string, string>> = {
  'sqlite:': '@keyv/sqlite',
  'postgres:': '@keyv/postgres',
  'postgresql:': '@keyv/postgres',
  'mysql:': '@keyv/mysql',
  'mongodb:': '@keyv/mongo',
}

const DAY = 86_400_000

/** Opens each store once, so that a reloaded config finds the stored data. */
export class OpenStates {
  readonly #opened = new Map<string, Promise<OpenState>>()
  #latest: OpenState | undefined

  /** Opens a store like `openState`. */
  async open(url: string | undefined, lifetime: number | undefined): Promise<StateStore> {
    const key = JSON.stringify([url, lifetime])
    const opened = this.#opened.get(key) ?? openState(url, lifetime)
    this.#opened.set(key, opened)
    // A store that failed to open can be opened again later.
    opened.catch(() => this.#opened.delete(key))
    this.#latest = await opened
    return this.#latest.state
  }

  /** Returns true if the store that was opened last fails. */
  isFailing(): boolean {
    return this.#latest?.isFailing?.() === true
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map(async (opened) => (await opened).close()))
  }
}

/**
 * Opens the store for a URL. Without a URL, the store is in memory.
 * @param lifetime milliseconds for which a value is kept after it was written. Default: one day.
 * @throws AdapterError for a URL with an unknown scheme, and for packages that are not installed. Messages do
 * not contain the URL, which may include a password.
 */
export async function openState(url: string | undefined, lifetime = DAY): Promise<OpenState> {
  if (url === undefined) return { state: proxyMemory({ lifetime }), close: async () => undefined }
  const scheme = URL.canParse(url) ? new URL(url).protocol : ''
  const settings = { scope: 'proxy', ttl: lifetime }
  if (REDIS.includes(scheme)) return openRedis(url.replace(/^valkey:/i, 'redis:'), settings)
  const name = PACKAGES[scheme]
  if (name !== undefined) return openKeyv(name, url, settings)
  const known = [...REDIS, ...Object.keys(PACKAGES)].map((each) => `${each}//`)
  throw new AdapterError(
    'wrong-type',
    '',
    `the URL of the state has to begin with one of ${known.join(', ')}`,
  )
}

async function openRedis(url: string, settings: DatabaseStateOptions): Promise<OpenState> {
  const { Redis } = await installed(() => import('ioredis'), 'ioredis')
  const client = new Redis(url)
  // Without a listener, every connection attempt would be printed. The failed command also reports the error.
  client.on('error', () => undefined)
  const state = redisState((...words) => client.call(...words), settings)
  return watched(state, async () => client.disconnect())
}

async function openKeyv(name: string, url: string, settings: DatabaseStateOptions): Promise<OpenState> {
  const { Keyv } = await installed(() => import('keyv'), `keyv ${name}`)
  const store = construct(await installed(() => import(name), `keyv ${name}`), url)
  const keyv = new Keyv({ store, namespace: 'toolwire' })
  return watched(keyvState(keyv, settings), () => keyv.disconnect())
}

function watched(store: StateStore, disconnect: () => Promise<void>): OpenState {
  const { state, isFailing, close } = watchedState(store)
  return {
    ...{ state, isFailing },
    async close() {
      close()
      await disconnect()
    },
  }
}

async function installed<Module>(load: () => Promise<Module>, packages: string): Promise<Module> {
  try {
    return await load()
  } catch {
    throw new AdapterError(
      'unsupported',
      '',
      `this kind of state needs more packages: npm install ${packages}`,
    )
  }
}

/** Each package exports its store class as the default export; its constructor accepts the URL. */
function construct(module: { readonly default?: unknown }, url: string): object {
  if (typeof module.default !== 'function')
    throw new AdapterError('unsupported', '', 'the package of this kind of state exports no store')
  return Reflect.construct(module.default, [url])
}
