import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { Context } from '../../src/base/model/context.js'
import { metadataOf } from '../../src/base/model/metadata.js'
import type { MediaPart, Part, ResultPart, TextPart } from '../../src/base/model/types.js'
import { metadataFor, withExtras } from '../../src/codec/shape/fields.js'
import { dropMedia } from '../../src/codec/shape/losses.js'
import { type ContentCodec, decodeContentPart, encodeContentPart, type TextType } from './family.js'
import { PCM } from './limits.js'

/** Content that is heard. Its words stand in `transcript`; `audio` is the older name of what the model says. */
const SPOKEN: ReadonlySet<JsonValue | undefined> = new Set(['output_audio', 'audio', 'input_audio'])

/** Whether a part of a message is sound, or its words. */
export function isSpoken({ type }: JsonObject): boolean {
  return SPOKEN.has(type)
}

/** The words are the text; the sound beside them stays among the unknown fields. Without words it is a medium. */
function decode(part: JsonValue, textType: TextType, context: Context): ResultPart {
  return (
    (isObject(part) ? decodeSpoken(part, context) : undefined) ?? decodeContentPart(part, textType, context)
  )
}

function decodeSpoken(part: JsonObject, context: Context): TextPart | MediaPart | undefined {
  if (!isSpoken(part)) return undefined
  const { type, transcript, audio } = part
  const entries = { type }
  if (typeof transcript === 'string') {
    const providerMetadata = metadataFor(part, { type: 'string', transcript: 'string' }, context, entries)
    return compact({ type: 'text' as const, text: transcript, providerMetadata })
  }
  if (typeof audio !== 'string') return undefined
  const providerMetadata = metadataFor(part, { type: 'string', audio: 'string' }, context, entries)
  return compact({ ...sound(audio), providerMetadata })
}

/** Sound as sessions have it where nobody says otherwise. */
export function sound(data: string): MediaPart {
  return { type: 'media', kind: 'audio', mediaType: PCM, source: { type: 'data', data } }
}

/** Words of the beta API for formats. */
const OLDER_FORMATS: ReadonlyMap<JsonValue | undefined, string> = new Map<JsonValue | undefined, string>([
  ['pcm16', PCM],
  ['g711_ulaw', 'audio/pcmu'],
  ['g711_alaw', 'audio/pcma'],
])

/** The media type of a format of sound: `{type, rate?}`, or a word of the beta API. */
export function soundType(format: JsonValue | undefined): string | undefined {
  if (!isObject(format)) return OLDER_FORMATS.get(format)
  const { type, rate } = format
  if (typeof type !== 'string') return undefined
  return typeof rate === 'number' ? `${type};rate=${rate}` : type
}

function encode(part: Part, textType: TextType, context: Context): JsonValue | undefined {
  if (part.type === 'text') {
    const own = metadataOf(part, context)
    if (!SPOKEN.has(own?.type)) return encodeContentPart(part, textType, context)
    return withExtras({ type: stringOr(own?.type, ''), transcript: part.text }, own)
  }
  if (part.type !== 'media' || part.kind === 'image') return encodeContentPart(part, textType, context)
  const { kind, source } = part
  if (kind !== 'audio' || source.type !== 'data') return dropMedia(part, context)
  const own = metadataOf(part, context)
  const type = stringOr(own?.type, textType === 'output_text' ? 'output_audio' : 'input_audio')
  return withExtras({ type, audio: source.data }, own)
}

/** The content of messages in sessions. */
export const content: ContentCodec = {
  decode,
  encode,
  usual: {},
  streamed(type, text): JsonObject {
    if (type !== 'response.output_audio_transcript.delta') return { type: 'output_text', text }
    return { type: 'output_audio', transcript: text }
  },
}
