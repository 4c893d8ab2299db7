import { tokenAt } from '../json/tokens.js'
import { compact } from '../json/write-json.js'
import { isHandover } from './calls-to-answer.js'
import type {
  Finish,
  FinishReason,
  Message,
  ModelResponse,
  Outcome,
  Part,
  ProviderError,
  ToolCall,
  WithheldReason,
} from './types.js'

const REASONS: Readonly<Record<Outcome, FinishReason>> = {
  complete: 'stop',
  'tool-calls': 'tool-calls',
  length: 'length',
  'context-full': 'length',
  filtered: 'content-filter',
  refused: 'content-filter',
  failed: 'error',
  interrupted: 'other',
  paused: 'other',
  pending: 'other',
  unknown: 'other',
}

const OUTCOMES_OF_REASONS: Readonly<Record<FinishReason, Outcome>> = {
  stop: 'complete',
  'tool-calls': 'tool-calls',
  length: 'length',
  'content-filter': 'filtered',
  error: 'failed',
  other: 'unknown',
}

/**
 * Returns an outcome with its finish reason.
 * @param reason the finish reason, if the wire's value has a different one.
 */
export function finishOf(outcome: Outcome, raw?: string, reason: FinishReason = REASONS[outcome]): Finish {
  return raw === undefined ? { outcome, reason } : { outcome, reason, raw }
}

/**
 * Returns the outcome of a turn.
 * @example if (outcomeOf(response.finish) === 'refused') show(response.finish.message)
 */
export function outcomeOf({ outcome, reason }: Finish): Outcome {
  return outcome ?? OUTCOMES_OF_REASONS[reason]
}

/**
 * Returns true if a turn ended well. Only the calls of these turns may run, and only the end of these turns
 * is encoded as a good end for other wires.
 */
export function isGoodEnd(outcome: Outcome): outcome is 'complete' | 'tool-calls' {
  return outcome === 'complete' || outcome === 'tool-calls'
}

/** Returns true if a limit truncated the answer. */
export function isTruncatedOutcome(outcome: Outcome): boolean {
  return outcome === 'length' || outcome === 'context-full'
}

/** Returns the finish of a turn that an error ended, regardless of its finish reason. */
export function failedFinish({ raw, message }: Partial<Finish> = {}): Finish {
  const failed = finishOf('failed', raw)
  return message === undefined ? failed : { ...failed, message }
}

/**
 * Returns the error of a failed turn: the provider's error, or one made from the finish reason and the
 * provider's explanation. Undefined for turns that did not fail.
 */
export function failureOf({
  finish,
  error,
}: {
  readonly finish: Finish
  readonly error?: ProviderError | undefined
}): ProviderError | undefined {
  if (error !== undefined || outcomeOf(finish) !== 'failed') return error
  const { raw, message } = finish
  return compact({
    message: message ?? `the provider ended the turn with ${raw ?? 'an error without a message'}`,
    code: raw,
  })
}

/**
 * Returns the answer with `withheld` set on client calls: on all if the turn did not end well, otherwise on
 * superseded calls. An answer with an error did not end well, regardless of its finish reason.
 */
export function withWithheldCalls<Answer extends Pick<ModelResponse, 'message' | 'finish' | 'error'>>(
  answer: Answer,
): Answer {
  const message = supersededCalls(answer.message)
  const settled = message === answer.message ? answer : { ...answer, message }
  const outcome = answer.error === undefined ? outcomeOf(answer.finish) : 'failed'
  if (isGoodEnd(outcome) || !message.parts.some(isRunnable)) return settled
  const parts = message.parts.map((part) => (isRunnable(part) ? { ...part, withheld: outcome } : part))
  return { ...answer, message: { ...message, parts } }
}

/** Returns the message with the client calls before its last hand-over to another model withheld. */
export function supersededCalls(message: Message): Message {
  const handover = message.parts.findLastIndex(isHandover)
  if (handover < 1 || !message.parts.slice(0, handover).some(isRunnable)) return message
  const parts = message.parts.map((part, index) =>
    index < handover && isRunnable(part) ? { ...part, withheld: 'superseded' as const } : part,
  )
  return { ...message, parts }
}

/** Options that allow the host to run some withheld calls. */
export interface AfterOptions {
  /**
   * Reasons for which withheld calls may run nevertheless: `['length']` for complete calls of an answer that
   * the output limit truncated. Default: none.
   */
  readonly alsoAfter?: readonly WithheldReason[] | undefined
}

/** Returns the calls that may run. `withheld` is removed from calls that only `alsoAfter` admits. */
export function admitted(calls: readonly ToolCall[], { alsoAfter = [] }: AfterOptions = {}): ToolCall[] {
  return calls.flatMap((call) => {
    const { withheld, ...released } = call
    if (withheld === undefined) return [call]
    return alsoAfter.includes(withheld) ? [released] : []
  })
}

function isRunnable(part: Part): boolean {
  return part.type === 'tool-call' && !part.providerExecuted && part.withheld === undefined
}

/** Descriptions of the reasons, for notices and results. */
export const WITHHELD_WORDS: Readonly<Record<WithheldReason, string>> = {
  length: 'the output limit cut its turn',
  'context-full': 'the context window cut its turn',
  filtered: 'a filter ended its turn',
  refused: 'the model refused in the same turn',
  failed: 'its turn failed',
  interrupted: 'its turn was interrupted',
  paused: 'its turn is not over',
  pending: 'its turn is not over',
  unknown: 'its turn ended for an unknown reason',
  superseded: 'another model took over in the same turn',
}

/**
 * Returns true if the text of the call's arguments is the beginning of an object, so that the call is
 * incomplete.
 */
export function isTorn(part: Part): boolean {
  if (part.type !== 'tool-call' || part.kind === 'custom' || part.providerExecuted) return false
  const { status, rawArguments = '' } = part
  if (status !== 'malformed') return false
  return isUnclosed(rawArguments)
}

/** Returns true for the text of an object that ends before it is closed. */
function isUnclosed(text: string): boolean {
  let open = 0
  for (let token = tokenAt(text, 0); token !== undefined; token = tokenAt(text, token.end)) {
    const { type } = token
    if (type === '{' || type === '[') open += 1
    else if (type === '}' || type === ']') open -= 1
    // Text before the object, or after it.
    if (open <= 0) return false
  }
  return open > 0 && text.trimStart().startsWith('{')
}

/**
 * Returns the finish of an answer whose last call is torn. vLLM reports a good end, although its output limit
 * truncated the call. https://github.com/vllm-project/vllm/issues/53269
 */
export function tornFinish(finish: Finish): Finish {
  return isGoodEnd(outcomeOf(finish)) ? finishOf('length', finish.raw) : finish
}

/** Returns the answer, with the finish of a truncated answer if its last call is torn. */
export function withTornEnd(answer: ModelResponse): ModelResponse {
  return endsTorn(answer.message.parts) ? { ...answer, finish: tornFinish(answer.finish) } : answer
}

/**
 * Returns true if two outcomes of an answer differ only because its last call is torn.
 * @param was the outcome of the provider's word.
 */
export function isTornOutcome(was: Outcome, outcome: Outcome, parts: readonly Part[]): boolean {
  return outcome === 'length' && isGoodEnd(was) && endsTorn(parts)
}

function endsTorn(parts: readonly Part[]): boolean {
  const last = parts.findLast((part) => part.type === 'tool-call')
  // A call with a result was answered in the same turn.
  return (
    last !== undefined &&
    isTorn(last) &&
    !parts.some((part) => part.type === 'tool-result' && part.callId === last.id)
  )
}
