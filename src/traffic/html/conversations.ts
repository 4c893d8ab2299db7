import { stringifyJson } from '../../base/json/write-json.js'
import { stableHash } from '../../base/model/ids.js'
import type { Conversation, Message, Part } from '../../base/model/types.js'
import { shown } from '../input/shown-text.js'

/** A conversation that can span several records. */
export interface Thread {
  /** The number of the conversation, counted from 1 in the order of the first record. */
  readonly number: number
  /** The first user message. */
  readonly question: string
  /** The model of the first request. */
  readonly model: string | undefined
}

const LONGEST_QUESTION = 90

/**
 * Finds the conversation that a request continues: the conversation with an earlier request whose messages
 * are the beginning of this request's history.
 */
export class Threads {
  /** The conversations, by a hash of the request's messages. */
  readonly #byHistory = new Map<string, Thread>()
  #count = 0

  /** @param most number of requests to remember; the oldest are dropped. */
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

/**
 * Returns the first text of the user, without elements that agents insert before it (`<system-reminder>`).
 */
function questionIn(messages: readonly Message[]): string | undefined {
  const texts = messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text.trim() : [])))
    .filter((text) => text !== '')
  const text = texts.find((each) => !each.startsWith('<')) ?? texts[0]
  return text === undefined ? undefined : shown(text, LONGEST_QUESTION)
}

/** Returns a hash of each prefix of the history, starting with only the first message. */
function historiesOf(messages: readonly Message[]): string[] {
  let hash = ''
  return messages.map(({ role, parts }) => {
    hash = stableHash(`${hash} ${role} ${stringifyJson(parts.map(keyOf))}`)
    return hash
  })
}

/** Returns the key of a part. Metadata and cache marks are ignored, because they change from turn to turn. */
function keyOf(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return `${part.name} ${part.id}`
  return part.type === 'tool-result' ? part.callId : part.type
}
