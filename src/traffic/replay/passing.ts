import { concatenate, recordBody, recordChunk } from '../../base/http/recorded-body.js'
import type { RecordedBody, RecordedChunk } from '../../base/http/recorded-exchange.js'

/** A request whose body was read. */
export interface PassingRequest {
  /** A copy of the request that can be sent. */
  readonly request: Request
  readonly body?: RecordedBody
  readonly isTooLong: boolean
}

/** Reads the body of a request up to a limit. A longer body streams on without being kept. */
export async function readBody(original: Request, limit: number): Promise<PassingRequest> {
  if (original.body === null) return { request: original, isTooLong: false }
  const reader = original.body.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    pieces.push(step.value)
    length += step.value.length
    if (length > limit) return { request: withStream(original, resumed(pieces, reader)), isTooLong: true }
  }
  const bytes = concatenate(pieces)
  const body = recordBody(bytes)
  return { request: new Request(original, { body: bytes }), ...(body && { body }), isTooLong: false }
}

/**
 * Returns the request with another body of unknown length. That needs `duplex`, which browser types do not
 * declare.
 */
export function withStream(original: Request, body: ReadableStream<Uint8Array>): Request {
  return new Request(original, streaming({}, body))
}

export function streaming(
  init: RequestInit,
  body: ReadableStream<Uint8Array>,
): RequestInit & { readonly duplex: 'half' } {
  return { ...init, body, duplex: 'half' }
}

/** Returns a stream of the pieces already read and the rest of the stream. */
function resumed(
  pieces: Uint8Array[],
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift()
      const step = piece === undefined ? await reader.read() : { done: false as const, value: piece }
      if (step.done) controller.close()
      else controller.enqueue(step.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** Matches content types of event streams, whose chunks and times are kept. */
const STREAMED = /event-stream|ndjson|jsonl|eventstream/

interface PassingChunk {
  readonly at: number
  readonly bytes: Uint8Array
}

/** The bytes of an answer's body that were received, up to a limit. A longer body is not kept. */
export class PassingBody {
  private readonly started = performance.now()
  private chunks: PassingChunk[] = []
  private length = 0

  /** @param limit the limit in bytes. */
  constructor(readonly limit: number) {}

  get isTooLong(): boolean {
    return this.length > this.limit
  }

  note(bytes: Uint8Array): void {
    this.length += bytes.length
    if (this.isTooLong) this.chunks = []
    else this.chunks.push({ at: performance.now() - this.started, bytes })
  }

  /** Returns the body received so far, in recorded form. */
  soFar(contentType: string): RecordedBody | undefined {
    const { chunks } = this
    if (this.isTooLong) return undefined
    if (!STREAMED.test(contentType)) return recordBody(concatenate(chunks.map(({ bytes }) => bytes)))
    return {
      chunks: chunks.map(({ at, bytes }): RecordedChunk => recordChunk(bytes, Math.round(at * 10) / 10)),
    }
  }

  /** Returns the same body and releases the bytes, so that a long body is not in memory twice. */
  take(contentType: string): RecordedBody | undefined {
    const body = this.soFar(contentType)
    this.chunks = []
    return body
  }

  /** The number of bytes held. */
  get heldBytes(): number {
    return this.isTooLong ? 0 : this.length
  }
}

/** Streams the bytes of a body on demand and records each chunk. */
export function recordingStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  body: PassingBody,
  finish: (aborted: boolean) => Promise<void>,
): ReadableStream<Uint8Array> {
  let cancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await reader.read()
        if (cancelled) return
        if (step.done) {
          await finish(false)
          controller.close()
        } else {
          body.note(step.value)
          controller.enqueue(step.value)
        }
      } catch (error) {
        await finish(true)
        controller.error(error)
      }
    },
    async cancel(reason) {
      cancelled = true
      const saved = finish(true)
      await reader.cancel(reason).catch(() => undefined)
      await saved
    },
  })
}
