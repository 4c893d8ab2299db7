import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { asJson, isArray, isObject } from '../base/json/read-json.js'
import type { Context, EarlierMessages, Notice } from '../base/model/context.js'
import type { Conversation, Message, ToolDefinition } from '../base/model/types.js'
import { HistoryMemory } from '../translate/exchange/history-memory.js'
import { WrittenHistory } from './written-history.js'

/** The memory of one conversation of a client: its decoded messages, and their form for each target. */
export class ConversationMemory {
  /** The messages that were decoded, by their native objects. */
  readonly earlier: EarlierMessages = new DecodedMessages()
  readonly #decoded = new SharedValues()
  readonly #targets = new Map<object, TargetMemory>()

  /** Returns the decoded conversation with the objects of the latest request where both are the same. */
  shared(conversation: Conversation): Conversation {
    return this.#decoded.shared(conversation)
  }

  /** Returns the memory of the conversation for a target, which is identified by the object of its URL. */
  at({ base }: { readonly base: URL }): TargetMemory {
    const memory = this.#targets.get(base) ?? {
      values: new SharedValues(),
      history: new HistoryMemory(),
      written: new WrittenHistory(),
    }
    this.#targets.set(base, memory)
    return memory
  }
}

interface DecodedMessage {
  readonly wire: string
  readonly messages: readonly Message[]
  readonly notices: readonly Notice[]
}

class DecodedMessages implements EarlierMessages {
  readonly #known = new WeakMap<JsonObject, DecodedMessage>()

  known(native: JsonObject, { wire, report }: Context): readonly Message[] | undefined {
    const known = this.#known.get(native)
    if (known?.wire !== wire) return undefined
    for (const notice of known.notices) report(notice)
    return known.messages
  }

  decode<Given extends Context>(
    native: JsonObject,
    context: Given,
    decode: (native: JsonObject, context: Given) => readonly Message[],
  ): readonly Message[] {
    const notices: Notice[] = []
    const report = (notice: Notice) => {
      notices.push(notice)
      context.report(notice)
    }
    const messages = decode(native, { ...context, report })
    this.#known.set(native, { wire: context.wire, messages, notices })
    return messages
  }
}

/** The memory of a conversation on its way to one target. */
export interface TargetMemory {
  readonly values: SharedValues
  readonly history: HistoryMemory
  readonly written: WrittenHistory
}

/** The messages and tools of the latest request of a conversation, by which unchanged ones are recognized. */
export class SharedValues {
  #messages: readonly Message[] = []
  #tools: readonly ToolDefinition[] = []

  /** Returns the conversation with the objects of the latest request where both are the same. */
  shared(conversation: Conversation): Conversation {
    this.#messages = sharedList(this.#messages, conversation.messages)
    const messages = this.#messages
    if (conversation.tools === undefined) return { ...conversation, messages }
    this.#tools = sharedList(this.#tools, conversation.tools)
    return { ...conversation, messages, tools: this.#tools }
  }
}

function sharedList<Item extends object>(before: readonly Item[], items: readonly Item[]): readonly Item[] {
  return items.map((item, index) => {
    const known = before[index]
    return known !== undefined && isSame(asJson(known), asJson(item)) ? known : item
  })
}

/** Returns true if both values are written as the same JSON. Unlike in `equalJson`, the order of members counts. */
function isSame(first: JsonValue | undefined, second: JsonValue | undefined): boolean {
  if (Object.is(first, second)) return true
  if (isArray(first))
    return (
      isArray(second) &&
      first.length === second.length &&
      first.every((item, index) => isSame(item, second[index]))
    )
  if (!isObject(first) || !isObject(second)) return false
  const [keys, others] = [Object.keys(first), Object.keys(second)]
  return (
    keys.length === others.length &&
    Object.getPrototypeOf(first) === Object.getPrototypeOf(second) &&
    keys.every((key, index) => key === others[index] && isSame(first[key], second[key]))
  )
}
