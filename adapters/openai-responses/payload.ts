import { isArray, isObject, stringOr } from '../../src/json/read.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/json/types.js'
import { type Context, contextAt } from '../../src/model/context.js'
import { metadataOf, opaque, wireMetadata } from '../../src/model/metadata.js'
import type { ProviderMetadata, ResultPart, ToolOutput, ToolResult } from '../../src/model/types.js'
import { dropMedia } from '../../src/shape/losses.js'
import { outputText } from '../../src/shape/results.js'
import { splitDataUrl } from './content.js'
import type { CallItem, PayloadForm } from './maps.js'

/** The result that stands inside the item of a provider-run call. */
export interface DecodedPayload {
  readonly output: ToolOutput
  readonly isError: boolean
  readonly providerMetadata?: ProviderMetadata
  /** The native fields that the output holds. */
  readonly consumed: readonly string[]
}

/**
 * The result inside an item, if it has any. An item that only says that the tool ran has an empty one, and encoding
 * writes no field for it.
 */
export function decodePayload(
  { payload }: CallItem,
  item: JsonObject,
  context: Context,
): DecodedPayload | undefined {
  const failed = item.status === 'failed'
  const { error } = item
  if (typeof error === 'string' && error !== '')
    return { output: { type: 'error-text', value: error }, isError: true, consumed: ['error'] }
  if (isObject(error))
    return { output: { type: 'error-json', value: error }, isError: true, consumed: ['error'] }
  const output = payload && PAYLOADS[payload.form].read(item[payload.field], item, context)
  if (payload !== undefined && output !== undefined)
    return { output, isError: failed, consumed: [payload.field] }
  if (!failed && item.status !== 'completed') return undefined
  const nothing: ToolOutput = { type: failed ? 'error-text' : 'text', value: '' }
  return {
    output: nothing,
    isError: failed,
    providerMetadata: wireMetadata(context, { form: 'none' }),
    consumed: [],
  }
}

/** How a result stands in its field. */
interface Payload {
  /** Undefined for a value that is no result. */
  read(value: JsonValue | undefined, item: JsonObject, context: Context): ToolOutput | undefined
  /** Undefined for an output that the field cannot hold. */
  write(output: ToolOutput, context: Context): JsonValue | undefined
}

const PAYLOADS: Readonly<Record<PayloadForm, Payload>> = {
  mcp: {
    read: (value) => (typeof value === 'string' ? { type: 'text', value } : undefined),
    write: outputText,
  },
  json: {
    read: (value) => (isArray(value) ? { type: 'json', value } : undefined),
    write: (output) => (output.type === 'json' ? output.value : [{ text: outputText(output) }]),
  },
  'code-outputs': {
    read: (value, _item, context) =>
      isArray(value)
        ? { type: 'content', value: value.map((entry) => decodeCodeOutput(entry, context)) }
        : undefined,
    write: (output, context) =>
      output.type === 'content'
        ? encodeCodeOutputs(output.value, context)
        : [{ type: 'logs', logs: outputText(output) }],
  },
  image: {
    read: (value, item) =>
      typeof value === 'string' ? { type: 'content', value: [decodeImage(item, value)] } : undefined,
    write: imageData,
  },
}

/** Images come as bare base64; `output_format` names the type, and without it OpenAI makes PNG. */
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

/** The fields of the call item that hold its result. */
export function encodePayload(
  { payload }: CallItem,
  result: ToolResult,
  context: Context,
): { readonly [key: string]: JsonValue } {
  const { output } = result
  const empty = (output.type === 'text' || output.type === 'error-text') && output.value === ''
  if (empty && metadataOf(result, context)?.form === 'none') return {}
  if (output.type === 'error-text' || output.type === 'error-json') return { error: output.value }
  const value = payload && PAYLOADS[payload.form].write(output, contextAt(context, 'output'))
  if (payload !== undefined && value !== undefined) return { [payload.field]: value }
  dropOutput(`${result.name} does not support ${output.type}; it is left out`, context)
  return {}
}

export function dropOutput(message: string, context: Context): void {
  context.report({ code: 'result-dropped', severity: 'warning', path: `${context.path}/output`, message })
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
