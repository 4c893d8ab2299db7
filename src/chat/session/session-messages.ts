import { systemMessage, toolMessage, userMessage } from '../../base/model/create.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Message, ModelResponse, ToolResult } from '../../base/model/types.js'
import { Assembler } from '../../codec/stream/assemble.js'
import { isAudio } from './event-queue.js'

/** A message, or a turn with the results of its calls. */
interface Entry {
  /** Returns the current messages of the entry; an empty list while it has no content. */
  messages(): readonly Message[]
}

/** A record of the results of calls. */
export interface ResultRecord {
  /** The number of the turn in the stored conversation, from 1, once it is recorded. Default: none. */
  readonly number?: number | undefined
  /** Records the final result of a call, which replaces a preliminary one. */
  answer(result: ToolResult): void
}

/**
 * The messages that a turn of the model adds to the conversation: its message, and the results of its calls
 * in order.
 */
export class TurnRecord implements ResultRecord, Entry {
  readonly #assembler: Assembler
  readonly #results = new Map<string, ToolResult>()
  #response: ModelResponse | undefined
  number: number | undefined

  /** @param wire recorded as the origin of the message. */
  constructor(wire: string) {
    this.#assembler = new Assembler(wire)
  }

  /** Adds an event. Audio is omitted, because it would grow without limit. */
  push(event: StreamEvent): void {
    if (isAudio(event)) return
    this.#assembler.push(event)
    if (event.type === 'finish') this.#response = this.#assembler.response()
  }

  answer(result: ToolResult): void {
    this.#results.set(result.callId, result)
  }

  /** The answer so far, with the finish of an interrupted answer until the turn has ended. */
  get response(): ModelResponse {
    return this.#response ?? this.#assembler.response()
  }

  /** The final results of the turn's calls. */
  get results(): readonly ToolResult[] {
    return [...this.#results.values()].filter(({ preliminary }) => preliminary !== true)
  }

  messages(): readonly Message[] {
    const { message } = this.response
    if (message.parts.length === 0) return []
    const results = message.parts.flatMap((part) =>
      part.type === 'tool-call' ? (this.#results.get(part.id) ?? []) : [],
    )
    return results.length === 0 ? [message] : [message, toolMessage(results)]
  }
}

/** Speech of the user, as transcribed by the provider. */
export class Utterance implements Entry {
  readonly id = crypto.randomUUID()
  text = ''

  /**
   * @param before the turn that follows the utterance. Default: the utterance is at the end of the
   * conversation.
   */
  constructor(readonly before?: TurnRecord) {}

  hear(text: string, isWhole: boolean): void {
    this.text = isWhole ? text : this.text + text
  }

  messages(): readonly Message[] {
    return this.text === '' ? [] : [userMessage(this.text)]
  }
}

/** The growing conversation of a session. */
export class SessionMessages implements ResultRecord {
  instructions: string | undefined
  readonly #entries: Entry[] = []
  readonly #sayings = new Map<string, Utterance>()
  /** The open turn. */
  #turn: TurnRecord | undefined
  /**
   * The position of speech that triggered the answer and is not transcribed yet. The text may arrive after
   * the answer.
   */
  #unheard: Utterance | undefined
  /** True if a message was added since the last turn began. */
  #isNew = false
  /** The number of entries with which the session began. */
  #given: number

  constructor(messages: readonly Message[], instructions: string | undefined) {
    this.instructions = instructions
    this.#given = messages.length
    for (const message of messages) this.add(message)
  }

  /** The complete conversation. */
  get all(): readonly Message[] {
    return [...this.#system(), ...this.#entries.flatMap((entry) => entry.messages())]
  }

  /** The number of entries that the provider certainly knows. */
  get mark(): number {
    const { length } = this.#entries
    return this.#turn === undefined ? length : this.#entries.indexOf(this.#turn)
  }

  /** Returns system messages and the entries after a mark. */
  since(mark: number): readonly Message[] {
    const before = this.#entries.slice(0, mark).flatMap((entry) => entry.messages())
    const system = before.filter(({ role }) => role === 'system')
    const after = this.#entries.slice(mark).flatMap((entry) => entry.messages())
    return [...this.#system(), ...system, ...after]
  }

  add(message: Message): void {
    this.#entries.push({ messages: () => [message] })
    this.#isNew = true
  }

  /** Records the result of a call in the given messages. */
  answer(result: ToolResult): void {
    this.add(toolMessage([result]))
  }

  /** Replaces the messages with which the session begins. */
  restore(messages: readonly Message[]): void {
    const given = messages.map((message): Entry => ({ messages: () => [message] }))
    this.#entries.splice(0, this.#given, ...given)
    this.#given = given.length
    this.#isNew ||= given.length > 0
  }

  /** Adds speech of the user. The pieces of an utterance have the same id on the same connection. */
  hear({
    id,
    text,
    isWhole,
  }: {
    readonly id: string
    readonly text: string
    readonly isWhole: boolean
  }): Utterance {
    const saying = this.#sayings.get(id) ?? this.#newSaying(id)
    saying.hear(text, isWhole)
    return saying
  }

  /**
   * Forgets the ids of utterances after the loss of a connection, since the next connection may use the same
   * ids.
   */
  lost(): void {
    this.#sayings.clear()
  }

  /**
   * Begins a turn of the model.
   * @param isAsked true if the session requested the turn; false if the user's speech triggered it.
   */
  begin(wire: string, isAsked: boolean): TurnRecord {
    const turn = new TurnRecord(wire)
    this.#unheard = isAsked || this.#isNew ? undefined : new Utterance(turn)
    if (this.#unheard !== undefined) this.#entries.push(this.#unheard)
    this.#isNew = false
    this.#turn = turn
    this.#entries.push(turn)
    return turn
  }

  /** Ends the turn. */
  end(): void {
    this.#turn = undefined
  }

  #newSaying(id: string): Utterance {
    const saying = this.#unheard ?? new Utterance(this.#turn)
    if (this.#unheard === undefined) {
      const place = this.#turn === undefined ? this.#entries.length : this.#entries.indexOf(this.#turn)
      this.#entries.splice(place, 0, saying)
      if (this.#turn === undefined) this.#isNew = true
    }
    this.#unheard = undefined
    this.#sayings.set(id, saying)
    return saying
  }

  #system(): Message[] {
    return this.instructions === undefined ? [] : [systemMessage(this.instructions)]
  }
}
