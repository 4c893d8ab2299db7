import { chunksIn, recordText } from '../../../base/http/recorded-body.js'
import type { RecordedExchange, RecordedRequest } from '../../../base/http/recorded-exchange.js'
import type { Adapter } from '../../../codec/wire/define-adapter.js'
import type { Exchange } from '../../../translate/exchange/registry.js'
import { findAdapter } from '../recorded-answers.js'
import { decodeRecorded } from '../transcode.js'
import type { ImportOptions } from './imported.js'

/**
 * Returns the exchange with its wire: the wire named by the caller, or the wire recognized from its bodies.
 */
export function nameWire(exchange: RecordedExchange, { wire, registry }: ImportOptions): RecordedExchange {
  const named = exchange.wire ?? wire ?? (registry && findAdapter(exchange, registry)?.id)
  return named === undefined ? exchange : { ...exchange, wire: named }
}

/** Returns the adapter for the named or recognized wire of a source, if it is registered. */
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
 * Returns a request for an answer without one: an empty conversation. Its body matches no request, so the
 * answer is replayed only `in-order` or as the `best` match.
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
