import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { expectObject, isObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import { streamFrames } from '../../codec/stream/frame-writer.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { KeptTurn, RequestedTurn, ServerBinding, TurnsBinding } from '../../codec/wire/server.js'
import { unixSeconds } from '../../proxy/client-request.js'
import { refusalBody } from '../../translate/exchange/translate-answer.js'
import { TurnSteering } from './turn-steering.js'

/** A wire with requests over WebSockets. */
export interface TurnWire {
  readonly client: Adapter
  readonly server: ServerBinding
  readonly turns: TurnsBinding
}

/** One connection of a client. */
export interface TurnConnection {
  /** Maximum number of characters in waiting requests. */
  readonly maxWaiting: number
  /** Sends a message. Resolves when the client can receive the next one. */
  send(text: string): Promise<void>
  /** Sends a request over HTTP, with the headers of the opened connection. */
  ask(body: string, signal: AbortSignal): Promise<Response>
}

/**
 * Maximum number of turns that a connection keeps. Clients continue from the latest turn, or from content
 * that they sent before their first question.
 */
const MOST_KEPT = 8
/** Maximum number of requests that wait for the active one. */
const MOST_WAITING = 16

/**
 * The requests of one connection, in sequence. The kept turns belong to the connection: other connections
 * cannot access them, and they are deleted when it closes.
 */
export class TurnSession {
  readonly #wire: TurnWire
  readonly #connection: TurnConnection
  readonly #abort = new AbortController()
  readonly #kept = new Map<string, KeptTurn>()
  readonly #waiting: string[] = []
  readonly #steering: TurnSteering
  #last: Promise<void> = Promise.resolve()

  constructor(wire: TurnWire, connection: TurnConnection) {
    this.#wire = wire
    this.#connection = connection
    const { steering } = wire.turns
    const keeps = (id: string) => this.#kept.has(id)
    this.#steering = new TurnSteering(steering, (event) => this.#send(event), keeps)
  }

  /** Handles a message. Resolves when it was answered, and never rejects. */
  receive(text: string): Promise<void> {
    if (this.#isFull(text))
      return this.#fail(429, 'too many requests wait on this connection; wait for an answer').catch(ignore)
    const steered = this.#steering.receive(text)
    if (steered !== undefined) return steered.catch(ignore)
    this.#waiting.push(text)
    this.#last = this.#last
      .then(() => this.#answer(text))
      .catch(ignore)
      .finally(() => this.#waiting.shift())
    return this.#last
  }

  #isFull(text: string): boolean {
    const length = this.#waiting.reduce((sum, each) => sum + each.length, text.length)
    return this.#waiting.length > MOST_WAITING || length > this.#connection.maxWaiting
  }

  /** Resolves when no request is active. */
  idle(): Promise<void> {
    return this.#last
  }

  /** Aborts the active answer, because the connection is closed. */
  close(): void {
    this.#abort.abort()
    this.#kept.clear()
  }

  async #answer(text: string): Promise<void> {
    if (this.#abort.signal.aborted) return
    try {
      const request = this.#wire.turns.request(expectObject(parseExact(text), ''))
      if (request !== undefined) await this.#turn(request)
    } catch (error) {
      if (this.#abort.signal.aborted) return
      const isBad = error instanceof AdapterError
      await this.#fail(isBad ? 400 : 502, isBad ? error.message : 'the answer was cut off')
    }
  }

  /** Answers a request, and then the messages of the user to its answer. */
  async #turn(given: RequestedTurn): Promise<void> {
    let request: RequestedTurn | undefined = this.#steering.joined(given)
    while (request !== undefined && !this.#abort.signal.aborted) {
      await this.#ask(request).catch(async (error: unknown) => {
        await this.#steering.next()
        throw error
      })
      request = await this.#steering.next()
    }
  }

  async #ask(asked: RequestedTurn): Promise<void> {
    const { turns } = this.#wire
    const earlier = asked.after === undefined ? undefined : this.#kept.get(asked.after)
    const body = earlier === undefined ? asked.body : turns.continued(asked.body, earlier)
    const request: RequestedTurn = { ...asked, body }
    const isDone = asked.generates ? await this.#generate(request) : await this.#prepare(request)
    // If a turn could not be continued, the client sends the conversation again.
    if (!isDone && asked.after !== undefined) this.#kept.delete(asked.after)
  }

  /** Generates an answer. Returns true if the answer was complete. */
  async #generate(request: RequestedTurn): Promise<boolean> {
    const { signal } = this.#abort
    const response = await this.#connection.ask(stringifyExact(request.body), signal)
    if (!response.ok || response.body === null) {
      const refusal = tryParseJson(await response.text()) ?? null
      await this.#send(this.#wire.turns.failure(response.status, refusal))
      return false
    }
    const framer = this.#wire.client.codecs.stream.framing.createFramer()
    let isDone = false
    for await (const chunk of response.body)
      for (const { data } of framer.push(chunk)) isDone = (await this.#tell(data, request)) || isDone
    for (const { data } of framer.finish()) isDone = (await this.#tell(data, request)) || isDone
    return isDone
  }

  /**
   * Stores the beginning of later requests. No content is generated; the id of the empty answer refers to it.
   */
  async #prepare(request: RequestedTurn): Promise<boolean> {
    const { client, server } = this.#wire
    const answerFields = server.answerFields(request.body, { began: unixSeconds(), ended: unixSeconds })
    const context = createContext(client.id, { request: request.body, answerFields })
    const { model } = request.body
    const frames = streamFrames(
      {
        id: (server.answerIds ?? '') + crypto.randomUUID().replaceAll('-', ''),
        model: typeof model === 'string' ? model : '',
        message: { role: 'assistant', parts: [] },
        finish: { reason: 'stop' },
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      client.codecs,
      context,
    )
    const framer = client.codecs.stream.framing.createFramer()
    for (const frame of frames) for (const { data } of framer.push(frame)) await this.#tell(data, request)
    return true
  }

  /** Sends an event. Returns true if it ends the answer successfully. */
  async #tell(data: string, request: RequestedTurn): Promise<boolean> {
    const { turns } = this.#wire
    const event = data.includes(HOLDS_ANSWER) ? parseExact(data) : undefined
    const held = isObject(event) ? turns.answerIn(event) : undefined
    if (!isObject(event) || held === undefined) {
      await this.#connection.send(data)
      return false
    }
    if (held.end === 'done') this.#keep(request, held.answer)
    const { id } = held.answer
    if (typeof id === 'string') this.#steering.saw(id, request, held.end && held.answer)
    const { after } = request
    await (after === undefined ? this.#connection.send(data) : this.#send(turns.told(event, after)))
    return held.end === 'done'
  }

  #keep(request: RequestedTurn, answer: JsonObject): void {
    const turn = this.#wire.turns.kept(request, answer)
    if (turn === undefined || typeof answer.id !== 'string') return
    this.#kept.set(answer.id, turn)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break
      this.#kept.delete(oldest)
    }
  }

  #fail(status: number, message: string): Promise<void> {
    const { client, turns } = this.#wire
    return this.#send(turns.failure(status, refusalBody(status, `toolwire proxy: ${message}`, client)))
  }

  async #send(message: JsonObject): Promise<void> {
    await this.#connection.send(stringifyExact(message))
  }
}

/** Ignores a failed send, because the connection is closed. */
function ignore(): void {}

/** A string that all parsed events contain; other events are not parsed. */
const HOLDS_ANSWER = '"response"'
