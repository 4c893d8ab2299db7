import type { LoopEvent } from '../loop/events.js'
import { begin } from './begin.js'
import type { ResponseOptions } from './types.js'

/** What `pipe` needs of Node's `ServerResponse`; responses of Express and Fastify's `reply.raw` are such. */
export interface NodeResponse {
  readonly destroyed: boolean
  writeHead(status: number, headers: Record<string, string>): unknown
  flushHeaders(): void
  /** @returns false when it is to be waited for `drain`. */
  write(chunk: string | Uint8Array): boolean
  end(): unknown
  on(event: 'drain' | 'close' | 'error', listener: () => void): unknown
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown
}

/**
 * Does what `toResponse` does, to a response of Node.
 * @returns a promise that resolves when all is written or the reader has left. It does not reject.
 * @throws AdapterError like `toResponse`, before anything is written.
 * @example app.post('/api/chat', (request, response) => pipe(loop, response, { as: 'ui' }))
 */
export function pipe(
  events: AsyncIterable<LoopEvent>,
  response: NodeResponse,
  options: ResponseOptions,
): Promise<void> {
  const { source, headers, status } = begin(events, options)
  response.writeHead(status, headers)
  response.flushHeaders()
  return copy(source, response)
}

async function copy(source: ReturnType<typeof begin>['source'], response: NodeResponse): Promise<void> {
  const leave = () => void source.leave()
  response.on('close', leave)
  response.on('error', leave)
  if (response.destroyed) leave()
  for (let pieces = await source.next(); pieces !== undefined; pieces = await source.next()) {
    if (response.destroyed) break
    const isFull = pieces.map((piece) => response.write(piece)).includes(false)
    if (isFull) await drained(response)
  }
  if (!response.destroyed) response.end()
  response.off('close', leave)
}

function drained(response: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ['drain', 'close', 'error'] as const) response.off(event, done)
      resolve()
    }
    for (const event of ['drain', 'close', 'error'] as const) response.on(event, done)
    if (response.destroyed) done()
  })
}
