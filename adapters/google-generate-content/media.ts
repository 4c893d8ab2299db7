import { toBase64 } from '../../src/json/base64.js'
import { isObject } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'
import type { Context } from '../../src/model/context.js'
import { mediaKindOf } from '../../src/model/media.js'
import type { MediaContent, MediaPart } from '../../src/model/types.js'
import { inside, keep, needed, source, to } from '../../src/shape/rows.js'
import { type CodedRow, shape } from '../../src/shape/shape.js'

/** A file of the Files API or of Cloud Storage means something to Google only, so it is an id rather than a URL. */
const GOOGLE_FILE = /^https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\//

const URI: CodedRow<'source'> = {
  type: 'string',
  member: 'source',
  isNeeded: true,
  read(field, { value }) {
    const uri = String(field)
    const isPublic = /^https?:\/\//.test(uri) && !GOOGLE_FILE.test(uri)
    value.source = isPublic ? { type: 'url', url: uri } : { type: 'file-id', id: uri }
    return true
  },
  write: ({ value: { source } }) => (isObject(source) ? (source.url ?? source.id) : undefined),
}

const NAMED = { mimeType: /* @__PURE__ */ to('mediaType'), displayName: /* @__PURE__ */ to('filename') }
const INLINE = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media' },
  {
    inlineData: needed(inside('body', { ...NAMED, data: source('data') })),
    thoughtSignature: keep('signature'),
  },
)
const FILE = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media' },
  { fileData: needed(inside('body', { ...NAMED, fileUri: URI })), thoughtSignature: keep('signature') },
)

/** Reads a part with inlineData or fileData; undefined when it has neither. */
export function decodeMedia(native: JsonObject, context: Context): MediaPart | undefined {
  const media = INLINE.decode(native, context) ?? FILE.decode(native, context)
  return media && { ...media, kind: mediaKindOf(media.mediaType) }
}

/** The native part. Text goes as a document, since it may be long. */
export function encodeMedia(media: MediaPart, context: Context): JsonObject {
  const { source, mediaType = 'text/plain' } = media
  const written = source.type === 'text' ? { ...media, mediaType, source: textData(source.text) } : media
  return INLINE.encode(written, context) ?? FILE.encode(written, context) ?? {}
}

function textData(text: string): MediaContent {
  return { type: 'data', data: toBase64(new TextEncoder().encode(text)) }
}
