import { stringifyJson } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'
import type { Conversation, Message, Part } from '../../base/model/types.js'
import { shown } from '../input/shown-text.js'

/** A conversation that several records may belong to. */
export interface Thread {
  /** From 1, in the order in which they begin. */
  readonly number: number
  /** What the user said first. */
  readonly question: string
  /** The model that was asked first. */
  readonly model: string | undefined
}

const LONGEST_QUESTION = 90

/** Tells which conversation a request goes on with: the one with a former request that its history begins with. */
export class Threads {
  /** By what a request holds, message after message. */
  readonly #byHistory = new Map<string, Thread>()
  #count = 0

  /** @param most how many requests are remembered; the oldest are forgotten. */
  constructor(readonly most = Number.POSITIVE_INFINITY) {}

  of({ messages, model }: Conversation): Thread | undefined {
    const question = questionIn(messages)
    if (question === undefined) return undefined
    const histories = historiesOf(messages)
    const known = histories.findLast((history) => this.#byHistory.has(history))
    const thread = this.#byHistory.get(known ?? '') ?? { number: ++this.#count, question, model }
    this.#remember(histories.at(-1) ?? '', thread)
    return thread
  }

  #remember(history: string, thread: Thread): void {
    this.#byHistory.delete(history)
    this.#byHistory.set(history, thread)
    const [oldest] = this.#byHistory.keys()
    if (this.#byHistory.size > this.most && oldest !== undefined) this.#byHistory.delete(oldest)
  }
}

/** Agents put elements of their own (`<system-reminder>`) before what the user said. */
function questionIn(messages: readonly Message[]): string | undefined {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text.trim() : [])))
    .filter((text) => text !== '')
  const text = texts.find((each) => !each.startsWith('<')) ?? texts[0]
  return text === undefined ? undefined : shown(text, LONGEST_QUESTION)
}

/** What each beginning of the history amounts to, that with the first message alone first. */
function historiesOf(messages: readonly Message[]): string[] {
  let hash = ''
  return messages.map(({ role, parts }) => {
    hash = stableHash(`${hash} ${role} ${stringifyJson(parts.map(keyOf))}`)
    return hash
  })
}

/** Metadata and marks differ from turn to turn. */
function keyOf(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return `${part.name} ${part.id}`
  return part.type === 'tool-result' ? part.callId : part.type
}
