import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isArray, isObject, stringOr, wrongType } from '../../src/base/json/read-json.js'
import { equalJson, unlessEmpty, without } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { MetadataEntries, OwnMetadata } from '../../src/base/model/metadata.js'
import { anyOf, extraFields, extraOf } from '../../src/codec/shape/fields.js'
import { reportUnknownRole } from '../../src/codec/shape/losses.js'
import { CLASSES, ROLE_NAMES, TYPES } from './maps.js'

/** Form of encoded messages, independent of their original form. */
export type MessageForm = 'plain' | 'constructor' | 'stored'

/** A message that was extracted from one of its forms. */
export interface OpenedMessage {
  /** Type of the author: `human`, `ai`, `generic` …, or any other text. */
  readonly type: string
  /** Fields of the message, under the names of its class. */
  readonly fields: JsonObject
  /** Data that restores the original form: `form`, `type`, `wrapper`. */
  readonly metadata: MetadataEntries
}

const NAMESPACE: JsonValue = ['langchain_core', 'messages']

/**
 * Opens a message: a class object as JSON, a stored dict, or any other form that LangChain accepts as a
 * message.
 */
export function openMessage(value: JsonValue, context: Context): OpenedMessage {
  const { path } = context
  if (typeof value === 'string') return opened('human', { content: value }, { form: 'text' })
  if (isArray(value)) return openPair(value, path)
  const native = expectObject(value, path)
  if (native.lc !== undefined) return openConstructor(native, path)
  const { type, role, data } = native
  if (typeof role === 'string' && (typeof type !== 'string' || type === 'message'))
    return opened(role, without(native, 'role'), { form: 'role' }, context, `${path}/role`)
  if (typeof type !== 'string') throw wrongType('a message', type, `${path}/type`)
  if (!isObject(data) || native.content !== undefined)
    return opened(type, without(native, 'type'), {}, context, `${path}/type`)
  const wrapper = extraFields(native, anyOf(['type', 'data']))
  return opened(type, data, { form: 'stored', wrapper: wrapper && { extra: wrapper } }, context, path)
}

/** Opens `['human', 'Hello']`. LangChain uses an object in the second position as the content. */
function openPair(pair: readonly JsonValue[], path: string): OpenedMessage {
  const [type, content = null] = pair
  if (typeof type !== 'string' || pair.length > 2) throw wrongType('a message', [...pair], path)
  return opened(type, { content }, { form: 'pair' })
}

function openConstructor(native: JsonObject, path: string): OpenedMessage {
  const fields = expectObject(native.kwargs, `${path}/kwargs`)
  const id = isArray(native.id) ? native.id : []
  const name = stringOr(id.at(-1), '')
  const isChunk = name.endsWith('Chunk')
  const [type = name] =
    Object.entries(CLASSES).find(([, title]) => `${title}Message${isChunk ? 'Chunk' : ''}` === name) ?? []
  const usual = !isChunk && type !== name && equalJson(id, idOf(type))
  const wrapper = unlessEmpty({
    id: usual ? undefined : id,
    extra: extraFields(native, { lc: 'number', type: 'string', id: 'array', kwargs: 'object' }),
  })
  return opened(type, fields, { form: 'constructor', wrapper })
}

function opened(
  type: string,
  fields: JsonObject,
  metadata: MetadataEntries,
  context?: Context,
  path = '',
): OpenedMessage {
  const role = ROLE_NAMES.get(type)
  if (role === undefined && CLASSES[type] === undefined && context !== undefined)
    reportUnknownRole(type, { ...context, path })
  return { type, fields, metadata: { ...metadata, type: type === TYPES[role ?? 'user'] ? undefined : type } }
}

/** Encodes the message in its original form, or in the requested form. */
export function closeMessage(
  type: string,
  fields: JsonObject,
  own: OwnMetadata | undefined,
  wanted: MessageForm | undefined,
): JsonValue {
  const form = wanted ?? own?.form
  const wrapper = own?.wrapper
  const word = stringOr(own?.type, type)
  const lasting = CLASSES[word] === undefined ? type : word
  const kept = wanted === undefined || wanted === own?.form ? extraOf(wrapper) : {}
  switch (form) {
    case 'constructor': {
      const id = isObject(wrapper) ? (wrapper.id ?? idOf(lasting)) : idOf(lasting)
      return { lc: 1, type: 'constructor', id, ...kept, kwargs: fields }
    }
    case 'stored':
      return { ...kept, type: wanted === undefined ? word : lasting, data: fields }
    case 'role':
      return { role: own?.type === undefined ? type : word, ...fields }
    case 'pair':
      return hasOnlyContent(fields) ? [word, fields.content ?? null] : { type: word, ...fields }
    case 'text':
      return hasOnlyContent(fields) && typeof fields.content === 'string'
        ? fields.content
        : { type: word, ...fields }
    default:
      return { type: wanted === undefined ? word : lasting, ...fields }
  }
}

function hasOnlyContent(fields: JsonObject): boolean {
  return Object.keys(fields).every((key) => key === 'content')
}

function idOf(type: string): JsonValue {
  return [...(isArray(NAMESPACE) ? NAMESPACE : []), `${CLASSES[type] ?? 'Human'}Message`]
}
