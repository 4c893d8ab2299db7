import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact, unlessEmpty } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaPart, ToolOutput, ToolResult } from '../../src/base/model/types.js'
import {
  CARRIED,
  carriedResult as carriedOf,
  type ReadOutput,
  withCarriedResult,
} from '../../src/codec/format/carry.js'
import { callIdIn, completeResult } from '../../src/codec/shape/call-codec.js'
import { wasAbsent } from '../../src/codec/shape/fields.js'
import { isErrorResult, outputText } from '../../src/codec/shape/results.js'
import { beside, needed, source, to, usually } from '../../src/codec/shape/rows.js'
import { type CodedRow, shape } from '../../src/codec/shape/shape.js'
import { decodeFeedback, encodeFeedback, isSayable, keptOf } from './errors.js'
import { decodeHost, encodeHost, isHost } from './host.js'

const IMAGE = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media', kind: 'image' },
  { data: source('data'), mime_type: needed(to('mediaType')) },
)
const HEAD = { tool_name: to('name'), tool_call_id: callIdIn('callId'), [CARRIED]: 'object' } as const
/** Host data, which is null if unset. */
const UNSET = ['filter_stats', 'diff', 'terminal_id', 'locations', 'raw_response', 'claim_source']
/** The row of images. A list with other items than known images is kept unchanged. */
const MEDIA: CodedRow = {
  type: 'array',
  read: (list, { context }) => imagesIn(list, context) !== undefined,
  write: ({ beside: { media } }) => media,
}
const OUTPUT = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  {
    ...HEAD,
    summary: 'string',
    blocks_executed: 'any',
    streamed: 'any',
    .../* @__PURE__ */ Object.fromEntries(UNSET.map((name) => [name, usually(beside(), null)])),
    media: MEDIA,
  },
)
const FAILURE = /* @__PURE__ */ shape<ToolResult>(
  { type: 'tool-result' },
  {
    ...HEAD,
    error: {
      type: 'any',
      read(error, { kept }) {
        const more = keptOf(error)
        if (more !== undefined) kept.error = more
        return true
      },
      write: ({ beside: { error } }) => error,
    },
  },
)

/** Returns true for a `ToolOutput`, or the failure of a call. */
export function isResult({ tool_name: name, summary, error }: JsonObject): boolean {
  return typeof name === 'string' && (typeof summary === 'string' || decodeFeedback(error) !== undefined)
}

export function decodeResult(native: JsonObject, context: Context): ToolResult {
  const { path } = context
  const feedback = typeof native.summary === 'string' ? undefined : decodeFeedback(native.error)
  const { message = '', ...facts } = feedback ?? {}
  const isError = feedback !== undefined
  const read = (isError ? FAILURE : OUTPUT).expect(native, context)
  const raw = isError ? undefined : (native.raw_response ?? undefined)
  const result = completeResult(read, path, stringOr(native.tool_name, ''), {
    output: isError ? { type: 'error-text', value: message } : outputIn(native, context),
    isError,
    ...facts,
    ...(raw !== undefined && { raw }),
  })
  const full = withCarriedResult(result, native[CARRIED], `${path}/${CARRIED}`, (one) => readOf(one, context))
  // Adds other carried metadata.
  const metadata = unlessEmpty({ ...full.metadata, ...(isError ? {} : decodeHost(native)) })
  return metadata === undefined ? full : { ...full, metadata }
}

function outputIn({ summary, media }: JsonObject, context: Context): ToolOutput {
  const value = stringOr(summary, '')
  const images = imagesIn(media, context) ?? []
  if (images.length === 0) return { type: 'text', value }
  return { type: 'content', value: [{ type: 'text', text: value }, ...images] }
}

function imagesIn(list: JsonValue | undefined, context: Context): MediaPart[] | undefined {
  if (!isArray(list)) return undefined
  const images = list.flatMap((image) => (isObject(image) ? (IMAGE.decode(image, context) ?? []) : []))
  return images.length === list.length ? images : undefined
}

export function encodeResult(result: ToolResult, context: Context): JsonObject {
  const { output, raw: raw_response, metadata = {} } = result
  const own = metadataOf(result, context)
  const message = outputText(output)
  const [rows, said] = isErrorResult(result)
    ? [FAILURE, { error: encodeFeedback({ ...result, message }, own?.error) }]
    : [OUTPUT, { ...encodeOutput(output, context), ...encodeHost(metadata), raw_response }]
  return rows.encode(result, context, '', said) ?? {}
}

/** Encodes the text of an output, and its images. */
function encodeOutput(output: ToolOutput, context: Context): JsonObject {
  const parts = output.type === 'content' ? output.value : []
  const media = parts.flatMap((part) => (part.type === 'media' ? (IMAGE.encode(part, context) ?? []) : []))
  return compact({ summary: outputText(output), media: media.length === 0 ? undefined : media })
}

/** Returns the output that Zeph's native fields alone decode to. */
function readOf(result: ToolResult, context: Context): ReadOutput {
  const { output } = result
  if (isErrorResult(result))
    return { output: { type: 'error-text', value: outputText(output) }, isError: true }
  return { output: outputIn(encodeOutput(output, context), context), isError: false }
}

export function carriedOfResult(result: ToolResult, context: Context): JsonObject | undefined {
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
