import { asJson } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Conversation, Message } from '../../base/model/types.js'
import type { Fitted } from '../fit/fit.js'

/** A native request, and the notices of its encoding. */
export interface EncodedRequest {
  readonly value: object
  readonly notices: readonly Notice[]
}

/** A request, and what the next request of the same conversation can take over from it. */
export interface EncodedHistory {
  /** The conversation before it was fitted. */
  readonly conversation: Conversation
  /** The options of the encoding. */
  readonly options: object
  readonly fitted: Fitted
  readonly encoded: EncodedRequest
  /** The number of native messages that contain the system messages at the start. */
  readonly leading: number
  /** Ids of the calls, before and after they were fitted. */
  readonly ids: Set<string>
}

/**
 * The memory of a provider: how conversations were encoded for one target. When a conversation grows, only
 * the new messages are fitted and encoded. A conversation is found by its message objects, so messages must
 * not be edited in place: replace them. An edit, a branch, or other settings encode the whole conversation
 * again. The memory holds one request per conversation, as long as the conversation's last message is held
 * elsewhere.
 */
export class HistoryMemory {
  readonly #byLastMessage = new WeakMap<Message, EncodedHistory>()

  /** Returns the latest request that the conversation continues. The memory forgets it, since its successor replaces it. */
  take(conversation: Conversation, options: object): EncodedHistory | undefined {
    const { messages } = conversation
    for (const message of messages.toReversed()) {
      const known = this.#byLastMessage.get(message)
      if (known === undefined) continue
      if (!isContinued(known.conversation, conversation) || !hasSameMembers(known.options, options)) return
      this.#byLastMessage.delete(message)
      return known
    }
    return undefined
  }

  /** Remembers a request. The list of messages is copied, since the caller may append to it. */
  keep(history: EncodedHistory): void {
    const messages = [...history.conversation.messages]
    const last = messages.at(-1)
    if (last === undefined) return
    this.#byLastMessage.set(last, { ...history, conversation: { ...history.conversation, messages } })
  }
}

function isContinued(before: Conversation, conversation: Conversation): boolean {
  const { messages: earlier, tools: earlierTools = [], ...earlierSettings } = before
  const { messages, tools = [], ...settings } = conversation
  return (
    earlier.length < messages.length &&
    earlier.every((message, index) => message === messages[index]) &&
    earlierTools.length === tools.length &&
    earlierTools.every((tool, index) => tool === tools[index]) &&
    equalJson(asJson(earlierSettings), asJson(settings))
  )
}

/** Returns true if both objects have the same members in the same order, by identity. */
export function hasSameMembers(first: object, second: object): boolean {
  const members = Object.entries(second).flat()
  const own = Object.entries(first).flat()
  return own.length === members.length && own.every((value, index) => Object.is(members[index], value))
}
