import { toResponse } from './response.js'
import type { ResponseOptions, ServedSource } from './serve-types.js'

/**
 * The members of Node's `ServerResponse` that `pipeResponse` needs; responses of Express and Fastify's `reply.raw`
 * have them.
 */
export interface NodeResponse {
  /** True if the client is disconnected. */
  readonly destroyed: boolean
  /** Sets the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown
  /** Sends the headers at once. */
  flushHeaders(): void
  /**
   * Sends a piece.
   * @returns false if the caller must wait for `drain`.
   */
  write(chunk: Uint8Array): boolean
  /** Ends the response. */
  end(): unknown
  /** Adds a listener. */
  on(event: 'drain' | 'close' | 'error', listener: () => void): unknown
  /** Removes a listener. */
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown
}

/**
 * Writes to a Node response: the events, as `toResponse` does, or the response of `resumeResponse`.
 * @returns a promise that resolves when everything is written or the client has disconnected. It does not
 * reject.
 * @throws AdapterError like `toResponse`, before anything is written.
 * @example app.post('/api/chat', (request, response) => pipeResponse(loop, response, { as: 'ui' }))
 */
export function pipeResponse(
  events: ServedSource,
  response: NodeResponse,
  options: ResponseOptions,
): Promise<void>
export function pipeResponse(from: Response, response: NodeResponse): Promise<void>
export function pipeResponse(
  from: ServedSource | Response,
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
  // This listener is not removed, since writing to a disconnected client may fail later.
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
