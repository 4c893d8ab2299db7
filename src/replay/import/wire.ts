import type { Adapter } from '../../adapter/define.js'
import type { Exchange } from '../../exchange/recognise.js'
import { tryParseJson } from '../../json/parse.js'
import { isObject } from '../../json/read.js'
import type { JsonArray } from '../../json/types.js'
import { ndjson, sse } from '../../stream/framing.js'
import { bodyJson, recordText } from '../body.js'
import type { RecordedBody, RecordedExchange, RecordedRequest } from '../exchange.js'
import { decodeAnswer } from '../transcode.js'
import type { ImportOptions } from './imported.js'

/** Enough to tell a wire by, and little to look at. */
const EVENTS = 5

/** The exchange with its wire: the one the caller names, else the one that its bodies look like. */
export function nameWire(exchange: RecordedExchange, options: ImportOptions): RecordedExchange {
  const wire = exchange.wire ?? options.wire ?? recognise(exchange, options)
  return wire === undefined ? exchange : { ...exchange, wire }
}

function recognise({ request, response }: RecordedExchange, { registry }: ImportOptions): string | undefined {
  if (registry === undefined) return undefined
  return registry.recognise({ ...object('request', request.body), ...answer(response.body) })?.adapter.id
}

function object(key: 'request' | 'response', body: RecordedBody | undefined): Exchange {
  const json = body && 'chunks' in body ? undefined : bodyJson(body)
  return isObject(json) ? { [key]: json } : {}
}

function answer(body: RecordedBody | undefined): Exchange {
  if (body === undefined || !('chunks' in body)) return object('response', body)
  const events = firstEvents(body)
  return events.length === 0 ? {} : { events }
}

function firstEvents({ chunks }: Extract<RecordedBody, { chunks: unknown }>): JsonArray {
  const text = chunks
    .slice(0, 2 * EVENTS)
    .map((chunk) => ('text' in chunk ? chunk.text : ''))
    .join('')
  for (const framing of [sse, ndjson]) {
    const framer = framing.createFramer()
    const frames = [...framer.push(text), ...framer.finish()]
    const events = frames.flatMap(({ data }) => tryParseJson(data) ?? []).slice(0, EVENTS)
    if (events.length > 0) return events
  }
  return []
}

/** The adapter of a source that says or shows its wire, if it is at hand. */
export function adapterFor(
  wire: string | undefined,
  shown: Exchange,
  { registry }: ImportOptions,
): Adapter | undefined {
  if (wire === undefined) return registry?.recognise(shown)?.adapter
  return registry?.adapters.find(({ id }) => id === wire)
}

export const PLACEHOLDER = 'The request is a placeholder: the source holds only the answer.'

/**
 * A request for an answer that came without one: an empty conversation. Nothing matches it by its body, so its answer
 * is replayed `in-order`, or to the `best` match.
 */
export function placeholderRequest(
  response: RecordedExchange['response'],
  adapter: Adapter,
  options: ImportOptions,
): RecordedRequest {
  const stream = response.body !== undefined && 'chunks' in response.body
  const model = modelOf(response, adapter)
  const body = adapter.encodeRequest({ messages: [], ...(model !== undefined && { model }), stream }).value
  return {
    method: options.method ?? 'POST',
    url: options.url ?? adapter.codecs.http.pathFor(model, stream),
    headers: { 'content-type': 'application/json' },
    body: recordText(JSON.stringify(body)),
  }
}

function modelOf(response: RecordedExchange['response'], adapter: Adapter): string | undefined {
  try {
    const request = { method: 'POST', url: '', headers: {} }
    return decodeAnswer({ id: '', request, response }, adapter).response.model
  } catch {
    return undefined
  }
}
