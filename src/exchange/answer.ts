import type { WireCodecs } from '../adapter/adapter.js'
import { type ContextOptions, createContext, type Notice } from '../adapter/context.js'
import type { Adapter, NativeTypes } from '../adapter/define.js'
import { createAnswerFit, type FitOptions } from '../adapter/fit/index.js'
import { createRestore, type Restorable } from '../adapter/fit/restore.js'
import type { Message } from '../model/types.js'
import { type EventStep, pipeSteps } from '../stream/step.js'
import { stateErrors } from './errors.js'

export interface AnswerOptions
  extends Pick<FitOptions, 'providerExecuted' | 'limits'>,
    Pick<ContextOptions, 'mode' | 'model'> {
  /** What gives the calls the names and kinds that the reader of the answer knows. */
  readonly restore?: Restorable | EventStep
  /** Whether an answer for its own wire is fitted as well. Default: no. */
  readonly repair?: boolean
}

export interface TranslateAnswerOptions<Source extends NativeTypes, Target extends NativeTypes>
  extends AnswerOptions {
  readonly from: Adapter<Source>
  readonly to: Adapter<Target>
}

/** All that happens to an answer between two wires. */
export interface AnswerSteps extends EventStep {
  /** So far. Paths point into the answer. */
  readonly notices: readonly Notice[]
  restorable(): Restorable
}

/** Where an answer came from; without what its errors are called they stay as they are. */
export type AnswerSource = Pick<WireCodecs, 'id'> & Partial<Pick<WireCodecs, 'http'>>

/** @param origin who wrote the answer. */
export function createAnswerSteps(
  from: AnswerSource | undefined,
  to: WireCodecs,
  options: AnswerOptions = {},
  origin: Message['origin'] = from && { wire: from.id },
): AnswerSteps {
  const { restore, repair, ...rest } = options
  const restored = restore === undefined ? [] : ['push' in restore ? restore : createRestore(restore)]
  const isSame = from?.id === to.id
  if (isSame && repair !== true) return { ...pipeSteps(...restored), notices: [], restorable: untouched }
  const context = createContext(to.id, rest)
  const fit = createAnswerFit(to, { ...rest, from: from?.id, origin })
  const { http } = from ?? {}
  const errors = isSame || http === undefined ? [] : [stateErrors({ from: { http }, to }, context)]
  return {
    ...pipeSteps(...restored, fit, ...errors),
    get notices() {
      return [...fit.notices, ...context.notices]
    },
    restorable: fit.restorable,
  }
}

function untouched(): Restorable {
  return { toolNames: {}, customTools: [] }
}
