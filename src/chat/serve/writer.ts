import type { LoopEvent } from '../loop/loop-events.js'

/** What goes out, in order: text, or bytes where the framing is binary. */
export type Pieces = readonly (string | Uint8Array)[]

/** Nothing goes out. */
export const NO_PIECES: Pieces = []

/** Writes the events of a turn or of a loop for one kind of reader. */
export interface Writer {
  readonly headers: Readonly<Record<string, string>>
  push(event: LoopEvent): Pieces | Promise<Pieces>
  /** The events threw. Nothing follows but `finish`. */
  fail(error: unknown): Pieces
  /** The run was stopped. Nothing follows but `finish`. */
  abort(): Pieces
  /** To be called once, when nothing more comes. */
  finish(): Pieces | Promise<Pieces>
}

/** Headers of a stream of server-sent events. Proxies are told not to collect it: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering */
export const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

/** One server-sent event. */
export function frame(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
