import { attempt } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectIn } from '../../base/json/read-json.js'
import type { Conversation } from '../../base/model/types.js'
import { PartTimes } from '../sessions/part-times.js'
import { millisecondsOf } from './record-times.js'
import type { ResolvedRecord } from './traffic-record.js'

/** The lists of messages in requests. */
const LISTS = ['messages', 'input', 'contents']
/** The members in which programs store the time of a message. */
const MEMBERS = ['timestamp', 'ts', 'createdAt', 'created_at', 'created']

/**
 * Returns the time of each message of a decoded request in milliseconds since 1970; undefined if it is unknown. Each
 * native message is decoded alone: a wire may join several of them to a message, or split one.
 */
export function messageTimes(
  { request, times: known = [], adapter }: ResolvedRecord,
  { messages }: Conversation,
): (number | undefined)[] {
  const body = isArray(request?.value) ? { messages: request.value } : objectIn(request?.value)
  const list = LISTS.find((name) => isArray(body[name])) ?? ''
  const items = isArray(body[list]) ? body[list] : []
  const times = new PartTimes()
  for (const [index, item] of items.entries()) {
    const time = millisecondsOf(known[index] ?? undefined) ?? timeIn(item)
    const decoded = attempt(() => adapter.decodeRequest({ [list]: [item] }).value.messages)
    if ('value' in decoded) for (const { parts } of decoded.value) times.add(parts, time)
  }
  return messages.map(({ parts }) => times.take(parts))
}

function timeIn(item: JsonValue): number | undefined {
  if (!isObject(item)) return undefined
  return MEMBERS.map((name) => millisecondsOf(item[name])).find((time) => time !== undefined)
}
