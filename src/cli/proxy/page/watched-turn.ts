import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { attempt } from '../../../base/json/adapter-error.js'
import { stringifyJson } from '../../../base/json/write-json.js'
import type { Conversation, Message, Part } from '../../../base/model/types.js'
import { outputText } from '../../../codec/shape/results.js'
import type { ProxiedRequest } from '../../../proxy/proxy-types.js'
import type { Thread, Threads } from '../../../traffic/html/conversations.js'
import { look, type Seen } from '../../../traffic/input/look.js'
import { recordOf } from '../../../traffic/input/record-of.js'
import { redactExchange } from '../../../traffic/redaction/redact.js'
import { findAdapter } from '../../../traffic/replay/recorded-answers.js'
import type { Registry } from '../../../translate/exchange/registry.js'
import type { WatchedSide } from './watched-side.js'

/** How far a turn is. */
export type Stage = 'asking' | 'answering' | 'over'

/** Characters by which a turn is found. */
const LONGEST_TEXT = 20_000

/** One request of a client, and what the proxy did for it. */
export class WatchedTurn {
  /** What the targets of its route were asked, in that order. */
  readonly targets: WatchedSide[] = []
  readonly began = new Date()
  /** The outcome, once there is one. */
  told: ProxiedRequest | undefined
  #thread: Thread | undefined
  #isRead = false
  #isAnswerRead = false
  #text = ''

  constructor(
    readonly number: number,
    readonly client: WatchedSide,
  ) {}

  get stage(): Stage {
    // What the proxy says of an answer it says before the client has the end of it.
    if (this.told !== undefined && (this.told.aborted || this.client.isOver)) return 'over'
    return this.client.hasAnswer ? 'answering' : 'asking'
  }

  get heldBytes(): number {
    return [this.client, ...this.targets].reduce((sum, side) => sum + side.heldBytes, 2 * this.#text.length)
  }

  /** The conversation that it goes on with. Default: its request was not read. */
  get thread(): Thread | undefined {
    return this.#thread
  }

  /** Whether all words, in lower case, stand in what it added to its conversation. */
  has(words: readonly string[]): boolean {
    return words.every((word) => this.#text.includes(word))
  }

  /** Reads what the client asked, once: what it is listed and found by. */
  readRequest(registry: Registry, threads: Threads): void {
    if (this.#isRead) return
    this.#isRead = true
    const request = requestIn(seenOn(this.client.exchange, registry))
    if (request === undefined) return
    this.#thread = threads.of(request)
    const added = request.messages.slice(foldedOf(request.messages))
    this.#add([
      this.#thread?.question ?? '',
      request.model ?? '',
      ...added.flatMap(({ parts }) => parts.map(textOf)),
    ])
  }

  /** Reads what it was answered, once it is over. */
  readAnswer(registry: Registry): void {
    if (this.#isAnswerRead || this.stage !== 'over') return
    this.#isAnswerRead = true
    const seen = seenOn(this.client.answer, registry)
    if ('failure' in seen) return
    this.#add(seen.report.response?.message.parts.map(textOf) ?? [])
  }

  #add(words: readonly string[]): void {
    this.#text = `${this.#text} ${words.join(' ')}`.toLowerCase().slice(0, LONGEST_TEXT)
  }

  /** Both sides of it for a cassette. */
  exchanges(registry: Registry): RecordedExchange[] {
    const sides = [this.client, ...this.targets].filter(({ hasAnswer }) => hasAnswer)
    return sides.map(({ exchange }) => {
      const wire = findAdapter(exchange, registry)?.id
      return redactExchange(wire === undefined ? exchange : { ...exchange, wire })
    })
  }
}

/** What is to be seen of an exchange. */
export function seenOn(exchange: RecordedExchange, registry: Registry): Seen {
  const found = attempt(() => findAdapter(exchange, registry))
  const wire = 'value' in found ? found.value?.id : undefined
  const read = () => recordOf(wire === undefined ? exchange : { ...exchange, wire })
  return look({ place: {}, read }, registry, undefined)
}

function requestIn(seen: Seen): Conversation | undefined {
  return 'failure' in seen ? undefined : seen.report.request
}

/** How many messages earlier turns had already: those before the last answer, since its calls have their results only now. */
export function foldedOf(messages: readonly Message[]): number {
  return Math.max(
    messages.findLastIndex(({ role }) => role === 'assistant'),
    0,
  )
}

function textOf(part: Part): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text
  if (part.type === 'tool-call')
    return `${part.name} ${part.rawArguments ?? stringifyJson(part.arguments ?? {})}`
  return part.type === 'tool-result' ? outputText(part.output) : ''
}
