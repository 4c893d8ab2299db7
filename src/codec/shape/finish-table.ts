import type { JsonValue } from '../../base/json/json-types.js'
import { stringOr } from '../../base/json/read-json.js'
import { isCallToAnswer, lastAuthorsParts } from '../../base/model/calls-to-answer.js'
import type { Context } from '../../base/model/context.js'
import {
  finishOf,
  isGoodEnd,
  isTornOutcome,
  isTruncatedOutcome,
  outcomeOf,
} from '../../base/model/outcome.js'
import type { Finish, FinishReason, ModelResponse, Outcome } from '../../base/model/types.js'
import { isAmong } from './glossary.js'

/**
 * The finish reasons of a wire by outcome. A native word in several rows has the outcome of the first row.
 * Encoding uses the first word of a row. A row contains a canonical finish reason only if it differs from the
 * usual one of the outcome.
 */
export type FinishTable = readonly (readonly [outcome: Outcome, words: string, reason?: FinishReason])[]

/**
 * Decodes a native finish reason. Some models report a normal end although they call a tool, or report no
 * reason. In both cases the content of the answer decides.
 * @param silent the outcome of an answer without a finish reason and without calls. Default: `unknown`.
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
  // vLLM sends its finish reason for calls after an empty list of calls.
  // https://github.com/vllm-project/vllm/issues/53255
  if (outcome === 'tool-calls' && !hasClientCalls) return finishOf('complete', raw, 'tool-calls')
  return finishOf(outcome, raw, reason)
}

/** Returns the outcome of a native finish reason, regardless of the answer's content. */
export function outcomeOfWord(word: JsonValue | undefined, table: FinishTable): Outcome {
  return outcomeOf(decodeFinish(word, false, table))
}

/**
 * Encodes the finish. Uses the original native value if its meaning is unchanged, and a value of another wire
 * only if this wire also has it.
 */
export function encodeFinish(
  { finish, message }: Pick<ModelResponse, 'finish' | 'message'>,
  table: FinishTable,
  { wire }: Context,
): string {
  const { raw } = finish
  const outcome = outcomeOf(finish)
  const isOwn = message.origin?.wire === wire
  // An empty value has no meaning. It may represent a good end or an unknown one.
  if (isOwn && raw === '' && (isGoodEnd(outcome) || outcome === 'unknown')) return raw
  const isKnown = raw !== undefined && (isOwn || rowOf(raw, table) !== undefined)
  // Another wire may call a turn with calls complete, with a word that this wire has for turns without calls.
  const hasCalls = isOwn && lastAuthorsParts(message.parts).some(isCallToAnswer)
  const was = outcomeOf(decodeFinish(raw, hasCalls, table))
  const isSame = isKnown && (was === outcome || (isOwn && isTornOutcome(was, outcome, message.parts)))
  return isSame ? raw : finishWord(outcome, table)
}

/**
 * Returns the native value of an outcome, or of the nearest outcome if the wire has no value for it. A bad
 * outcome never becomes a good one.
 */
export function finishWord(outcome: Outcome, table: FinishTable): string {
  for (const near of [outcome, ...NEAREST[outcome]]) {
    const [word] = table.find(([one]) => one === near)?.[1].split(' ') ?? []
    if (word !== undefined) return word
  }
  return outcome
}

/** Replacements of an outcome without a native value, the nearest first. */
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

/** Returns true if the output limit of the request or the context window ended the output. */
export function isCutBy(word: JsonValue | undefined, table: FinishTable): boolean {
  const row = rowOf(stringOr(word, ''), table)
  return row !== undefined && isTruncatedOutcome(row[0])
}

function rowOf(word: string, table: FinishTable): FinishTable[number] | undefined {
  return table.find(([, words]) => words === word || isAmong(words, word))
}
