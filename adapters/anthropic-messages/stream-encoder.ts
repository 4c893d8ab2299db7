import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { arrayOr, isObject, objectOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { CallStart, FinishEvent, NativeFrame } from '../../src/base/model/events.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { Part, ProviderError, ToolCall } from '../../src/base/model/types.js'
import { extraOf } from '../../src/codec/shape/fields.js'
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
import { encodeErrorBody, encodeResponse, isSearch, withSearches } from './response.js'

/**
 * Encodes the events that the provider would send. Text and function arguments are sent immediately. Other
 * parts are sent once complete, because the start of their block contains facts that are known only at the
 * end.
 */
export function streamEncoder(context: Context): StreamEncoder {
  let searches = 0
  return new BlockWriter({
    oneAtATime: 'all',
    start: (id, model) => startFrames(id, model, context),
    text: (block, { type }) => (type === 'text-start' ? textFrames(block, context) : undefined),
    call: (block, start) => callFrames(block, start, context),
    whole([part], block) {
      const frames = wholeFrames(part, block, context)
      searches += frames.filter(({ data }) => isObject(data) && isSearch(data.content_block ?? null)).length
      return frames
    },
    error: errorFrames,
    end: (event, hasFailed) => (hasFailed ? NO_FRAMES : lastFrames(event, searches, context)),
  })
}

/**
 * Creates the first frames. The official SDK updates the usage of `message_start`, so usage is required
 * there. The totals follow at the end.
 */
function startFrames(id: string | undefined, model: string | undefined, { answerFields }: Context): Frames {
  const message = compact({
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
    ...answerFields?.(),
  })
  return [frame({ type: 'message_start', message })]
}

function textFrames(block: WrittenBlock, context: Context): BlockFrames<Part> {
  return {
    begin: [startFrame(block, { type: 'text', text: '' })],
    delta: (text) => [deltaFrame(block, { type: 'text_delta', text })],
    end(part) {
      const own = part.type === 'text' ? metadataOf(part, context) : undefined
      const citations = arrayOr(extraOf(own).citations, [])
      return endFrames(
        block,
        citations.map((citation) => ({ type: 'citations_delta', citation })),
      )
    },
  }
}

function callFrames(
  block: WrittenBlock,
  start: CallStart,
  context: Context,
): BlockFrames<ToolCall> | undefined {
  if (start.providerExecuted || start.kind === 'custom') return undefined
  const native = encodePart(startedCall(start), { ...context, path: block.path })
  return {
    begin: [startFrame(block, { ...objectOr(native, {}), input: {} })],
    delta: (text) => [deltaFrame(block, { type: 'input_json_delta', partial_json: text })],
    end: (call) => closeCall(call, block, (rest) => endFrames(block, inputOf(rest))),
  }
}

function wholeFrames(part: Part, block: WrittenBlock, context: Context): Frames {
  const encode = (each: Part) => objectOr(encodePart(each, { ...context, path: block.path }), undefined)
  if (part.type === 'tool-call') {
    const whole = wholeCall(part, context, encode, ({ input }) => input)
    if (whole === undefined) return NO_FRAMES
    return [startFrame(block, { ...whole.native, input: {} }), ...endFrames(block, inputOf(whole.text))]
  }
  const native = encode(part)
  if (native === undefined) return NO_FRAMES
  if (native.type !== 'thinking') return [startFrame(block, native), ...endFrames(block, [])]
  const { thinking = '', signature, ...rest } = native
  const isSigned = signature !== undefined
  return [
    startFrame(block, { ...rest, thinking: '', ...(isSigned && { signature: '' }) }),
    ...endFrames(block, [
      ...(thinking === '' ? [] : [{ type: 'thinking_delta', thinking }]),
      ...(isSigned ? [{ type: 'signature_delta', signature }] : []),
    ]),
  ]
}

function errorFrames(error: ProviderError): Frames {
  const isOwn = isObject(error.raw) && error.raw.type === 'error' && isObject(error.raw.error)
  return [frame(encodeErrorBody(error, isOwn))]
}

function lastFrames(event: FinishEvent, searches: number, context: Context): Frames {
  const response = endedResponse(event, context)
  const native = encodeResponse(response, context)
  const { id: _id, type: _native, role: _role, model: _model, content: _content, ...rest } = native
  const { usage, context_management, ...delta } = rest
  const counts = withSearches(objectOr(usage, { output_tokens: 0 }), searches, metadataOf(response, context))
  const end = compact({ delta, usage: counts, context_management })
  return [frame({ type: 'message_delta', ...end }), frame({ type: 'message_stop' })]
}

function frame(event: JsonObject): NativeFrame<JsonValue> {
  return { event: stringOr(event.type, ''), data: event }
}

function startFrame({ index }: WrittenBlock, content_block: JsonObject): NativeFrame<JsonValue> {
  return frame({ type: 'content_block_start', index, content_block })
}

function deltaFrame({ index }: WrittenBlock, delta: JsonObject): NativeFrame<JsonValue> {
  return frame({ type: 'content_block_delta', index, delta })
}

function endFrames(block: WrittenBlock, deltas: readonly JsonObject[]): Frames {
  const stop = frame({ type: 'content_block_stop', index: block.index })
  return [...deltas.map((delta) => deltaFrame(block, delta)), stop]
}

function inputOf(partial_json: string): JsonObject[] {
  return partial_json === '' ? [] : [{ type: 'input_json_delta', partial_json }]
}
