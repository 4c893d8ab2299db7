import { asJson, asNative } from '../base/json/read-json.js'
import { stringifyJson, stringifySorted } from '../base/json/write-json.js'
import { callsToAnswer } from '../base/model/calls-to-answer.js'
import { stableHash } from '../base/model/ids.js'
import type { Conversation, Message, Part, ToolCall } from '../base/model/types.js'
import { outputText } from '../codec/shape/results.js'
import type { ClientState } from './client-state.js'

/** Returns a hash of the text of a message. */
export function partsPrint(parts: readonly Part[]): string {
  return textPrint(parts.map((part) => (part.type === 'text' ? part.text : '')))
}

/** Returns the content of a call without its id. Keys are sorted, because some wires change their order. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifySorted([call.namespace ?? '', call.name, asJson(said)])
}

/** The hashes that identify an answer in a history. Hashes are used because a history is long. */
export interface HistoryAnswer {
  /** The calls that the client answers. */
  readonly calls: readonly ToolCall[]
  /** A hash of the answer's text and calls, without ids. */
  readonly said: string
  /** A hash of the client's content since the previous answer. */
  readonly near: string
  /** A hash of all earlier content with its roles. */
  readonly past: string
}

/**
 * Reads a history once, message by message. Content that clients change from request to request is omitted,
 * and repeated content counts once.
 */
export class HistoryAnswers {
  /** The answers, in the order of the history. */
  readonly all: readonly HistoryAnswer[]
  #near = new Set<string>()
  #instructions = new Set<string>()
  #past: string

  constructor({ messages, endUser, cacheKey }: Conversation) {
    this.#past = stringifyJson([endUser ?? '', cacheKey ?? ''])
    const all: HistoryAnswer[] = []
    for (const message of messages) {
      const { role, parts } = message
      if (role === 'system') this.#instructions.add(instructionPrint(parts))
      else if (role !== 'assistant') for (const print of clientPrintsOf(message)) this.#near.add(print)
      else all.push(this.#answered(message))
    }
    this.all = all
  }

  /** Returns the identity of the next answer, which follows all content so far. */
  next(message: Message): HistoryAnswer {
    return this.#after(message).answer
  }

  #answered(message: Message): HistoryAnswer {
    const { answer, past } = this.#after(message)
    this.#past = past
    this.#near = new Set()
    this.#instructions = new Set()
    return answer
  }

  /** Hashes an answer, unless it was hashed after the same content. */
  #after(message: Message): HashedAnswer {
    const near = [...this.#near].join(' ')
    const before = stringifyJson([this.#past, ...this.#instructions, near])
    const known = ANSWERS.get(message)
    if (known?.before === before) return known
    const { calls, said } = answerPrints(message)
    const past = stableHash(before)
    const ids = withOwnIds(calls).map(({ id }) => id)
    const hashed = { before, answer: { calls, near, past, said }, past: stringifyJson([past, said, ...ids]) }
    ANSWERS.set(message, hashed)
    return hashed
  }
}

/** An answer of a history, and the text that identifies the content before and after it. */
interface HashedAnswer {
  readonly before: string
  readonly answer: HistoryAnswer
  readonly past: string
}

/** The hashes of messages. Messages of a remembered conversation are the same objects in each request. */
const CLIENT_PRINTS = new WeakMap<Message, readonly string[]>()
const ANSWERS = new WeakMap<Message, HashedAnswer>()

function clientPrintsOf(message: Message): readonly string[] {
  const prints = CLIENT_PRINTS.get(message) ?? clientPrints(message.parts)
  CLIENT_PRINTS.set(message, prints)
  return prints
}

function answerPrints({ parts }: Message): Pick<HistoryAnswer, 'calls' | 'said'> {
  const calls = callsToAnswer(parts)
  return { calls, said: stableHash(stringifyJson([partsPrint(parts), ...calls.map(callText)])) }
}

/** Returns the calls with distinct ids, since clients of wires without ids do not send ids. */
function withOwnIds(calls: readonly ToolCall[]): ToolCall[] {
  return calls.filter(({ minted }) => minted !== true)
}

/**
 * Hashes instructions. Words with digits are omitted: they are dates, times, versions and checksums, which
 * clients update.
 */
function instructionPrint(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return textPrint(text.split(/\s+/).filter((word) => !/\d/.test(word)))
}

/** Hashes the client's content. Some clients that resume a session send a result twice. */
function clientPrints(parts: readonly Part[]): string[] {
  const others = parts.map((part) => {
    if (part.type === 'tool-result') return textPrint([outputText(part.output)])
    return part.type === 'media' ? textPrint([part.kind, stringifyJson(asJson(part.source))]) : ''
  })
  return [partsPrint(parts), ...others].filter((print) => print !== '')
}

/** An answer, with the part that the client received. */
export interface KnownAnswer {
  /**
   * The author's answer, with the names and kinds of the client's tools. Absent if the client received the
   * complete answer.
   */
  readonly message?: Message
  /** A hash of the text that the client received. */
  readonly print: string
  /** The ids of the calls that the client received, in the order of the message's calls. */
  readonly ids: readonly string[]
}

/** An answer in a history, with its storage id. */
export interface Known {
  readonly said: string
  /** The storage id; `null` for an answer that was not found. */
  readonly id: string | null
}

/**
 * The data stored next to an answer. This data is as long as the history, so only the data of the latest
 * answer is read.
 */
interface AnswersBefore {
  /** The earlier answers with their ids at the time of this answer. */
  readonly before: readonly Known[]
}

/**
 * Stores answers, and finds them again in the histories that clients send. An answer is identified by all
 * earlier content. If the client has changed that content, the answer is identified by its calls, by the ids
 * of its calls, or by its text and the client's last content. Each of these features counts only if no other
 * answer has ever had it. An answer also stores the ids of earlier answers. An identified answer keeps its
 * id, so that the sent content does not change.
 */
export class KeptAnswers {
  readonly #state: ClientState

  constructor(state: ClientState) {
    this.#state = state
  }

  /** Finds the answers of a history, in order. */
  async find(answers: readonly HistoryAnswer[]): Promise<Known[]> {
    const found: Found[] = answers.map(({ said }) => ({ said }))
    const look = async (place: number) => {
      const answer = answers[place]
      if (answer !== undefined) Object.assign(found[place] ?? {}, await this.#find(answer))
    }
    // Usually the latest answer contains the ids of all other answers.
    const last = found.length - 1
    await look(last)
    settle(found)
    await Promise.all(
      found.map(({ id }, place) => (id === undefined && place !== last ? look(place) : undefined)),
    )
    settle(found)
    return found.map(({ said, id = null }) => ({ said, id }))
  }

  /** Returns the answer stored under an id. */
  async read(id: string): Promise<KnownAnswer | undefined> {
    return this.#read<KnownAnswer>('answer', id)
  }

  /**
   * Stores an answer, including one that the client received completely, so that a similar answer is not
   * confused with it.
   * @param answer the answer in the form that the client received.
   * @param before the earlier answers in its request, if known.
   */
  async add(kept: KnownAnswer, answer: HistoryAnswer, before: readonly Known[] | undefined): Promise<void> {
    const id = crypto.randomUUID()
    await this.#state.write(await this.#state.ownKey('answer', id), kept)
    if (before !== undefined)
      await this.#state.write(await this.#state.ownKey('before', id), { before } satisfies AnswersBefore)
    const keys = await Promise.all(signsOf(answer, answer.calls).map((sign) => this.#keyOf(sign)))
    // All claims are attempted even if some fail, so that the state records every unsure key.
    const claims = await Promise.allSettled([...new Set(keys)].map((key) => this.#state.claim(key, id)))
    for (const claim of claims) if (claim.status === 'rejected') throw claim.reason
  }

  async #find(
    answer: HistoryAnswer,
  ): Promise<(Partial<AnswersBefore> & { readonly id: string }) | undefined> {
    const calls = withOwnIds(answer.calls)
    if (calls.length > 0 && !(await this.#hasGiven(calls))) return undefined
    for (const sign of signsOf(answer, calls)) {
      const id = await this.#state.only(await this.#keyOf(sign))
      const entry = id === undefined ? undefined : await this.read(id)
      const isOther = calls.length > 0 && !calls.some((call) => entry?.ids.includes(call.id))
      if (id === undefined || entry === undefined || isOther) continue
      return { ...(await this.#read<AnswersBefore>('before', id)), id }
    }
    return undefined
  }

  /**
   * Returns true if a stored answer contains one of the calls. This limits the look-ups for long unknown
   * histories.
   */
  async #hasGiven(calls: readonly ToolCall[]): Promise<boolean> {
    const claims = await Promise.all(
      idsOf(calls).map(async (id) => this.#state.read(await this.#keyOf(['id', id]))),
    )
    return claims.some((claim) => claim !== undefined)
  }

  async #read<Value>(kind: string, id: string): Promise<Value | undefined> {
    const value = await this.#state.read(await this.#state.ownKey(kind, id))
    return value && asNative<Value>(value)
  }

  #keyOf([kind, ...texts]: Sign): Promise<string> {
    return this.#state.ownKey(kind, stableHash(stringifyJson(texts)))
  }
}

/** A feature that identifies an answer. */
type Sign = readonly [kind: string, ...texts: string[]]

/**
 * Returns the features, most reliable first.
 * @param calls the calls whose ids are used.
 */
function signsOf({ said, near, past }: HistoryAnswer, calls: readonly ToolCall[]): Sign[] {
  const ids = idsOf(calls)
  return [
    ...(ids.length === 0
      ? []
      : ([
          ['all', past, said, ...ids],
          ['ids', past, ...ids],
        ] as const)),
    ['said', past, said],
    ...calls.map((call) => ['call', call.id, callText(call)] as const),
    ...ids.map((id) => ['id', id] as const),
    ['near', near, said],
  ]
}

function idsOf(calls: readonly ToolCall[]): string[] {
  return calls.map(({ id, name }) => `${id}\n${name}`)
}

/** An answer to find. */
interface Found extends Partial<AnswersBefore> {
  readonly said: string
  id?: string | null
}

/**
 * Settles the ids. The latest found answer determines the ids of the earlier answers that it stores; the
 * other answers keep the ids found for them.
 */
function settle(found: readonly Found[]): void {
  const latest = found.findLastIndex(({ before }) => before !== undefined)
  const before = found[latest]?.before ?? []
  let end = before.length
  for (let place = latest - 1; place >= 0; place -= 1) {
    const one = found[place]
    const at = one === undefined ? -1 : lastBefore(end, before, one)
    if (one === undefined || at === -1) continue
    one.id = before[at]?.id ?? null
    end = at
  }
}

/** Returns the position of the last equal answer before `end`, or -1. */
function lastBefore(end: number, before: readonly Known[], { said }: Found): number {
  let at = end - 1
  while (at >= 0 && before[at]?.said !== said) at -= 1
  return at
}

const encoder = new TextEncoder()
/** Matches whitespace that has several bytes in UTF-8. */
const WIDE_BLANKS = /[^\S\0- ]+/g

/**
 * Returns a hash of texts in sequence, without whitespace, because clients trim texts and wires join them.
 * Returns the empty text if the texts contain only whitespace. Every request hashes its complete history, so
 * the code reads bytes and has no branch per byte.
 */
export function textPrint(texts: readonly string[]): string {
  let first = 0x811c9dc5
  let second = 0
  let length = 0
  for (const text of texts) {
    const bytes = bytesOf(text)
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0
      // All bits are set if the byte is included.
      const counts = (0x20 - byte) >> 31
      first ^= (Math.imul(first ^ byte, 0x01000193) ^ first) & counts
      second ^= (Math.imul(((second << 5) | (second >>> 27)) ^ byte, 0x9e3779b1) ^ second) & counts
      length -= counts
    }
  }
  return length === 0 ? '' : [length, first, second].map((value) => (value >>> 0).toString(36)).join('.')
}

function bytesOf(text: string): Uint8Array {
  const bytes = encoder.encode(text)
  return bytes.length === text.length ? bytes : encoder.encode(text.replaceAll(WIDE_BLANKS, ''))
}
