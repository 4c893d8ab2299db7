import { asNative } from '../json/read.js'
import { compact } from '../json/write.js'
import type { Conversation, Message, Part, ToolCall, ToolResult } from '../model/types.js'
import type { ClientState } from './client-state.js'
import { answerTexts, callText, clientCalls, plainText } from './essence.js'

/** An answer as its author gave it, with what the client saw of it. */
interface Kept {
  /** In the names and kinds of the client's own tools. */
  readonly message: Message
  /** The text that the client saw. */
  readonly text: string
  /** The ids of the calls that the client saw, in the order of those of the message. */
  readonly ids: readonly string[]
}

/** A call that the client sends back, and the same as its author gave it. */
interface Pair {
  readonly sent: ToolCall
  readonly own: ToolCall
}

/** An answer that the client sends back, and what was kept of it. */
interface Found {
  readonly kept: Kept
  readonly pairs: readonly Pair[]
}

/**
 * Keeps aside what clients of another wire cannot carry of an answer: reasoning, proofs and ids of the wire that gave it.
 * When the client sends its history again, they are given back to their author. An answer is found by its calls (by their
 * ids alone where the client changed the arguments), or by what it says and what was said before it; only by clients that
 * show the same key.
 */
export class Recall {
  readonly #state: ClientState

  constructor(state: ClientState) {
    this.#state = state
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
    const said = answerTexts([...wholeAnswers(history), shown]).at(-1) ?? ''
    const keys = [...calls.map((call) => this.#callKey(call)), this.#state.key('said', said)]
    const [first = '', ...others] = await Promise.all(keys)
    await this.#state.write(first, kept)
    await Promise.all([
      ...others.map((key) => this.#state.write(key, { see: first })),
      ...calls.map((call) => this.#keepId(call, first)),
    ])
  }

  /** Some servers count their ids anew in each conversation: an id that is there already finds nothing. */
  async #keepId(call: ToolCall, first: string): Promise<void> {
    const key = await this.#idKey(call)
    if (await this.#state.isTaken(key)) await this.#state.forget(key)
    else await this.#state.write(key, { see: first })
  }

  /**
   * The conversation with all that this wire gave before in the place of what the client has of it. What some clients keep
   * in pieces is whole in any case.
   */
  async recall(given: Conversation, wire: string): Promise<Conversation> {
    const messages = wholeAnswers(given.messages)
    const said = answerTexts(messages)
    const found = await Promise.all(
      messages.map((message, index) => this.#find(clientCalls(message.parts), said[index], wire)),
    )
    if (found.every((one) => one === undefined)) return { ...given, messages }
    const pairs = found.flatMap((one) => one?.pairs ?? [])
    const calls = new Map(pairs.map(({ sent, own }) => [sent.id, own]))
    const restored = messages.map((message, index) => {
      const one = found[index]
      return one === undefined ? withResults(message, calls) : restoredMessage(message, one)
    })
    return { ...given, messages: restored }
  }

  /** @param said by which the answer is known; there is nothing to find without. */
  async #find(
    calls: readonly ToolCall[],
    said: string | undefined,
    wire: string,
  ): Promise<Found | undefined> {
    if (said === undefined) return undefined
    // One after the other: most are found by the first.
    const keys = [
      ...calls.map((call) => () => this.#callKey(call)),
      ...calls.map((call) => () => this.#idKey(call)),
      () => this.#state.key('said', said),
    ]
    for (const key of keys) {
      const kept = await this.#read(await key())
      if (kept?.message.origin?.wire === wire) return { kept, pairs: pairsOf(calls, kept) }
    }
    return undefined
  }

  async #read(key: string): Promise<Kept | undefined> {
    const value = await this.#state.read(key)
    return typeof value?.see === 'string' ? this.#read(value.see) : value && asNative<Kept>(value)
  }

  #callKey(call: ToolCall): Promise<string> {
    return this.#state.key('call', `${call.id}\n${callText(call)}`)
  }

  #idKey({ id, name }: ToolCall): Promise<string> {
    return this.#state.key('id', `${id}\n${name}`)
  }
}

/** Calls of clients whose wire has no ids are told by their order. */
function pairsOf(calls: readonly ToolCall[], { message, ids }: Kept): Pair[] {
  const own = clientCalls(message.parts)
  const isByOrder = calls.length === own.length && calls.every(({ minted }) => minted)
  return calls.flatMap((sent, index) => {
    const call = own[isByOrder ? index : ids.indexOf(sent.id)]
    return call === undefined ? [] : [{ sent, own: call }]
  })
}

/** Whether the client's own history would lack anything of it. */
function isWorthKeeping({ parts, providerMetadata }: Message, shownIds: readonly string[]): boolean {
  const isOther = (call: ToolCall, index: number) => call.minted === true || call.id !== shownIds[index]
  return (
    providerMetadata !== undefined ||
    parts.some((part) => isHidden(part) || part.providerMetadata !== undefined) ||
    clientCalls(parts).some(
      (call, index) => isOther(call, index) || LONG_NUMBER.test(call.rawArguments ?? ''),
    )
  )
}

/** It may be one that clients round when they parse it. */
const LONG_NUMBER = /\d{16}|\de/i

/** What no client of another wire sends back. */
function isHidden(part: Part): part is Exclude<Part, { type: 'text' }> {
  if (part.type === 'tool-call' || part.type === 'tool-result') return part.providerExecuted
  return part.type !== 'text'
}

/** The answer as it was; of one that the client changed, what belongs to its calls. */
function restoredMessage(message: Message, { kept, pairs }: Found): Message {
  const own = clientCalls(kept.message.parts)
  const sent = clientCalls(message.parts)
  const isSame =
    plainText(message.parts) === kept.text &&
    sent.length === own.length &&
    own.every((call, index) => pairs[index]?.own === call)
  if (isSame) return marked(withArguments(kept.message, pairs), message)
  return compact({
    ...message,
    parts: restoredParts(message.parts, kept, pairs),
    origin: kept.message.origin,
  })
}

/** Clients may change what a call says, for instance fill in what it left out; then it says what they say. */
function withArguments(message: Message, pairs: readonly Pair[]): Message {
  const changed = pairs.filter(({ sent, own }) => callText(sent) !== callText(own))
  if (changed.length === 0) return message
  const parts = message.parts.map((part) => {
    const pair = changed.find(({ own }) => own === part)
    return pair === undefined ? part : withProof(pair)
  })
  return { ...message, parts }
}

/** What the client says, with what its author needs back. */
function withProof({ sent, own }: Pair): ToolCall {
  return compact({ ...sent, ...idOf(own), providerMetadata: own.providerMetadata })
}

/** The client's mark of the prompt's cache is newer than the answer. */
function marked(kept: Message, { parts }: Message): Message {
  const last = parts.at(-1)
  const end = kept.parts.at(-1)
  const isMarked = last !== undefined && 'cache' in last && last.cache !== undefined
  if (!isMarked || (end?.type !== 'text' && end?.type !== 'tool-call')) return kept
  return { ...kept, parts: [...kept.parts.slice(0, -1), { ...end, cache: last.cache }] }
}

function restoredParts(parts: readonly Part[], { message }: Kept, pairs: readonly Pair[]): Part[] {
  const all = clientCalls(message.parts)
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

/** Some clients keep a streamed answer as a message for each chunk: they are one answer. */
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
