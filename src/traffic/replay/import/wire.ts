import { chunksIn, recordText } from '../../../base/http/recorded-body.js'
import type { RecordedExchange, RecordedRequest } from '../../../base/http/recorded-exchange.js'
import type { Adapter } from '../../../codec/wire/define-adapter.js'
import type { Exchange } from '../../../translate/exchange/registry.js'
import { findAdapter } from '../recorded-answers.js'
import { decodeRecorded } from '../transcode.js'
import type { ImportOptions } from './imported.js'

/** The exchange with its wire: the one the caller names, else the one that its bodies look like. */
export function nameWire(exchange: RecordedExchange, { wire, registry }: ImportOptions): RecordedExchange {
  const named = exchange.wire ?? wire ?? (registry && findAdapter(exchange, registry)?.id)
  return named === undefined ? exchange : { ...exchange, wire: named }
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

export const PLACEHOLDER = 'The request is a placeholder: the source has only the answer.'

/**
 * A request for an answer that came without one: an empty conversation. Nothing matches it by its body, so its answer
 * is replayed `in-order`, or to the `best` match.
 */
export function placeholderRequest(
  response: RecordedExchange['response'],
  adapter: Adapter,
  options: ImportOptions,
): RecordedRequest {
  const stream = chunksIn(response.body) !== undefined
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
    return decodeRecorded({ id: '', request, response }, adapter).model
  } catch {
    return undefined
  }
}
