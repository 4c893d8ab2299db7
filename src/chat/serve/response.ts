import { expectServed } from './check-options.js'
import { writerFor } from './choose-writer.js'
import { keepStream } from './kept-stream.js'
import { readable } from './response-source.js'
import type { ResponseOptions, ServedSource } from './serve-types.js'
import { ServedEvents } from './served.js'

/**
 * Answers a request with the events of a turn or a loop, as they occur. Events are read as fast as the client
 * reads. When the client disconnects, the events end, which aborts the request to the provider; with `store`
 * they continue.
 * @param events a loop, a turn, or any other source of their events.
 * @throws AdapterError if an option is missing, or if the wire has no stream encoder.
 * @example
 * export async function POST(request: Request) {
 *   const { id, messages, approvals } = await readUiMessages(await request.json(), { secret })
 *   return toResponse(runLoop({ provider, messages, approvals, tools }), { as: 'ui', id, secret })
 * }
 */
export function toResponse(events: ServedSource, options: ResponseOptions): Response {
  expectServed(events, options)
  const { status = 200, headers, store, waitUntil } = options
  const writer = writerFor(options)
  const served = new ServedEvents(events, writer, options)
  if (store === undefined) waitUntil?.(served.ended)
  const source =
    store === undefined ? served : keepStream(served, writer, { ...options, messages: events.messages })
  return new Response(readable(source), { status, headers: { ...writer.headers, ...lowerCased(headers) } })
}

export function lowerCased(headers: ResponseOptions['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
