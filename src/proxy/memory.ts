import type { StateStore } from '../tools/context/types.js'

/** How much is kept in memory, and for how long. */
export interface ProxyMemoryOptions {
  /** Milliseconds that a text is kept after it was written. Default: a day. */
  readonly lifetime?: number
  /** Characters of all keys and texts together; beyond them what was not used for longest goes. Default: 128 Mi. */
  readonly maxLength?: number
}

interface StoredText {
  readonly text: string
  readonly until: number
}

const DAY = 86_400_000

/**
 * A state in the memory of this process, with bounds. Several proxies behind one balancer need one that they share:
 * `redisState` of `toolwire/tools`, or another one that can `replace`.
 */
export function proxyMemory({ lifetime = DAY, maxLength = 128 << 20 }: ProxyMemoryOptions = {}): StateStore {
  // A Map keeps the order in which its keys were set: the first is the one that was not used for longest.
  const kept = new Map<string, StoredText>()
  let length = 0
  const remove = (key: string) => {
    const entry = kept.get(key)
    if (entry === undefined) return undefined
    kept.delete(key)
    length -= key.length + entry.text.length
    return entry
  }
  const add = (key: string, entry: StoredText) => {
    kept.set(key, entry)
    length += key.length + entry.text.length
  }
  const get = (key: string) => {
    const entry = remove(key)
    if (entry === undefined || entry.until <= Date.now()) return undefined
    add(key, entry)
    return entry.text
  }
  const set = (key: string, text: string) => {
    remove(key)
    if (key.length + text.length > maxLength) return
    add(key, { text, until: Date.now() + lifetime })
    for (const oldest of kept.keys()) {
      if (length <= maxLength) break
      remove(oldest)
    }
  }
  const replace = (key: string, expected: string | undefined, text: string) => {
    if (get(key) !== expected) return false
    set(key, text)
    return true
  }
  return { get, set, replace }
}
