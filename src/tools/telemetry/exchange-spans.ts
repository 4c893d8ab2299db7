import { objectIn, stringOr } from '../../base/json/read-json.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import { GEN_AI, GEN_AI_OPERATIONS } from '../../base/model/gen-ai-names.js'
import { stableHash } from '../../base/model/ids.js'
import { metadataOf } from '../../base/model/metadata.js'
import type { Conversation, Message, ModelResponse, ToolCall, ToolResult } from '../../base/model/types.js'
import { callAttributes, resultEnding } from './attributes.js'
import { errorTextOf, modelSpanName, requestAttributes, responseAttributes } from './model-attributes.js'
import type { ModelCall, TracedAnswer } from './model-call.js'
import type { OpenTelemetryOptions, TraceAttributes } from './telemetry-types.js'

/** A decoded exchange. The result of `decodeAny` is one. */
export interface TracedExchange {
  /** The wire id. */
  readonly wire: string
  /** The adapter, which states the provider's name. Default: the wire id is the name. */
  readonly adapter?: NamedProvider | undefined
  /** The request, or a conversation. Default: unknown. */
  readonly request?: Conversation | undefined
  /** The answer. Default: each assistant message of the request is the answer to the messages before it. */
  readonly response?: ModelResponse | undefined
  /** The URL of the request. Default: unknown. */
  readonly url?: string | undefined
  /** The time of the exchange. Default: unknown. */
  readonly time?: ExchangeTime | undefined
}

/** The part of an adapter with the provider's name in the GenAI conventions. */
export interface NamedProvider {
  /** The part of the adapter with its HTTP. */
  readonly codecs: { readonly http: { readonly provider?: string } }
}

/** The recorded time of an exchange, in milliseconds since 1970. */
export interface ExchangeTime {
  /** The start of the request. */
  readonly start: number
  /** The end of the answer. Default: unknown; spans then have no duration. */
  readonly end?: number | undefined
  /** True if the time was not recorded and the caller chose it. Default: false. */
  readonly isGiven?: boolean | undefined
}

/** Options of `exchangeSpans`. */
export interface ExchangeSpanOptions extends OpenTelemetryOptions {
  /**
   * A text that distinguishes an exchange from an equal one, such as its position in a log. Ids of spans depend
   * only on this text and the exchange. Default: equal exchanges have equal ids.
   */
  readonly key?: string | undefined
}

/** A span of the past, as data. */
export interface RecordedSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** `chat {model}` or `execute_tool {name}`. */
  readonly name: string
  /** A model call is a `client` span, a tool call an `internal` one. */
  readonly kind: 'client' | 'internal'
  /** Milliseconds since 1970. Absent if unknown. */
  readonly start?: number
  /** Milliseconds since 1970. Absent if unknown. */
  readonly end?: number
  /** Attributes of the GenAI conventions, and those that begin with `toolwire.`. */
  readonly attributes: TraceAttributes
  /** Present if the call failed, with the error text if content is recorded. */
  readonly error?: { readonly message?: string }
}

/**
 * Returns the spans of a decoded exchange: one for the model call, and one for each tool call whose result the
 * request brings. All have one trace and no parent. Ids are the same each time. Times that were not recorded
 * stay absent; the attribute `toolwire.time` states the quality of the others.
 * @example const spans = exchangeSpans(await decodeAny(text))
 */
export function exchangeSpans(exchange: TracedExchange, options: ExchangeSpanOptions = {}): RecordedSpan[] {
  const { request, response } = exchange
  const seed = stableHash(stringifyJson([options.key ?? '', request ?? null, response ?? null]))
  const traceId = seed + stableHash(`trace ${seed}`)
  const turns = turnsOf(exchange)
  const calls = callsOfResults(request?.messages ?? [])
  const bare = turns.flatMap((turn) => [
    ...turn.results.map((result) => toolSpan(result, calls.get(result), options)),
    modelSpan(exchange, turn, options),
  ])
  return bare.map((span, index) => ({
    traceId,
    spanId: stableHash(`span ${index} ${seed}`),
    ...timed(span, exchange.time, index),
  }))
}

type Bare = Pick<RecordedSpan, 'name' | 'kind' | 'attributes' | 'error'>

/** One model call of an exchange. */
interface ModelTurn {
  readonly input: readonly Message[]
  readonly results: readonly ToolResult[]
  readonly response?: TracedAnswer
}

/** Returns the model calls: the one with the answer, or those of a conversation. */
function turnsOf({ request, response }: TracedExchange): ModelTurn[] {
  const messages = request?.messages ?? []
  if (response !== undefined) {
    const last = messages.findLastIndex(({ role }) => role === 'assistant')
    return [{ input: messages, results: resultsIn(messages.slice(last + 1)), response }]
  }
  const turns: ModelTurn[] = []
  let begun = 0
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue
    const input = messages.slice(begun, index)
    turns.push({ input, results: resultsIn(input), response: answerOf(message) })
    begun = index + 1
  }
  const open = messages.slice(begun)
  return open.length === 0 ? turns : [...turns, { input: open, results: resultsIn(open) }]
}

function answerOf(message: Message): TracedAnswer {
  return compact({ message, model: message.origin?.model })
}

/** Returns the results of the client's calls. Provider-executed calls are part of the model call. */
function resultsIn(messages: readonly Message[]): ToolResult[] {
  return messages
    .flatMap(({ parts }) => parts)
    .filter((part) => part.type === 'tool-result')
    .filter(({ providerExecuted, preliminary }) => !providerExecuted && preliminary !== true)
}

/** Returns the calls by their results. A later turn may repeat the id of a call, and a turn may have an id twice. */
function callsOfResults(messages: readonly Message[]): ReadonlyMap<ToolResult, ToolCall> {
  const open = new Map<string, ToolCall[]>()
  const calls = new Map<ToolResult, ToolCall>()
  for (const { parts } of messages) {
    const begun = parts.filter((part) => part.type === 'tool-call')
    for (const { id } of begun) open.set(id, [])
    for (const call of begun) open.get(call.id)?.push(call)
    for (const result of parts.filter((part) => part.type === 'tool-result')) {
      const waiting = open.get(result.callId) ?? []
      const [call] = waiting
      if (call !== undefined) calls.set(result, call)
      if (waiting.length > 1 && result.preliminary !== true) waiting.shift()
    }
  }
  return calls
}

function modelSpan(exchange: TracedExchange, turn: ModelTurn, options: ExchangeSpanOptions): Bare {
  const { wire, url, request } = exchange
  const { response, input } = turn
  const asked = request && { ...request, messages: input }
  const call: ModelCall = { wire, url, provider: providerOf(exchange), request: asked }
  const answered = responseAttributes({ response }, options)
  const isFailed = answered['error.type'] !== undefined
  return compact({
    name: modelSpanName(call, response),
    kind: 'client' as const,
    attributes: { ...requestAttributes(call, options), ...answered },
    error: isFailed ? errorOf(options, errorTextOf({ response })) : undefined,
  })
}

/** Returns the provider of the wire; for a span that was read, the provider that it names. */
function providerOf({ adapter, wire, request }: TracedExchange): string | undefined {
  const read = request && objectIn(metadataOf(request, { wire })?.extra)[GEN_AI.provider]
  return adapter?.codecs.http.provider ?? stringOr(read, undefined)
}

function toolSpan(result: ToolResult, call: ToolCall | undefined, options: ExchangeSpanOptions): Bare {
  const name = call?.name ?? result.name
  const { attributes, message } = resultEnding(result, 'answered', options)
  return compact({
    name: `${GEN_AI_OPERATIONS.tool} ${name}`.trim(),
    kind: 'internal' as const,
    attributes: { ...callAttributes(name, call, options), ...attributes },
    error: result.isError ? errorOf(options, message) : undefined,
  })
}

function errorOf({ recordContent }: OpenTelemetryOptions, message: string | undefined) {
  return compact({ message: recordContent ? message : undefined })
}

/**
 * Returns the span with its times. The attribute `toolwire.time` states that they are not those of the span:
 * - `unknown`: no time is known.
 * - `given`: the caller chose the time. Spans follow each other by a millisecond.
 * - `moment`: one moment of the exchange is known. The span has no duration.
 * - `next-request`: the call ended before this time, when the request with its result began.
 */
function timed(span: Bare, time: ExchangeTime | undefined, index: number): Bare & Partial<RecordedSpan> {
  const { kind, attributes } = span
  const quality = qualityOf(time, kind)
  const marked = quality === undefined ? attributes : { ...attributes, 'toolwire.time': quality }
  if (time === undefined) return { ...span, attributes: marked }
  const start = time.start + (time.isGiven ? index : 0)
  const end = kind === 'client' && time.end !== undefined ? Math.max(start, time.end) : start
  return { ...span, start, end, attributes: marked }
}

function qualityOf(time: ExchangeTime | undefined, kind: RecordedSpan['kind']): string | undefined {
  if (time === undefined) return 'unknown'
  if (time.isGiven) return 'given'
  if (kind === 'internal') return 'next-request'
  return time.end === undefined ? 'moment' : undefined
}
