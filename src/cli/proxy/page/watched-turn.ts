import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { attempt } from '../../../base/json/adapter-error.js'
import { stringifyJson } from '../../../base/json/write-json.js'
import type { Conversation, Message, Part } from '../../../base/model/types.js'
import { outputText } from '../../../codec/shape/results.js'
import type { ProxiedRequest } from '../../../proxy/proxy-types.js'
import type { Thread, Threads } from '../../../traffic/html/conversations.js'
import { look, type Seen } from '../../../traffic/input/decode-entry.js'
import { recordOf } from '../../../traffic/input/record-of.js'
import { redactExchange } from '../../../traffic/redaction/redact.js'
import { findAdapter } from '../../../traffic/replay/recorded-answers.js'
import type { Registry } from '../../../translate/exchange/registry.js'
import type { WatchedSide } from './watched-side.js'

/** The stage of a turn. */
export type Stage = 'asking' | 'answering' | 'over'

/** Maximum number of searchable characters of a turn. */
const LONGEST_TEXT = 20_000

/** One request of a client, and the proxy's requests for it. */
export class WatchedTurn {
  /** The exchanges with the targets of its route, in order. */
  readonly targets: WatchedSide[] = []
  readonly began = new Date()
  /** The outcome. Undefined until it is known. */
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
    // The outcome of an answer is reported before the client has received its end.
    if (this.told !== undefined && (this.told.aborted || this.client.isOver)) return 'over'
    return this.client.hasAnswer ? 'answering' : 'asking'
  }

  get heldBytes(): number {
    return [this.client, ...this.targets].reduce((sum, side) => sum + side.heldBytes, 2 * this.#text.length)
  }

  /** The conversation that the turn continues. Undefined if its request could not be decoded. */
  get thread(): Thread | undefined {
    return this.#thread
  }

  /** Returns true if the content that the turn added contains all words (in lower case). */
  has(words: readonly string[]): boolean {
    return words.every((word) => this.#text.includes(word))
  }

  /** Decodes the client's request once, for the list and the search. */
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

  /** Decodes the answer once it is complete. */
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

  /** Returns both sides of the turn for a cassette. */
  exchanges(registry: Registry): RecordedExchange[] {
    const sides = [this.client, ...this.targets].filter(({ hasAnswer }) => hasAnswer)
    return sides.map(({ exchange }) => {
      const wire = findAdapter(exchange, registry)?.id
      return redactExchange(wire === undefined ? exchange : { ...exchange, wire })
    })
  }
}

/** Returns the decoded content of an exchange. */
export function seenOn(exchange: RecordedExchange, registry: Registry): Seen {
  const found = attempt(() => findAdapter(exchange, registry))
  const wire = 'value' in found ? found.value?.id : undefined
  const read = () => recordOf(wire === undefined ? exchange : { ...exchange, wire })
  return look({ place: {}, read }, registry, undefined)
}

function requestIn(seen: Seen): Conversation | undefined {
  return 'failure' in seen ? undefined : seen.report.request
}

/**
 * Returns the number of messages that earlier turns already contained: those before the last answer, whose
 * calls get their results only now.
 */
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
