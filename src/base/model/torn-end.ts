import { createPartialJson } from '../json/partial-json.js'
import { isObject } from '../json/read-json.js'
import { finishOf, isGoodEnd, outcomeOf } from './outcome.js'
import type { Finish, ModelResponse, Outcome, Part } from './types.js'

/**
 * Returns true if the text of the call's arguments is the beginning of an object, so that the call is
 * incomplete.
 */
export function isTorn(part: Part): boolean {
  if (part.type !== 'tool-call' || part.kind === 'custom' || part.providerExecuted) return false
  const { status, rawArguments = '' } = part
  if (status !== 'malformed') return false
  const json = createPartialJson()
  json.push(rawArguments)
  return isObject(json.value) && !json.complete && json.failed === undefined
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
  // A call with a result was answered in the same turn.
  const last = parts.findLast(({ type }) => type === 'tool-call' || type === 'tool-result')
  return last !== undefined && isTorn(last)
}
