import { bodyWords } from '../../base/http/error-words.js'
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
import { type Called, expectAdapter, expectOptions, type KnownOptions } from '../../base/model/entrance.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { Message, ModelResponse, ProviderError } from '../../base/model/types.js'
import { stepResponse } from '../../codec/stream/disassemble.js'
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

/** How an answer is moved to another wire. */
export interface AnswerOptions
  extends Pick<FitOptions, 'providerExecuted' | 'limits'>,
    Pick<ContextOptions, 'mode' | 'model' | 'request'> {
  /** What gives the calls the names and kinds that the reader of the answer knows. */
  readonly restore?: Restorable | EventStep | undefined
  /** Kinds of the reader's hosted tools that the answering provider runs. Default: those that `restore` names. */
  readonly carried?: Restorable['carried'] | undefined
  /** Whether an answer for its own wire is fitted as well. Default: no. */
  readonly repair?: boolean | undefined
}

/** What an answer is translated from and to. */
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

/** @throws AdapterError for an option that nobody knows, and where one of the sides is no adapter. */
export function expectAnswerOptions(options: TranslateAnswerOptions<Adapter, Adapter>, called: Called): void {
  expectOptions(options, OPTIONS, called)
  expectAdapter(options.from, '`from`', '/from')
  expectAdapter(options.to, '`to`', '/to')
}

/** All that happens to an answer between two wires. */
export interface AnswerSteps extends EventStep {
  /** So far. Paths point into the answer. */
  readonly notices: readonly Notice[]
  restorable(): Restorable
}

/**
 * @param from where the answer came from; without what its errors are called they stay as they are.
 * @param origin who wrote the answer.
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
 * Translates a whole response. Names that `translateRequest` changed come back when its outcome is given.
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

/** A whole answer as the target tells it; what changed is reported to the context. */
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

/** A failed turn on its way to another wire: the error without the part of the answer that came before it. */
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

/** An error in the words of another wire; what it was called before is told. */
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

/** What an answer is called, and who gave it. */
export type AnswerIdentity = Pick<ModelResponse, 'id' | 'model'>

/**
 * Gives an answer the id and the model that its provider does not tell. Clients of other wires count on both: where the id
 * is empty, the stream helper of `openai` passes over the usage.
 * https://github.com/openai/openai-node/blob/master/src/lib/ChatCompletionStream.ts
 * Some providers begin without a word of either.
 * @param prefix what ids of answers begin with; another one is replaced. Default: any id is one.
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

/** How a whole answer is written for another wire. */
export interface WriteAnswerOptions extends AnswerOptions, Pick<ServerContextOptions, 'answerFields'> {
  readonly from: Adapter
  readonly to: Adapter
  /** Whether it becomes a stream. */
  readonly streams: boolean
  /** The status of an error, with which the request was refused. */
  readonly refused?: number | undefined
  /** Whether a stream just stops, without an error or an end. Default: no. */
  readonly aborted?: boolean | undefined
}

/** An answer as it is sent: JSON text with its status, or the frames of a stream. */
export type WrittenAnswer = {
  readonly notices: readonly Notice[]
  /** What the reader is told, in canonical form. */
  readonly response: ModelResponse
} & (
  | { readonly text: string; readonly status: number }
  | { readonly frames: readonly (string | Uint8Array)[] }
)

/** A whole answer as the target's provider would have given it. */
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
  // The provider's own error is known by its own words.
  const error = response.error && (answer.error ?? response.error)
  const status = error === undefined ? 200 : failureStatus(error, refused, from, to)
  return { text, status, response, notices: context.notices }
}

/** With which the target's provider refuses a request for this reason. */
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

/** A provider that fails before its whole answer is ready sends an error and no part of the answer. */
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

/** When a refused request may come again: every client reads that from the headers. */
export function retryHeaders(
  headers: Iterable<readonly [name: string, value: string]>,
  error: ProviderError | undefined,
  from: Adapter,
): Readonly<Record<string, string>> {
  if (error === undefined) return {}
  const kept = [...headers].filter(([name]) => RETRY_HEADER.test(name))
  if (kept.length > 0) return Object.fromEntries(kept)
  const seconds = from.codecs.http.retryAfter?.(error.raw ?? null)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** An answer that is nothing but an error. */
export function failedResponse(error: ProviderError): ModelResponse {
  return { message: { role: 'assistant', parts: [] }, finish: failedFinish(), error }
}

/** The error of a refusal that is not of the wire, for instance a gateway's page. */
export function unreadableRefusal(text: string, status: number): ModelResponse {
  const { message = `the server answered with status ${status}` } = bodyWords(text)
  return failedResponse({ message, code: String(status) })
}

/** The body with which the wire's provider would refuse a request with this status. */
export function refusalBody(status: number, message: string, { codecs }: Adapter): JsonValue {
  const { error } = stateStatus(message, status, codecs.http.errors)
  return codecs.response.encode(failedResponse(error), createContext(codecs.id))
}
