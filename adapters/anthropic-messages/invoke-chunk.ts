import { fromBase64 } from '../../src/base/json/base64.js'
import type { JsonValue } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import type { Converter } from '../../src/codec/stream/codec.js'

/**
 * Converts events of AWS' own client for InvokeModelWithResponseStream, and of recorders: the wire's event is
 * in the bytes of a chunk. Other events are unchanged.
 */
export const openChunk: Converter = (value) => {
  const event = asJson(value)
  const text = chunkText(event)
  return (text === undefined ? undefined : tryParseJson(text)) ?? event
}

/** Returns the event in a chunk, as text. */
export function chunkText(event: JsonValue): string | undefined {
  if (!isObject(event) || !isObject(event.chunk)) return undefined
  const { bytes } = event.chunk
  const plain: unknown = typeof bytes === 'string' ? fromBase64(bytes) : bytes
  return plain instanceof Uint8Array ? new TextDecoder().decode(plain) : undefined
}
