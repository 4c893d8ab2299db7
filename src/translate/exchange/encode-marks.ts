import type { JsonArray, JsonObject } from '../../base/json/json-types.js'
import { asJson } from '../../base/json/read-json.js'
import { equalJson } from '../../base/json/write-json.js'
import type { Notice } from '../../base/model/context.js'
import type { Conversation, Message } from '../../base/model/types.js'
import { fitCaching } from '../fit/fit.js'
import {
  type EncodedConversation,
  type HistoryTarget,
  leadingMessages,
  nativeLength,
  splitHistory,
} from './native-history.js'

/**
 * Sets the marks of the prompt cache in an encoded conversation: encodes the turns with marks again, with the
 * instructions and the tools. Undefined if these turns cannot be separated from the turns before them.
 */
export function encodeMarks(
  { fitted, encoded }: EncodedConversation,
  target: HistoryTarget,
): EncodedConversation | undefined {
  const { conversation, notices } = fitCaching(fitted.conversation, target.to.codecs, target.options)
  if (conversation === fitted.conversation) return { fitted, encoded }
  const start = tailStart(fitted.conversation.messages, conversation.messages)
  if (start === undefined) return undefined
  const plain = encodeTail(fitted.conversation, start, target)
  const marked = encodeTail(conversation, start, target)
  const whole = splitHistory(encoded.value, target.to)
  if (plain === undefined || marked === undefined || whole === undefined) return undefined
  const end = whole.history.length - plain.tail.length
  const isSeparate =
    equalJson(plain.rest, whole.rest) &&
    equalJson(plain.tail, whole.history.slice(end)) &&
    equalJson(asJson(plain.notices), asJson(marked.notices))
  if (!isSeparate) return undefined
  const between = whole.history.slice(marked.lead.length, end)
  return {
    fitted: { ...fitted, conversation, notices: [...fitted.notices, ...notices] },
    encoded: {
      ...encoded,
      value: { ...marked.rest, [whole.field]: [...marked.lead, ...between, ...marked.tail] },
    },
  }
}

/** Returns the index of the answer before the first message that changed. Undefined if there is none. */
function tailStart(before: readonly Message[], after: readonly Message[]): number | undefined {
  const lead = leadingMessages(before).length
  const changed = after.findIndex((message, index) => index >= lead && message !== before[index])
  const end = changed === -1 ? after.length : changed
  const start = after.slice(0, end).findLastIndex(({ role }) => role === 'assistant')
  return start > lead ? start : undefined
}

/** A native request whose history has the system messages and the last turns of a conversation. */
interface EncodedTail {
  readonly rest: JsonObject
  /** The native messages of the system messages at the start. */
  readonly lead: JsonArray
  readonly tail: JsonArray
  readonly notices: readonly Notice[]
}

/** Encodes the messages from an index on, after the system messages at the start. */
function encodeTail(
  { messages, ...settings }: Conversation,
  start: number,
  target: HistoryTarget,
): EncodedTail | undefined {
  const leading = leadingMessages(messages)
  const { value, notices } = target.encode({ ...settings, messages: [...leading, ...messages.slice(start)] })
  const split = splitHistory(value, target.to)
  if (split === undefined) return undefined
  const { rest, history } = split
  const length = nativeLength(leading, target.to)
  return { rest, lead: history.slice(0, length), tail: history.slice(length), notices }
}
