import { tryParseJson } from '../json/parse.js'
import type { JsonArray, JsonValue } from '../json/types.js'
import { type Framing, ndjson, sse } from '../stream/framing.js'

/** Enough to tell a wire by, and little to look at. */
const EVENTS = 5
const TEXT = 65_536

/** The first events of a stream whose framing is not known yet. */
export function firstEvents(stream: string | JsonArray): JsonArray {
  if (typeof stream !== 'string') return stream.slice(0, EVENTS)
  const text = stream.slice(0, TEXT)
  const events = framedEvents(text, sse)
  return events.length > 0 ? events : framedEvents(text, ndjson)
}

function framedEvents(text: string, framing: Framing): JsonValue[] {
  const framer = framing.createFramer()
  const frames = [...framer.push(text), ...framer.finish()]
  return frames.flatMap(({ data }) => tryParseJson(data) ?? []).slice(0, EVENTS)
}
