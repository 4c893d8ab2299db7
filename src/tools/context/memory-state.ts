import { ToolError } from '../errors/tool-error.js'
import type { StateStore } from './context-types.js'

/** Handles whose state ends with this process. */
const IN_MEMORY = new WeakSet<StateStore>()

/** A state in memory: it lives as long as its handle. */
export function memoryState(): StateStore {
  return memoryOf(new Map(), (key) => key)
}

/** States in memory that are apart: whoever names a conversation gets the one of that conversation. */
export function memoryStates(): (conversationId: string) => StateStore {
  const texts = new Map<string, string>()
  return (conversationId) => memoryOf(texts, (key) => JSON.stringify([conversationId, key]))
}

/** Whether no other process can ever read what is kept there. */
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

/** A state that nobody has: who asks for it is told why. */
export function noState(why: string): StateStore {
  const refuse = () => {
    throw new ToolError(why)
  }
  return { get: refuse, set: refuse, replace: refuse }
}
