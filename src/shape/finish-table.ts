import type { JsonValue } from '../json/json-types.js'
import { stringOr } from '../json/read-json.js'
import { isCallToAnswer } from '../model/calls-to-answer.js'
import type { Context } from '../model/context.js'
import type { Finish, FinishReason, ModelResponse } from '../model/types.js'
import { type Glossary, lookUp } from './glossary.js'

/** A wire's words for why an answer ended. A reason without one is written as the end of a turn. */
export type FinishTable = Glossary<FinishReason>

/** Some models say that their turn is over although they call a tool, or say nothing: the content decides. */
export function decodeFinish(
  word: JsonValue | undefined,
  hasClientCalls: boolean,
  table: FinishTable,
): Finish {
  const silent = hasClientCalls ? 'tool-calls' : 'other'
  if (typeof word !== 'string') return { reason: silent }
  const reason = word === '' ? silent : (lookUp(word, table) ?? 'other')
  return { reason: reason === 'stop' && hasClientCalls ? 'tool-calls' : reason, raw: word }
}

/** The word it had, while it means the same; a foreign one only when this wire has it, too. */
export function encodeFinish(
  { finish: { raw, reason }, message }: Pick<ModelResponse, 'finish' | 'message'>,
  table: FinishTable,
  { wire }: Context,
): string {
  const isKnown = raw !== undefined && (message.origin?.wire === wire || lookUp(raw, table) !== undefined)
  const hasCalls = message.parts.some(isCallToAnswer)
  return isKnown && decodeFinish(raw, hasCalls, table).reason === reason ? raw : finishWord(reason, table)
}

/** The word that is written for a reason. */
export function finishWord(reason: FinishReason, table: FinishTable): string {
  const [word] = table.find(([one]) => one === reason)?.[1].split(' ') ?? []
  return word ?? (reason === 'stop' ? reason : finishWord('stop', table))
}

/** Whether the output ended because there was no more room for it. */
export function isCutBy(word: JsonValue | undefined, table: FinishTable): boolean {
  return lookUp(stringOr(word, ''), table) === 'length'
}
