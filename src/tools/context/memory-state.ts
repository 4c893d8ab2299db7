import { ToolError } from '../errors/tool-error.js'
import type { StateStore } from './context-types.js'

/** Stores whose state ends with this process. */
const IN_MEMORY = new WeakSet<StateStore>()

/** Creates a state in memory. The state exists as long as the store object. */
export function memoryState(): StateStore {
  return memoryOf(new Map(), (key) => key)
}

/** Creates separate states in memory, one per conversation id. */
export function memoryStates(): (conversationId: string) => StateStore {
  const texts = new Map<string, string>()
  return (conversationId) => memoryOf(texts, (key) => JSON.stringify([conversationId, key]))
}

/** Returns true if no other process can read the store. */
export function isInMemory(store: StateStore): boolean {
  return IN_MEMORY.has(store)
}

function memoryOf(texts: Map<string, string>, nameOf: (key: string) => string): StateStore {
  const store: StateStore = {
    get: (key) => texts.get(nameOf(key)),
    set(key, text) {
      texts.set(nameOf(key), text)
    },
    replace(key, expected, text) {
      const isAsExpected = texts.get(nameOf(key)) === expected
      if (isAsExpected) texts.set(nameOf(key), text)
      return isAsExpected
    },
  }
  IN_MEMORY.add(store)
  return store
}

/** Creates a store that rejects every access with the given reason. */
export function noState(why: string): StateStore {
  const refuse = () => {
    throw new ToolError(why)
  }
  return { get: refuse, set: refuse, replace: refuse }
}
