import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { type ContextOptions, createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { type Frame, ndjson } from '../../src/codec/stream/framing.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'

type Chunk = Uint8Array | string | object

/** Returns the canonical events of a stream that arrives in these pieces. */
export function eventsOf(adapter: Adapter, chunks: Iterable<Chunk>, options?: ContextOptions): StreamEvent[] {
  const reader = new EventReader(adapter.codecs.stream, createContext(adapter.id, options))
  const events: StreamEvent[] = []
  for (const chunk of chunks) for (const event of reader.push(chunk)) events.push(event)
  for (const event of reader.finish()) events.push(event)
  return events
}

/** Returns the frames of a stream's text or bytes. */
export function framesOf(adapter: Adapter, text: string | Uint8Array): Frame[] {
  const framer = adapter.codecs.stream.framing.createFramer()
  return [...framer.push(text), ...framer.finish()]
}

/** Returns the text of frames in the adapter's framing. */
export function textOf(adapter: Adapter, frames: readonly Frame[]): string {
  if (adapter.codecs.stream.framing === ndjson) return frames.map(({ data }) => `${data}\n`).join('')
  return frames
    .map(({ event, data }) => `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
    .join('')
}

/** Returns the native events of a stream's text or bytes. */
export function parsedEvents(adapter: Adapter, text: string | Uint8Array): JsonObject[] {
  const { done } = adapter.codecs.stream
  return framesOf(adapter, text).flatMap(({ data }) =>
    data === done || data === '' ? [] : [JSON.parse(data)],
  )
}

export function asFrames(events: readonly JsonValue[]): Frame[] {
  return events.map((event) => ({ data: JSON.stringify(event) }))
}
