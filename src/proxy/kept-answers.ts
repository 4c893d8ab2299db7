import { asJson, asNative } from '../base/json/read-json.js'
import { stringifyJson, stringifySorted } from '../base/json/write-json.js'
import { callsToAnswer } from '../base/model/calls-to-answer.js'
import { stableHash } from '../base/model/ids.js'
import type { Conversation, Message, Part, ToolCall } from '../base/model/types.js'
import { outputText } from '../codec/shape/results.js'
import type { ClientState } from './client-state.js'
import { textPrint } from './text-print.js'

/** The text of a message, as a hash. */
export function partsPrint(parts: readonly Part[]): string {
  return textPrint(parts.map((part) => (part.type === 'text' ? part.text : '')))
}

/** What a call says, but for its id. Not every wire keeps the order of keys. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifySorted([call.namespace ?? '', call.name, asJson(said)])
}

/** An answer in a history, in the forms by which it is known: hashes, since a history is long. */
export interface HistoryAnswer {
  /** Those that the client answers. */
  readonly calls: readonly ToolCall[]
  /** Its text and its calls, without ids. */
  readonly said: string
  /** What the client said since the answer before. */
  readonly near: string
  /** All that was said before it, and who said it. */
  readonly past: string
}

/** Reads a history once, message by message. What clients change from request to request is left out, or counts once. */
export class HistoryAnswers {
  /** In their order. */
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
      else if (role !== 'assistant') for (const print of clientPrints(parts)) this.#near.add(print)
      else all.push(this.#answered(message))
    }
    this.all = all
  }

  /** An answer to all of it. */
  next({ parts }: Message): HistoryAnswer {
    const calls = callsToAnswer(parts)
    const near = [...this.#near].join(' ')
    const between = [...this.#instructions, near]
    return {
      ...{ calls, near, past: stableHash(stringifyJson([this.#past, ...between])) },
      said: stableHash(stringifyJson([partsPrint(parts), ...calls.map(callText)])),
    }
  }

  #answered(message: Message): HistoryAnswer {
    const answer = this.next(message)
    this.#past = stringifyJson([answer.past, answer.said, ...withOwnIds(answer.calls).map(({ id }) => id)])
    this.#near = new Set()
    this.#instructions = new Set()
    return answer
  }
}

/** Clients of wires without ids send none. */
function withOwnIds(calls: readonly ToolCall[]): ToolCall[] {
  return calls.filter(({ minted }) => minted !== true)
}

/** Words with digits are dates, times, versions and checksums, which clients bring up to date. */
function instructionPrint(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return textPrint(text.split(/\s+/).filter((word) => !/\d/.test(word)))
}

/** What the client says; some that resume a session say a result twice. */
function clientPrints(parts: readonly Part[]): string[] {
  const others = parts.map((part) => {
    if (part.type === 'tool-result') return textPrint([outputText(part.output)])
    return part.type === 'media' ? textPrint([part.kind, stringifyJson(asJson(part.source))]) : ''
  })
  return [partsPrint(parts), ...others].filter((print) => print !== '')
}

/** An answer, with what the client saw of it. */
export interface KnownAnswer {
  /** As its author gave it, in the names and kinds of the client's own tools. Absent where the client lacks nothing of it. */
  readonly message?: Message
  /** The text that the client saw, as a hash. */
  readonly print: string
  /** The ids of the calls that the client saw, in the order of those of the message. */
  readonly ids: readonly string[]
}

/** An answer in a history, and the id under which it is kept. */
export interface Known {
  readonly said: string
  /** `null` for one that was not found. */
  readonly id: string | null
}

/** What is kept beside an answer: it is as long as the history, and only that of the latest answer is read. */
interface AnswersBefore {
  /** As they were known when it was given. */
  readonly before: readonly Known[]
}

/**
 * Keeps answers, and finds them again in the histories that clients send. An answer is known by all that was said before
 * it. Where the client has changed that, it is known by its calls, by the ids of its calls, or by its text and what the
 * client said last: each only where no other answer ever had the same. An answer also knows those before it: what they were
 * taken for once they are taken for ever after, so that what was sent does not change.
 */
export class KeptAnswers {
  readonly #state: ClientState

  constructor(state: ClientState) {
    this.#state = state
  }

  /** The answers of a history, in their order. */
  async find(answers: readonly HistoryAnswer[]): Promise<Known[]> {
    const found: Found[] = answers.map(({ said }) => ({ said }))
    const look = async (place: number) => {
      const answer = answers[place]
      if (answer !== undefined) Object.assign(found[place] ?? {}, await this.#find(answer))
    }
    // Mostly the latest one knows all others.
    const last = found.length - 1
    await look(last)
    settle(found)
    await Promise.all(
      found.map(({ id }, place) => (id === undefined && place !== last ? look(place) : undefined)),
    )
    settle(found)
    return found.map(({ said, id = null }) => ({ said, id }))
  }

  /** What is kept under an id. */
  async read(id: string): Promise<KnownAnswer | undefined> {
    return this.#read<KnownAnswer>('answer', id)
  }

  /**
   * Keeps an answer. One of which the client lacks nothing is kept, too: another that looks the same must not be taken for it.
   * @param answer as the client got it. @param before the answers in what it answers, if they are known.
   */
  async add(kept: KnownAnswer, answer: HistoryAnswer, before: readonly Known[] | undefined): Promise<void> {
    const id = crypto.randomUUID()
    await this.#state.write(await this.#state.ownKey('answer', id), kept)
    if (before !== undefined)
      await this.#state.write(await this.#state.ownKey('before', id), { before } satisfies AnswersBefore)
    const keys = await Promise.all(signsOf(answer, answer.calls).map((sign) => this.#keyOf(sign)))
    // All are tried, whichever fail: a state knows which of them are not sure then.
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

  /** Whether any of the calls was given by an answer that is kept: of long histories that nobody knows, little is looked up. */
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

/** Something by which an answer is known. */
type Sign = readonly [kind: string, ...texts: string[]]

/** The surest first. @param calls those whose ids count. */
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

/** An answer that is looked for. */
interface Found extends Partial<AnswersBefore> {
  readonly said: string
  id?: string | null
}

/** What the latest answer that was found knows of those before it counts; of the others it is what was found of them. */
function settle(found: readonly Found[]): void {
  const latest = found.findLastIndex(({ before }) => before !== undefined)
  const before = found[latest]?.before ?? []
  let end = before.length
  for (let place = latest - 1; place >= 0; place -= 1) {
    const one = found[place]
    const at = before.findLastIndex(({ said }, index) => index < end && said === one?.said)
    if (one === undefined || at === -1) continue
    one.id = before[at]?.id ?? null
    end = at
  }
}
