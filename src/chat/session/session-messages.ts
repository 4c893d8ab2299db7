import { systemMessage, toolMessage, userMessage } from '../../base/model/create.js'
import type { StreamEvent } from '../../base/model/events.js'
import type { Message, ToolResult } from '../../base/model/types.js'
import { Assembler } from '../../codec/stream/assemble.js'
import { isAudio } from './event-queue.js'

/** One thing that was said, or a turn with the results of its calls. */
interface Entry {
  /** What it is in the conversation now; nothing as long as it is empty. */
  messages(): readonly Message[]
}

/** Where results of calls go. */
export interface ResultRecord {
  /** The one result of a call. It replaces a preliminary one. */
  answer(result: ToolResult): void
}

/** What a turn of the model adds to the conversation: its message, and the results of its calls in their order. */
export class TurnRecord implements ResultRecord, Entry {
  readonly #assembler: Assembler
  readonly #results = new Map<string, ToolResult>()
  #message: Message | undefined

  /** @param wire recorded as the origin of the message. */
  constructor(wire: string) {
    this.#assembler = new Assembler(wire)
  }

  /** Sound is left out: there would be no end of it. */
  push(event: StreamEvent): void {
    if (isAudio(event)) return
    this.#assembler.push(event)
    if (event.type === 'finish') this.#message = this.#assembler.response().message
  }

  answer(result: ToolResult): void {
    this.#results.set(result.callId, result)
  }

  messages(): readonly Message[] {
    const message = this.#message ?? this.#assembler.response().message
    if (message.parts.length === 0) return []
    const results = message.parts.flatMap((part) =>
      part.type === 'tool-call' ? (this.#results.get(part.id) ?? []) : [],
    )
    return results.length === 0 ? [message] : [message, toolMessage(results)]
  }
}

/** Words of the user, as the provider hears them. */
class Saying implements Entry {
  #text = ''

  hear(text: string, isWhole: boolean): void {
    this.#text = isWhole ? text : this.#text + text
  }

  messages(): readonly Message[] {
    return this.#text === '' ? [] : [userMessage(this.#text)]
  }
}

/** The conversation of a session, as it grows. */
export class SessionMessages implements ResultRecord {
  instructions: string | undefined
  readonly #entries: Entry[] = []
  readonly #sayings = new Map<string, Saying>()
  /** The turn that is open. */
  #turn: TurnRecord | undefined
  /** The place of words that made the model answer, and were not told yet: they may come after the answer. */
  #unheard: Saying | undefined
  /** Whether something was said since the last turn began. */
  #isNew = false

  constructor(messages: readonly Message[], instructions: string | undefined) {
    this.instructions = instructions
    for (const message of messages) this.add(message)
  }

  /** The whole conversation. */
  get all(): readonly Message[] {
    return [...this.#system(), ...this.#entries.flatMap((entry) => entry.messages())]
  }

  /** How many entries stand before whatever the provider cannot know yet. */
  get mark(): number {
    const { length } = this.#entries
    return this.#turn === undefined ? length : this.#entries.indexOf(this.#turn)
  }

  /** System messages, and what came after a mark. */
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

  /** A result of a call that stands in messages which were given. */
  answer(result: ToolResult): void {
    this.add(toolMessage([result]))
  }

  /** Words of the user. Pieces of one saying have one id. */
  hear({
    id,
    text,
    isWhole,
  }: {
    readonly id: string
    readonly text: string
    readonly isWhole: boolean
  }): void {
    const saying = this.#sayings.get(id) ?? this.#newSaying(id)
    saying.hear(text, isWhole)
  }

  /** A turn of the model begins. @param isAsked whether it was asked for here, and not by what the user says. */
  begin(wire: string, isAsked: boolean): TurnRecord {
    this.#unheard = undefined
    if (!isAsked && !this.#isNew) {
      this.#unheard = new Saying()
      this.#entries.push(this.#unheard)
    }
    this.#isNew = false
    this.#turn = new TurnRecord(wire)
    this.#entries.push(this.#turn)
    return this.#turn
  }

  /** The turn is over. */
  end(): void {
    this.#turn = undefined
  }

  #newSaying(id: string): Saying {
    const saying = this.#unheard ?? new Saying()
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
