import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectIn } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { type Context, createContext } from '../../base/model/context.js'
import type { NativeFrame, StreamEvent } from '../../base/model/events.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { ModelResponse } from '../../base/model/types.js'
import { disassemble } from '../../codec/stream/assemble.js'
import { DONE } from '../../codec/stream/framing.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { errorValues, type MockError } from './error-answer.js'
import { fill } from './fill.js'
import type { ScriptedAnswer } from './script.js'
import type { ApiRow, ErrorBodyForm } from './server-row.js'
import { withFinishWord, withHabits } from './stream-habits.js'

/** An answer and the request that it answers. */
export interface AnswerToWrite {
  readonly response: ModelResponse
  readonly scripted: ScriptedAnswer
  readonly api: ApiRow
  readonly adapter: Adapter
  readonly body: JsonObject
  /** The URL of the request, which determines the framing on some wires. */
  readonly url: string
  /** True if the request names the tool to call. */
  readonly isNamed: boolean
  /** The error of the server within a stream. */
  readonly failure: MockError
  readonly errorForm: ErrorBodyForm
  /** In seconds since 1970. */
  readonly now: number
}

type Frame = NativeFrame<JsonValue>

/** Characters per delta. */
const DELTA = 12
/** The part of an answer that arrives before it breaks. */
const BEFORE_BREAK = 0.7

/** Creates the complete answer of the server. */
export async function wholeAnswer(answer: AnswerToWrite): Promise<Response> {
  const { adapter, response, api, isNamed, scripted } = answer
  const context = await contextOf(answer)
  const native = adapter.codecs.response.encode(response, context)
  const body = api.api === 'chat' && isObject(native) ? withFinishWord(native, api, isNamed) : native
  const text = stringifyJson(body)
  const headers = { 'content-type': 'application/json' }
  if (scripted.cut === undefined) return new Response(text, { headers })
  return new Response(streamOf([text.slice(0, text.length * BEFORE_BREAK)], true), { headers })
}

/** Creates the streamed answer of the server. */
export async function streamedAnswer(answer: AnswerToWrite): Promise<Response> {
  const { adapter, scripted, api, url } = answer
  const { stream, http } = adapter.codecs
  const framing = http.framing?.(url) ?? stream.framing
  const frames = await framesOf(answer)
  const { comment } = api.stream ?? {}
  const [first, ...rest] = frames.map((frame) => framing.write(frame))
  const comments = comment === undefined ? [] : [`: ${comment}\n\n`]
  const start = first === undefined ? comments : [...comments, first, ...comments]
  const isWhole = scripted.cut === undefined && scripted.error === undefined
  const end = isWhole ? framing.end?.() : undefined
  const pieces = [...start, ...rest, ...(end === undefined ? [] : [end])]
  const isCut = scripted.cut === true
  const kept = isCut ? pieces.slice(0, Math.max(1, Math.floor(pieces.length * BEFORE_BREAK))) : pieces
  return new Response(streamOf(kept, isCut), { headers: { 'content-type': framing.contentType } })
}

async function framesOf(answer: AnswerToWrite): Promise<Frame[]> {
  const { response, scripted, api, adapter, body, isNamed } = answer
  const encoder = adapter.codecs.stream.encoder?.(await contextOf(answer))
  if (encoder === undefined) return []
  const events = [...disassemble(response, { deltaLength: DELTA })]
  const isFailed = scripted.error !== undefined
  const sent = isFailed ? brokenEvents(events, answer) : events
  const written = [...sent.flatMap((event) => encoder.push(event)), ...encoder.finish()]
  const asked = { usage: objectIn(body.stream_options).include_usage === true, isNamed }
  const frames = api.api === 'chat' ? withHabits(written, api, asked) : written
  return [...eventsOf(api.stream?.before, {}), ...frames, ...(isFailed ? errorFrames(answer) : [])]
}

/** Returns the events before the error. The error itself is added for servers without a special error form. */
function brokenEvents(events: readonly StreamEvent[], { api, failure }: AnswerToWrite): StreamEvent[] {
  const before = events.slice(0, Math.max(1, Math.floor(events.length * BEFORE_BREAK)))
  if (api.stream?.error !== undefined) return before
  const { message, words } = failure
  const code =
    typeof words.code === 'string' ? words.code : typeof words.type === 'string' ? words.type : 'error'
  const error = { type: 'error' as const, error: { message, code, status: words.status } }
  return [...before, error, { type: 'finish', finish: failedFinish() }]
}

function errorFrames({ api, failure, errorForm }: AnswerToWrite): Frame[] {
  const { error, isDoneAfterError } = api.stream ?? {}
  const frames = eventsOf(error, errorValues(failure, errorForm))
  return isDoneAfterError === true ? [...frames, { data: DONE }] : frames
}

function eventsOf(templates: readonly Frame[] = [], values: Parameters<typeof fill>[1]): Frame[] {
  return templates.map(({ data, ...frame }) => ({ ...frame, data: fill(data, values) }))
}

async function contextOf({ adapter, api, body, now }: AnswerToWrite): Promise<Context> {
  const server = await adapter.codecs.http.server?.()
  // Chat encoders write the usage in a separate frame only on request. The server's stream form moves it.
  const request = api.api === 'chat' ? { ...body, stream_options: { include_usage: true } } : body
  const answerFields = server?.answerFields(body, { began: now, ended: () => now })
  return createContext(adapter.id, { request, answerFields })
}

/** Returns a body of these pieces. A broken body ends with an error, which closes the connection. */
function streamOf(pieces: readonly (string | Uint8Array)[], breaks: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next]
      next += 1
      if (piece !== undefined) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
      else if (breaks) controller.error(new TypeError('terminated: the mock broke the connection'))
      else controller.close()
    },
  })
}
