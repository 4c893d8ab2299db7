import { fromBase64 } from '../../src/base/json/base64.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/**
 * Events as AWS' own client gives them for InvokeModelWithResponseStream, and as recorders keep them: the event of the wire is in
 * the bytes of a chunk. Others are as they come.
 */
export const openChunk: Converter = (value) => {
  const event = asJson(value)
  const text = chunkText(event)
  return (text === undefined ? undefined : tryParseJson(text)) ?? event
}

/** The event in a chunk, as text. */
export function chunkText(event: JsonValue): string | undefined {
  if (!isObject(event) || !isObject(event.chunk)) return undefined
  const { bytes } = event.chunk
  const plain: unknown = typeof bytes === 'string' ? fromBase64(bytes) : bytes
  return plain instanceof Uint8Array ? new TextDecoder().decode(plain) : undefined
}
