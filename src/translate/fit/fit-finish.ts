import { compact } from '../../base/json/write-json.js'
import type { StreamEvent } from '../../base/model/events.js'
import { failureOf, finishOf, isGoodEnd, isTruncatedOutcome, outcomeOf } from '../../base/model/outcome.js'
import type { Finish, Message, Outcome, ProviderError } from '../../base/model/types.js'
import { NEAREST } from '../../codec/shape/finish-table.js'
import type { FitContext } from '../../codec/wire/fit-step.js'

/** The facts about an answer that determine how its end is encoded for another wire. */
export interface AnswerFacts {
  readonly finish: Finish
  readonly author: Message
  /** True if the answer has visible text. */
  readonly hasText: boolean
  /** True if calls for the client were sent. */
  readonly hasClientCalls: boolean
  /** True if fitting changed a part. */
  readonly isChanged: boolean
  /** The error that was already sent. */
  readonly error: ProviderError | undefined
}

/** The end of an answer, and the events before it. */
export interface FittedEnd {
  readonly before: readonly StreamEvent[]
  readonly finish: Finish
}

/**
 * Converts the end of an answer to a form that the target can express. Only a good end is encoded as a good
 * end. An outcome without a native value becomes the nearest outcome with a value, or else an error with the
 * provider's message.
 */
export function fitFinish(facts: AnswerFacts, fit: FitContext): FittedEnd {
  const { finish, author, hasClientCalls, isChanged } = facts
  const outcome = outcomeOf(finish)
  if (outcome === 'tool-calls' && isChanged && !hasClientCalls) {
    report('finish-changed', 'the client has no call to run, so the finish reason becomes stop', fit)
    return { before: [], finish: finishOf('complete') }
  }
  // Formats can express every outcome, by a value or in a slot.
  const isCarried = fit.limits.outcomes === undefined || author.origin?.wire === fit.wire
  if (isGoodEnd(outcome) || isCarried) return { before: [], finish }
  if (isSilentEnd(facts)) {
    report(
      'finish-unknown',
      'the answer has no finish reason; it has text and is closed, so it counts as complete',
      fit,
    )
    return { before: [], finish: finishOf('complete') }
  }
  return badEnd(facts, expressed(facts, fit), fit)
}

/** Returns true for an answer without a finish reason that has text and no calls. */
function isSilentEnd({ finish, hasText, hasClientCalls, error }: AnswerFacts): boolean {
  const isUnknown = outcomeOf(finish) === 'unknown' && !finish.raw
  return isUnknown && hasText && !hasClientCalls && error === undefined
}

/**
 * Returns the encoded outcome. If calls were already sent, the outcome is an error, since some clients run
 * them after any other end.
 */
function expressed({ finish, hasClientCalls }: AnswerFacts, { limits }: FitContext): Outcome {
  const outcome = outcomeOf(finish)
  if (outcome === 'failed' || (hasClientCalls && !isTruncatedOutcome(outcome))) return 'failed'
  const { outcomes = [] } = limits
  if (outcomes.includes(outcome)) return outcome
  return NEAREST[outcome].find((near) => near === 'failed' || outcomes.includes(near)) ?? 'failed'
}

function badEnd(facts: AnswerFacts, written: Outcome, fit: FitContext): FittedEnd {
  const { finish, hasText, error } = facts
  const outcome = outcomeOf(finish)
  const ended = written === outcome ? finish : compact({ ...finishOf(written), message: finish.message })
  if (written !== outcome && error === undefined)
    report(
      'finish-not-carried',
      `this wire has no finish reason for ${finish.raw || outcome}; ${written === 'failed' ? 'an error' : written} is written`,
      fit,
    )
  if (written === 'failed')
    return { before: error === undefined ? [{ type: 'error', error: endError(facts) }] : [], finish: ended }
  return { before: hasText ? [] : wordsOf(finish), finish: ended }
}

/** Emits the provider's explanation of a refusal or a blocked prompt as text of the answer. */
function wordsOf({ message }: Finish): readonly StreamEvent[] {
  if (message === undefined) return []
  const id = 'explanation'
  return [
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: message },
    { type: 'text-end', id, part: { type: 'text', text: message } },
  ]
}

/** Returns an error for an end that the target cannot express. */
function endError({ finish, hasClientCalls, error }: AnswerFacts): ProviderError {
  const failure = failureOf({ finish, error })
  if (failure !== undefined) return failure
  const outcome = outcomeOf(finish)
  const word = finish.raw || outcome
  const explanation = finish.message === undefined ? '' : `: ${finish.message}`
  const calls = hasClientCalls ? ', after calls that must not run' : ''
  return {
    message: `${SENTENCES[outcome] ?? 'the provider ended the turn'} (${word})${calls}${explanation}`,
    code: word,
  }
}

const SENTENCES: Readonly<Partial<Record<Outcome, string>>> = {
  filtered: 'the provider filtered the answer',
  refused: 'the model refused to answer',
  interrupted: 'the answer was interrupted',
  paused: 'the provider paused the turn',
  pending: 'the provider still works on the answer',
  unknown: 'the provider ended the turn for a reason that is not known to be a good one',
}

function report(code: string, message: string, fit: FitContext): void {
  fit.report({ code, severity: 'warning', path: '/finish/reason', message })
}
