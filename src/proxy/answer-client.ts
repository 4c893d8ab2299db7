import { httpFacts } from '../base/http/error-facts.js'
import { bodyWords } from '../base/http/error-words.js'
import { answerOf, type HttpAnswer, isOk } from '../base/http/http-message.js'
import { reasonOf } from '../base/http/reason.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { parseExact, stringifyExact } from '../base/json/parse.js'
import { compact } from '../base/json/write-json.js'
import { type Context, createContext, type Notice } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import type { ModelResponse } from '../base/model/types.js'
import { assemble, stepResponse } from '../codec/stream/assemble.js'
import { type EventStep, pipeSteps } from '../codec/stream/event-step.js'
import { endAtError } from '../codec/stream/frame-writer.js'
import { EventReader, isPage } from '../codec/stream/stream-reader.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { decodeAnswer } from '../translate/exchange/decode-exchange.js'
import {
  identify,
  retryHeaders,
  unreadableRefusal,
  writeAnswer,
} from '../translate/exchange/translate-answer.js'
import { createStreamTranslator, type StreamTranslator } from '../translate/exchange/translate-stream.js'
import { createRestore, restoreResponse } from '../translate/fit/restore.js'
import type { ClientRequest, Written } from './client-request.js'
import { isProxyError, namingProxy, withoutCutCalls } from './cut-answer.js'
import { passThrough } from './pass-through.js'
import { ownHeaders } from './passed-answer.js'
import { ProxyFailure, reasonFor } from './proxy-failure.js'
import type { Target } from './proxy-target.js'
import { withRandomIds } from './random-ids.js'
import { type AnswerBody, answerText, bodyChunks } from './reading.js'
import { encoded, LiveBody } from './streamed-body.js'
import type { SubstituteTurns } from './substitute-turns.js'
import { AnswerWatch } from './watch.js'

/** An answer of a target, with its request. */
export interface TargetAnswer extends AnswerBody {
  readonly target: Target
  readonly written: Written
  readonly asked: ClientRequest
  /**
   * Called with each answer before the client receives its end: in the author's form with the client's names,
   * and in the client's form. For an interrupted or aborted answer, it contains the part that was received.
   * Default: not called.
   */
  readonly onAnswer?: ((answer: GivenAnswer) => Promise<void>) | undefined
  /** Returns the value that the client receives instead of the complete answer. Default: the answer. */
  readonly made?: ((answer: ModelResponse) => Promise<MadeAnswer>) | undefined
  /**
   * Joins several answers into one, if the proxy runs calls of the target. Default: the proxy does not run
   * calls.
   */
  readonly turns?: SubstituteTurns | undefined
  /** Releases the target. */
  release(): void
}

/** The value made from an answer: an answer of the client's wire, or a body. */
export type MadeAnswer = { readonly response: ModelResponse } | { readonly body: JsonObject }

/** An answer before and after it is fitted to the client's wire. */
export interface GivenAnswer {
  readonly own: ModelResponse
  readonly shown: ModelResponse
}

/** Returns the answer in the form of the client's provider. */
export async function answerClient(given: TargetAnswer): Promise<HttpAnswer> {
  const answer = given.turns === undefined || !isOk(given.response) ? given : wholeTurns(given, given.turns)
  const { response, turns } = answer
  if (response.status >= 400 && isOwnWire(answer)) return passedRefusal(answer)
  const isStream = isOk(response) && isStreamed(answer)
  const { made } = answer
  if (isStream && answer.asked.streams && made === undefined) return streamedAnswer(answer)
  const decoded = isStream || turns !== undefined ? await assembled(answer) : await wholeAnswer(answer)
  const isFailed = decoded.error !== undefined || !isOk(response)
  if (made === undefined || isFailed) return await writtenAnswer(answer, decoded)
  return madeAnswer(answer, await made(stepResponse(decoded, pipeSteps(...restoring(answer)))), decoded)
}

function wholeTurns(answer: TargetAnswer, turns: SubstituteTurns): TargetAnswer {
  return { ...answer, response: turns.response(answer.response) }
}

/** Encodes a made answer in the form that the client requested. */
function madeAnswer(answer: TargetAnswer, made: MadeAnswer, decoded: ModelResponse): HttpAnswer {
  const { notes, asked } = answer
  const { client, streams, body: request, answerFields } = asked
  const out =
    'body' in made
      ? { text: stringifyExact(made.body), notices: [] }
      : writeAnswer(made.response, { from: client, to: client, streams, request, answerFields })
  const isStream = 'frames' in out
  notes.noteAnswer(decoded)
  notes.addNotices(out.notices)
  notes.note({ status: 200, streamed: isStream })
  notes.end()
  answer.release()
  const headers = {
    ...answerHeaders(answer),
    'content-type': isStream ? streamType(client) : 'application/json',
  }
  return answerOf(isStream ? encodedPart(out.frames) : out.text, { headers })
}

function isOwnWire({ target, asked }: TargetAnswer): boolean {
  return target.adapter.id === asked.client.id
}

/** Passes on the refusal of a target with the client's wire. */
async function passedRefusal(answer: TargetAnswer): Promise<HttpAnswer> {
  const { response, key, notes } = answer
  const { status } = response
  const text = await answerText(answer)
  notes.noteAnswer(readAnswer(answer, text))
  notes.note({ status })
  notes.end()
  answer.release()
  return answerOf(text, { status, headers: ownHeaders(response, key) })
}

const STREAMED = /event-stream|ndjson|jsonl/
/** Matches content types of servers that do not set a specific type. */
const UNSAID = /^$|^text\/plain|octet-stream/

/** Returns true if the answer is a stream. Without a content type, the requested form is assumed. */
function isStreamed({ response, target, written }: TargetAnswer): boolean {
  const type = response.headers.get('content-type') ?? ''
  if (STREAMED.test(type) || type.includes(streamType(target.adapter))) return true
  return written.streams && UNSAID.test(type)
}

function streamType({ codecs }: Adapter): string {
  return codecs.stream.framing.contentType
}

/** Converts a live stream of a target to a live stream of the client's wire. */
function streamedAnswer(answer: TargetAnswer): HttpAnswer {
  const { response, target, notes, signal, patience } = answer
  const { client } = answer.asked
  const watch = new AnswerWatch(target.adapter.id, () => notes.noteEvent())
  const shown = answer.onAnswer && !isPassedThrough(answer) ? new AnswerWatch(client.id) : undefined
  const translator = translatorFor(answer, watch, shown)
  let isTold = false
  const keep = async () => {
    if (isTold) return
    isTold = true
    await answer.onAnswer?.({ own: watch.response, shown: (shown ?? watch).response })
  }
  const body = new LiveBody({
    body: response.body,
    patience,
    translator,
    client,
    signal,
    isEnded: () => !isPassedThrough(answer) && watch.hasFailed,
    beforeEnd: () => (watch.isOver && !isTold ? keep() : undefined),
    onEnd({ aborted, error }) {
      // The client no longer waits for the stored data.
      if (aborted) keep().catch(() => undefined)
      notes.noteAnswer(watch.response)
      notes.addNotices(translator.notices)
      notes.note({ aborted, ...(error !== undefined && { error: reasonOf(error) }) })
      notes.end()
      answer.release()
    },
  })
  notes.note({ status: 200, streamed: true })
  return answerOf(body, {
    headers: { ...answerHeaders(answer), 'content-type': streamType(client), 'cache-control': 'no-cache' },
  })
}

function translatorFor(
  answer: TargetAnswer,
  watch: AnswerWatch,
  shown: AnswerWatch | undefined,
): StreamTranslator {
  const { target, written } = answer
  const { client } = answer.asked
  const { adapter } = target
  const context = createContext(adapter.id, { model: written.model })
  if (isPassedThrough(answer)) {
    // The client receives all digits.
    const report = (notice: Notice) => (notice.code === 'number-rounded' ? undefined : context.report(notice))
    const reader = readerOf(answer, { ...context, report })
    const { framing } = adapter.codecs.stream
    return withNotices(passThrough(client, { reader, framing, watch }), context.notices)
  }
  const reader = readerOf(answer, context)
  const restore = pipeSteps(...restoring(answer), withoutCutCalls(), endAtError(), namingProxy(), watch)
  const onTold = shown && ((event: StreamEvent) => void shown.push(event))
  return withNotices(
    createStreamTranslator(adapter, client, reader, {
      ...{ restore, onTold, carried: written.restorable.carried, repair: answer.turns !== undefined },
      ...{ request: answer.asked.body, answerFields: answer.asked.answerFields },
    }),
    context.notices,
  )
}

function readerOf({ target, turns }: TargetAnswer, context: Context): EventReader {
  return turns?.reader(context) ?? new EventReader(target.adapter.codecs.stream, context)
}

/**
 * Returns true if the client receives a stream of its wire unchanged, because all names in it are the
 * client's names.
 */
function isPassedThrough(answer: TargetAnswer): boolean {
  const { toolNames, customTools, originals = {}, widened = {} } = answer.written.restorable
  const isRenamed = [toolNames, customTools, originals, widened].some(
    (names) => Object.keys(names).length > 0,
  )
  return (
    !isRenamed &&
    answer.turns === undefined &&
    isOwnWire(answer) &&
    /event-stream|ndjson/.test(streamType(answer.target.adapter))
  )
}

/** Restores the client's names and kinds. Clients of other wires require an id and a model. */
function restoring(answer: TargetAnswer): EventStep[] {
  const { written, asked } = answer
  const restore = createRestore(written.restorable)
  if (isOwnWire(answer)) return [restore]
  const { answerIds } = asked.server ?? {}
  const identity = compact({ id: freshId(answerIds), model: written.model })
  return [restore, withRandomIds(), identify(identity, answerIds)]
}

/** Returns a unique id in the form that clients know. */
export function freshId(prefix: string | undefined): string {
  const id = crypto.randomUUID()
  return prefix === undefined ? id : prefix + id.replaceAll('-', '')
}

/** Puts the notices of decoding first. */
function withNotices(translator: StreamTranslator, notices: readonly Notice[]): StreamTranslator {
  const { push, fail, finish } = translator
  return {
    push,
    fail,
    finish,
    get notices() {
      return [...notices, ...translator.notices]
    },
  }
}

/** Reads a complete response of a target: an answer or a refusal. */
async function wholeAnswer(answer: TargetAnswer): Promise<ModelResponse> {
  return readAnswer(answer, await answerText(answer))
}

function readAnswer(answer: TargetAnswer, text: string): ModelResponse {
  const { response, target, notes } = answer
  const { status } = response
  if (!isOk(response) && status < 400)
    throw new ProxyFailure('target-answer', `the target answered with the unexpected status ${status}`)
  const { codecs } = target.adapter
  const context = createContext(codecs.id, { parseExact, model: answer.written.model })
  try {
    const decoded = decodeAnswer({ body: text }, codecs, context)
    notes.addNotices(context.notices)
    return isOk(response) ? decoded : refused(decoded, answer)
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    if (!isOk(response)) return refused(unreadableRefusal(excerptOf(text), status), answer)
    const message = `the target did not return an answer of ${target.adapter.title}: ${unreadableAnswer(text, error)}`
    throw new ProxyFailure('target-answer', message)
  }
}

/** Returns the reason why an answer with a good status cannot be read. A gateway answers with a web page or nothing. */
function unreadableAnswer(text: string, error: AdapterError): string {
  const where = 'check the base URL of the target, and gateways before it'
  if (text.trim() === '') return `the answer is empty; ${where}`
  if (!isPage(text)) return reasonFor(error)
  const { message = 'without text' } = bodyWords(text)
  return `the answer is an HTML page, not JSON: ${excerptOf(message)}; ${where}`
}

/** Adds HTTP details of a refusal to its error. */
function refused(decoded: ModelResponse, { response }: TargetAnswer): ModelResponse {
  const { error } = decoded.error === undefined ? unreadableRefusal('', response.status) : decoded
  return error === undefined ? decoded : { ...decoded, error: { ...error, ...httpFacts(response) } }
}

/** Truncates long texts, such as an HTML page of a gateway. */
function excerptOf(text: string): string {
  return text.length > 500 ? `${text.slice(0, 500)}…` : text
}

/** Assembles a complete answer from a stream, for a client that requested a complete answer. */
async function assembled(answer: TargetAnswer): Promise<ModelResponse> {
  const { codecs } = answer.target.adapter
  const context = createContext(codecs.id, { parseExact, model: answer.written.model })
  const reader = readerOf(answer, context)
  const events: StreamEvent[] = []
  for await (const chunk of bodyChunks(answer)) reader.push(chunk, events)
  const response = assemble(reader.finish(events), codecs.id)
  answer.notes.addNotices(context.notices)
  const { error } = response
  if (error === undefined || !isProxyError(error)) return response
  throw new ProxyFailure('target-answer', `the answer of the target was cut off: ${error.message}`)
}

/** Encodes a complete answer in the form that the client requested. A refusal is never a stream. */
async function writtenAnswer(answer: TargetAnswer, decoded: ModelResponse): Promise<HttpAnswer> {
  const { response, target, written, notes } = answer
  const { client, streams } = answer.asked
  const refusal = isOk(response) ? undefined : response.status
  const out = writeAnswer(decoded, {
    from: target.adapter,
    to: client,
    restore: pipeSteps(...restoring(answer)),
    ...{ carried: written.restorable.carried, repair: answer.turns !== undefined },
    streams: streams && refusal === undefined,
    refused: refusal,
    ...{ request: answer.asked.body, answerFields: answer.asked.answerFields },
  })
  if (out.response.error === undefined && refusal === undefined)
    await answer.onAnswer?.({ own: restoreResponse(decoded, written.restorable), shown: out.response })
  notes.noteAnswer(decoded)
  notes.addNotices(out.notices)
  const isStream = 'frames' in out
  const status = isStream ? 200 : out.status
  notes.note({ status, streamed: isStream })
  notes.end()
  answer.release()
  const headers = {
    ...answerHeaders(answer),
    ...retryHeaders(response.headers, decoded.error),
    'content-type': isStream ? streamType(client) : 'application/json',
  }
  return answerOf(isStream ? encodedPart(out.frames) : out.text, { status, headers })
}

function encodedPart(frames: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(encoded([...frames]))
}

/**
 * Returns the provider's request id in the header that clients expect, or all headers if the target has the
 * client's wire.
 */
function answerHeaders(answer: TargetAnswer): Readonly<Record<string, string>> {
  const { response, asked, key } = answer
  const { requestId } = httpFacts(response)
  const own = isOwnWire(answer) ? ownHeaders(response, key) : {}
  return compact({ ...own, [asked.client.codecs.http.requestId ?? 'x-request-id']: requestId })
}
