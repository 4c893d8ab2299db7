import type { LoopEvent } from '../loop/events.js'
import { begin, type Source } from './begin.js'
import type { ResponseOptions } from './types.js'

/**
 * Answers a request with what happens in a turn or a loop, as it happens. Events are taken as fast as the reader reads. When it leaves,
 * the events end, which aborts the request to the provider; with `store` they go on.
 * @param events a loop, a turn, or any other source of their events.
 * @throws AdapterError if an option is missing, or the streams of a wire cannot be written.
 * @example
 * export async function POST(request: Request) {
 *   const { id, messages, approvals } = await readUiMessages(await request.json(), { secret })
 *   return toResponse(runLoop({ provider, messages, approvals, tools }), { as: 'ui', id, secret })
 * }
 */
export function toResponse(events: AsyncIterable<LoopEvent>, options: ResponseOptions): Response {
  const { source, headers, status } = begin(events, options)
  return new Response(readable(source), { status, headers })
}

/** Nothing is asked for before it is read. */
export function readable(source: Source): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const pieces = await source.next()
        if (pieces === undefined) controller.close()
        else for (const piece of pieces) controller.enqueue(bytesOf(piece))
      },
      cancel: () => source.leave(),
    },
    { highWaterMark: 0 },
  )
}

const encoder = new TextEncoder()

function bytesOf(piece: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece)
}
