import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectObject, expectString, isObject } from '../../src/base/json/read-json.js'
import { decodeArgumentValue } from '../../src/base/model/arguments.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { Part, ToolCall, ToolResult } from '../../src/base/model/types.js'
import { callOf, encodeInput, identity, resultOf } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { partEncoder } from '../../src/codec/shape/encode-parts.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import {
  dropExecutedCall,
  dropExecutedResult,
  dropMedia,
  dropReasoning,
} from '../../src/codec/shape/losses.js'
import { encodeResultText, errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'

const CALL: Fields = { type: 'string', id: 'text', name: 'string', input: 'any' }
const RESULT: Fields = { type: 'string', call_id: 'text', output: 'string', is_error: 'boolean' }

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
  const name = expectString(block.name, `${context.path}/name`)
  const decoded = decodeArgumentValue(block.input, contextAt(context, 'input'))
  const isValue = block.input !== undefined && block.input !== null && !isObject(block.input)
  return callOf(identity(block.id, place, name), name, decoded, {
    kind: 'function',
    providerExecuted: false,
    providerMetadata: metadataFor(block, CALL, context, {
      verbatim: isValue ? true : undefined,
      absent: absentFields(block, CALL, ['id', 'input']),
    }),
  })
}

function encodeCall(call: ToolCall, context: Context): JsonObject | undefined {
  if (call.providerExecuted) return dropExecutedCall(call, context)
  const own = metadataOf(call, context)
  const form = { wereAbsent: wasAbsent(own, 'input'), isVerbatim: own?.verbatim === true }
  const id = call.minted && wasAbsent(own, 'id') ? undefined : call.id
  return withExtras(
    { type: 'acme-chat/call', id, name: call.name, input: encodeInput(call, form, context) },
    own,
  )
}

function decodeResult(block: JsonObject, context: Context): ToolResult {
  const isError = block.is_error === true
  const output = expectString(block.output, `${context.path}/output`)
  return resultOf(
    identity(block.call_id, context.path, 'result'),
    { output: errorOrText(output, isError), isError },
    metadataFor(block, isError ? RESULT : { ...RESULT, is_error: undefined }, context, {
      absent: absentFields(block, RESULT, ['call_id']),
    }),
  )
}

export function encodeResult(result: ToolResult, context: Context): JsonObject | undefined {
  if (result.providerExecuted) return dropExecutedResult(result, context)
  const own = metadataOf(result, context)
  const place = contextAt(context, 'output')
  const { output } = result
  return withExtras(
    {
      type: 'acme-chat/result',
      call_id: result.minted && wasAbsent(own, 'call_id') ? undefined : result.callId,
      output: output.type === 'denied' ? encodeResultText(result) : outputText(output, place),
      is_error: isErrorResult(result) || undefined,
    },
    own,
  )
}
