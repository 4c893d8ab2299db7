import type { Conversation, Message, Part } from '../../model/types.js'
import type { WireCodecs } from '../adapter.js'
import { type ContextOptions, createContext } from '../context.js'
import type { LimitsChoice } from '../limits.js'
import { chooseLimits } from '../limits.js'
import type { Restorable } from './restore.js'
import type { FitContext, PendingCallsPolicy, ProviderExecutedPolicy } from './step.js'

/** How a conversation is fitted. */
export interface FitOptions extends ContextOptions {
  /** What becomes of calls that another provider ran itself. Default: `narrate`; of those in an answer `drop`. */
  readonly providerExecuted?: ProviderExecutedPolicy
  /** What becomes of calls at the very end that have no result yet. Default: `answer`. */
  readonly pendingCalls?: PendingCallsPolicy
  /** Which of the target's limits hold. Default: its usual ones. */
  readonly limits?: LimitsChoice
  /** The wire that the conversation came from, as far as its messages do not say it. */
  readonly from?: string
}

/** What the pass has to know of a wire: an adapter's `codecs` will do. */
export type FitTarget = Pick<WireCodecs, 'id' | 'limits' | 'fit' | 'hosted' | 'citations'>

export function restorable({ renamedTools, customTools, originals }: FitContext): Restorable {
  const names = { toolNames: Object.fromEntries(renamedTools), customTools: [...customTools] }
  return originals.size === 0 ? names : { ...names, originals: Object.fromEntries(originals) }
}

export function createFitContext(
  conversation: Conversation,
  target: FitTarget,
  options: FitOptions,
): FitContext {
  return {
    ...createContext(target.id, { ...options, model: options.model ?? conversation.model }),
    ...createPaths(conversation),
    limits: chooseLimits(target, options.limits),
    hosted: target.hosted,
    providerExecuted: options.providerExecuted ?? 'narrate',
    pendingCalls: options.pendingCalls ?? 'answer',
    from: options.from,
    sourceModel: conversation.model,
    renamedTools: new Map(),
    customTools: new Set(),
    originals: new Map(),
  }
}

/** Where the values of a conversation stood in the input, however often they were replaced since. */
export interface InputPaths {
  /** JSON Pointer into the input conversation; '' for a value that has no counterpart there. */
  pathOf(value: object): string
  /** Records that a value stands for an earlier one, and returns it. */
  derive<Value extends object>(original: object, replacement: Value): Value
}

/** Paths of values that come one by one, too. */
export interface GrowingPaths extends InputPaths {
  enterPart(part: Part, path: string): void
}

export function createPaths(conversation: Conversation = { messages: [] }): GrowingPaths {
  const paths = new WeakMap<object, string>()
  const enter = (value: object, path: string) => {
    if (!paths.has(value)) paths.set(value, path)
  }
  conversation.messages.forEach((message, index) => {
    enterMessage(message, `/messages/${index}`, enter)
  })
  conversation.tools?.forEach((tool, index) => {
    enter(tool, `/tools/${index}`)
  })
  return {
    enterPart: (part, path) => enterPart(part, path, enter),
    pathOf: (value) => paths.get(value) ?? '',
    derive(original, replacement) {
      enter(replacement, paths.get(original) ?? '')
      return replacement
    },
  }
}

type Enter = (value: object, path: string) => void

function enterMessage(message: Message, path: string, enter: Enter): void {
  enter(message, path)
  message.parts.forEach((part, index) => {
    enterPart(part, `${path}/parts/${index}`, enter)
  })
}

function enterPart(part: Part, path: string, enter: Enter): void {
  enter(part, path)
  if (part.type !== 'tool-result' || part.output.type !== 'content') return
  part.output.value.forEach((inner, index) => {
    enter(inner, `${path}/output/value/${index}`)
  })
}
