import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { asWord } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import type { MediaContent, MediaKind, MediaPart } from '../../src/base/model/types.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { is, source, to } from '../../src/codec/shape/rows.js'
import { type CodedRow, type Shape, shape } from '../../src/codec/shape/shape.js'

/**
 * Matches a file of the Files API or of Cloud Storage. Only Google can read this file, so its URL is
 * decoded as an id.
 */
const GOOGLE_FILE = /^https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\//

function fileSource(uri: string): MediaContent {
  const isPublic = /^https?:\/\//.test(uri) && !GOOGLE_FILE.test(uri)
  return isPublic ? { type: 'url', url: uri } : { type: 'file-id', id: uri }
}

/** The location of media. */
const uri: CodedRow<'source'> = {
  type: 'string',
  member: 'source',
  isNeeded: true,
  read(field, { value }) {
    value.source = { ...fileSource(asWord(field)) }
    return true
  },
  write({ value: { source: from } }) {
    if (!isObject(from)) return undefined
    return from.type === 'url' ? from.url : from.type === 'file-id' ? from.id : undefined
  },
}

/** Creates the shapes for content of one type: with data, or with a URI. */
function contentOf(type: string, kind: MediaKind): readonly Shape<MediaPart>[] {
  const says = { type: 'media', kind } as const
  const mime_type = to('mediaType')
  return [
    shape<MediaPart>(says, { type: is(type), data: source('data'), mime_type }),
    shape<MediaPart>(says, { type: is(type), uri, mime_type }),
  ]
}

const KINDS: readonly (readonly [type: string, kind: MediaKind])[] = [
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
  ['document', 'file'],
]
const MEDIA = /* @__PURE__ */ KINDS.flatMap(([type, kind]) => contentOf(type, kind))

/** Decodes media content. Returns undefined for content without data and URI. */
export function decodeMedia(native: JsonObject, context: Context): MediaPart | undefined {
  for (const form of MEDIA) {
    const part = form.decode(native, context, context.path)
    if (part !== undefined) return part
  }
  return undefined
}

/** Encodes the content. Returns undefined with a notice for media that the wire cannot express. */
export function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  for (const form of MEDIA) {
    const native = form.encode(part, context, context.path)
    if (native !== undefined) return native
  }
  return dropMedia(part, context)
}
