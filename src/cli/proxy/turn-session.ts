import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { parseExact, stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { expectObject, isObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import { streamFrames } from '../../codec/stream/frame-writer.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { KeptTurn, ServerBinding, TurnRequest, TurnsBinding } from '../../codec/wire/server.js'
import { seconds } from '../../proxy/client-request.js'
import { refusalBody } from '../../translate/exchange/translate-answer.js'

/** A wire whose requests come over sockets. */
export interface TurnWire {
  readonly client: Adapter
  readonly server: ServerBinding
  readonly turns: TurnsBinding
}

/** One connection of a client. */
export interface TurnConnection {
  /** Characters of requests that may wait. */
  readonly maxWaiting: number
  /** Sends a message; settles when the client can take the next one. */
  send(text: string): Promise<void>
  /** Sends a request over HTTP, with the headers with which the connection was opened. */
  ask(body: string, signal: AbortSignal): Promise<Response>
}

/** Turns that a connection keeps at most: clients go on from the latest, or from what they sent before their first question. */
const MOST_KEPT = 8
/** Requests that may wait for the one that is being answered. */
const MOST_WAITING = 16

/**
 * The requests of one connection, one after the other. What is kept to go on from belongs to the connection: no other one
 * finds it, and it ends with it.
 */
export class TurnSession {
  readonly #wire: TurnWire
  readonly #connection: TurnConnection
  readonly #abort = new AbortController()
  readonly #kept = new Map<string, KeptTurn>()
  readonly #waiting: string[] = []
  #last: Promise<void> = Promise.resolve()

  constructor(wire: TurnWire, connection: TurnConnection) {
    this.#wire = wire
    this.#connection = connection
  }

  /** Takes a message. Settles once it was answered, and never rejects. */
  receive(text: string): Promise<void> {
    if (this.#isFull(text))
      return this.#fail(429, 'too many requests wait on this connection; wait for an answer').catch(ignore)
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

  /** Settles when nothing is being answered. */
  idle(): Promise<void> {
    return this.#last
  }

  /** The connection is gone: what is being answered is not wanted any more. */
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

  async #turn(asked: TurnRequest): Promise<void> {
    const { turns } = this.#wire
    const earlier = asked.after === undefined ? undefined : this.#kept.get(asked.after)
    const body = earlier === undefined ? asked.body : turns.continued(asked.body, earlier)
    const request: TurnRequest = { ...asked, body }
    const isDone = asked.generates ? await this.#generate(request) : await this.#prepare(request)
    // What could not be gone on from is said anew by the client.
    if (!isDone && asked.after !== undefined) this.#kept.delete(asked.after)
  }

  /** Gives whether the answer came to its end. */
  async #generate(request: TurnRequest): Promise<boolean> {
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

  /** What later requests begin with: nothing is generated, and the id of the empty answer stands for it. */
  async #prepare(request: TurnRequest): Promise<boolean> {
    const { client, server } = this.#wire
    const answerFields = server.answerFields(request.body, { began: seconds(), ended: seconds })
    const context = createContext(client.id, { request: request.body, answerFields })
    const { model } = request.body
    const frames = streamFrames(
      {
        id: server.answerIds + crypto.randomUUID().replaceAll('-', ''),
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

  /** Sends an event. Gives whether it ends the answer well. */
  async #tell(data: string, request: TurnRequest): Promise<boolean> {
    const { turns } = this.#wire
    const event = data.includes(HOLDS_ANSWER) ? parseExact(data) : undefined
    const held = isObject(event) ? turns.answerIn(event) : undefined
    if (!isObject(event) || held === undefined) {
      await this.#connection.send(data)
      return false
    }
    if (held.end === 'done') this.#keep(request, held.answer)
    const { after } = request
    await (after === undefined ? this.#connection.send(data) : this.#send(turns.told(event, after)))
    return held.end === 'done'
  }

  #keep(request: TurnRequest, answer: JsonObject): void {
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

/** What cannot be sent any more: the connection is gone. */
function ignore(): void {}

/** Only events of which a text holds this are parsed. */
const HOLDS_ANSWER = '"response"'
