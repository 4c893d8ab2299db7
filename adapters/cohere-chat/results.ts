import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, objectIn, stringOr } from '../../src/base/json/read-json.js'
import { stringifyJson } from '../../src/base/json/write-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque } from '../../src/base/model/metadata.js'
import type { ResultPart, ToolResult } from '../../src/base/model/types.js'
import { callIdIn, completeResult } from '../../src/codec/shape/call-codec.js'
import { textBlock } from '../../src/codec/shape/common.js'
import { dropMedia, encodeOpaque } from '../../src/codec/shape/losses.js'
import { type DecodedOutput, decodeResultText, encodeResultText } from '../../src/codec/shape/results.js'
import { beside } from '../../src/codec/shape/rows.js'
import { shape } from '../../src/codec/shape/shape.js'

const RESULT = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  { role: beside(), tool_call_id: callIdIn('callId'), content: beside() },
)

/** Decodes a `tool` message. */
export function decodeResult(native: JsonObject, context: Context): ToolResult {
  const { output, isError, form } = decodeContent(native.content, contextAt(context, 'content'))
  const result = RESULT.expect(native, context, { form })
  return completeResult(result, context.path, '', { output, isError })
}

interface DecodedContent extends DecodedOutput {
  /** `parts`, `absent` or `value` if the content was not text. */
  readonly form?: string
}

function decodeContent(content: JsonValue | undefined, context: Context): DecodedContent {
  if (typeof content === 'string') return decodeResultText(content)
  const isError = false
  if (isArray(content)) {
    const value = content.map((block, index) => decodeResultPart(block, contextAt(context, index)))
    return { output: { type: 'content', value }, isError, form: 'parts' }
  }
  if (content === undefined || content === null)
    return { output: { type: 'text', value: '' }, isError, form: 'absent' }
  return { output: { type: 'json', value: content }, isError, form: 'value' }
}

/**
 * Decodes a part of a result. Documents exist only on this wire; other wires receive the text of a document.
 */
function decodeResultPart(value: JsonValue, context: Context): ResultPart {
  if (!isObject(value)) return opaque(value, context)
  const text = textBlock.decode(value, context, context.path)
  if (text !== undefined) return text
  const part = opaque(value, context)
  return value.type === 'document' ? { ...part, text: documentText(value) } : part
}

/** Returns the text of a document. `data` is an object of texts, or JSON text as in the guides. */
function documentText({ document }: JsonObject): string {
  const { data } = objectIn(document)
  return stringOr(data, data === undefined ? '' : stringifyJson(data))
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const { form } = metadataOf(result, context) ?? {}
  const content = encodeContent(result, contextAt(context, 'output'), form)
  return RESULT.encode(result, context, context.path, { role: 'tool', content }) ?? {}
}

/** Encodes the content of a result. Only the text can mark an error, so an error is a single text. */
function encodeContent(
  result: ToolResult,
  context: Context,
  form: JsonValue | undefined,
): JsonValue | undefined {
  const { output, isError } = result
  if (form === 'absent' && output.type === 'text' && output.value === '') return undefined
  if (form === 'value' && output.type === 'json') return output.value
  if (output.type !== 'content') return encodeResultText(result)
  const blocks = output.value
    .map((part, index) => encodeResultPart(part, contextAt(context, 'value', index)))
    .filter((block) => block !== undefined)
  return isError || (blocks.length === 0 && form !== 'parts') ? encodeResultText(result, context) : blocks
}

function encodeResultPart(part: ResultPart, context: Context): JsonValue | undefined {
  if (part.type === 'text') return textBlock.encode(part, context)
  return part.type === 'media' ? dropMedia(part, context) : encodeOpaque(part, context)
}
