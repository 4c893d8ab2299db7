import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { expectObject, expectString, isObject } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { encodeJsonText } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import {
  metadataOf,
  type OwnMetadata,
  opaque,
  withMetadata,
  withMore,
} from '../../src/base/model/metadata.js'
import type { Part, TextPart, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { carried, withCarried } from '../../src/codec/format/carry.js'
import { innerExtras, withExtras } from '../../src/codec/shape/fields.js'
import { CALL } from './calls.js'
import { carriedOfResult, decodeResult, encodeResult } from './results.js'

/** Parts that are separate messages. */
export type EntryPart = TextPart | ToolCall | ToolResult

/** Variants of message content, by name. A message has exactly one. */
const VARIANTS = ['Text', 'Json', 'ToolCall', 'ToolResult']

/** Decodes the content of a message. An unknown variant becomes an opaque part with the complete message. */
export function decodeContent(
  message: JsonObject,
  slot: JsonObject,
  context: Context,
): EntryPart | Extract<Part, { type: 'opaque' }> {
  const content = expectObject(message.content, `${context.path}/content`)
  const variant = VARIANTS.find((name) => Object.hasOwn(content, name))
  if (variant === undefined) return opaque(message, context)
  const part = decodeVariant(variant, content[variant] ?? null, slot, contextAt(context, 'content', variant))
  const { [variant]: _read, ...others } = content
  return withMore(part, { content: innerExtras(others, {}) }, context)
}

function decodeVariant(variant: string, value: JsonValue, slot: JsonObject, context: Context): EntryPart {
  const { path } = context
  if (variant === 'ToolCall') return CALL.decode(expectObject(value, path), context, { slot })
  if (variant === 'ToolResult') return decodeResult(expectObject(value, path), context, slot)
  if (variant === 'Text')
    return withCarried<TextPart>({ type: 'text', text: expectString(value, path) }, slot)
  const text = (isObject(value) ? context.exactText(value) : undefined) ?? stringifyJson(value, path)
  return withMetadata(withCarried<TextPart>({ type: 'text', text }, slot), { form: 'json' }, context)
}

export function encodeContent(part: EntryPart, context: Context): JsonObject {
  return withExtras(encodeVariant(part, context), metadataOf(part, context)?.content)
}

function encodeVariant(part: EntryPart, context: Context): JsonObject {
  if (part.type === 'tool-call') return { ToolCall: CALL.encode(part, context) }
  if (part.type === 'tool-result') return { ToolResult: encodeResult(part, context) }
  const json = metadataOf(part, context)?.form === 'json' ? tryParseJson(part.text) : undefined
  if (json === undefined) return { Text: part.text }
  return { Json: encodeJsonText(part.text, context) }
}

/**
 * Returns the data of a part without a field.
 * @param isNamed true if an earlier call contains the name of a result.
 */
export function carriedOf(part: EntryPart, isNamed: boolean, context: Context): JsonObject | undefined {
  if (part.type === 'tool-call') return CALL.carried(part, context)
  return part.type === 'tool-result'
    ? carriedOfResult(part, isNamed, context)
    : carried(part, context, ['cache'])
}

/** Returns this format's metadata of the part. */
export function ownOf(part: Part, context: Context): OwnMetadata {
  return metadataOf(part, context) ?? {}
}
