import { createParser, type EventSourceParser } from 'eventsource-parser'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { NativeFrame } from '../../base/model/events.js'

/** One frame: the unparsed text of one event. */
export interface Frame {
  /** The event's name, if the format has names. */
  readonly event?: string | undefined
  /** The text of the event. */
  readonly data: string
  /** True for a complete body in place of a stream: JSON or a page. */
  readonly isWhole?: true
}

/** Splits a byte or text stream into frames. Runs in linear time for any chunk boundaries. */
export interface Framer {
  /**
   * Returns the frames that a chunk completes.
   * @throws AdapterError('frame-too-long') when a frame exceeds the limit.
   */
  push(chunk: Uint8Array | string): readonly Frame[]
  /** Flushes a last frame without a closing line break. */
  finish(): readonly Frame[]
}

/** Separates the events of a stream that arrives over the network. */
export interface FrameReading {
  /**
   * Creates a framer for one stream.
   * @param maxFrameLength maximum length of one frame, in characters (or bytes, for binary frames). Default:
   * 64 Mi.
   */
  createFramer(maxFrameLength?: number): Framer
}

/**
 * Separates and encodes the events of a stream. Separate from `FrameReading`, so that a program that only
 * reads bundles only the reader.
 */
export interface Framing extends FrameReading {
  /** The media type of the stream. */
  readonly contentType: string
  /** Encodes one frame for the network. A bare word (`[DONE]`) is written unchanged. */
  write(frame: NativeFrame<JsonValue>): string | Uint8Array
  /** Returns the text after the last frame of a completed answer. Default: none. */
  end?(): string
}

/** The bare word after the last event of a stream. Servers and gateways of every wire send it. */
export const DONE = '[DONE]'

/** A server-sent event without data, which keeps a connection open. */
export const COMMENT = ': keep-alive\n\n'

const MAX_FRAME_LENGTH = 64 * 1024 * 1024
/**
 * Matches the first character of a JSON container or a page. No line of an event stream begins with one of
 * these characters.
 */
const WHOLE = /^[[{<]/
/** Matches the beginning of a line of an event stream. JSON never begins like this. */
const EVENT_LINE = /^(?:event|data|id|retry)?:/
/** Maximum number of characters of a text in place of a stream. */
const MAX_HEAD = 65_536
const LONGEST_FIELD = 'event:'.length

/** Reads server-sent events. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const sseReading: FrameReading = {
  createFramer(maxFrameLength = MAX_FRAME_LENGTH) {
    /** True for an event stream. Undefined while only white space has arrived. */
    let isEvents: boolean | undefined
    let waiting = ''
    let frames: Frame[] = []
    /** The text before the first event. A body that is plain text in place of a stream has no event. */
    let head: string | undefined = ''
    const decoder = createChunkDecoder()
    /** Created for event streams only. */
    let parser: EventSourceParser | undefined
    const feed = (text: string) => {
      if (isEvents === undefined && text.trim() !== '') isEvents = !WHOLE.test(text.trimStart())
      const events = waiting + text
      waiting = isEvents ? '' : events
      if (isEvents) {
        parser ??= eventParser((frame) => frames.push(frame), maxFrameLength)
        parser.feed(events)
      } else if (events.length > maxFrameLength) throw frameTooLong(maxFrameLength)
      const taken = frames
      frames = []
      if (head !== undefined) head = taken.length > 0 || head.length > MAX_HEAD ? undefined : head + text
      return taken
    }
    return {
      push: (chunk) => feed(typeof chunk === 'string' ? chunk : decoder.push(chunk)),
      finish() {
        const taken = feed(`${decoder.finish()}\n\n`)
        if (isEvents && isPlainText(head)) return [{ data: head.trim(), isWhole: true }]
        if (isEvents !== false) return taken
        return isJsonLines(waiting) ? lines(waiting) : [{ data: waiting.trim(), isWhole: true }]
      },
    }
  },
}

function eventParser(onEvent: (frame: Frame) => void, maxBufferSize: number): EventSourceParser {
  return createParser({
    maxBufferSize,
    onEvent,
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw frameTooLong(maxBufferSize)
    },
  })
}

/** Server-sent events, decoding and encoding. */
export const sse: Framing = {
  contentType: 'text/event-stream',
  createFramer: (maxFrameLength) => sseReading.createFramer(maxFrameLength),
  write({ event, data }) {
    const text = textOf(data)
    return event === undefined ? `data: ${text}\n\n` : `event: ${event}\ndata: ${text}\n\n`
  },
}

/**
 * Reads one JSON text per line. A JSON text over several lines is a complete body instead of a stream.
 * Server-sent events are recognized and read, so that their content can be reported.
 * https://github.com/ndjson/ndjson-spec
 */
export const ndjsonReading: FrameReading = {
  createFramer(maxFrameLength = MAX_FRAME_LENGTH) {
    const decoder = createChunkDecoder()
    let pending: string[] = []
    let pendingLength = 0
    /** True for JSON lines. Undefined until the first non-blank line has arrived. */
    let isLines: boolean | undefined
    /** True for server-sent events. Undefined until enough text has arrived to decide. */
    let isEvents: boolean | undefined
    let events: Framer | undefined
    /** The text after leading white space, until it is long enough to decide. */
    let begun = ''
    const feed = (text: string): Frame[] => {
      const end = isLines === false ? -1 : text.lastIndexOf('\n')
      const complete = end === -1 ? '' : pending.join('') + text.slice(0, end)
      if (isLines === undefined && complete.trim() !== '') isLines = !isOverLines(complete)
      const rest = isLines === false ? text : text.slice(end + 1)
      if (end !== -1 && isLines !== false) [pending, pendingLength] = [[], 0]
      pending.push(rest)
      pendingLength += rest.length
      if (pendingLength > maxFrameLength) throw frameTooLong(maxFrameLength)
      return isLines === false ? [] : lines(complete)
    }
    const push = (text: string): readonly Frame[] => {
      if (isEvents === undefined) {
        begun = begun === '' ? text.trimStart() : begun + text
        isEvents = beginsEvents(begun)
        if (isEvents) {
          events = sseReading.createFramer(maxFrameLength)
          return events.push(pending.join('') + text)
        }
      }
      return events?.push(text) ?? feed(text)
    }
    return {
      push: (chunk) => push(typeof chunk === 'string' ? chunk : decoder.push(chunk)),
      finish() {
        if (events !== undefined) return [...events.push(decoder.finish()), ...events.finish()]
        const taken = feed(`${decoder.finish()}${isLines === false ? '' : '\n'}`)
        return isLines === false ? [{ data: pending.join('').trim(), isWhole: true }] : taken
      },
    }
  },
}

/** One JSON text per line, decoding and encoding. */
export const ndjson: Framing = {
  contentType: 'application/x-ndjson',
  createFramer: (maxFrameLength) => ndjsonReading.createFramer(maxFrameLength),
  write: ({ data }) => `${textOf(data)}\n`,
}

/**
 * Reads the complete input as one frame, regardless of the framing: the body of an error may have any form.
 */
export function createWholeFramer(): Framer {
  const decoder = createChunkDecoder()
  let text = ''
  return {
    push(chunk) {
      text += typeof chunk === 'string' ? chunk : decoder.push(chunk)
      return []
    },
    finish: () => [{ data: (text + decoder.finish()).trim(), isWhole: true }],
  }
}

/** Creates the error for a frame beyond the limit. */
export function frameTooLong(limit: number): AdapterError {
  const message = `an event of the stream is longer than ${limit}; check that it is an event stream`
  return new AdapterError('frame-too-long', '', message)
}

/**
 * Returns true if the first line is only the beginning of a JSON value or a page, which continues on the next
 * lines.
 */
function isOverLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  return WHOLE.test(first) && !/[\]}]$/.test(first.trimEnd())
}

/**
 * Returns true if the text begins like server-sent events; undefined until enough text has arrived to decide.
 */
function beginsEvents(text: string): boolean | undefined {
  if (EVENT_LINE.test(text)) return true
  return text === '' || (text.length < LONGEST_FIELD && /^[a-z]/.test(text)) ? undefined : false
}

/** Returns true for plain text in place of a stream. */
function isPlainText(head: string | undefined): head is string {
  return head !== undefined && head.trim() !== '' && !EVENT_LINE.test(head.trimStart())
}

/**
 * Returns true if input that begins as JSON is a stream of the other framing: its first line is a value, and
 * another line follows.
 */
function isJsonLines(text: string): boolean {
  const [first = '', ...rest] = text.trim().split('\n', 2)
  return rest.length > 0 && tryParseJson(first) !== undefined
}

/**
 * Splits a text into lines. `split` is not used: for short lines, creating the list of all lines would take
 * as long as parsing them.
 */
function lines(text: string): Frame[] {
  const frames: Frame[] = []
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const data = text.slice(start, end)
    if (/\S/.test(data)) frames.push({ data })
    start = end + 1
  }
  return frames
}

/**
 * Encodes the data of a frame.
 * @throws AdapterError when the data is nested too deeply to be written.
 */
function textOf(data: JsonValue): string {
  const text = typeof data === 'string' ? data : stringifyJson(data)
  return text.replaceAll(LINE_ENDS, escaped)
}

/**
 * Matches characters that JSON allows unescaped but some clients treat as line ends: `.` does not match them
 * in JavaScript (`@google/generative-ai`), and `str.splitlines` of Python splits there (httpx).
 */
const LINE_ENDS = /[\u0085\u2028\u2029]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Decodes the bytes of a stream to text, chunk by chunk, as `TextDecoder` does with `{ stream: true }`. */
interface ChunkDecoder {
  /** Returns the text of all complete characters so far. The chunk is not kept. */
  push(chunk: Uint8Array): string
  /** Ends the input; call it once. Returns the text of an incomplete last character. */
  finish(): string
}

const NO_BYTES = /* @__PURE__ */ new Uint8Array(0)
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Creates a decoder of UTF-8 chunks. The `stream` flag disables the fast path of TextDecoder in Node, and makes every character use two bytes
 * (https://github.com/nodejs/node/pull/61549). So each chunk is decoded separately, and an incomplete
 * character at its end is kept for the next chunk.
 */
export function createChunkDecoder(): ChunkDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let waiting: Uint8Array = NO_BYTES
  let isStart = true
  const decode = (bytes: Uint8Array): string => {
    const text = decoder.decode(bytes)
    if (!isStart || text === '') return text
    isStart = false
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  }
  return {
    push(chunk) {
      const bytes = waiting.length === 0 ? chunk : joined(waiting, chunk)
      const end = wholeCharacters(bytes)
      // Copies the bytes, since readers may reuse the memory of a chunk. `slice` of a Buffer would not copy.
      waiting = end === bytes.length ? NO_BYTES : new Uint8Array(bytes.subarray(end))
      return decode(bytes.subarray(0, end))
    },
    finish: () => decode(waiting),
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/**
 * Returns the start of the last character if some of its bytes are missing, otherwise the end: at most three
 * bytes are split off. The first byte of a character is a safe position to split, even in text that is not
 * UTF-8.
 */
function wholeCharacters(bytes: Uint8Array): number {
  for (let count = 1; count <= 3; count += 1) {
    // The number of leading ones in the first byte of a character is its number of bytes; further bytes have
    // one leading one.
    const ones = Math.clz32(~(bytes.at(-count) ?? 0) << 24)
    if (ones !== 1) return bytes.length - (count < ones ? count : 0)
  }
  return bytes.length
}
