import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isArray, isObject, objectsIn, stringOr } from '../../base/json/read-json.js'
import type { TranscriptFormat } from './log-types.js'

/** Names of members that only records and states have, and no node of a graph. */
const RESERVED =
  /^(?:messages|values|channel_values|checkpoint|request|response|inputs?|outputs?|data|thread)$/
const TYPE = /^(?:human|ai|tool|system|AIMessageChunk|(?:Human|AI|Tool|System)Message)$/

/**
 * Updates of a LangGraph stream (`stream_mode="updates"`): the new messages of each node.
 * https://docs.langchain.com/oss/python/langgraph/streaming
 */
export const langGraphUpdates: TranscriptFormat = {
  title: 'updates of LangGraph',
  matches: (update) =>
    Object.entries(update).some(([node, value]) => !RESERVED.test(node) && hasMessages(value)) &&
    !Object.keys(update).some((name) => RESERVED.test(name)),
  read: (updates) => [{ wire: 'langchain', request: { messages: updates.flatMap(messagesIn) } }],
}

function messagesIn(update: JsonObject): JsonValue[] {
  return Object.values(update).flatMap((value) =>
    isObject(value) && isArray(value.messages) ? value.messages : [],
  )
}

function hasMessages(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false
  return objectsIn(value.messages).some(({ type, lc }) => TYPE.test(stringOr(type, '')) || lc === 1)
}
