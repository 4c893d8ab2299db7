import { attempt } from '../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { PatchOperation } from '../../base/json/patch.js'
import { at, isArray, isObject } from '../../base/json/read-json.js'
import { createContext } from '../../base/model/context.js'
import type { MediaKind, MediaPart, Message } from '../../base/model/types.js'
import { type Limits, takesType } from '../../codec/wire/limits.js'
import { parentPath } from './fixes.js'
import { readForeignPart } from './foreign-parts.js'
import type { WireShapes } from './wire-shapes.js'

/** Returns the changes that replace one element of a list with several elements. */
export function inPlaceOf(path: string, [first, ...more]: JsonArray): PatchOperation[] | undefined {
  if (first === undefined) return undefined
  const list = parentPath(path)
  const index = Number(path.slice(list.length + 1))
  const added = more.map(
    (value, place): PatchOperation => ({ op: 'add', path: at(list, index + place + 1), value }),
  )
  return [{ op: 'replace', path, value: first }, ...added]
}

/** Encodes native entries; undefined if content would be lost or moved outside the history. */
export function encodedEntries(
  messages: readonly Message[],
  { codecs, wire }: WireShapes,
): JsonArray | undefined {
  if (!messages.every((message) => isTaken(message, codecs.limits))) return undefined
  const context = createContext(wire)
  const encoded = attempt(() => codecs.messages.encode(messages, context))
  if ('error' in encoded || encoded.value.system !== undefined) return undefined
  return context.notices.some(({ severity }) => severity === 'warning') ? undefined : encoded.value.messages
}

/** Returns true if the wire accepts all media of a message. */
export function isTaken({ role, parts }: Message, limits: Limits): boolean {
  const taken = role === 'assistant' ? (limits.assistantMedia ?? []) : limits.userMedia
  return parts.every((part) => {
    if (part.type === 'media') return takesMedia(part, taken, limits)
    const inner = part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : []
    return inner.every((one) => one.type !== 'media' || takesMedia(one, limits.resultMedia, limits))
  })
}

export function takesMedia(
  { kind, source, mediaType }: MediaPart,
  kinds: readonly MediaKind[],
  { mediaLimits, mediaSources }: Limits,
): boolean {
  const { [kind]: limit } = mediaLimits ?? {}
  const isThere = kinds.includes(kind) && (limit?.sources ?? mediaSources).includes(source.type)
  return isThere && (source.type !== 'data' || takesType(limit, mediaType))
}

/** Adds the names of calls to their results, because some wires pair by name. */
export function named(messages: readonly Message[], request: JsonObject): Message[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      part.type === 'tool-result' && part.name === ''
        ? { ...part, name: nameOfCall(part.callId, request) }
        : part,
    ),
  }))
}

/** Finds the name of the call with this id, in any format of the request. */
function nameOfCall(id: string, value: JsonValue): string {
  if (isArray(value)) return value.map((item) => nameOfCall(id, item)).find((name) => name !== '') ?? ''
  if (!isObject(value)) return ''
  const part = readForeignPart(value)
  if (part?.type === 'tool-call' && part.id === id) return part.name
  return nameOfCall(id, Object.values(value))
}
