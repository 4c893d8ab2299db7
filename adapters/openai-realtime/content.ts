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

/**
 * The types of audio content. The text of audio is in `transcript`; `audio` is the older name of the model's
 * audio.
 */
const SPOKEN: ReadonlySet<JsonValue | undefined> = new Set(['output_audio', 'audio', 'input_audio'])

/** Returns true if a part of a message is audio or its transcript. */
export function isSpoken({ type }: JsonObject): boolean {
  return SPOKEN.has(type)
}

/**
 * Decodes audio content. The transcript becomes the text, and the audio stays among the unknown fields. Audio
 * without a transcript is media.
 */
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

/** Builds an audio part in the default format of sessions. */
export function sound(data: string): MediaPart {
  return { type: 'media', kind: 'audio', mediaType: PCM, source: { type: 'data', data } }
}

/** Names of formats in the beta API. */
const OLDER_FORMATS: ReadonlyMap<JsonValue | undefined, string> = new Map<JsonValue | undefined, string>([
  ['pcm16', PCM],
  ['g711_ulaw', 'audio/pcmu'],
  ['g711_alaw', 'audio/pcma'],
])

/** Returns the media type of an audio format: `{type, rate?}`, or a name of the beta API. */
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

/** Codec for the content of messages in sessions. */
export const content: ContentCodec = {
  decode,
  encode,
  usual: {},
  streamed(type, text): JsonObject {
    if (type !== 'response.output_audio_transcript.delta') return { type: 'output_text', text }
    return { type: 'output_audio', transcript: text }
  },
}
