import { byteSourceOf, webStream } from '../../base/http/http-message.js'
import { createContext } from '../../base/model/context.js'
import type { StreamEvent } from '../../base/model/events.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ModelResponse } from '../../base/model/types.js'
import type { Turn } from '../../chat/provider/turn.js'
import { pipeSteps } from '../../codec/stream/event-step.js'
import { createFrameWriter, endAtError } from '../../codec/stream/frame-writer.js'
import { createAnswerSteps } from '../../translate/exchange/translate-answer.js'
import { withoutCutCalls } from '../cut-answer.js'
import { type EncodedFrames, encoded } from '../streamed-body.js'
import { AnswerWatch } from '../watch.js'
import type { AskedTurn } from './asked-turn.js'
import { clientSteps, writingModel } from './client-steps.js'
import { errorAnswer } from './thrown-answer.js'

/**
 * Answers a client that asked for a stream, event by event. An error before the first content becomes an
 * error answer, as the client's provider would send it.
 */
export async function streamTurn(turn: AskedTurn): Promise<Response> {
  const { provider, conversation, asked, author, signal } = turn
  const running = provider.turn(conversation, { signal })
  const events = running[Symbol.asyncIterator]()
  const begun: StreamEvent[] = []
  for (let step = await events.next(); !step.done; step = await events.next()) {
    const { value } = step
    if (value.type === 'error') {
      await events.return?.()
      signal?.throwIfAborted()
      return errorAnswer(value.error, asked.client, [author.adapter])
    }
    begun.push(value)
    if (value.type !== 'response-start') break
  }
  const body = webStream(byteSourceOf(framesOf(turn, running, { begun, events })))
  const { contentType } = asked.client.codecs.stream.framing
  return new Response(body, { headers: { 'content-type': contentType, 'cache-control': 'no-cache' } })
}

/** The events of a turn, of which the first ones were read. */
interface BegunEvents {
  readonly begun: readonly StreamEvent[]
  readonly events: AsyncIterator<StreamEvent, undefined>
}

/** Yields the encoded frames of each event. The answer is stored before the client receives its end. */
async function* framesOf(
  turn: AskedTurn,
  running: Turn,
  { begun, events }: BegunEvents,
): AsyncGenerator<Uint8Array, undefined> {
  const writing = new AnswerWriting(turn)
  try {
    for (const event of begun) yield* pieces(writing.push(event))
    for (let step = await events.next(); !step.done; step = await events.next())
      yield* pieces(writing.push(step.value))
    turn.signal?.throwIfAborted()
    await writing.keep(running)
    yield* pieces(writing.finish())
  } finally {
    await events.return?.()
    turn.report([...running.notices, ...writing.notices])
  }
}

function* pieces(frames: EncodedFrames): Generator<Uint8Array> {
  if (frames.length > 0) yield encoded(frames)
}

/** Encodes the events of one answer for its client. */
class AnswerWriting {
  readonly #turn: AskedTurn
  readonly #steps
  readonly #context
  readonly #frames
  readonly #shown: AnswerWatch
  /** The frames that end the answer. */
  readonly #last: EncodedFrames = []

  constructor(turn: AskedTurn) {
    const { asked, author, carried } = turn
    const { client, body: request, answerFields } = asked
    this.#turn = turn
    this.#context = createContext(client.id, { request, answerFields })
    this.#frames = createFrameWriter(client.codecs, this.#context)
    this.#shown = new AnswerWatch(client.id)
    const restore = pipeSteps(clientSteps(turn), withoutCutCalls(), endAtError())
    this.#steps = createAnswerSteps(author.adapter.codecs, client.codecs, { carried, request, restore })
  }

  get notices() {
    return [...this.#steps.notices, ...this.#context.notices]
  }

  push(event: StreamEvent): EncodedFrames {
    const frames = this.#write(this.#steps.push(event))
    if (event.type !== 'finish') return frames
    this.#last.push(...frames)
    return []
  }

  finish(): EncodedFrames {
    return [...this.#last, ...this.#write(this.#steps.finish()), ...this.#frames.finish()]
  }

  /** Stores the answer, or the part of an interrupted answer that the client received. */
  async keep(running: Turn): Promise<void> {
    const { history, author } = this.#turn
    const own = await running.response.catch(partOf)
    await history.keeping(author, { model: writingModel(own, this.#turn) })({
      own,
      shown: this.#shown.response,
    })
  }

  #write(events: readonly StreamEvent[]): EncodedFrames {
    return events.flatMap((event) => {
      this.#shown.push(event)
      return this.#frames.push(event)
    })
  }
}

function partOf(error: unknown): ModelResponse {
  if (error instanceof ResponseError) return error.response
  throw error
}
