import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, expectObject, isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { ResultPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import {
  absentFields,
  type Fields,
  metadataFor,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedResult, encodeOpaque, silentError } from '../../src/codec/shape/losses.js'
import { encodeResultText, errorOrText, isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { TOOL_BY_RESULT_BLOCK } from './maps.js'
import { decodeMedia, encodeMedia } from './media.js'

const FIELDS: Fields = { type: 'string', tool_use_id: 'text', content: 'any' }
/**
 * Fields of a result that is not an error. An `is_error` other than `true` has no canonical meaning, so it
 * stays in `extra`.
 */
const ERROR_FIELDS: Fields = { type: 'string', tool_use_id: 'text', content: 'any', is_error: 'boolean' }

/** Returns true for any block that answers a call, including blocks of future tools. */
export function isResultBlock(block: JsonObject): boolean {
  return (
    typeof block.type === 'string' && (block.type === 'tool_result' || block.type.endsWith('_tool_result'))
  )
}

export function decodeResult(block: JsonObject, context: Context): ToolResult {
  const type = stringOr(block.type, '')
  const flagged = hasErrorFlag(type)
  const isError = flagged ? block.is_error === true : isErrorContent(block.content)
  const isEmpty = isArray(block.content) && block.content.length === 0
  const output = flagged
    ? decodeContent(block.content, isError, contextAt(context, 'content'))
    : { type: isError ? ('error-json' as const) : ('json' as const), value: block.content ?? null }
  const name = TOOL_BY_RESULT_BLOCK.get(type) ?? ''
  return resultOf(
    identity(block.tool_use_id, context.path, type),
    { name, output, isError, providerExecuted: type !== 'tool_result' },
    metadataFor(block, flagged && isError ? ERROR_FIELDS : FIELDS, context, {
      block: type === 'tool_result' ? undefined : type,
      form: flagged && isEmpty ? 'empty' : isError && isBlank(block.content) ? 'text' : undefined,
      absent: absentFields(block, FIELDS, ['content', 'tool_use_id']),
    }),
  )
}

/**
 * Returns true for the two types with `is_error`. Other types report an error as the type of their content.
 */
function hasErrorFlag(type: string): boolean {
  return type === 'tool_result' || type === 'mcp_tool_result'
}

function isErrorContent(content: JsonValue | undefined): boolean {
  return isObject(content) && stringOr(content.type, '').endsWith('_error')
}

function decodeContent(content: JsonValue | undefined, isError: boolean, context: Context): ToolOutput {
  if (content === undefined || content === null) return errorOrText('', isError)
  if (typeof content === 'string') return errorOrText(content, isError)
  const blocks = expectArray(content, context.path)
  if (blocks.length === 0) return errorOrText('', isError)
  return {
    type: 'content',
    value: blocks.map((block, index) => decodeResultPart(block, contextAt(context, index))),
  }
}

function decodeResultPart(value: JsonValue, context: Context): ResultPart {
  const block = expectObject(value, context.path)
  if (block.type === 'image' || block.type === 'document')
    return decodeMedia(block, context) ?? opaque(block, context)
  if (block.type === 'text') return textBlock.expect(block, context)
  const name = block.type === 'tool_reference' ? stringOr(block.tool_name, '') : ''
  return name === ''
    ? opaque(block, context)
    : { ...opaque(block, context), text: `(The tool ${name} was found.)\n` }
}

/**
 * Encodes the block. Returns undefined with a notice for a result of a tool that another provider executed.
 */
export function encodeResult(result: ToolResult, context: Context): JsonObject | undefined {
  const metadata = metadataOf(result, context)
  const type = result.providerExecuted ? stringOr(metadata?.block, undefined) : 'tool_result'
  if (type === undefined) return dropExecutedResult(result, context)
  const flagged = hasErrorFlag(type)
  return withExtras(
    {
      type,
      tool_use_id: result.minted && wasAbsent(metadata, 'tool_use_id') ? undefined : result.callId,
      content: flagged ? encodeContent(result, context) : encodeProviderContent(result, context),
      is_error: flagged && isErrorResult(result) ? true : undefined,
    },
    metadata,
  )
}

function encodeProviderContent(result: ToolResult, context: Context): JsonValue | undefined {
  const { output } = result
  if (output.type !== 'json' && output.type !== 'error-json') return outputText(output)
  return output.value === null && wasAbsent(metadataOf(result, context), 'content') ? undefined : output.value
}

function encodeContent(result: ToolResult, context: Context): JsonValue | undefined {
  const { output } = result
  const metadata = metadataOf(result, context)
  if (output.type === 'content') {
    const blocks = output.value.flatMap(
      (part, index) => encodeResultPart(part, contextAt(context, 'output', 'value', index)) ?? [],
    )
    // An empty list is rejected; absent content is accepted (pydantic-ai, models/anthropic.py).
    if (blocks.length > 0) return blocks
    return isErrorResult(result) ? silentError(context) : undefined
  }
  const text = output.type === 'denied' ? encodeResultText(result) : outputText(output)
  if (wasAbsent(metadata, 'content') && text === '') return undefined
  if (metadata?.form === 'empty' && text === '') return []
  // Errors need a text: https://github.com/jlevy/markform/issues/153 (ANTHROPIC-CONTENT-08).
  return isErrorResult(result) && isBlank(text) && metadata?.form !== 'text' ? silentError(context) : text
}

function isBlank(content: JsonValue | undefined): boolean {
  return typeof content === 'string' && content.trim() === ''
}

function encodeResultPart(part: ResultPart, context: Context): JsonValue | undefined {
  if (part.type === 'text') return textBlock.encode(part, context)
  return part.type === 'media' ? encodeMedia(part, context) : encodeOpaque(part, context)
}
