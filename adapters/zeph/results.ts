import type { CarriedField } from '../../src/format/carry.js'
import { absentOf, entryResultSlot, withEntrySlot, withoutUsual } from '../../src/format/log-calls.js'
import { arrayOr, objectsIn, stringOr } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import { compact } from '../../src/json/write.js'
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
    ...(isError ? {} : hostDataIn(native)),
    providerMetadata: wireMetadata(context, {
      extra: extraFields(withoutUsual(native, usual), fields),
      error: isError ? keptOf(native.error) : undefined,
      absent: absentOf(native, fields, ['tool_call_id'], usual),
    }),
  })
  return restored(withEntrySlot(result, native.toolwire, path), result)
}

/** Other metadata than that of the format goes along, and joins it again. */
function restored(full: ToolResult, { metadata }: ToolResult): ToolResult {
  return metadata === undefined || full.metadata === metadata
    ? full
    : { ...full, metadata: { ...full.metadata, ...metadata } }
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

function hostDataIn(native: JsonObject): Pick<ToolResult, 'raw' | 'metadata'> {
  const metadata = decodeHost(native)
  return compact({
    raw: native.raw_response ?? undefined,
    metadata: Object.keys(metadata).length === 0 ? undefined : metadata,
  })
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const own = metadataOf(result, context)
  const { output, name, raw, metadata = {} } = result
  const id = result.minted && wasAbsent(own, 'tool_call_id') ? undefined : result.callId
  const head = { tool_name: name, tool_call_id: id }
  const text = outputText(output)
  if (isErrorResult(result))
    return withExtras({ ...head, error: encodeFeedback({ ...result, message: text }, own?.error) }, own)
  const images = imagesIn(output)
  const media = images.map((part) =>
    withExtras(
      { data: part.source.type === 'data' ? part.source.data : undefined, mime_type: part.mediaType },
      metadataOf(part, context),
    ),
  )
  const fresh = {
    ...head,
    summary: text,
    ...encodeHost(metadata),
    raw_response: raw,
    media: media.length === 0 ? undefined : media,
  }
  return withExtras(fresh, own, UNSET)
}

/** The images that an output can hold beside its text. */
function imagesIn(output: ToolOutput): MediaPart[] {
  return output.type === 'content' ? output.value.filter(isImage) : []
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
  const { output, metadata } = result
  const isError = isErrorResult(result)
  const others = isError ? metadata : otherMetadata(metadata)
  const told: CarriedField[] = [
    'name',
    ...(isError && isSayable(result.category, own?.error) ? (['category', 'retryable'] as const) : []),
    ...(isError ? [] : (['raw'] as const)),
    ...(isTold(output, context) ? (['output'] as const) : []),
    ...(wasAbsent(own, 'tool_call_id') ? (['minted'] as const) : []),
    ...(others === undefined ? (['metadata'] as const) : []),
  ]
  const { metadata: _own, ...rest } = result
  return entryResultSlot(others === undefined ? rest : { ...rest, metadata: others }, told, context)
}

/** One text first, then images alone, is what an entry says. */
function isTold(output: ToolOutput, context: Context): boolean {
  if (output.type !== 'content') return false
  const [first, ...others] = output.value
  return (
    first?.type === 'text' &&
    first.cache === undefined &&
    first.providerMetadata === undefined &&
    others.length > 0 &&
    others.every((part) => isImage(part) && isPlain(part, context))
  )
}

function isPlain({ filename, cache, providerMetadata = {} }: MediaPart, { wire }: Context): boolean {
  return (
    filename === undefined &&
    cache === undefined &&
    Object.keys(providerMetadata).every((name) => name === wire)
  )
}

function otherMetadata(metadata: JsonObject = {}): JsonObject | undefined {
  const others = Object.entries(metadata).filter(([name]) => !isHost(name))
  return others.length === 0 ? undefined : Object.fromEntries(others)
}
