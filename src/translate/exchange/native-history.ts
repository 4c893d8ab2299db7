import type { JsonArray, JsonObject } from '../../base/json/json-types.js'
import { asJson, isArray, objectIn } from '../../base/json/read-json.js'
import { without } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import type { Conversation, Message } from '../../base/model/types.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import type { FitOptions } from '../fit/fit.js'
import type { EncodedHistory, EncodedRequest } from './history-memory.js'

/** The target of an encoding. */
export interface HistoryTarget {
  readonly to: Adapter
  readonly options: FitOptions
  /** True if the conversation is encoded without fitting. */
  readonly isOwn: boolean
  /** Encodes a fitted conversation. */
  encode(fitted: Conversation): EncodedRequest
  /** Encodes fitted messages as a request that has only its history. */
  encodeMessages(fitted: readonly Message[]): EncodedRequest
}

/** Fits and encodes a complete conversation. */
export type EncodeWhole = (conversation: Conversation, target: HistoryTarget) => EncodedConversation

/** A fitted and encoded conversation. */
export type EncodedConversation = Pick<EncodedHistory, 'fitted' | 'encoded'>

/** Returns the native history of a request; undefined if the request has no list of native messages. */
export function splitHistory(
  request: object,
  { codecs }: Adapter,
): { readonly field: string; readonly history: JsonArray; readonly rest: JsonObject } | undefined {
  const field = codecs.http.history
  const native = objectIn(asJson(request))
  const history = field === undefined ? undefined : native[field]
  if (field === undefined || !isArray(history)) return undefined
  return { field, history, rest: without(native, field) }
}

/** Returns the system messages before the first other message. */
export function leadingMessages(messages: readonly Message[]): readonly Message[] {
  const first = messages.findIndex(({ role }) => role !== 'system')
  return first === -1 ? messages : messages.slice(0, first)
}

export function nativeLength(messages: readonly Message[], { id, codecs }: Adapter): number {
  return codecs.messages.encode(messages, createContext(id)).messages.length
}
