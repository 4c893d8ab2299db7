import { compact } from '../base/json/write-json.js'
import { callsToAnswer } from '../base/model/calls-to-answer.js'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../base/model/types.js'
import type { ClientState } from './client-state.js'
import { callText, HistoryAnswers, KeptAnswers, type Known, partsPrint } from './kept-answers.js'

/** A call that the client sends back, and the author's original call. */
interface Pair {
  readonly sent: ToolCall
  readonly own: ToolCall
}

/** The stored data of an answer that the client sends back. */
interface Found {
  readonly message: Message
  /** A hash of the text that the client received. */
  readonly print: string
  readonly pairs: readonly Pair[]
}

/**
 * Stores the parts of an answer that clients of another wire cannot represent: reasoning, signatures and ids.
 * When the client sends its history again, these parts are restored for their author, and only for clients
 * with the same key.
 */
export class Recall {
  readonly #answers: KeptAnswers
  readonly #histories = new WeakMap<Conversation, HistoryAnswers>()

  constructor(state: ClientState) {
    this.#answers = new KeptAnswers(state)
  }

  /** Finds the stored answers of the history. */
  find(asked: Conversation): Promise<Known[]> {
    return this.#answers.find(this.#historyOf(asked).all)
  }

  /**
   * Stores an answer.
   * @param message the author's answer, with the client's names. Default: the client received the complete
   * answer.
   * @param shown the answer in the form that the client received.
   * @param asked the request of the answer, and the stored answers in it, if known.
   */
  async remember(
    message: Message | undefined,
    shown: Message,
    { asked, known }: { readonly asked: Conversation; readonly known: readonly Known[] | undefined },
  ): Promise<void> {
    const ids = callsToAnswer(shown.parts).map(({ id }) => id)
    const lacking = message !== undefined && isWorthKeeping(message, ids) ? message : undefined
    const kept = compact({ message: lacking, print: partsPrint(shown.parts), ids })
    await this.#answers.add(kept, this.#historyOf(asked).next(shown), known)
  }

  /** Each conversation is read once, for the request and its answer. */
  #historyOf(asked: Conversation): HistoryAnswers {
    const read = this.#histories.get(asked) ?? new HistoryAnswers(whole(asked))
    this.#histories.set(asked, read)
    return read
  }

  /**
   * Returns the conversation with the original answers of these wires instead of the client's versions. Answers that
   * some clients store as several messages are joined in any case.
   */
  async recall(
    given: Conversation,
    known: readonly Known[],
    wires: readonly string[],
  ): Promise<Conversation> {
    const { messages } = whole(given)
    const kept = await Promise.all(known.map(({ id }) => (id === null ? undefined : this.#answers.read(id))))
    const answers = messages.filter(({ role }) => role === 'assistant')
    const found = new Map<Message, Found>()
    for (const [index, answer] of answers.entries()) {
      const { message, print, ids } = kept[index] ?? {}
      const { wire = '' } = message?.origin ?? {}
      if (message === undefined || !wires.includes(wire) || print === undefined || ids === undefined) continue
      found.set(answer, { message, print, pairs: pairsOf(callsToAnswer(answer.parts), message, ids) })
    }
    const pairs = [...found.values()].flatMap((one) => one.pairs)
    const calls = new Map(pairs.map(({ sent, own }) => [sent.id, own]))
    const restored = messages.map((message) => {
      const one = found.get(message)
      return one === undefined ? withResults(message, calls) : restoredMessage(message, one)
    })
    return { ...given, messages: restored }
  }
}

function whole(asked: Conversation): Conversation {
  return { ...asked, messages: wholeAnswers(asked.messages) }
}

/** Calls of clients whose wire has no ids are matched by order. */
function pairsOf(calls: readonly ToolCall[], { parts }: Message, ids: readonly string[]): Pair[] {
  const own = callsToAnswer(parts)
  const isByOrder = calls.length === own.length && calls.every(({ minted }) => minted)
  return calls.flatMap((sent, index) => {
    const call = own[isByOrder ? index : ids.indexOf(sent.id)]
    return call === undefined ? [] : [{ sent, own: call }]
  })
}

/** Returns true if the client's history would lack a part of the answer. */
function isWorthKeeping({ parts, providerMetadata }: Message, shownIds: readonly string[]): boolean {
  const calls = callsToAnswer(parts)
  if (calls.length !== shownIds.length) return false
  const isOther = (call: ToolCall, index: number) => call.minted === true || call.id !== shownIds[index]
  return (
    providerMetadata !== undefined ||
    parts.some((part) => isHidden(part) || part.providerMetadata !== undefined) ||
    calls.some((call, index) => isOther(call, index) || LONG_NUMBER.test(call.rawArguments ?? ''))
  )
}

/** Matches numbers that clients may round during parsing. */
const LONG_NUMBER = /\d{16}|\de/i

/** Returns true for parts that clients of other wires do not send back. */
function isHidden(part: Part): part is Exclude<Part, { type: 'text' }> {
  if (part.type === 'tool-call' || part.type === 'tool-result') return part.providerExecuted
  return part.type !== 'text'
}

/** Returns the original answer. If the client changed it, only the data of its calls is restored. */
function restoredMessage(message: Message, { message: kept, print, pairs }: Found): Message {
  const own = callsToAnswer(kept.parts)
  const sent = callsToAnswer(message.parts)
  const isSame =
    partsPrint(message.parts) === print &&
    sent.length === own.length &&
    own.every((call, index) => pairs[index]?.own === call)
  if (isSame) return marked(withArguments(kept, pairs), message)
  return compact({
    ...message,
    parts: restoredParts(message.parts, kept, pairs),
    origin: kept.origin,
  })
}

/**
 * Returns the message with the client's arguments of a call, if the client changed them, for instance by
 * filling in omitted values.
 */
function withArguments(message: Message, pairs: readonly Pair[]): Message {
  const changed = pairs.filter(({ sent, own }) => callText(sent) !== callText(own))
  if (changed.length === 0) return message
  const parts = message.parts.map((part) => {
    const pair = changed.find(({ own }) => own === part)
    return pair === undefined ? part : withProof(pair)
  })
  return { ...message, parts }
}

/** Returns the client's call with the metadata that its author requires. */
function withProof({ sent, own }: Pair): ToolCall {
  return compact({ ...sent, ...idOf(own), providerMetadata: own.providerMetadata })
}

/** Copies the client's prompt-cache mark, which is newer than the answer. */
function marked(kept: Message, { parts }: Message): Message {
  const last = parts.at(-1)
  const end = kept.parts.at(-1)
  const isMarked = last !== undefined && 'cache' in last && last.cache !== undefined
  if (!isMarked || (end?.type !== 'text' && end?.type !== 'tool-call')) return kept
  return { ...kept, parts: [...kept.parts.slice(0, -1), { ...end, cache: last.cache }] }
}

function restoredParts(parts: readonly Part[], message: Message, pairs: readonly Pair[]): Part[] {
  const all = callsToAnswer(message.parts)
  return parts.flatMap((part) => {
    const pair = pairs.find(({ sent }) => sent === part)
    if (pair === undefined) return isReasoning(part) ? [] : [part]
    const { own } = pair
    const earlier = all[all.indexOf(own) - 1]
    const start = earlier === undefined ? 0 : message.parts.indexOf(earlier) + 1
    const before = message.parts.slice(start, message.parts.indexOf(own)).filter(isHidden)
    return [...before, withProof(pair)]
  })
}

/** Some clients store a streamed answer as one message per chunk. These messages are joined to one answer. */
function wholeAnswers(messages: readonly Message[]): Message[] {
  const whole: Message[] = []
  for (const message of messages) {
    const last = whole.at(-1)
    if (last?.role === 'assistant' && message.role === 'assistant')
      whole.splice(-1, 1, { ...last, parts: [...last.parts, ...message.parts] })
    else whole.push(message)
  }
  return whole
}

/** Returns true for reasoning, of which the client's version is a copy without the signature. */
function isReasoning({ type }: Part): boolean {
  return type === 'reasoning'
}

/** Results refer to the original ids of the calls. */
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
