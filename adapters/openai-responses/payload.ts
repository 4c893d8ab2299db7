import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { type Context, contextAt } from '../../src/base/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/base/model/metadata.js'
import type { ProviderMetadata, ResultPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { outputText } from '../../src/codec/shape/results.js'
import { splitDataUrl } from './content.js'
import type { CallItem } from './maps.js'

/** The result inside the item of a provider-run call. */
export interface DecodedPayload {
  readonly output: ToolOutput
  readonly isError: boolean
  readonly providerMetadata?: ProviderMetadata | undefined
  /** The native fields that the output contains. */
  readonly consumed: readonly string[]
}

/**
 * Returns the result inside an item, if the item has one. An item that only reports the run of the tool has
 * an empty result, for which encoding writes no field.
 */
export function decodePayload(
  spec: CallItem,
  item: JsonObject,
  context: Context,
): DecodedPayload | undefined {
  const failed = item.status === 'failed'
  const { error } = item
  if (typeof error === 'string' && error !== '')
    return { output: { type: 'error-text', value: error }, isError: true, consumed: ['error'] }
  if (isObject(error))
    return { output: { type: 'error-json', value: error }, isError: true, consumed: ['error'] }
  const field = spec.payload?.field ?? ''
  const output = decodeValue(spec, item, item[field], context)
  if (output !== undefined) return { output, isError: failed, consumed: [field] }
  if (!failed && item.status !== 'completed') return undefined
  const nothing: ToolOutput = { type: failed ? 'error-text' : 'text', value: '' }
  return {
    output: nothing,
    isError: failed,
    providerMetadata: wireMetadata(context, { form: 'none' }),
    consumed: [],
  }
}

function decodeValue(
  spec: CallItem,
  item: JsonObject,
  value: JsonValue | undefined,
  context: Context,
): ToolOutput | undefined {
  switch (spec.payload?.form) {
    case 'mcp':
      return typeof value === 'string' ? { type: 'text', value } : undefined
    case 'json':
      return isArray(value) ? { type: 'json', value } : undefined
    case 'code-outputs':
      return isArray(value)
        ? { type: 'content', value: value.map((entry) => decodeCodeOutput(entry, context)) }
        : undefined
    case 'image':
      return typeof value === 'string' ? { type: 'content', value: [decodeImage(item, value)] } : undefined
    default:
      return undefined
  }
}

/** Decodes an image in bare base64. `output_format` is the type; OpenAI's default is PNG. */
function decodeImage(item: JsonObject, data: string): ResultPart {
  const mediaType = `image/${stringOr(item.output_format, 'png')}`
  return { type: 'media', kind: 'image', mediaType, source: { type: 'data', data } }
}

function decodeCodeOutput(output: JsonValue, context: Context): ResultPart {
  if (isObject(output) && Object.keys(output).length === 2) {
    if (output.type === 'logs' && typeof output.logs === 'string') return { type: 'text', text: output.logs }
    if (output.type === 'image' && typeof output.url === 'string') {
      const source = splitDataUrl(output.url) ?? { source: { type: 'url' as const, url: output.url } }
      return { type: 'media', kind: 'image', ...source }
    }
  }
  return opaque(output, context)
}

/** Returns the fields of the call item that contain its result. */
export function encodePayload(
  spec: CallItem,
  result: ToolResult,
  context: Context,
): { readonly [key: string]: JsonValue } {
  const { output } = result
  const empty = (output.type === 'text' || output.type === 'error-text') && output.value === ''
  if (empty && metadataOf(result, context)?.form === 'none') return {}
  if (output.type === 'error-text' || output.type === 'error-json') return { error: output.value }
  const value = encodeValue(spec, output, contextAt(context, 'output'))
  if (spec.payload !== undefined && value !== undefined) return { [spec.payload.field]: value }
  dropOutput(`${result.name} does not support ${output.type}; it is left out`, context)
  return {}
}

export function dropOutput(message: string, context: Context): void {
  context.report({ code: 'result-dropped', severity: 'warning', path: `${context.path}/output`, message })
}

function encodeValue(spec: CallItem, output: ToolOutput, context: Context): JsonValue | undefined {
  switch (spec.payload?.form) {
    case 'mcp':
      return outputText(output)
    case 'json':
      return output.type === 'json' ? output.value : [{ text: outputText(output) }]
    case 'code-outputs':
      return output.type === 'content'
        ? encodeCodeOutputs(output.value, context)
        : [{ type: 'logs', logs: outputText(output) }]
    case 'image':
      return imageData(output)
    default:
      return undefined
  }
}

function encodeCodeOutputs(parts: readonly ResultPart[], context: Context): JsonArray {
  return parts.flatMap((part, index): JsonValue[] => {
    if (part.type === 'text') return [{ type: 'logs', logs: part.text }]
    if (part.type === 'opaque') return [part.value]
    if (part.source.type === 'url') return [{ type: 'image', url: part.source.url }]
    if (part.source.type === 'data')
      return [{ type: 'image', url: `data:${part.mediaType ?? 'image/png'};base64,${part.source.data}` }]
    dropMedia(part, contextAt(context, index))
    return []
  })
}

function imageData(output: ToolOutput): string | undefined {
  const part = output.type === 'content' ? output.value[0] : undefined
  return part?.type === 'media' && part.source.type === 'data' ? part.source.data : undefined
}
