import type { StateStore } from './types.js'

/** A state in memory: it lives as long as its handle. */
export function memoryState(): StateStore {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key),
    set(key, text) {
      texts.set(key, text)
    },
  }
}

/** States in memory that are apart: whoever names a conversation gets the one of that conversation. */
export function memoryStates(): (conversationId: string) => StateStore {
  const { get, set } = memoryState()
  return (conversationId) => {
    const own = (key: string) => JSON.stringify([conversationId, key])
    return { get: (key) => get(own(key)), set: (key, text) => set(own(key), text) }
  }
}
