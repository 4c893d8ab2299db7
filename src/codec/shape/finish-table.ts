import type { JsonValue } from '../../base/json/json-types.js'
import { stringOr } from '../../base/json/read-json.js'
import { isCallToAnswer } from '../../base/model/calls-to-answer.js'
import type { Context } from '../../base/model/context.js'
import { lastAuthorsParts } from '../../base/model/handover.js'
import { finishOf, isCut, isGoodEnd, outcomeOf } from '../../base/model/outcome.js'
import type { Finish, FinishReason, ModelResponse, Outcome } from '../../base/model/types.js'
import { isAmong } from './glossary.js'

/**
 * A wire's words for how a turn ended. A word in several rows has the outcome of the first one; of several words of a row the
 * first one is written. The finish reason of a row is only given where it is not the usual one of the outcome.
 */
export type FinishTable = readonly (readonly [outcome: Outcome, words: string, reason?: FinishReason])[]

/**
 * The outcome that a word stands for. Some models end their turn although they call a tool, or give no word: the content decides.
 * @param silent the outcome of an answer without a word and without calls. Default: `unknown`.
 */
export function decodeFinish(
  word: JsonValue | undefined,
  hasClientCalls: boolean,
  table: FinishTable,
  silent: Outcome = 'unknown',
): Finish {
  const raw = stringOr(word, undefined)
  if (raw === undefined || raw === '') return finishOf(hasClientCalls ? 'tool-calls' : silent, raw)
  const row = rowOf(raw, table)
  if (row === undefined) return finishOf('unknown', raw)
  const [outcome, , reason] = row
  if (outcome === 'complete' && hasClientCalls) return finishOf('tool-calls', raw)
  // vLLM ends with its word for calls after an empty list of them. https://github.com/vllm-project/vllm/issues/53255
  if (outcome === 'tool-calls' && !hasClientCalls) return finishOf('complete', raw, 'tool-calls')
  return finishOf(outcome, raw, reason)
}

/** The outcome that a word stands for, whatever the answer holds. */
export function outcomeOfWord(word: JsonValue | undefined, table: FinishTable): Outcome {
  return outcomeOf(decodeFinish(word, false, table))
}

/** The word that the answer had, while it means the same; a word of another wire only if this wire has it, too. */
export function encodeFinish(
  { finish, message }: Pick<ModelResponse, 'finish' | 'message'>,
  table: FinishTable,
  { wire }: Context,
): string {
  const { raw } = finish
  const outcome = outcomeOf(finish)
  const isOwn = message.origin?.wire === wire
  // An empty word says nothing, which may stand for a good end or an unknown one.
  if (isOwn && raw === '' && (isGoodEnd(outcome) || outcome === 'unknown')) return raw
  const isKnown = raw !== undefined && (isOwn || rowOf(raw, table) !== undefined)
  const hasCalls = lastAuthorsParts(message.parts).some(isCallToAnswer)
  const isSame = isKnown && outcomeOf(decodeFinish(raw, hasCalls, table)) === outcome
  return isSame ? raw : finishWord(outcome, table)
}

/** The word for an outcome; without one the word of the nearest outcome, never of a good end for a bad one. */
export function finishWord(outcome: Outcome, table: FinishTable): string {
  for (const near of [outcome, ...NEAREST[outcome]]) {
    const [word] = table.find(([one]) => one === near)?.[1].split(' ') ?? []
    if (word !== undefined) return word
  }
  return outcome
}

/** The outcomes that stand in for one that a wire has no word for, the nearest first. */
export const NEAREST: Readonly<Record<Outcome, readonly Outcome[]>> = {
  complete: [],
  'tool-calls': ['complete'],
  length: ['context-full', 'unknown', 'failed', 'filtered'],
  'context-full': ['length', 'unknown', 'failed', 'filtered'],
  filtered: ['refused', 'failed', 'unknown', 'length'],
  refused: ['filtered', 'failed', 'unknown', 'length'],
  failed: ['unknown', 'filtered', 'refused', 'length'],
  interrupted: ['unknown', 'failed', 'filtered', 'length'],
  paused: ['length', 'unknown', 'failed', 'filtered'],
  pending: ['failed', 'unknown', 'filtered', 'length'],
  unknown: ['failed', 'filtered', 'length'],
}

/** Whether the output ended because the request or the context had no more room for it. */
export function isCutBy(word: JsonValue | undefined, table: FinishTable): boolean {
  const row = rowOf(stringOr(word, ''), table)
  return row !== undefined && isCut(row[0])
}

function rowOf(word: string, table: FinishTable): FinishTable[number] | undefined {
  return table.find(([, words]) => words === word || isAmong(words, word))
}
