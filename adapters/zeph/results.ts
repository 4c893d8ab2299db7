import { carriedResult as carriedOf, type ReadOutput, withCarriedResult } from '../../src/format/carry.js'
import { absentOf, withoutUsual } from '../../src/format/log-calls.js'
import { arrayOr, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact, unlessEmpty } from '../../src/json/write.js'
import type { Context } from '../../src/model/context.js'
import { mintId } from '../../src/model/ids.js'
import { metadataOf, wireMetadata } from '../../src/model/metadata.js'
import type { MediaPart, ResultPart, ToolOutput, ToolResult } from '../../src/model/types.js'
import {
  anyOf,
  extraFields,
  type Fields,
  innerExtras,
  wasAbsent,
  withExtras,
} from '../../src/shape/fields.js'
import { isErrorResult, outputText } from '../../src/shape/results.js'
import { decodeFeedback, encodeFeedback, isSayable, keptOf } from './errors.js'
import { decodeHost, encodeHost, HOST, isHost } from './host.js'

/** What stands in an output when nobody says anything. */
const UNSET = {
  filter_stats: null,
  diff: null,
  terminal_id: null,
  locations: null,
  raw_response: null,
  claim_source: null,
}
const FIELDS: Fields = {
  tool_name: 'string',
  tool_call_id: 'text',
  summary: 'string',
  raw_response: 'any',
  media: 'array',
  toolwire: 'object',
  ...anyOf(Object.keys(HOST)),
}
const ERROR_FIELDS: Fields = { tool_name: 'string', tool_call_id: 'text', error: 'any', toolwire: 'object' }
const MEDIA_FIELDS: Fields = { data: 'string', mime_type: 'string' }

/** `ToolOutput`, or what a call failed with. */
export function isResult({ tool_name: name, summary, error }: JsonObject): boolean {
  return typeof name === 'string' && (typeof summary === 'string' || decodeFeedback(error) !== undefined)
}

export function decodeResult(native: JsonObject, path: string, context: Context): ToolResult {
  const name = stringOr(native.tool_name, '')
  const id = stringOr(native.tool_call_id, '')
  const feedback = typeof native.summary === 'string' ? undefined : decodeFeedback(native.error)
  const isError = feedback !== undefined
  const fields = isError
    ? ERROR_FIELDS
    : mediaOf(native, context) === undefined
      ? { ...FIELDS, media: undefined }
      : FIELDS
  const usual = isError ? {} : UNSET
  const result: ToolResult = compact({
    type: 'tool-result' as const,
    callId: id || mintId(path, name, ''),
    minted: id === '' ? (true as const) : undefined,
    name,
    output: isError ? { type: 'error-text' as const, value: feedback.message } : outputIn(native, context),
    isError,
    providerExecuted: false,
    category: feedback?.category,
    retryable: feedback?.retryable,
    raw: isError ? undefined : (native.raw_response ?? undefined),
    providerMetadata: wireMetadata(context, {
      extra: extraFields(withoutUsual(native, usual), fields),
      error: isError ? keptOf(native.error) : undefined,
      absent: absentOf(native, fields, ['tool_call_id'], usual),
    }),
  })
  const full = withCarriedResult(result, native.toolwire, `${path}/toolwire`, (one) => readOf(one, context))
  // Other metadata than that of the format went along.
  const metadata = unlessEmpty({ ...full.metadata, ...(isError ? {} : decodeHost(native)) })
  return metadata === undefined ? full : { ...full, metadata }
}

function outputIn(native: JsonObject, context: Context): ToolOutput {
  const value = stringOr(native.summary, '')
  const media = mediaOf(native, context) ?? []
  if (media.length === 0) return { type: 'text', value }
  return { type: 'content', value: [{ type: 'text', text: value }, ...media] }
}

/** Undefined when the list holds anything else than images as they are known. */
function mediaOf({ media }: JsonObject, context: Context): MediaPart[] | undefined {
  const parts = objectsIn(media).flatMap((image): MediaPart[] => {
    const { data, mime_type: mediaType } = image
    if (typeof data !== 'string' || typeof mediaType !== 'string') return []
    const providerMetadata = wireMetadata(context, { ...innerExtras(image, MEDIA_FIELDS) })
    const source = { type: 'data' as const, data }
    return [compact({ type: 'media' as const, kind: 'image' as const, mediaType, source, providerMetadata })]
  })
  return parts.length === arrayOr(media, [null]).length ? parts : undefined
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const { output, name, raw, metadata = {} } = result
  const id = result.minted && wasAbsent(own, 'tool_call_id') ? undefined : result.callId
  const head = { tool_name: name, tool_call_id: id }
  const text = outputText(output)
  if (isErrorResult(result))
    return withExtras({ ...head, error: encodeFeedback({ ...result, message: text }, own?.error) }, own)
  const fresh = { ...head, ...encodeOutput(output, context), ...encodeHost(metadata), raw_response: raw }
  return withExtras(fresh, own, UNSET)
}

/** The text of an output, and the images that may stand beside it. */
function encodeOutput(output: ToolOutput, context: Context): JsonObject {
  const images = output.type === 'content' ? output.value.filter(isImage) : []
  const media = images.map((part) =>
    withExtras(
      { data: part.source.type === 'data' ? part.source.data : undefined, mime_type: part.mediaType },
      metadataOf(part, context),
    ),
  )
  return compact({ summary: outputText(output), media: media.length === 0 ? undefined : media })
}

/** What is read of the native result alone. */
function readOf(result: ToolResult, context: Context): ReadOutput {
  const { output } = result
  if (isErrorResult(result))
    return { output: { type: 'error-text', value: outputText(output) }, isError: true }
  return { output: outputIn(encodeOutput(output, context), context), isError: false }
}

function isImage(part: ResultPart): part is MediaPart {
  return (
    part.type === 'media' &&
    part.kind === 'image' &&
    part.source.type === 'data' &&
    part.mediaType !== undefined
  )
}

export function carriedResult(result: ToolResult, context: Context): JsonObject | undefined {
  const own = metadataOf(result, context)
  const isError = isErrorResult(result)
  const { metadata, ...rest } = result
  const others = isError ? metadata : otherMetadata(metadata)
  return carriedOf(compact({ ...rest, metadata: others }), readOf(result, context), context, [
    'name',
    ...(isError ? [] : ['raw']),
    ...(isError && isSayable(result.category, own?.error) ? ['category', 'retryable'] : []),
    ...(wasAbsent(own, 'tool_call_id') ? ['minted'] : []),
  ])
}

function otherMetadata(metadata: JsonObject = {}): JsonObject | undefined {
  const others = Object.entries(metadata).filter(([name]) => !isHost(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
