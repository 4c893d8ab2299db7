import { bodyJson, bodyText, chunkBytes, chunksIn, frameChunk } from '../../base/http/recorded-body.js'
import type {
  RecordedChunk,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../base/http/recorded-exchange.js'
import { attempt } from '../../base/json/adapter-error.js'
import { objectOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import { callsToAnswer, isVendorTool } from '../../base/model/calls-to-answer.js'
import {
  type Context,
  createContext,
  type Notice,
  type ServerContextOptions,
} from '../../base/model/context.js'
import { stableHash } from '../../base/model/ids.js'
import type { Conversation, ModelResponse, ProviderError, ToolCall } from '../../base/model/types.js'
import { functionCall } from '../../codec/shape/free-text.js'
import { type EventStep, mapEvents, pipeSteps } from '../../codec/stream/event-step.js'
import { EventReader } from '../../codec/stream/stream-reader.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { ServedFacts, ServerBinding } from '../../codec/wire/server.js'
import { decodeAnswer } from '../../translate/exchange/decode-exchange.js'
import { modelAt } from '../../translate/exchange/registry.js'
import {
  type AnswerIdentity,
  type AnswerOptions,
  identify,
  retryHeaders,
  unreadableRefusal,
  writeAnswer,
} from '../../translate/exchange/translate-answer.js'
import { createStreamTranslator } from '../../translate/exchange/translate-stream.js'
import { fit } from '../../translate/fit/fit.js'
import { changeCalls, customCall, restoreCall } from '../../translate/fit/restore.js'
import { flatName } from '../../translate/fit/tool-kinds.js'
import { urlPath } from './match.js'

/** Decodes a recorded or received request. */
export function decodeRecordedRequest(request: RecordedRequest, adapter: Adapter): Conversation {
  return adapter.decodeRequest(bodyText(request.body)).value
}

/** Decodes the recorded answer, complete or assembled from its stream. */
export function decodeRecorded(
  { response }: RecordedExchange,
  { codecs }: Adapter,
  context: Context = createContext(codecs.id),
): ModelResponse {
  const { body, status } = response
  const chunks = chunksIn(body)
  if (chunks !== undefined) return decodeAnswer({ stream: chunks.map(chunkBytes) }, codecs, context)
  const text = bodyText(body)
  const decoded = attempt(() => decodeAnswer({ body: text }, codecs, context))
  if ('value' in decoded) return decoded.value
  if (status < 400) throw decoded.error
  return unreadableRefusal(text, status)
}

export interface Transcoded {
  readonly exchange: RecordedExchange
  readonly notices: readonly Notice[]
}

type ServedAnswerOptions = AnswerOptions & Pick<ServerContextOptions, 'answerFields'>

/** The wire of the recording and the wire of the answer. */
export interface TranscodedWires {
  readonly source: Adapter
  readonly target: Adapter
  /** Options that a server of the target needs. Default: none. */
  readonly server?: ServerBinding | undefined
}

/** Converts the recording to an answer of the target's provider to this request. */
export function transcode(
  recorded: RecordedExchange,
  request: RecordedRequest,
  { source, target, server }: TranscodedWires,
): Transcoded {
  const asked = objectOr(bodyJson(request.body) ?? null, {})
  const wantsStream = target.codecs.http.streams(urlPath(request.url), asked)
  const isStream = chunksIn(recorded.response.body) !== undefined
  const isRefusal = recorded.response.status >= 400
  const isReframed = wantsStream && target.codecs.stream.framing !== source.codecs.stream.framing
  if (source.id === target.id && (isRefusal || (isStream === wantsStream && !isReframed)))
    return { exchange: recorded, notices: [] }
  const told = new TranslatedError(() => decodeRecordedRequest(request, target), source, target)
  const identity = identityOf(recorded, source, server?.answerIds)
  const restore =
    source.id === target.id ? told.step : pipeSteps(told.step, identify(identity, server?.answerIds))
  const answerFields = server?.answerFields(asked, clockOf(recorded))
  const options: ServedAnswerOptions = { restore, request: asked, answerFields }
  const isLive = isStream && wantsStream && !isRefusal && !holdsUnusableCall(recorded, source)
  const answer = isLive
    ? liveAnswer(recorded, source, target, options)
    : wholeAnswer(recorded, source, target, options, wantsStream && !isRefusal)
  const { notices, status, ...body } = answer
  const response: RecordedResponse = {
    status,
    headers: {
      'content-type': 'chunks' in body ? target.codecs.stream.framing.contentType : 'application/json',
      ...retryHeaders(Object.entries(recorded.response.headers), told.error),
    },
    body,
    ...(recorded.response.aborted && { aborted: true as const }),
  }
  return { exchange: { ...recorded, wire: target.id, request, response }, notices }
}

/** Returns a stable identity for an answer without an id or a model. */
function identityOf(
  { request: { url, body } }: RecordedExchange,
  source: Adapter,
  prefix = 'answer_',
): AnswerIdentity {
  const json = bodyJson(body)
  const model = modelAt(urlPath(url), objectOr(json ?? null, {}), source)
  return compact({ id: prefix + stableHash(url + bodyText(body)), model })
}

/** Returns the recording time, which is the same for each replay. */
function clockOf({ recordedAt }: RecordedExchange): ServedFacts {
  const began = Math.floor(Date.parse(recordedAt ?? '') / 1000) || 0
  return { began, ended: () => began }
}

/**
 * Unusable input is not emitted as deltas, because clients treat truncated input as complete or fail. In a
 * recording, unusable input is known in advance.
 */
function holdsUnusableCall(recorded: RecordedExchange, source: Adapter): boolean {
  const { message } = decodeRecorded(recorded, source)
  return message.parts.some((part) => part.type === 'tool-call' && part.status !== 'complete')
}

/** Collects the calls in the form that the client declares, and a stream error in the form of the source. */
class TranslatedError {
  error: ProviderError | undefined
  readonly step: EventStep

  constructor(conversation: () => Conversation, source: Adapter, target: Adapter) {
    const notice = mapEvents((event) => {
      if (event.type === 'error') this.error ??= event.error
      return event
    })
    this.step = pipeSteps(notice, declaredCalls(conversation, source, target))
  }
}

type TranscodedAnswer = ({ readonly text: string } | { readonly chunks: RecordedChunk[] }) & {
  readonly notices: readonly Notice[]
  readonly status: number
}

/**
 * Converts a stream chunk by chunk, with the original timing. An aborted recording ends at the same chunk.
 */
function liveAnswer(
  { response }: RecordedExchange,
  source: Adapter,
  target: Adapter,
  options: ServedAnswerOptions,
): TranscodedAnswer {
  const recorded = chunksIn(response.body) ?? []
  const context = createContext(source.id)
  const reader = new EventReader(source.codecs.stream, context)
  const translator = createStreamTranslator(source, target, reader, { ...options, aborted: response.aborted })
  const chunks: RecordedChunk[] = []
  const take = (at: number, read: (frames: (string | Uint8Array)[]) => void) => {
    const frames: (string | Uint8Array)[] = []
    read(frames)
    for (const frame of frames) chunks.push(frameChunk(frame, at))
  }
  for (const chunk of recorded) take(chunk.at, (frames) => translator.push(chunkBytes(chunk), frames))
  take(recorded.at(-1)?.at ?? 0, (frames) => translator.finish(frames))
  return { chunks, status: response.status, notices: [...context.notices, ...translator.notices] }
}

function wholeAnswer(
  recorded: RecordedExchange,
  from: Adapter,
  to: Adapter,
  options: ServedAnswerOptions,
  streams: boolean,
): TranscodedAnswer {
  const { status, aborted } = recorded.response
  const context = createContext(from.id)
  const decoded = decodeRecorded(recorded, from, context)
  const { error } = decoded
  const refused = status >= 400 ? status : undefined
  const answer = error ? { ...decoded, error: { ...error, ...(refused && { status: refused }) } } : decoded
  const written = writeAnswer(answer, { ...options, from, to, streams, refused, aborted })
  const notices = [...context.notices, ...written.notices]
  if ('frames' in written) return { chunks: spread(written.frames, recorded.response), status, notices }
  const hasFailed = written.response.error !== undefined
  return { text: written.text, status: hasFailed ? written.status : status, notices }
}

/** Distributes frames over the duration of the recorded stream. */
function spread(frames: readonly (string | Uint8Array)[], { body }: RecordedResponse): RecordedChunk[] {
  const times = chunksIn(body) ?? []
  const first = times[0]?.at ?? 0
  const last = times.at(-1)?.at ?? 0
  const step = (last - first) / Math.max(1, frames.length - 1)
  return frames.map((frame, index) => frameChunk(frame, first + step * index))
}

/**
 * Converts an answer's calls to the form in which the client's request declares their tools: the same names
 * and namespaces, and free text for free-text tools.
 * @param conversation called when the first call arrives.
 */
export function declaredCalls(conversation: () => Conversation, source: Adapter, target: Adapter): EventStep {
  let declared: ((call: ToolCall) => ToolCall) | undefined
  return changeCalls((call) => {
    declared ??= declaredCall(conversation(), source, target)
    return declared(call)
  })
}

function declaredCall(
  conversation: Conversation,
  source: Adapter,
  target: Adapter,
): (call: ToolCall) => ToolCall {
  // Free-text calls are detected below, by full name.
  const fitted = { ...fit(conversation, source.codecs, { from: target.id }), customTools: [] }
  const tools = knownTools(conversation)
  return (call) => {
    const named = restoreCall(call, fitted)
    const tool = findTool(named, tools)
    return tool === undefined ? named : callOf(named, tool)
  }
}

interface KnownTool {
  readonly name: string
  readonly namespace: string | undefined
  readonly isCustom: boolean
}

/**
 * Returns, by full name, the tools that the client declares, and free-text tools that it called earlier
 * without declaring them.
 */
function knownTools({ tools = [], messages }: Conversation): ReadonlyMap<string, KnownTool> {
  const known = new Map<string, KnownTool>()
  const add = (name: string, namespace: string | undefined, isCustom: boolean) => {
    const key = fullName(name, namespace)
    if (!known.has(key)) known.set(key, { name, namespace, isCustom })
  }
  for (const tool of tools)
    if (!isVendorTool(tool)) add(tool.name, tool.namespace?.name, tool.type === 'custom')
  for (const part of messages.flatMap(({ parts }) => callsToAnswer(parts)))
    if (part.kind === 'custom') add(part.name, part.namespace, true)
  return known
}

function fullName(name: string, namespace = ''): string {
  return `${namespace}\n${name}`
}

/**
 * Returns the tool with the call's full name, also in its single-name form, or the only tool with its bare
 * name.
 */
function findTool(
  { name, namespace }: ToolCall,
  tools: ReadonlyMap<string, KnownTool>,
): KnownTool | undefined {
  const exact = tools.get(fullName(name, namespace))
  if (exact !== undefined) return exact
  const flat = namespace === undefined ? undefined : tools.get(fullName(flatName(namespace, name)))
  if (flat !== undefined) return flat
  const [found, another] = [...tools.values()].filter((tool) => tool.name === name)
  const isOther = namespace !== undefined && found?.namespace !== undefined
  return another === undefined && !isOther ? found : undefined
}

function callOf(call: ToolCall, { name, namespace, isCustom }: KnownTool): ToolCall {
  const { namespace: _namespace, ...rest } = call
  const named = { ...rest, name, ...(namespace !== undefined && { namespace }) }
  if (named.kind === 'custom') return isCustom ? named : functionCall(named)
  return isCustom ? customCall(named) : named
}
