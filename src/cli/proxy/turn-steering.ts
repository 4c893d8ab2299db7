import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import type {
  RequestedTurn,
  SteeringBinding,
  SteeringFailure,
  SteeringIds,
  SteeringMessage,
} from '../../codec/wire/server.js'

/** An accepted message. */
interface Waiting extends SteeringIds {
  readonly id: string
  readonly input: JsonValue
  readonly items: JsonArray
}

/** The latest answer of the connection. */
interface SteeredAnswer {
  readonly id: string
  readonly request: RequestedTurn
  readonly isOver: boolean
  /** The complete answer. Empty if the answer is generated or was interrupted. */
  readonly whole: JsonObject
}

/** Maximum number of messages that wait on one connection. */
const MOST_WAITING = 16

/**
 * Messages of the user to the active answer of one connection. Targets are requested over HTTP, so an answer is not
 * interrupted: a message is part of the next request that continues the answer.
 */
export class TurnSteering {
  #latest: SteeredAnswer | undefined
  #waiting: readonly Waiting[] = []
  /** The messages in a request whose answer has not begun. */
  #sent: Waiting[] = []
  /** The messages whose wait for results was reported. */
  readonly #held = new Set<string>()
  #number = 0

  /**
   * Creates the state of one connection.
   * @param send sends an event to the client.
   * @param keeps returns true for the id of an earlier answer.
   */
  constructor(
    private readonly binding: SteeringBinding,
    private readonly send: (event: JsonObject) => Promise<void>,
    private readonly keeps: (answerId: string) => boolean,
  ) {}

  /** Answers a message of the socket, if it is a steering message. */
  receive(text: string): Promise<void> | undefined {
    const message = text.includes('steer') ? tryParseJson(text) : undefined
    const steer = isObject(message) ? this.binding.read(message) : undefined
    return steer && this.#answer(steer)
  }

  /** Records an event with an answer. */
  saw(id: string, request: RequestedTurn, whole: JsonObject | undefined): void {
    this.#sent = []
    this.#latest = { id, request, isOver: whole !== undefined, whole: whole ?? {} }
  }

  /** Returns the request with the messages that wait for it. */
  joined(request: RequestedTurn): RequestedTurn {
    const items = this.#take(request.after)
    const { input } = request.body
    if (items.length === 0) return request
    const own: JsonArray =
      typeof input === 'string'
        ? [{ type: 'message', role: 'user', content: input }]
        : isArray(input)
          ? input
          : []
    return { ...request, body: { ...request.body, input: [...items, ...own] } }
  }

  /**
   * Ends the latest turn.
   * @returns the request that continues the answer with the waiting messages, if the client has nothing to send.
   */
  async next(): Promise<RequestedTurn | undefined> {
    for (const steer of this.#sent.splice(0)) await this.#fail(idsOf(steer), steer.input, 'refused')
    const { id, request, whole = {} } = this.#latest ?? {}
    if (this.#latest !== undefined) this.#latest = { ...this.#latest, isOver: true }
    const waiting = this.#waiting.filter(({ previous_response_id: after }) => after === id)
    if (id === undefined || request === undefined || waiting.length === 0) return undefined
    if (!this.binding.isComplete(whole)) return this.#drop(waiting)
    const required = this.binding.required(whole)
    if (required.length > 0) return this.#hold(waiting, required)
    return { ...request, body: this.binding.continued(request.body, id, this.#take(id)), after: id }
  }

  async #hold(waiting: readonly Waiting[], required: readonly JsonObject[]): Promise<undefined> {
    for (const steer of waiting) {
      if (this.#held.has(steer.id)) continue
      this.#held.add(steer.id)
      await this.send(this.binding.pending(idsOf(steer), required, this.#count()))
    }
  }

  async #drop(waiting: readonly Waiting[]): Promise<undefined> {
    this.#waiting = this.#waiting.filter((one) => !waiting.includes(one))
    for (const steer of waiting) await this.#fail(idsOf(steer), steer.input, 'inactive')
  }

  async #answer({ after, input, items }: SteeringMessage): Promise<void> {
    const failure = this.#failureOf(after, items)
    if (failure !== undefined || items === undefined)
      return this.#fail({ previous_response_id: after }, input, failure ?? 'invalid')
    const id = `steer_${crypto.randomUUID().replaceAll('-', '')}`
    this.#waiting = [...this.#waiting, { id, previous_response_id: after, input, items }]
    await this.send(this.binding.accepted({ id, previous_response_id: after }, this.#count()))
  }

  #failureOf(after: string, items: JsonArray | undefined): SteeringFailure | undefined {
    if (items === undefined) return 'invalid'
    if (this.#latest?.id !== after) return this.keeps(after) ? 'ended' : 'unknown'
    if (this.#latest.isOver) return 'ended'
    if (!this.binding.supports(this.#latest.request.body)) return 'unsupported'
    return this.#waiting.length >= MOST_WAITING ? 'too-many' : undefined
  }

  #fail(steer: SteeringIds, input: JsonValue, failure: SteeringFailure): Promise<void> {
    return this.send(this.binding.failed(steer, input, failure, this.#count()))
  }

  /** Removes the messages to an answer. Returns their items. */
  #take(after: string | undefined): JsonArray {
    this.#sent = this.#waiting.filter(({ previous_response_id: id }) => id === after)
    this.#waiting = this.#waiting.filter(({ previous_response_id: id }) => id !== after)
    return this.#sent.flatMap(({ id, items }) => {
      this.#held.delete(id)
      return items
    })
  }

  #count(): number {
    this.#number += 1
    return this.#number
  }
}

function idsOf({ id, previous_response_id }: Waiting): SteeringIds {
  return { id, previous_response_id }
}
