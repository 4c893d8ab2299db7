import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, expectObject, isObject, stringOr } from '../../src/base/json/read-json.js'
import { keepDigits, stringifyRounded } from '../../src/base/json/rounded-numbers.js'
import { compact } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, type OwnMetadata, opaque } from '../../src/base/model/metadata.js'
import type { ResultPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { identity, resultOf } from '../../src/codec/shape/call-codec.js'
import {
  absentFields,
  type Fields,
  innerExtras,
  wasAbsent,
  withExtras,
} from '../../src/codec/shape/fields.js'
import { dropExecutedResult, encodeOpaque, silentError } from '../../src/codec/shape/losses.js'
import {
  encodeResultText,
  errorOrText,
  isErrorResult,
  outputText,
  withDigits,
} from '../../src/codec/shape/results.js'
import { decodeMedia, encodeMedia } from './media.js'
import { encodeText, TEXT } from './text.js'
import { union, unionMetadata } from './union.js'

const FIELDS: Fields = { toolUseId: 'text', content: 'any', status: 'string', type: 'string' }

/**
 * Decodes a tool result.
 * @param executed true for a result in an assistant message, whose tool the provider ran.
 */
export function decodeResult(block: JsonObject, context: Context, executed: boolean): ToolResult {
  const { path } = context
  const result = expectObject(block.toolResult, `${path}/toolResult`)
  const isError = result.status === 'error'
  const { output, form, item } = decodeOutput(
    result.content,
    isError,
    contextAt(context, 'toolResult', 'content'),
  )
  const kept = {
    executed: executed ? true : undefined,
    status: isError ? undefined : stringOr(result.status, undefined),
    type: stringOr(result.type, undefined),
    form,
    item,
    absent: absentFields(result, FIELDS, ['toolUseId', 'content']),
  }
  return resultOf(
    identity(result.toolUseId, path, 'toolResult'),
    { output, isError, providerExecuted: executed },
    unionMetadata(block, 'toolResult', FIELDS, context, kept),
  )
}

interface DecodedContent {
  readonly output: ToolOutput
  /** `empty`: an empty list; `json`: JSON that is not an object; `text`: an error with blank text. */
  readonly form?: 'empty' | 'json' | 'text'
  /** Metadata of other fields of the only item. */
  readonly item?: OwnMetadata
}

function decodeOutput(content: JsonValue | undefined, isError: boolean, context: Context): DecodedContent {
  if (content === undefined || content === null) return { output: errorOrText('', isError) }
  const blocks = expectArray(content, context.path)
  const [only] = blocks
  if (only === undefined) return { output: errorOrText('', isError), form: 'empty' }
  const single = blocks.length === 1 && isObject(only) ? decodeSingle(only, isError) : undefined
  if (single !== undefined) return single
  const parts = blocks.map((block, index) => decodeResultPart(block, contextAt(context, index)))
  return { output: { type: 'content', value: parts } }
}

/** Decodes an output that consists of one text or one JSON value. */
function decodeSingle(block: JsonObject, isError: boolean): DecodedContent | undefined {
  const { text, json } = block
  if (typeof text === 'string') {
    const item = innerExtras(block, { text: 'string' })
    const form = isError && text.trim() === '' ? 'text' : undefined
    return compact({ output: errorOrText(text, isError), form, item })
  }
  if (json === undefined || json === null) return undefined
  const item = innerExtras(block, { json: 'any' })
  const output = { type: isError ? ('error-json' as const) : ('json' as const), value: json }
  return compact({ output, form: isObject(json) ? undefined : ('json' as const), item })
}

function decodeResultPart(value: JsonValue, context: Context): ResultPart {
  const block = expectObject(value, context.path)
  keepDigits(block, context.exactText)
  const known = TEXT.decode(block, context) ?? decodeMedia(block, context)
  if (known !== undefined) return known
  // Blocks that exist only on this wire become text for other models.
  const isReadable = block.json !== undefined || block.searchResult !== undefined
  return isReadable ? { ...opaque(block, context), text: stringifyRounded(block) } : opaque(block, context)
}

/**
 * Encodes the block. Returns undefined with a notice for a result of a tool that another provider executed.
 */
export function encodeResult(result: ToolResult, context: Context): JsonObject | undefined {
  const metadata = metadataOf(result, context)
  if (result.providerExecuted && metadata?.executed !== true) return dropExecutedResult(result, context)
  const fields = {
    toolUseId: result.minted && wasAbsent(metadata, 'toolUseId') ? undefined : result.callId,
    content: encodeContent(result, context),
    status: isErrorResult(result) ? 'error' : metadata?.status,
    type: metadata?.type,
  }
  return union('toolResult', fields, metadata)
}

function encodeContent(result: ToolResult, context: Context): JsonValue | undefined {
  const { output } = withDigits(result, context)
  const metadata = metadataOf(result, context)
  if (output.type === 'content') {
    const blocks = output.value.flatMap(
      (part, index) => encodeResultPart(part, contextAt(context, 'output', 'value', index)) ?? [],
    )
    return blocks.length > 0 ? blocks : [{ text: textOf(result, '', context) }]
  }
  // Only objects are accepted as JSON (BEDROCK-OUT-01). Other values are sent as text.
  const isJson = output.type === 'json' || output.type === 'error-json'
  if (isJson && (isObject(output.value) || metadata?.form === 'json'))
    return [withExtras({ json: output.value }, metadata?.item)]
  const text = output.type === 'denied' ? encodeResultText(result) : outputText(output)
  if (text === '' && wasAbsent(metadata, 'content')) return undefined
  if (text === '' && metadata?.form === 'empty') return []
  return [withExtras({ text: textOf(result, text, context) }, metadata?.item)]
}

/** Errors need a text (BEDROCK-CONTENT-03). */
function textOf(result: ToolResult, text: string, context: Context): string {
  const isSilent = isErrorResult(result) && text.trim() === ''
  if (!isSilent || metadataOf(result, context)?.form === 'text') return text
  return silentError(context)
}

function encodeResultPart(part: ResultPart, context: Context): JsonValue | undefined {
  if (part.type === 'text') return encodeText(part, context)
  return part.type === 'media' ? encodeMedia(part, context) : encodeOpaque(part, context)
}
