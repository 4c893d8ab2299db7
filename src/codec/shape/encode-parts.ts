import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { stringOr } from '../../base/json/read-json.js'
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

// What wires share whose messages are a role and a list of content blocks, in requests as in answers.

type Encode<Kind> = (part: Kind, context: Context) => JsonValue | undefined

/**
 * The block of a part (or a list of them), or undefined with a notice when the wire has none for it.
 * @param cut whether the answer says that this part may be cut.
 */
export type EncodePart = (part: Part, context: Context, cut?: boolean) => JsonValue | undefined

export interface PartEncoders {
  readonly text: (part: TextPart, context: Context) => JsonValue | undefined
  readonly reasoning: Encode<ReasoningPart>
  readonly call: (call: ToolCall, context: Context, cut: boolean) => JsonValue | undefined
  readonly result: Encode<ToolResult>
  readonly media: Encode<MediaPart>
}

/** One function for all parts, out of one for each. */
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
 * The parts of a message as native blocks; what gives none is left out.
 * @param cutPart the one that may be cut, as the answer says.
 */
export function encodeBlocks(
  { parts }: Message,
  context: Context,
  encodePart: EncodePart,
  cutPart?: Part,
): JsonValue[] {
  return parts.flatMap(
    (part, index) => encodePart(part, contextAt(context, 'parts', index), part === cutPart) ?? [],
  )
}

/** A native message that later ones may still join. */
export interface Draft {
  /** In the wire's own words. */
  readonly role: string
  /** What the wire kept of it. */
  readonly metadata: WireMetadata | undefined
  /** What it holds so far. */
  readonly blocks: JsonValue[]
}

/** Messages without content are refused: one that was not recorded as empty is left out with a notice. */
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

/** All results of a turn go into one user message. */
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
 * The last call of an answer that the output limit cut: its `input` is whatever had arrived, so it must not be executed.
 * The provider closed the object; its text is kept without that brace, so that no wire takes it for a finished one.
 * @param mark the metadata that tells the wire to write the object again.
 * @param field where the wire has the arguments.
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
