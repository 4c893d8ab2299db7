import { createAnswerFit, type FitOptions } from '../fit/index.js'
import { createRestore, type Restorable } from '../fit/restore.js'
import { type Context, type ContextOptions, createContext, type Notice } from '../model/context.js'
import type { Message, ModelResponse, ProviderError } from '../model/types.js'
import { stepResponse } from '../stream/disassemble.js'
import { type EventStep, mapEvents, pipeSteps } from '../stream/step.js'
import type { ErrorRow, KnownWire, WireCodecs } from '../wire/contract.js'
import type { Adapter, ResponseInputOf, ResponseOf } from '../wire/define.js'
import { translateError } from '../wire/errors.js'
import type { Translated } from './translate.js'

/** How an answer is moved to another wire. */
export interface AnswerOptions
  extends Pick<FitOptions, 'providerExecuted' | 'limits'>,
    Pick<ContextOptions, 'mode' | 'model' | 'request'> {
  /** What gives the calls the names and kinds that the reader of the answer knows. */
  readonly restore?: Restorable | EventStep
  /** Whether an answer for its own wire is fitted as well. Default: no. */
  readonly repair?: boolean
}

/** What an answer is translated from and to. */
export interface TranslateAnswerOptions<From extends Adapter, To extends Adapter> extends AnswerOptions {
  readonly from: From
  readonly to: To
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
  const restored = restore === undefined ? [] : ['push' in restore ? restore : createRestore(restore)]
  const isSame = from?.id === to.id
  if (isSame && repair !== true) return { ...pipeSteps(...restored), notices: [], restorable: untouched }
  const context = createContext(to.id, rest)
  const fit = createAnswerFit(to, { ...rest, from: from?.id, citations: from?.citations, origin })
  const { http } = from ?? {}
  const errors = isSame || http === undefined ? [] : [stateErrors(http.errors, to.http.errors, context)]
  return {
    ...pipeSteps(...restored, fit, ...errors),
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
  const { from, to, ...steps } = options
  const { mode, model } = options
  const decoded = from.decodeResponse(response, { mode, model })
  const context = createContext(to.id, options)
  const { response: told, ...restorable } = adaptAnswer(decoded.value, from.codecs, to.codecs, steps, context)
  const { value, notices } = to.encodeResponse(told, { mode, model })
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
