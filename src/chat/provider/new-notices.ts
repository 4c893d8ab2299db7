import type { Notice } from '../../base/model/context.js'
import type { Conversation, Message } from '../../base/model/types.js'

/** A function that returns the notices of a conversation that were not reported before. */
export type Memory = (conversation: Conversation, notices: readonly Notice[]) => Notice[]

/**
 * Creates the memory of reported notices. Every turn fits the complete conversation again and repeats the
 * notices about its history. A notice is remembered by the message that it refers to, or by the first message
 * of the conversation, while that message is in memory. The conversation may be one growing array or a new
 * array at each turn.
 */
export function createMemory(): Memory {
  const toldOf = new WeakMap<object, Set<string>>()
  return ({ messages }, notices) =>
    notices.filter(({ code, path }) => {
      const told = entryOf(toldOf, subjectOf(path, messages))
      const key = `${code} ${path}`
      if (told.has(key)) return false
      told.add(key)
      return true
    })
}

function subjectOf(path: string, messages: readonly Message[]): object {
  const index = /^\/messages\/(\d+)/.exec(path)?.[1]
  return messages[Number(index ?? 0)] ?? messages[0] ?? messages
}

function entryOf(entries: WeakMap<object, Set<string>>, key: object): Set<string> {
  const entry = entries.get(key) ?? new Set()
  entries.set(key, entry)
  return entry
}
