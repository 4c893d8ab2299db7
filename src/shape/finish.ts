import { stringOr } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import type { Finish, FinishReason } from '../model/types.js'

/** What a wire's words for why an answer ended mean. */
export type FinishReasons = ReadonlyMap<string, FinishReason>

/** Some models say that their turn is over although they call a tool: the content decides. */
export function decodeFinish(
  word: JsonValue | undefined,
  hasClientCalls: boolean,
  reasons: FinishReasons,
): Finish {
  if (typeof word !== 'string') return { reason: hasClientCalls ? 'tool-calls' : 'other' }
  const reason = reasons.get(word) ?? 'other'
  return { reason: reason === 'stop' && hasClientCalls ? 'tool-calls' : reason, raw: word }
}

/** The word it had, while it means the same; a foreign one only when this wire has it, too. */
export function encodeFinish(
  { raw, reason }: Finish,
  isOwn: boolean,
  hasClientCalls: boolean,
  reasons: FinishReasons,
  words: Readonly<Record<FinishReason, string>>,
): string {
  const isKnown = raw !== undefined && (isOwn || reasons.has(raw))
  return isKnown && decodeFinish(raw, hasClientCalls, reasons).reason === reason ? raw : words[reason]
}

/** Whether the output ended because there was no more room for it. */
export function isCutBy(word: JsonValue | undefined, reasons: FinishReasons): boolean {
  return reasons.get(stringOr(word, '')) === 'length'
}
