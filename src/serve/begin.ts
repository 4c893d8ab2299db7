import type { LoopEvent } from '../loop/events.js'
import { Served } from './served.js'
import type { ResponseOptions } from './types.js'
import { writerFor } from './write.js'
import type { Pieces } from './writer.js'

/** What a response is read from. */
export interface Source {
  /** Undefined when nothing more comes. Does not reject. */
  next(): Promise<Pieces | undefined>
  /** The reader is gone. Does not reject. */
  leave(): Promise<void>
}

/** A response before its body is read. */
interface Begun {
  readonly source: Source
  readonly status: number
  readonly headers: Record<string, string>
}

export function begin(events: AsyncIterable<LoopEvent>, options: ResponseOptions): Begun {
  const { status = 200, headers, signal } = options
  const writer = writerFor(options)
  const served = new Served(events, writer, signal)
  return { source: served, status, headers: { ...writer.headers, ...lowerCased(headers) } }
}

function lowerCased(headers: ResponseOptions['headers'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
