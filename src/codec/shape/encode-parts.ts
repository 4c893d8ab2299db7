import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject, stringOr } from '../../base/json/read-json.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { type Context, contextAt } from '../../base/model/context.js'
import { metadataOf, withMetadata } from '../../base/model/metadata.js'
import type {
  MediaPart,
  Message,
  Part,
  ReasoningPart,
  Role,
  TextPart,
  ToolCall,
  ToolResult,
  WireMetadata,
} from '../../base/model/types.js'
import { wasAbsent } from './fields.js'
import { dropEmptyMessage, dropSource, encodeOpaque } from './losses.js'

// Shared code of wires whose messages are a role and a list of content blocks, in requests and answers.

type Encode<Kind> = (part: Kind, context: Context) => JsonValue | undefined

/**
 * Encodes a part as a block (or a list of blocks). Returns undefined with a notice if the wire has no block
 * for the part.
 * @param cut true if the answer's finish reason shows that this part may be truncated.
 */
export type EncodePart = (part: Part, context: Context, cut?: boolean) => JsonValue | undefined

export interface PartEncoders {
  readonly text: (part: TextPart, context: Context) => JsonValue | undefined
  readonly reasoning: Encode<ReasoningPart>
  readonly call: (call: ToolCall, context: Context, cut: boolean) => JsonValue | undefined
  readonly result: Encode<ToolResult>
  readonly media: Encode<MediaPart>
}

/** Combines the encoders of all part types in one function. */
export function partEncoder(encode: PartEncoders): EncodePart {
  return (part, context, cut = false) => {
    switch (part.type) {
      case 'text':
        return encode.text(part, context)
      case 'reasoning':
        return encode.reasoning(part, context)
      case 'tool-call':
        return encode.call(part, context, cut)
      case 'tool-result':
        return encode.result(part, context)
      case 'media':
        return encode.media(part, context)
      case 'opaque':
        return encodeOpaque(part, context)
      case 'source':
        return dropSource(part, context)
    }
  }
}

/**
 * Encodes the parts of a message as native blocks; parts without a block are omitted.
 * @param cutPart the part that may be truncated, according to the answer.
 */
export function encodeBlocks(
  { parts }: Message,
  context: Context,
  encodePart: EncodePart,
  cutPart?: Part,
): JsonValue[] {
  const blocks = parts.map((part, index) =>
    encodePart(part, contextAt(context, 'parts', index), part === cutPart),
  )
  return blocks.every(isObject) ? blocks : blocks.flatMap((block) => block ?? [])
}

/** A native message. Later messages may still be merged into it. */
export interface Draft {
  /** The native role. */
  readonly role: string
  /** The metadata of the wire on the message. */
  readonly metadata: WireMetadata | undefined
  /** The blocks so far. */
  readonly blocks: JsonValue[]
}

/**
 * Drops empty messages with a notice, since wires reject them; a message that was recorded as empty is kept.
 */
export function draftMessage(message: Message, context: Context, encodePart: EncodePart): Draft | undefined {
  const metadata = metadataOf(message, context)
  const blocks = encodeBlocks(message, context, encodePart)
  const mayBeEmpty = metadata?.form === 'empty' || metadata?.form === 'absent'
  if (blocks.length === 0 && !mayBeEmpty) return dropEmptyMessage(message, context)
  return { role: nativeRole(message.role, metadata), metadata, blocks }
}

function nativeRole(role: Role, metadata: WireMetadata | undefined): string {
  return role === 'assistant' || role === 'system' ? role : stringOr(metadata?.role, 'user')
}

/** Encodes all results of a turn as one user message. */
export function resultsMessage(
  results: readonly ToolResult[],
  context: Context,
  encodeResult: Encode<ToolResult>,
): JsonObject[] {
  const content = results.flatMap(
    (result, index) => encodeResult(result, { ...context, path: `/${index}` }) ?? [],
  )
  return content.length === 0 ? [] : [{ role: 'user', content }]
}

/**
 * Marks the last call of an answer that the output limit truncated: its `input` is only the received part, so
 * it must not be executed. The provider closed the object, so the text is kept without the closing brace and
 * looks incomplete on every wire.
 * @param mark the metadata that makes the wire encode the object again.
 * @param field the native field of the arguments.
 */
export function asCut(
  call: ToolCall,
  context: Context,
  mark: 'cut' | 'verbatimInput',
  field = 'input',
): ToolCall {
  if (call.kind === 'custom' || call.status !== 'complete') return call
  const { arguments: partial = {}, ...rest } = call
  const own = metadataOf(call, context)
  const text = wasAbsent(own, field) ? '' : (call.rawArguments ?? stringifyJson(partial))
  const cut = { ...rest, status: 'truncated', rawArguments: text.slice(0, text.lastIndexOf('}')) } as const
  return withMetadata(cut, { ...own, [mark]: true }, context)
}
