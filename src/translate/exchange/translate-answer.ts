import { bodyWords } from '../../base/http/error-words.js'
import { withRequestedWait } from '../../base/http/retry-after.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { parseExact, stringifyExact } from '../../base/json/parse.js'
import { compact } from '../../base/json/write-json.js'
import {
  type Context,
  type ContextOptions,
  createContext,
  type Notice,
  type ServerContextOptions,
} from '../../base/model/context.js'
import { type Called, expectAdapter, expectOptions, type KnownOptions } from '../../base/model/expect.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { Message, ModelResponse, ProviderError } from '../../base/model/types.js'
import { stepResponse } from '../../codec/stream/assemble.js'
import { type EventStep, mapEvents, pipeSteps } from '../../codec/stream/event-step.js'
import { streamFrames } from '../../codec/stream/frame-writer.js'
import type { ErrorRow, KnownWire, WireCodecs } from '../../codec/wire/contract.js'
import type { Adapter, ResponseInputOf, ResponseOf } from '../../codec/wire/define-adapter.js'
import { stateStatus, statusOf, translateError } from '../../codec/wire/error-table.js'
import type { FitOptions } from '../fit/fit.js'
import { createAnswerFit } from '../fit/fit-answer.js'
import { createHandoverStep } from '../fit/handover-step.js'
import { createRestore, type Restorable } from '../fit/restore.js'
import type { Translated } from './translate-conversation.js'

/** Options for moving an answer to another wire. */
export interface AnswerOptions
  extends Pick<FitOptions, 'providerExecuted' | 'limits'>,
    Pick<ContextOptions, 'mode' | 'model' | 'request'> {
  /** Data that restores the names and kinds of calls for the reader of the answer. */
  readonly restore?: Restorable | EventStep | undefined
  /** Kinds of the reader's hosted tools that the answering provider runs. Default: the kinds in `restore`. */
  readonly carried?: Restorable['carried'] | undefined
  /** True to fit an answer for its own wire as well. Default: false. */
  readonly repair?: boolean | undefined
}

/** The source and the target of a translated answer. */
export interface TranslateAnswerOptions<From extends Adapter, To extends Adapter> extends AnswerOptions {
  readonly from: From
  readonly to: To
}

const OPTIONS: KnownOptions<TranslateAnswerOptions<Adapter, Adapter>> = {
  from: true,
  to: true,
  restore: true,
  carried: true,
  repair: true,
  providerExecuted: true,
  limits: true,
  mode: true,
  model: true,
  request: true,
}

/**
 * Checks the options of an answer translation.
 * @throws AdapterError for an unknown option, and if one of the sides is not an adapter.
 */
export function expectAnswerOptions(options: TranslateAnswerOptions<Adapter, Adapter>, called: Called): void {
  expectOptions(options, OPTIONS, called)
  expectAdapter(options.from, '`from`', '/from')
  expectAdapter(options.to, '`to`', '/to')
}

/** All steps of an answer between two wires. */
export interface AnswerSteps extends EventStep {
  /** The notices so far, with paths into the answer. */
  readonly notices: readonly Notice[]
  restorable(): Restorable
}

/**
 * Creates the steps that translate an answer.
 * @param from the source of the answer. Without the error names of the source, errors are unchanged.
 * @param origin the author of the answer.
 */
export function createAnswerSteps(
  from: KnownWire | undefined,
  to: WireCodecs,
  options: AnswerOptions = {},
  origin: Message['origin'] = from && { wire: from.id },
): AnswerSteps {
  const { restore, repair, ...rest } = options
  const carried = rest.carried ?? (restore && 'carried' in restore ? restore.carried : undefined)
  const restored = restore === undefined ? [] : ['push' in restore ? restore : createRestore(restore)]
  const isSame = from?.id === to.id
  if (isSame && repair !== true) return { ...pipeSteps(...restored), notices: [], restorable: untouched }
  const context = createContext(to.id, rest)
  const fit = createAnswerFit(to, {
    ...rest,
    from: from?.id,
    citations: from?.citations,
    hosted: from?.hosted,
    carried,
    origin,
  })
  const { http, stream } = from ?? {}
  const keepsHandovers = isSame || to.limits.carries?.includes('opaque') === true
  const answered = keepsHandovers ? fit : createHandoverStep(fit, stream?.replacedModels)
  const errors = isSame || http === undefined ? [] : [stateErrors(http.errors, to.http.errors, context)]
  return {
    ...pipeSteps(...restored, answered, ...errors),
    get notices() {
      return [...fit.notices, ...context.notices]
    },
    restorable: fit.restorable,
  }
}

/**
 * Translates a complete response. Pass the outcome of `translateRequest` to restore changed names.
 * @example const { value } = translateResponse(answer, { from: anthropic, to: openaiChat, restore: translatedRequest })
 */
export function translateResponse<From extends Adapter, To extends Adapter>(
  response: ResponseInputOf<From>,
  options: TranslateAnswerOptions<From, To>,
): Translated<ResponseOf<To>> {
  expectAnswerOptions(options, ['translateResponse', 'translateResponse(answer, { from, to })'])
  const { from, to, ...steps } = options
  const { mode, model } = options
  const decoded = from.decodeResponse(response, { mode, model })
  const context = createContext(to.id, options)
  const { response: told, ...restorable } = adaptAnswer(decoded.value, from.codecs, to.codecs, steps, context)
  const { value, notices } = to.encodeResponse(asFailure(told, decoded.value, to, context), { mode, model })
  return { value, notices: [...decoded.notices, ...context.notices, ...notices], ...restorable }
}

/** Adapts a complete answer to the target; changes are reported to the context. */
export function adaptAnswer(
  response: ModelResponse,
  from: KnownWire | undefined,
  to: WireCodecs,
  options: AnswerOptions,
  context: Context,
): { readonly response: ModelResponse } & Restorable {
  const steps = createAnswerSteps(from, to, options, response.message.origin)
  const stepped = stepResponse(response, steps)
  for (const notice of steps.notices) context.report(notice)
  return { response: stepped, ...steps.restorable() }
}

/**
 * Converts a failed turn for another wire. The result contains only the error, without the preceding part of
 * the answer.
 */
function asFailure(
  told: ModelResponse,
  decoded: ModelResponse,
  to: Adapter,
  context: Context,
): ModelResponse {
  const isOwn = decoded.message.origin?.wire === to.id
  if (told.error === undefined || isOwn || to.lacks.has('http')) return told
  const { error } = withoutParts(told, context)
  const { id, model, usage, finish } = told
  return compact({ ...failedResponse(error ?? told.error), id, model, usage, finish })
}

function untouched(): Restorable {
  return { toolNames: {}, customTools: [] }
}

/** Converts errors to the terms of another wire, and reports the original code. */
function stateErrors(from: readonly ErrorRow[], to: readonly ErrorRow[], context: Context): EventStep {
  const state = (error: ProviderError) => {
    const { error: stated } = translateError(error, error.status, from, to)
    const { code = 'nothing in particular' } = stated
    if (error.code !== undefined && error.code !== stated.code)
      context.report({
        code: 'error-code-changed',
        severity: 'info',
        path: '/error/code',
        message: `the code ${code} replaces the error code ${error.code.slice(0, 100)}, which this wire does not have`,
      })
    return stated
  }
  return mapEvents((event) => (event.type === 'error' ? { ...event, error: state(event.error) } : event))
}

/** The id and the model of an answer. */
export type AnswerIdentity = Pick<ModelResponse, 'id' | 'model'>

/**
 * Adds a missing id and model to an answer, since some providers begin a stream without them. Clients of
 * other wires depend on both: if the id is empty, the stream helper of `openai` ignores the usage.
 * https://github.com/openai/openai-node/blob/master/src/lib/ChatCompletionStream.ts
 * @param prefix the prefix of answer ids. An id with another prefix is replaced. Default: any id is accepted.
 */
export function identify(identity: AnswerIdentity, prefix = ''): EventStep {
  let begun: AnswerIdentity | undefined
  return {
    push(event) {
      const isStart = event.type === 'response-start'
      const start = begun === undefined && !isStart ? [{ type: 'response-start' as const, ...identity }] : []
      begun ??= isStart ? identified(event, identity, prefix) : identity
      if (isStart) return [{ ...event, ...begun }]
      if (event.type !== 'finish') return [...start, event]
      return [...start, { ...event, ...identified({ ...event, ...begun }, identity, prefix) }]
    },
    finish: () => [],
  }
}

function identified(told: AnswerIdentity, { id, model }: AnswerIdentity, prefix: string): AnswerIdentity {
  const own = told.id?.startsWith(prefix) ? told.id : id
  return compact({ id: own, model: told.model ?? model })
}

/** Options for encoding a complete answer for another wire. */
export interface WriteAnswerOptions extends AnswerOptions, Pick<ServerContextOptions, 'answerFields'> {
  readonly from: Adapter
  readonly to: Adapter
  /** True to encode the answer as a stream. */
  readonly streams: boolean
  /** The HTTP status of the error answer. */
  readonly refused?: number | undefined
  /** True to stop a stream without an error or an end. Default: false. */
  readonly aborted?: boolean | undefined
}

/** An encoded answer: JSON text with its status, or the frames of a stream. */
export type WrittenAnswer = {
  readonly notices: readonly Notice[]
  /** The answer for the reader, in canonical form. */
  readonly response: ModelResponse
} & (
  | { readonly text: string; readonly status: number }
  | { readonly frames: readonly (string | Uint8Array)[] }
)

/** Encodes a complete answer in the form of the target's provider. */
export function writeAnswer(answer: ModelResponse, options: WriteAnswerOptions): WrittenAnswer {
  const { from, to, streams, refused, aborted, ...rest } = options
  const context = createContext(to.id, {
    parseExact,
    request: options.request,
    answerFields: options.answerFields,
  })
  const { response } = adaptAnswer(answer, from.codecs, to.codecs, rest, context)
  if (streams) {
    const frames = [...streamFrames(response, to.codecs, context, { aborted })]
    return { frames, response, notices: context.notices }
  }
  const text = stringifyExact(to.codecs.response.encode(withoutParts(response, context), context))
  // The original error is used, since the provider's status depends on the original code.
  const error = response.error && (answer.error ?? response.error)
  const status = error === undefined ? 200 : failureStatus(error, refused, from, to)
  return { text, status, response, notices: context.notices }
}

/** Returns the HTTP status of the target's provider for this error. */
function failureStatus(
  error: ProviderError,
  refused: number | undefined,
  from: Adapter,
  to: Adapter,
): number {
  const { errors } = to.codecs.http
  if (from.id === to.id) return refused ?? statusOf(error, errors)
  return translateError(error, refused, from.codecs.http.errors, errors).status
}

/**
 * Drops the parts of a failed answer: a provider that fails before its complete answer is ready sends only an
 * error.
 */
function withoutParts(answer: ModelResponse, context: Context): ModelResponse {
  const { error, message } = answer
  if (error === undefined) return answer
  if (message.parts.length > 0)
    context.report({
      code: 'failed-answer-dropped',
      severity: 'warning',
      path: '/message/parts',
      message: 'the stream failed after part of the answer; the whole answer is the error, without that part',
    })
  return failedResponse(error)
}

const RETRY_HEADER = /^(retry-after|retry-after-ms|x-should-retry)$/i

/** Adds the time of the next retry to the headers, where every client reads it. */
export function retryHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  error: ProviderError | undefined,
): Readonly<Record<string, string>> {
  if (error === undefined) return {}
  const kept = [...headers].filter(([name]) => RETRY_HEADER.test(name))
  if (kept.length > 0) return Object.fromEntries(kept)
  const { retryAfter: seconds } = withRequestedWait(error)
  if (seconds === undefined || !(seconds >= 0 && Number.isFinite(seconds))) return {}
  // The header must be an integer number of seconds.
  return { 'retry-after': String(Math.ceil(seconds)) }
}

/** Creates an answer that contains only an error. */
export function failedResponse(error: ProviderError): ModelResponse {
  return { message: { role: 'assistant', parts: [] }, finish: failedFinish(), error }
}

/** Creates the error for an error body in an unknown form, for instance a gateway's page. */
export function unreadableRefusal(text: string, status: number): ModelResponse {
  const { message = `the server answered with status ${status}` } = bodyWords(text)
  return failedResponse({ message, code: String(status) })
}

/** Returns an error body in the form of the wire's provider, for this status. */
export function refusalBody(status: number, message: string, { codecs }: Adapter): JsonValue {
  const { error } = stateStatus(message, status, codecs.http.errors)
  return codecs.response.encode(failedResponse(error), createContext(codecs.id))
}
