import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { decodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { callIdIn, completeCall, completeResult, encodeInput } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { partEncoder } from '../../src/codec/shape/encode-parts.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import {
  dropExecutedCall,
  dropExecutedResult,
  dropMedia,
  dropReasoning,
} from '../../src/codec/shape/losses.js'
import { encodeResultText, errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { beside, flag, is, needed, noted, to } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'

const CALL = /* @__PURE__ */ shape<ToolCall>(
  { type: 'tool-call' },
  { type: is('acme-chat/call'), id: callIdIn('id'), name: needed(to('name')), input: noted(beside()) },
)
const RESULT = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  {
    type: is('acme-chat/result'),
    call_id: callIdIn('callId'),
    output: needed(beside('string')),
    is_error: flag('isError'),
  },
)

/**
 * Decodes a block of a message or an answer. Blocks of unknown types are kept unchanged.
 * @param place distinguishes a call without an id from others.
 */
export function decodeBlock(value: JsonValue, context: Context, place: string): Part {
  const block = expectObject(value, context.path)
  if (block.type === 'acme-chat/call') return decodeCall(block, context, place)
  if (block.type === 'acme-chat/result') return decodeResult(block, context)
  return textBlock.decode(block, context) ?? opaque(block, context)
}

/** The block of a part, or undefined with a notice. TODO: media and reasoning, if the wire has them. */
export const encodePart = /* @__PURE__ */ partEncoder({
  text: (part, context) => textBlock.encode(part, context),
  reasoning: (_part, context) => dropReasoning(context),
  call: encodeCall,
  result: encodeResult,
  media: (part, context) => dropMedia(part, context),
})

function decodeCall(block: JsonObject, context: Context, place: string): ToolCall {
  const { input } = block
  const isValue = input !== undefined && input !== null && !isObject(input)
  const call = CALL.expect(block, context, { verbatim: isValue ? true : undefined })
  return completeCall(call, place, decodeArgumentValue(input, contextAt(context, 'input')))
}

function encodeCall(call: ToolCall, context: Context): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, context)
  const own = metadataOf(call, context)
  const form = { wereAbsent: wasAbsent(own, 'input'), isVerbatim: own?.verbatim === true }
  return CALL.encode(call, context, context.path, { input: encodeInput(call, form, context) })
}

function decodeResult(block: JsonObject, context: Context): ToolResult {
  const result = RESULT.expect(block, context)
  const isError = block.is_error === true
  const output = errorOrText(stringOr(block.output, ''), isError)
  return completeResult(result, context.path, 'result', { output, isError })
}

export function encodeResult(result: ToolResult, context: Context): JsonObject | undefined {
  if (result.providerExecuted) return dropExecutedResult(result, context)
  const { output } = result
  const isError = isErrorResult(result)
  const text =
    output.type === 'denied' ? encodeResultText(result) : outputText(output, contextAt(context, 'output'))
  return RESULT.encode({ ...result, isError }, context, context.path, { output: text })
}
