import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, objectIn, objectsIn, stringOr } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { LogFormat } from './log-types.js'

/** The output of `opencode export`: messages with parts. A call part contains its result. */
export const opencode: LogFormat = {
  title: 'an export of opencode',
  read({ info, messages }) {
    const known = objectsIn(messages)
    const isOwn = ({ info: about, parts }: JsonObject) =>
      isObject(about) &&
      typeof about.role === 'string' &&
      objectsIn(parts).every(({ type }) => typeof type === 'string')
    if (!isObject(info) || known.length === 0 || !known.every(isOwn)) return undefined
    const said = known.flatMap((one) => {
      const { created = null } = objectIn(objectIn(one.info).time)
      return messagesOf(one).map((message) => ({
        message,
        time: message.role === 'tool' ? (endOf(one) ?? created) : created,
      }))
    })
    return compact({
      id: info.id,
      wire: 'ai-sdk',
      request: { path: '', value: { messages: said.map(({ message }) => message) } },
      times: said.map(({ time }) => time),
    })
  },
}

function messagesOf({ info, parts }: JsonObject): JsonObject[] {
  const role = stringOr(objectIn(info).role, 'user')
  const known = objectsIn(parts)
  const said = known.flatMap(partOf)
  const results = known.flatMap(resultOf)
  return [
    ...(said.length > 0 ? [{ role, content: said }] : []),
    ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
  ]
}

/** Returns the time at which the first call of a message ended. */
function endOf({ parts }: JsonObject): JsonValue | undefined {
  const ends = objectsIn(parts).map(({ state }) => objectIn(objectIn(state).time).end)
  return ends.find((end) => end !== undefined)
}

function partOf({ type, text, tool, callID, state, mime, url }: JsonObject): JsonValue[] {
  if (type === 'text' || type === 'reasoning') return [{ type, text: stringOr(text, '') }]
  if (type === 'file') return [compact({ type: 'file', mediaType: mime, data: url })]
  if (type !== 'tool') return []
  const { input = {} } = objectIn(state)
  return [compact({ type: 'tool-call', toolCallId: callID, toolName: tool, input })]
}

/** Returns the result of a call. A running call has no result. */
function resultOf({ type, tool, callID, state }: JsonObject): JsonValue[] {
  const { status, output, error } = objectIn(state)
  if (type !== 'tool' || (status !== 'completed' && status !== 'error')) return []
  const isError = status === 'error'
  const told = { type: isError ? 'error-text' : 'text', value: stringOr(isError ? error : output, '') }
  return [compact({ type: 'tool-result', toolCallId: callID, toolName: tool, output: told })]
}
