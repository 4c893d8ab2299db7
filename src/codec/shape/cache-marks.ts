import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { asJson, asNative, isObject, stringOr } from '../../base/json/read-json.js'
import { compact, unlessEmpty } from '../../base/json/write-json.js'
import { createPaths, type InputPaths, mapAllParts, mapOutput, mapTools } from '../../base/model/change.js'
import type { Context } from '../../base/model/context.js'
import {
  type MetadataEntries,
  metadataOf,
  type OwnMetadata,
  type Wired,
  wireMetadata,
} from '../../base/model/metadata.js'
import type {
  CacheMark,
  Conversation,
  CustomTool,
  FunctionTool,
  MediaPart,
  Message,
  Part,
  TextPart,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../base/model/types.js'
import type { MessagesCodec, RequestCodec, ToolsCodec } from './codecs.js'
import { anyOf, innerExtras, withExtras } from './fields.js'

/**
 * Positions of cache marks in the prompt: `answer` is text of the assistant, `result-part` is a part inside a
 * result.
 */
export type CachePlace = 'text' | 'answer' | 'media' | 'tool-call' | 'tool-result' | 'result-part' | 'tool'

/** A field by which a wire marks the object that contains it. */
export interface CacheField {
  /** The name of the field. */
  readonly field: string
  /** Members of the mark other than its lifetime. */
  readonly says: Readonly<Record<string, string>>
  /**
   * True to write marks of other wires in this field. Default: only if limits require this field, or if the
   * decoded object had it.
   */
  readonly usual?: true
}

type CacheFields = readonly CacheField[] | 'elsewhere'

/** Values that can have a cache mark. */
export type Markable = TextPart | MediaPart | ToolCall | ToolResult | FunctionTool | CustomTool

/** Returns true if the value can have a cache mark. */
export function isMarkable(value: Part | ToolDefinition): value is Markable {
  switch (value.type) {
    case 'text':
    case 'media':
    case 'tool-call':
    case 'tool-result':
    case 'function':
    case 'custom':
      return true
    default:
      return false
  }
}

interface ReadMark {
  readonly cache: CacheMark
  /** Other members of the mark, to be kept. */
  readonly kept: OwnMetadata | undefined
}

/** Decodes a native mark; undefined for any other value. */
export function readMark(native: JsonValue | undefined, says: CacheField['says']): ReadMark | undefined {
  if (!isObject(native) || Object.entries(says).some(([name, word]) => native[name] !== word))
    return undefined
  const kept = innerExtras(native, { ...anyOf(Object.keys(says)), ttl: 'string' })
  return { cache: compact({ ttl: stringOr(native.ttl, undefined) }), kept }
}

/**
 * Encodes a mark.
 * @param kept the members of the mark other than its lifetime.
 */
export function writeMark(
  { ttl }: CacheMark,
  says: CacheField['says'],
  kept: JsonValue | undefined,
): JsonObject {
  return withExtras({ ...says, ttl }, kept)
}

/** Returns the value with the given mark, or without a mark, and with the given metadata of the wire. */
export function withMark<Value extends Markable>(
  value: Value,
  cache: CacheMark | undefined,
  own: MetadataEntries,
  context: Wired,
): Value {
  const { [context.wire]: _before, ...others } = value.providerMetadata ?? {}
  const metadata = { ...others, ...wireMetadata(context, own) }
  const providerMetadata = Object.keys(metadata).length === 0 ? undefined : metadata
  return asNative<Value>(asJson(compact({ ...value, cache, providerMetadata })))
}

/** Returns the cache position of a part; undefined for parts without marks. */
export function cachePlaceOf(part: Part, role: Message['role']): CachePlace | undefined {
  if (!isMarkable(part)) return undefined
  if (part.type === 'text') return role === 'assistant' ? 'answer' : 'text'
  return part.type
}

export type MarkChange = <Value extends Markable>(value: Value, place: CachePlace) => Value

/**
 * Maps all values that can have a mark, in the order of the prompt: tools before messages, and the parts
 * inside a result before the result.
 */
export function mapMarkable(conversation: Conversation, paths: InputPaths, change: MarkChange): Conversation {
  const tools = mapTools(conversation, paths, (tool) => (isMarkable(tool) ? change(tool, 'tool') : tool))
  return mapAllParts(tools, paths, (part, { role }) => {
    if (!isMarkable(part)) return part
    if (part.type === 'text') return change(part, role === 'assistant' ? 'answer' : 'text')
    if (part.type !== 'tool-result') return change(part, part.type)
    const result = mapOutput(part, paths, (item) => (isMarkable(item) ? change(item, 'result-part') : item))
    return change(paths.derive(part, result), 'tool-result')
  })
}

const NO_PATHS: InputPaths = { pathOf: () => '', derive: (_original, replacement) => replacement }

/** Moves marks from the unknown fields, where decoders leave them, to the canonical field. */
function read(conversation: Conversation, fields: CacheFields, context: Context): Conversation {
  if (fields === 'elsewhere' || fields.length === 0) return conversation
  return mapMarkable(conversation, NO_PATHS, (value) => readField(value, fields, context))
}

function readField<Value extends Markable>(
  value: Value,
  fields: readonly CacheField[],
  context: Context,
): Value {
  const own = metadataOf(value, context)
  const extra = own?.extra
  if (!isObject(extra)) return value
  for (const { field, says, usual } of fields) {
    const mark = readMark(extra[field], says)
    if (mark === undefined) continue
    const { [field]: _mark, ...others } = extra
    const cache = compact({ form: usual ? undefined : field, ...mark.kept })
    return withMark(
      value,
      mark.cache,
      { ...own, extra: unlessEmpty(others), cache: unlessEmpty(cache) },
      context,
    )
  }
  return value
}

/**
 * Moves marks to the unknown fields, so that encoders write them. Marks that the wire cannot express are
 * reported once.
 */
function write(conversation: Conversation, fields: CacheFields, context: Context): Conversation {
  if (fields === 'elsewhere') return conversation
  const lost: Markable[] = []
  const written = mapMarkable(conversation, NO_PATHS, (value) => {
    if (value.cache === undefined) return value
    const own = metadataOf(value, context)
    const kept = isObject(own?.cache) ? own.cache : undefined
    const form = fields.find(({ field }) => field === kept?.form) ?? fields.find(({ usual }) => usual)
    if (form === undefined) {
      lost.push(value)
      return value
    }
    const extra = isObject(own?.extra) ? own.extra : undefined
    const mark = writeMark(value.cache, form.says, kept)
    return withMark(value, value.cache, { ...own, extra: { ...extra, [form.field]: mark } }, context)
  })
  const [first] = lost
  if (first !== undefined) {
    const path = createPaths(conversation).pathOf(first)
    dropMarks('this wire does not support them here', { path, count: lost.length }, context)
  }
  return written
}

interface LostMarks {
  readonly count: number
  /** The path of the first dropped mark. */
  readonly path: string
}

/** Reports dropped marks. */
export function dropMarks(reason: string, { count, path }: LostMarks, context: Context): void {
  context.report({
    code: 'cache-marks-dropped',
    severity: 'info',
    path,
    message: `cache marks are left out: ${reason}`,
    detail: { marks: count },
  })
}

// Adds reading and writing of marks to the codecs of a wire.

export function markedRequest({ decode, encode }: RequestCodec, fields: CacheFields = []): RequestCodec {
  return {
    decode: (request, context) => read(decode(request, context), fields, context),
    encode: (conversation, context) => encode(write(conversation, fields, context), context),
  }
}

export function markedMessages(
  codec: MessagesCodec,
  fields: CacheFields = [],
): Pick<MessagesCodec, 'decode' | 'encode'> {
  return {
    decode: (messages, context): Message[] => [
      ...read({ messages: codec.decode(messages, context) }, fields, context).messages,
    ],
    encode: (messages, context) => codec.encode(write({ messages }, fields, context).messages, context),
  }
}

export function markedTools(codec: ToolsCodec, fields: CacheFields = []): ToolsCodec {
  return {
    ...codec,
    decode: (native, context) => [
      ...(read({ messages: [], tools: codec.decode(native, context) }, fields, context).tools ?? []),
    ],
    encode: (tools, context) =>
      codec.encode(write({ messages: [], tools }, fields, context).tools ?? [], context),
  }
}
