import type { LoopEvent } from '../loop/loop-events.js'

/** Pieces of output in order: text, or bytes if the framing is binary. */
export type WriterOutput = readonly (string | Uint8Array)[]

/** No output. */
export const NO_OUTPUT: WriterOutput = []

/** Writes the events of a turn or of a loop for one kind of client. */
export interface Writer {
  readonly headers: Readonly<Record<string, string>>
  push(event: LoopEvent): WriterOutput | Promise<WriterOutput>
  /** Reports the error of the events. Only `finish` follows. */
  fail(error: unknown): WriterOutput
  /** Reports that the run was stopped. Only `finish` follows. */
  abort(): WriterOutput
  /** Ends the output. Call this once, after all events. */
  finish(): WriterOutput | Promise<WriterOutput>
}

/**
 * Headers of a stream of server-sent events. The headers prevent proxies from buffering:
 * https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
 */
export const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

/** Encodes one server-sent event. */
export function frame(data: object | string): string {
  return `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}
