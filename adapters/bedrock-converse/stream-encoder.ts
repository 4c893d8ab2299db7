import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import {
  type BlockFrames,
  BlockWriter,
  type Frames,
  NO_FRAMES,
  type WrittenBlock,
} from '../../src/codec/stream/block-writer.js'
import type { StreamEncoder } from '../../src/codec/stream/codec.js'
import { closeCall, endedResponse, startedCall, wholeCall } from '../../src/codec/stream/encoding.js'
import { encodePart } from './blocks.js'
import { encodeResponse } from './response.js'
import { membersOf } from './union.js'

/**
 * Encodes the events that the provider would send. Every event numbers its block, so blocks may interleave.
 * Parts without deltas (custom calls, results, media) are sent once complete.
 */
export function streamEncoder(context: Context): StreamEncoder {
  return new BlockWriter({
    start: () => [frame('messageStart', { role: 'assistant' })],
    text: (block, { type }) => ({
      delta: (text) => [deltaFrame(block, type === 'text-start' ? { text } : { reasoningContent: { text } })],
      end: (part) => endFrames(block, lastOf(part, block, context)),
    }),
    call: (block, start) => callFrames(block, start, context),
    whole: ([part], block) => wholeFrames(part, block, context),
    error: errorFrames,
    end: (event, hasFailed) => (hasFailed ? NO_FRAMES : lastFrames(event, context)),
  })
}

/** Returns the deltas that are known only at the end of text or reasoning. */
function lastOf(part: Part, block: WrittenBlock, context: Context): JsonObject[] {
  const own = metadataOf(part, context)
  if (part.type === 'text') {
    const { citations } = isObject(own?.extra) ? membersOf(own.extra.citationsContent) : {}
    return isArray(citations) ? citations.map((citation) => ({ citation })) : []
  }
  if (part.type === 'reasoning' && part.text === '' && own === undefined) return []
  const { redactedContent, reasoningText } = membersOf(nativeOf(part, block, context)?.reasoningContent)
  if (redactedContent !== undefined) return [{ reasoningContent: { redactedContent } }]
  const signature = isObject(reasoningText) ? reasoningText.signature : undefined
  return signature === undefined ? [] : [{ reasoningContent: { signature } }]
}

function callFrames(
  block: WrittenBlock,
  start: CallStart,
  context: Context,
): BlockFrames<ToolCall> | undefined {
  const call = startedCall(start)
  const isForeign = start.providerExecuted && metadataOf(call, context)?.executed !== true
  const native = start.kind === 'custom' || isForeign ? undefined : nativeOf(call, block, context)
  return (
    native && {
      begin: [callFrame(block, native)],
      delta: (input) => [deltaFrame(block, { toolUse: { input } })],
      end: (whole) => closeCall(whole, block, (rest) => endFrames(block, inputOf(rest))),
    }
  )
}

function wholeFrames(part: Part, block: WrittenBlock, context: Context): Frames {
  if (part.type === 'tool-call') {
    const encode = (call: ToolCall) => nativeOf(call, block, context)
    const whole = wholeCall(part, context, encode, ({ toolUse }) => membersOf(toolUse).input)
    return whole ? [callFrame(block, whole.native), ...endFrames(block, inputOf(whole.text))] : NO_FRAMES
  }
  const native = nativeOf(part, block, context)
  if (native === undefined) return NO_FRAMES
  if (part.type !== 'tool-result') return [startFrame(block, native), ...endFrames(block, [])]
  const { content, ...toolResult } = membersOf(native.toolResult)
  const deltas = isArray(content) && content.length > 0 ? [{ toolResult: content }] : []
  return [startFrame(block, { ...native, toolResult }), ...endFrames(block, deltas)]
}

function nativeOf(part: Part, { path }: WrittenBlock, context: Context): JsonObject | undefined {
  return objectOr(encodePart(part, { ...context, path }), undefined)
}

function lastFrames(event: FinishEvent, context: Context): Frames {
  const native = encodeResponse(endedResponse(event, context), context)
  const { output: _output, stopReason, additionalModelResponseFields, ...metadata } = native
  const stop = frame('messageStop', compact({ stopReason, additionalModelResponseFields }))
  return Object.keys(metadata).length === 0 ? [stop] : [stop, frame('metadata', metadata)]
}

function frame(name: string, data: JsonObject): NativeFrame<JsonValue> {
  return { data: { [name]: data } }
}

function startFrame({ index }: WrittenBlock, start: JsonObject): NativeFrame<JsonValue> {
  return frame('contentBlockStart', { contentBlockIndex: index, start })
}

function callFrame(block: WrittenBlock, native: JsonObject): NativeFrame<JsonValue> {
  const { input: _input, ...toolUse } = membersOf(native.toolUse)
  return startFrame(block, { ...native, toolUse })
}

function deltaFrame({ index }: WrittenBlock, delta: JsonObject): NativeFrame<JsonValue> {
  return frame('contentBlockDelta', { contentBlockIndex: index, delta })
}

/** Ends a block. A block without any sent or remaining content is omitted. */
function endFrames(block: WrittenBlock, deltas: readonly JsonObject[]): Frames {
  if (!block.isNumbered && deltas.length === 0) return NO_FRAMES
  const stop = frame('contentBlockStop', { contentBlockIndex: block.index })
  return [...deltas.map((delta) => deltaFrame(block, delta)), stop]
}

function inputOf(input: string): JsonObject[] {
  return input === '' ? [] : [{ toolUse: { input } }]
}

/** `ConverseStreamOutput` of the SDK: the exceptions that a stream can contain. */
const IN_STREAM = /^(internalServer|modelStreamError|serviceUnavailable|throttling|validation)Exception$/

function errorFrames({ message, code = '', raw }: ProviderError): Frames {
  const name = code.slice(0, 1).toLowerCase() + code.slice(1)
  if (isObject(raw) && isObject(raw[name])) return [{ data: raw }]
  if (IN_STREAM.test(name)) return [frame(name, { message })]
  return [frame('internalServerException', compact({ message, __type: code || undefined }))]
}
