import type { JsonValue } from '../json/json-types.js'
import { asJson, asNative, isArray, isObject } from '../json/read-json.js'
import { compact, stringifyJson } from '../json/write-json.js'
import { callsToAnswer } from '../model/calls-to-answer.js'
import { stableHash } from '../model/ids.js'
import type { Conversation, Message, Part, ToolCall } from '../model/types.js'
import { outputText } from '../shape/results.js'
import { type ClientState, digest } from './client-state.js'

/** The text of a message, but for blanks: clients trim, and wires join. */
export function plainText(parts: readonly Part[]): string {
  return withoutBlanks(parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

/** What a call says, but for its id. */
export function callText(call: ToolCall): string {
  const said = call.status === 'complete' ? call.arguments : (call.rawArguments ?? null)
  return stringifyJson([call.namespace ?? '', call.name, sorted(asJson(said))])
}

/** An answer in a history, in the forms by which it is known. */
export interface HistoryAnswer {
  /** Its place among the messages. */
  readonly place: number
  /** Those that the client answers. */
  readonly calls: readonly ToolCall[]
  /** Its text and its calls, without ids. */
  readonly said: string
  /** What the client said since the answer before. */
  readonly near: string
  /** The same with the instructions that stand there. */
  readonly between: string
}

/** The answers of a history. What clients change from request to request is left out, or counts once. */
export function answersIn(messages: readonly Message[]): HistoryAnswer[] {
  const answers: HistoryAnswer[] = []
  let near = new Set<string>()
  let instructions = new Set<string>()
  for (const [place, { role, parts }] of messages.entries()) {
    if (role === 'system') instructions.add(instructionText(parts))
    else if (role !== 'assistant') for (const text of clientTexts(parts)) near.add(text)
    else {
      const calls = callsToAnswer(parts)
      const told = stringifyJson([...near])
      answers.push({
        ...{ place, calls, near: told, between: stringifyJson([...instructions, told]) },
        said: stringifyJson([plainText(parts), ...calls.map(callText)]),
      })
      near = new Set()
      instructions = new Set()
    }
  }
  return answers
}

/** Words with digits are dates, times, versions and checksums, which clients bring up to date. */
function instructionText(parts: readonly Part[]): string {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ')
  return text
    .split(/\s+/)
    .filter((word) => !/\d/.test(word))
    .join('')
}

/** What the client says; some that resume a session say a result twice. */
function clientTexts(parts: readonly Part[]): string[] {
  const others = parts.map((part) => {
    if (part.type === 'tool-result') return withoutBlanks(outputText(part.output))
    return part.type === 'media' ? stringifyJson([part.kind, asJson(part.source)]) : ''
  })
  return [plainText(parts), ...others].filter((text) => text !== '')
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/\s+/g, '')
}

/** What is nested deeper keeps its order. */
const DEEPEST = 50

/** The same value with its keys in order: not every wire keeps theirs. */
function sorted(value: JsonValue, depth = 0): JsonValue {
  if (depth > DEEPEST) return value
  if (isArray(value)) return value.map((item) => sorted(item, depth + 1))
  if (!isObject(value)) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member, depth + 1)]))
}

/** An answer, with what the client saw of it. */
export interface KnownAnswer {
  /** As its author gave it, in the names and kinds of the client's own tools. Absent where the client lacks nothing of it. */
  readonly message?: Message
  /** The text that the client saw. */
  readonly text: string
  /** The ids of the calls that the client saw, in the order of those of the message. */
  readonly ids: readonly string[]
}

/** An answer in a history, and the id under which it is kept. */
export interface Known {
  /** What it said. */
  readonly print: string
  /** `null` for one that was not found. */
  readonly id: string | null
}

/** What is kept of one answer. */
interface StoredAnswer extends KnownAnswer {
  /** The answers before it, as they were known when it was given. Absent where that could not be found out. */
  readonly before?: readonly Known[]
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
  async find(asked: Conversation): Promise<Known[]> {
    const answers = answersIn(asked.messages)
    const pasts = await pastsOf(answers, asked)
    const found: Found[] = answers.map(({ said }) => ({ print: stableHash(said) }))
    const look = async (place: number) => {
      const [answer, past] = [answers[place], pasts[place]]
      if (answer !== undefined && past !== undefined)
        Object.assign(found[place] ?? {}, await this.#find(answer, past))
    }
    // Mostly the latest one knows all others.
    const last = found.length - 1
    await look(last)
    settle(found)
    await Promise.all(
      found.map(({ id }, place) => (id === undefined && place !== last ? look(place) : undefined)),
    )
    settle(found)
    return found.map(({ print, id = null }) => ({ print, id }))
  }

  /** What is kept under an id. */
  async read(id: string): Promise<KnownAnswer | undefined> {
    return this.#read(id)
  }

  /**
   * Keeps an answer. One of which the client lacks nothing is kept, too: another that looks the same must not be taken for it.
   * @param shown as the client got it. @param asked what it answers. @param before the answers in that, if they are known.
   */
  async add(
    kept: KnownAnswer,
    shown: Message,
    asked: Conversation,
    before: readonly Known[] | undefined,
  ): Promise<void> {
    const answers = answersIn([...asked.messages, shown])
    const answer = answers.at(-1)
    const past = (await pastsOf(answers, asked)).at(-1)
    if (answer === undefined || past === undefined) return
    const id = crypto.randomUUID()
    await this.#state.write(await this.#state.key('answer', id), compact({ ...kept, before }))
    const keys = await Promise.all(signsOf(answer, answer.calls, past).map((sign) => this.#keyOf(sign)))
    // All are tried, whichever fail: a state knows which of them are not sure then.
    const claims = await Promise.allSettled([...new Set(keys)].map((key) => this.#state.claim(key, id)))
    for (const claim of claims) if (claim.status === 'rejected') throw claim.reason
  }

  async #find(
    answer: HistoryAnswer,
    past: string,
  ): Promise<(StoredAnswer & { readonly id: string }) | undefined> {
    const calls = withOwnIds(answer.calls)
    for (const sign of signsOf(answer, calls, past)) {
      const id = await this.#state.only(await this.#keyOf(sign))
      const entry = id === undefined ? undefined : await this.#read(id)
      const isOther = calls.length > 0 && !calls.some((call) => entry?.ids.includes(call.id))
      if (id !== undefined && entry !== undefined && !isOther) return { ...entry, id }
    }
    return undefined
  }

  async #read(id: string): Promise<StoredAnswer | undefined> {
    const value = await this.#state.read(await this.#state.key('answer', id))
    return value && asNative<StoredAnswer>(value)
  }

  #keyOf([kind, ...texts]: Sign): Promise<string> {
    return this.#state.key(kind, stringifyJson(texts))
  }
}

/** Something by which an answer is known. */
type Sign = readonly [kind: string, ...texts: string[]]

/** The surest first. @param calls those whose ids count. @param past all that was said before. */
function signsOf({ said, near }: HistoryAnswer, calls: readonly ToolCall[], past: string): Sign[] {
  const ids = calls.map(({ id, name }) => `${id}\n${name}`)
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

/** Clients of wires without ids send none. */
function withOwnIds(calls: readonly ToolCall[]): ToolCall[] {
  return calls.filter(({ minted }) => minted !== true)
}

/** For each answer a hash of all that was said before it, and of who said it. */
async function pastsOf(
  answers: readonly HistoryAnswer[],
  { endUser, cacheKey }: Conversation,
): Promise<string[]> {
  const pasts: string[] = []
  let past = stringifyJson([endUser ?? '', cacheKey ?? ''])
  for (const { between, said, calls } of answers) {
    const before = await digest(stringifyJson([past, between]))
    pasts.push(before)
    past = stringifyJson([before, said, ...withOwnIds(calls).map(({ id }) => id)])
  }
  return pasts
}

/** An answer that is looked for. */
interface Found extends Partial<StoredAnswer> {
  readonly print: string
  id?: string | null
}

/** What the latest answer that was found knows of those before it counts; of the others it is what was found of them. */
function settle(found: readonly Found[]): void {
  const latest = found.findLastIndex(({ before }) => before !== undefined)
  const before = found[latest]?.before ?? []
  let end = before.length
  for (let place = latest - 1; place >= 0; place -= 1) {
    const one = found[place]
    const at = before.findLastIndex(({ print }, index) => index < end && print === one?.print)
    if (one === undefined || at === -1) continue
    one.id = before[at]?.id ?? null
    end = at
  }
}
