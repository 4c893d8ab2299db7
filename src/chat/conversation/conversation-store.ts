/**
 * Stores conversations as append-only lists of entries. An entry is a JSON text. All processes that run a
 * conversation share a store.
 */
export interface ConversationStore {
  /** Returns the entries of a conversation after the first `after` entries, in order. */
  read(id: string, after: number): Promise<readonly string[]>
  /**
   * Adds an entry if the conversation has exactly `after` entries, atomically across processes.
   * @param state the state of the conversation with the new entry, for `list`.
   * @returns true if the entry was added.
   */
  append(id: string, after: number, entry: string, state: ConversationState): Promise<boolean>
  /** Returns the ids of the conversations whose last entry has the state. */
  list(state: ConversationState): Promise<readonly string[]>
  /** Deletes a conversation. */
  delete(id: string): Promise<void>
}

/**
 * The state of a conversation.
 * - `idle`: the last turn is complete.
 * - `running`: a driver runs the conversation.
 * - `waiting`: calls wait for approval.
 * - `cut`: the last turn was stopped or failed, or its process died.
 * - `unknown`: calls began, and their end is unknown.
 */
export type ConversationState = (typeof CONVERSATION_STATES)[number]

/** All states. */
export const CONVERSATION_STATES = ['idle', 'running', 'waiting', 'cut', 'unknown'] as const
