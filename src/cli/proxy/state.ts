import { AdapterError } from '../../json/errors.js'
import { proxyMemory } from '../../proxy/memory.js'
import { keyvState } from '../../tools/context/keyv.js'
import type { StateStore } from '../../tools/context/types.js'

/** Where the proxy keeps what clients cannot carry, until it is closed. */
export interface OpenState {
  readonly state: StateStore
  close(): Promise<void>
}

/** The package for the store of a URL, by its scheme. https://keyv.org/docs/storage-adapters/ */
const PACKAGES: Readonly<Record<string, string>> = {
  'redis:': '@keyv/redis',
  'rediss:': '@keyv/redis',
  'valkey:': '@keyv/valkey',
  'sqlite:': '@keyv/sqlite',
  'postgres:': '@keyv/postgres',
  'postgresql:': '@keyv/postgres',
  'mysql:': '@keyv/mysql',
  'mongodb:': '@keyv/mongo',
}

const DAY = 86_400_000

/**
 * Opens the store that a URL names; without one, it is in memory.
 * @param lifetime milliseconds that something is kept after it was written. Default: a day.
 * @throws AdapterError for a URL of another kind, and for packages that are not installed. No message repeats the URL,
 * which may hold a password.
 */
export async function openState(url: string | undefined, lifetime = DAY): Promise<OpenState> {
  if (url === undefined) return { state: proxyMemory({ lifetime }), close: async () => undefined }
  const scheme = URL.canParse(url) ? new URL(url).protocol : ''
  const name = PACKAGES[scheme]
  if (name === undefined) {
    const known = Object.keys(PACKAGES).map((each) => `${each}//`)
    throw new AdapterError(
      'wrong-type',
      '',
      `the state is kept under a URL that begins with ${known.join(', ')}`,
    )
  }
  const { Keyv } = await installed(() => import('keyv'), name)
  const store = construct(await installed(() => import(name), name), url)
  const keyv = new Keyv({ store, namespace: 'toolwire' })
  const state = keyvState(keyv, { scope: 'proxy', ttl: lifetime })
  return { state, close: () => keyv.disconnect() }
}

async function installed<Module>(load: () => Promise<Module>, name: string): Promise<Module> {
  try {
    return await load()
  } catch {
    throw new AdapterError('unsupported', '', `this kind of state needs packages: npm install keyv ${name}`)
  }
}

/** Each of the packages exports its store as the default, which takes the URL. */
function construct(module: { readonly default?: unknown }, url: string): object {
  if (typeof module.default !== 'function')
    throw new AdapterError('unsupported', '', 'the package of this kind of state exports no store')
  return Reflect.construct(module.default, [url])
}
