import type { LoopEvent } from '../loop/loop-events.js'
import { toResponse } from './response.js'
import type { ResponseOptions } from './serve-types.js'

/** What `pipe` needs of Node's `ServerResponse`; responses of Express and Fastify's `reply.raw` are such. */
export interface NodeResponse {
  /** Whether the reader is gone. */
  readonly destroyed: boolean
  /** Sets the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends them at once. */
  flushHeaders(): void
  /** Sends a piece. @returns false when `drain` is to be waited for. */
  write(chunk: Uint8Array): boolean
  /** Nothing follows. */
  end(): unknown
  /** Begins to listen. */
  on(event: 'drain' | 'close' | 'error', listener: () => void): unknown
  /** Listens no more. */
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown
}

/**
 * Does what `toResponse` does, to a response of Node. Or writes a response to one: that of `resume`.
 * @returns a promise that resolves when all is written or the reader has left. It does not reject.
 * @throws AdapterError like `toResponse`, before anything is written.
 * @example app.post('/api/chat', (request, response) => pipe(loop, response, { as: 'ui' }))
 */
export function pipe(
  events: AsyncIterable<LoopEvent>,
  response: NodeResponse,
  options: ResponseOptions,
): Promise<void>
export function pipe(from: Response, response: NodeResponse): Promise<void>
export function pipe(
  from: AsyncIterable<LoopEvent> | Response,
  response: NodeResponse,
  options?: ResponseOptions,
): Promise<void> {
  const { status, headers, body } =
    from instanceof Response ? from : toResponse(from, options ?? { as: 'ui' })
  response.writeHead(status, Object.fromEntries(headers))
  response.flushHeaders()
  if (body === null) {
    response.end()
    return Promise.resolve()
  }
  return copy(body.getReader(), response)
}

async function copy(reader: ReadableStreamDefaultReader<Uint8Array>, response: NodeResponse): Promise<void> {
  const leave = () => void reader.cancel()
  response.on('close', leave)
  // Stays: what is written to a reader that left may fail late.
  response.on('error', leave)
  if (response.destroyed) leave()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    if (!response.write(step.value)) await drained(response)
  }
  response.off('close', leave)
  if (!response.destroyed) response.end()
}

const ENDS = ['drain', 'close', 'error'] as const

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ENDS) response.off(event, done)
      resolve()
    }
    for (const event of ENDS) response.on(event, done)
    if (response.destroyed) done()
  })
}
