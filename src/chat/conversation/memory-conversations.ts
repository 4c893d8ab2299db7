import type { ConversationState, ConversationStore } from './conversation-store.js'

interface Kept {
  readonly entries: string[]
  state: ConversationState
}

/** Stores conversations in the memory of one process, for tests. */
export function memoryConversations(): ConversationStore {
  const conversations = new Map<string, Kept>()
  return {
    read: async (id, after) => conversations.get(id)?.entries.slice(after) ?? [],
    async append(id, after, entry, state) {
      const kept = conversations.get(id) ?? { entries: [], state }
      if (kept.entries.length !== after) return false
      kept.entries.push(entry)
      kept.state = state
      conversations.set(id, kept)
      return true
    },
    list: async (state) => [...conversations].flatMap(([id, kept]) => (kept.state === state ? id : [])),
    async delete(id) {
      conversations.delete(id)
    },
  }
}
