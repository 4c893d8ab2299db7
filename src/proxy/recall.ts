import { parseExact, stringifyExact } from '../json/exact.js'
import { asNative, expectObject } from '../json/read.js'
import { compact } from '../json/write.js'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../model/types.js'
import type { StateStore } from '../tools/context/types.js'
import { digest } from './digest.js'
import { callText, clientCalls, contextText, plainText } from './essence.js'

/** An answer as its author gave it, with what the client saw of it. */
interface Kept {
  /** In the names and kinds of the client's own tools. */
  readonly message: Message
  /** The text that the client saw. */
  readonly text: string
  /** The ids of the calls that the client saw, in the order of those of the message. */
  readonly ids: readonly string[]
}

/**
 * Keeps aside what clients of another wire cannot carry of an answer: reasoning, proofs and ids of the wire that gave it.
 * When the client sends its history again, they are given back to their author. An answer is found by its calls, or by
 * its text and what was said before it; only by clients that show the same key.
 */
export class Recall {
  readonly #state: StateStore
  readonly #scope: string

  /** @param scope of the client: others cannot find what it was answered. */
  constructor(state: StateStore, scope: string) {
    this.#state = state
    this.#scope = scope
  }

  /**
   * @param message as its author gave it, in the client's names.
   * @param shown the same as the client got it.
   * @param history what it answers.
   */
  async remember(message: Message, shown: Message, history: readonly Message[]): Promise<void> {
    const calls = clientCalls(shown.parts)
    const ids = calls.map(({ id }) => id)
    if (ids.length !== clientCalls(message.parts).length || !isWorthKeeping(message, ids)) return
    const kept: Kept = { message, text: plainText(shown.parts), ids }
    const text = stringifyExact(kept)
    const keys = [
      ...calls.map((call) => this.#callKey(call)),
      this.#answerKey(shown, history, history.length),
    ]
    const [first = '', ...others] = await Promise.all(keys)
    await this.#state.set(first, text)
    await Promise.all(others.map((key) => this.#state.set(key, JSON.stringify({ see: first }))))
  }

  /** The conversation with all that this wire gave before in the place of what the client has of it. */
  async recall(conversation: Conversation, wire: string): Promise<Conversation> {
    const { messages } = conversation
    const found = await Promise.all(
      messages.map((message, index) =>
        message.role === 'assistant' ? this.#find(message, messages, index, wire) : undefined,
      ),
    )
    if (found.every((kept) => kept === undefined)) return conversation
    const calls = new Map<string, ToolCall>()
    for (const kept of found)
      for (const [place, call] of clientCalls(kept?.message.parts ?? []).entries())
        calls.set(kept?.ids[place] ?? '', call)
    const restored = messages.map((message, index) => {
      const kept = found[index]
      return kept === undefined ? withResults(message, calls) : restoredMessage(message, kept)
    })
    return { ...conversation, messages: restored }
  }

  async #find(
    message: Message,
    messages: readonly Message[],
    index: number,
    wire: string,
  ): Promise<Kept | undefined> {
    const keys = [
      ...clientCalls(message.parts).map((call) => this.#callKey(call)),
      this.#answerKey(message, messages, index),
    ]
    for (const key of await Promise.all(keys)) {
      const kept = await this.#read(key)
      if (kept?.message.origin?.wire === wire) return kept
    }
    return undefined
  }

  async #read(key: string): Promise<Kept | undefined> {
    const text = await this.#state.get(key)
    if (text === undefined || text === '') return undefined
    const value = expectObject(parseExact(text), '')
    return typeof value.see === 'string' ? this.#read(value.see) : asNative<Kept>(value)
  }

  #callKey(call: ToolCall): Promise<string> {
    return this.#key('call', `${call.id}\n${callText(call)}`)
  }

  #answerKey({ parts }: Message, messages: readonly Message[], index: number): Promise<string> {
    const calls = clientCalls(parts).map(callText)
    return this.#key('said', [plainText(parts), ...calls, contextText(messages, index)].join('\n'))
  }

  async #key(kind: string, text: string): Promise<string> {
    return `${kind}:${await digest(`${this.#scope}\n${text}`)}`
  }
}

/** Whether the client's own history would lack anything of it. */
function isWorthKeeping({ parts, providerMetadata }: Message, shownIds: readonly string[]): boolean {
  const isOther = (call: ToolCall, index: number) => call.minted === true || call.id !== shownIds[index]
  return (
    providerMetadata !== undefined ||
    parts.some((part) => isHidden(part) || part.providerMetadata !== undefined) ||
    clientCalls(parts).some(isOther)
  )
}

/** What no client of another wire sends back. */
function isHidden(part: Part): part is Exclude<Part, { type: 'text' }> {
  if (part.type === 'tool-call' || part.type === 'tool-result') return part.providerExecuted
  return part.type !== 'text'
}

/** The answer as it was; of one that the client changed, what belongs to its calls. */
function restoredMessage(message: Message, kept: Kept): Message {
  const ids = clientCalls(message.parts).map(({ id }) => id)
  const isSame = plainText(message.parts) === kept.text && ids.join('\n') === kept.ids.join('\n')
  if (isSame) return marked(kept.message, message)
  return compact({ ...message, parts: restoredParts(message.parts, kept), origin: kept.message.origin })
}

/** The client's mark of the prompt's cache is newer than the answer. */
function marked(kept: Message, { parts }: Message): Message {
  const last = parts.at(-1)
  const end = kept.parts.at(-1)
  const isMarked = last !== undefined && 'cache' in last && last.cache !== undefined
  if (!isMarked || (end?.type !== 'text' && end?.type !== 'tool-call')) return kept
  return { ...kept, parts: [...kept.parts.slice(0, -1), { ...end, cache: last.cache }] }
}

function restoredParts(parts: readonly Part[], { message, ids }: Kept): Part[] {
  const own = clientCalls(message.parts)
  return parts.flatMap((part) => {
    const index = part.type === 'tool-call' ? ids.indexOf(part.id) : -1
    const call = own[index]
    if (part.type !== 'tool-call' || call === undefined) return isReasoning(part) ? [] : [part]
    const earlier = own[index - 1]
    const start = earlier === undefined ? 0 : message.parts.indexOf(earlier) + 1
    const before = message.parts.slice(start, message.parts.indexOf(call)).filter(isHidden)
    return [...before, compact({ ...part, ...idOf(call), providerMetadata: call.providerMetadata })]
  })
}

/** What the client has of it is a copy without its proof. */
function isReasoning({ type }: Part): boolean {
  return type === 'reasoning'
}

/** Results answer calls by the ids that these had at first. */
function withResults(message: Message, calls: ReadonlyMap<string, ToolCall>): Message {
  const answered = (part: Part): part is ToolResult => part.type === 'tool-result' && calls.has(part.callId)
  if (!message.parts.some(answered)) return message
  const parts = message.parts.map((part): Part => {
    const call = answered(part) ? calls.get(part.callId) : undefined
    if (call === undefined || part.type !== 'tool-result') return part
    const { id: callId, minted } = idOf(call)
    return compact({ ...part, callId, minted })
  })
  return { ...message, parts }
}

function idOf({ id, minted }: ToolCall): { readonly id: string; readonly minted: true | undefined } {
  return { id, minted }
}
