import { chunkBytes } from '../../../src/base/http/recorded-body.js'
import type { RecordedChunk } from '../../../src/base/http/recorded-exchange.js'
import { createContext } from '../../../src/base/model/context.js'
import type { ModelResponse } from '../../../src/base/model/types.js'
import type { Adapter } from '../../../src/codec/wire/define-adapter.js'
import type { ResolvedRecord } from '../../../src/traffic/input/traffic-record.js'
import { recordAnswer, recordEvents } from '../../../src/traffic/replay/recorded-streams.js'
import { assembleStream } from '../../../src/translate/exchange/decode-exchange.js'
import type { Frames } from '../protocol.js'

/** Milliseconds between the pieces of a stream without recorded times. */
const MADE_UP_PACE = 40

/** A stream in its original pieces. */
export class Playback {
  readonly #adapter: Adapter
  readonly #chunks: readonly RecordedChunk[]

  constructor({ adapter, stream }: ResolvedRecord, recorded: readonly RecordedChunk[] | undefined) {
    this.#adapter = adapter
    this.#chunks = hasTimes(recorded) ? recorded : piecesOf(stream, adapter)
  }

  get frames(): Frames {
    const times = this.#chunks.map(({ at }) => at)
    const isRecorded = times.some((time) => time > 0)
    const [first = 0] = times
    const at = isRecorded
      ? times.map((time) => time - first)
      : times.map((_time, index) => index * MADE_UP_PACE)
    return { at, isRecorded }
  }

  /** Returns the answer after this number of pieces. */
  answerAt(count: number): { readonly answer: ModelResponse; readonly isOver: boolean } {
    const { codecs } = this.#adapter
    const chunks = this.#chunks
      .slice(0, count)
      .map((chunk) => ('text' in chunk ? chunk.text : chunkBytes(chunk)))
    const answer = assembleStream(chunks, codecs, createContext(codecs.id))
    return { answer, isOver: count >= this.#chunks.length }
  }
}

/** Returns true for chunks with useful times. A recording with the stream in one piece has none. */
function hasTimes(recorded: readonly RecordedChunk[] | undefined): recorded is readonly RecordedChunk[] {
  return recorded !== undefined && recorded.length > 1 && recorded.some(({ at }) => at > 0)
}

function piecesOf(stream: ResolvedRecord['stream'], adapter: Adapter): readonly RecordedChunk[] {
  if (stream === undefined) return []
  const { value } = stream
  const body =
    typeof value === 'string'
      ? recordAnswer(new TextEncoder().encode(value), textTypeOf(value))
      : value instanceof Uint8Array
        ? recordAnswer(value, adapter.codecs.stream.framing.contentType)
        : recordEvents(value, adapter)
  return body !== undefined && 'chunks' in body ? body.chunks : []
}

/** Returns the content type of a text stream: events or lines. */
function textTypeOf(text: string): string {
  return /^\s*\{/.test(text) ? 'application/x-ndjson' : 'text/event-stream'
}
