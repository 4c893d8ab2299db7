import KeyvRedis from '@keyv/redis'
import { Keyv, type KeyvStoreAdapter } from 'keyv'
import sqlite from 'node-sqlite3-wasm'

/**
 * SQLite for Keyv, like `@keyv/sqlite`: each failure rejects. It is WebAssembly and therefore runs on every
 * machine. The `sqlite3` of that package has to be compiled, or downloaded from elsewhere.
 */
export class SqliteStore implements KeyvStoreAdapter {
  readonly opts = { dialect: 'sqlite', url: '' }
  namespace?: string
  #open: InstanceType<typeof sqlite.Database> | undefined

  constructor(private readonly file: string) {}

  async get<Value>(key: string): Promise<Value | undefined> {
    const row = this.#database().get('SELECT value FROM keyv WHERE key = ?', key)
    return row?.['value'] as Value | undefined
  }
  async set(key: string, value: string): Promise<void> {
    this.#database().run('INSERT OR REPLACE INTO keyv (key, value) VALUES (?, ?)', [key, value])
  }
  async delete(key: string): Promise<boolean> {
    return this.#database().run('DELETE FROM keyv WHERE key = ?', key).changes > 0
  }
  async clear(): Promise<void> {
    this.#database().run('DELETE FROM keyv')
  }
  async disconnect(): Promise<void> {
    this.#open?.close()
  }
  on(): this {
    return this
  }

  #database() {
    if (this.#open !== undefined) return this.#open
    const database = new sqlite.Database(this.file)
    try {
      database.exec('CREATE TABLE IF NOT EXISTS keyv (key TEXT PRIMARY KEY, value TEXT)')
    } catch (error) {
      database.close()
      throw error
    }
    this.#open = database
    return database
  }
}

/**
 * Opens a Keyv store.
 * @param url `redis://…`, or the path of an SQLite file. Its errors have no listener.
 */
export function openKeyv(url: string): Keyv {
  return new Keyv(url.startsWith('redis:') ? new KeyvRedis(url) : new SqliteStore(url))
}
