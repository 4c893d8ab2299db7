import type { Exchange } from '../exchange/recognise.js'
import type { Registry } from '../exchange/registry.js'
import { bodyJson, chunkBytes } from '../http/recorded-body.js'
import type { RecordedBody, RecordedExchange } from '../http/recorded-exchange.js'
import { AdapterError } from '../json/errors.js'
import { objectOr } from '../json/read.js'
import { compact } from '../json/write.js'
import type { Adapter } from '../wire/define.js'

/** Chunks that are looked at. */
const BEGINNING = 10

/** The adapter of a recording: of the wire that it names, or of the one that its bodies look like. */
export function findAdapter(exchange: RecordedExchange, registry: Registry): Adapter | undefined {
  if (exchange.wire !== undefined) return registry.get(exchange.wire)
  return registry.recognise(shownBy(exchange))?.adapter
}

/** @throws AdapterError('unknown-wire') when there is none. */
export function adapterOf(exchange: RecordedExchange, registry: Registry): Adapter {
  const adapter = findAdapter(exchange, registry)
  if (adapter !== undefined) return adapter
  throw new AdapterError('unknown-wire', '', `no adapter recognises the recording ${exchange.id}`)
}

function shownBy({ request, response }: RecordedExchange): Exchange {
  const { body } = response
  return compact({
    request: objectIn(request.body),
    response: objectIn(body),
    stream:
      body !== undefined && 'chunks' in body ? body.chunks.slice(0, BEGINNING).map(chunkBytes) : undefined,
  })
}

function objectIn(body: RecordedBody | undefined): Exchange['request'] {
  return body !== undefined && 'chunks' in body ? undefined : objectOr(bodyJson(body), undefined)
}
