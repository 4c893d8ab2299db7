import { expectResumed } from './check-options.js'
import { writerFor } from './choose-writer.js'
import { KeptSource, positionOf } from './kept-stream.js'
import { lowerCased } from './response.js'
import { readable } from './response-source.js'
import type { ResumeOptions } from './serve-types.js'

/**
 * Reconnects a client to the latest answer of a chat: the response contains the missed events and all
 * following events. Without `lastEventId`, it contains the complete run, as `useChat` expects.
 * @returns a response with status 204 if there is nothing to send.
 * @example
 * export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
 *   return resumeResponse({ store, id: (await params).id, as: 'ui' })
 * }
 */
export async function resumeResponse(options: ResumeOptions): Promise<Response> {
  expectResumed(options)
  const { store, id, as, status = 200, headers, lastEventId } = options
  const run = await store.latest(id)
  const had = positionOf(lastEventId)
  // A run that was followed by another run has ended for its clients.
  if (run === undefined || (had !== undefined && had.run !== run)) return nothing()
  const count = had?.count ?? 0
  const kept = await store.read(run, count)
  if (kept === undefined || (kept.isEnded && (had === undefined || kept.frames.length === 0)))
    return nothing()
  const writer = writerFor({ as })
  const source = new KeptSource(store, Promise.resolve({ run, count }), (error) => writer.fail(error))
  return new Response(readable(source), { status, headers: { ...writer.headers, ...lowerCased(headers) } })
}

function nothing(): Response {
  return new Response(null, { status: 204 })
}
