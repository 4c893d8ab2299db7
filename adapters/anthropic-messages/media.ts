import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Context } from '../../src/base/model/context.js'
import type { MediaPart } from '../../src/base/model/types.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { inside, is, needed, source, to, usually } from '../../src/codec/shape/rows.js'
import { fields, oneOf, shape } from '../../src/codec/shape/shape.js'

const SOURCE = /* @__PURE__ */ oneOf(
  fields({ type: is('base64'), media_type: to('mediaType'), data: source('data') }),
  fields({ type: is('url'), url: source('url') }),
  fields({ type: is('file'), file_id: source('file-id') }),
  fields({ type: is('content'), content: source('text') }, { sourceType: 'content' }),
  fields({ type: is('text'), media_type: usually(to('mediaType'), 'text/plain'), data: source('text') }),
)
const IMAGE = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media', kind: 'image' },
  { type: is('image'), source: needed(inside('source', SOURCE)) },
)
const DOCUMENT = /* @__PURE__ */ shape<MediaPart>(
  { type: 'media', kind: 'file' },
  { type: is('document'), source: needed(inside('source', SOURCE)), title: to('filename') },
)

/** Decodes an `image` or `document` block. Returns undefined for a source that media cannot express. */
export function decodeMedia(block: JsonObject, context: Context): MediaPart | undefined {
  return IMAGE.decode(block, context) ?? DOCUMENT.decode(block, context)
}

/** Encodes the block. Returns undefined with a notice for media without a block in this wire. */
export function encodeMedia(part: MediaPart, context: Context): JsonObject | undefined {
  return IMAGE.encode(part, context) ?? DOCUMENT.encode(part, context) ?? dropMedia(part, context)
}
