import { createParser } from 'eventsource-parser'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { stringifyJson } from '../../base/json/write-json.js'
import type { NativeFrame } from '../../base/model/events.js'
import { createChunkDecoder } from './chunk-decoder.js'

/** One frame: the text of one event, still to be parsed. */
export interface Frame {
  /** Its name, where the format has names. */
  readonly event?: string | undefined
  /** The text of the event. */
  readonly data: string
  /** True when it is no event but all there is: JSON or a page in place of a stream. */
  readonly isWhole?: true
}

/** Splits a byte or text stream into frames. Linear in the input, however it is cut into chunks. */
export interface Framer {
  /**
   * The frames that a chunk ends.
   * @throws AdapterError('frame-too-long') when a frame outgrows the bound.
   */
  push(chunk: Uint8Array | string): readonly Frame[]
  /** Flushes what came without its closing line break. */
  finish(): readonly Frame[]
}

/** How the events of a stream are told apart as they come over the network. */
export interface FrameReading {
  /**
   * A new one for each stream.
   * @param maxFrameLength characters (or bytes, where frames are bytes) that one frame may have. Default: 64 Mi.
   */
  createFramer(maxFrameLength?: number): Framer
}

/** The same, and how such a stream is written; apart, because a program that only reads bundles only that. */
export interface Framing extends FrameReading {
  /** The media type of such a stream. */
  readonly contentType: string
  /** One frame as it goes over the wire. A bare word (`[DONE]`) is written as it is. */
  write(frame: NativeFrame<JsonValue>): string | Uint8Array
  /** What stands after the last frame of an answer that ended. Default: nothing. */
  end?(): string
}

/** The bare word after the last event of a stream. Servers and gateways of every wire send it. */
export const DONE = '[DONE]'

const MAX_FRAME_LENGTH = 64 * 1024 * 1024
/** With one of these no line of an event stream begins, but every JSON value that is a container, and every page. */
const WHOLE = /^[[{<]/
/** As the lines of an event stream begin, and no JSON. */
const EVENT_LINE = /^(?:event|data|id|retry)?:/
/** Characters of a text in place of a stream. Longer ones are none. */
const MAX_HEAD = 65_536
const LONGEST_FIELD = 'event:'.length

/** Reads server-sent events. https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const sseReading: FrameReading = {
  createFramer(maxFrameLength = MAX_FRAME_LENGTH) {
    /** Unknown as long as nothing but blanks came. */
    let isEvents: boolean | undefined
    let waiting = ''
    let frames: Frame[] = []
    /** The text before the first event. A text in place of a stream has no event. */
    let head: string | undefined = ''
    const decoder = createChunkDecoder()
    const parser = createParser({
      maxBufferSize: maxFrameLength,
      onEvent: (frame) => frames.push(frame),
      onError({ type }) {
        if (type === 'max-buffer-size-exceeded') throw frameTooLong(maxFrameLength)
      },
    })
    const feed = (text: string) => {
      if (isEvents === undefined && text.trim() !== '') isEvents = !WHOLE.test(text.trimStart())
      const events = waiting + text
      waiting = isEvents ? '' : events
      if (isEvents) parser.feed(events)
      else if (events.length > maxFrameLength) throw frameTooLong(maxFrameLength)
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

/** Server-sent events, both ways. */
export const sse: Framing = {
  contentType: 'text/event-stream',
  createFramer: (maxFrameLength) => sseReading.createFramer(maxFrameLength),
  write({ event, data }) {
    const text = textOf(data)
    return event === undefined ? `data: ${text}\n\n` : `event: ${event}\ndata: ${text}\n\n`
  },
}

/**
 * Reads one JSON text per line. One that goes on over several lines is no stream, but all there is, and server-sent events
 * are read as such, so that what they say can be told. https://github.com/ndjson/ndjson-spec
 */
export const ndjsonReading: FrameReading = {
  createFramer(maxFrameLength = MAX_FRAME_LENGTH) {
    const decoder = createChunkDecoder()
    let pending: string[] = []
    let pendingLength = 0
    /** Unknown as long as no line came that says something. */
    let isLines: boolean | undefined
    /** Unknown as long as too little came to tell. */
    let isEvents: boolean | undefined
    let events: Framer | undefined
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
        const begun = pending.join('') + text
        isEvents = beginsEvents(begun.trimStart())
        if (isEvents) {
          events = sseReading.createFramer(maxFrameLength)
          return events.push(begun)
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

/** One JSON text per line, both ways. */
export const ndjson: Framing = {
  contentType: 'application/x-ndjson',
  createFramer: (maxFrameLength) => ndjsonReading.createFramer(maxFrameLength),
  write: ({ data }) => `${textOf(data)}\n`,
}

/** Takes all there is for one frame, whatever the framing: the body of an error may be anything. */
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

/** What is thrown for a frame beyond the bound. */
export function frameTooLong(limit: number): AdapterError {
  const message = `an event of the stream is longer than ${limit}; check that it is an event stream`
  return new AdapterError('frame-too-long', '', message)
}

/** Whether the first line only begins a JSON value, or a page. */
function isOverLines(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  return WHOLE.test(first) && !/[\]}]$/.test(first.trimEnd())
}

/** Undefined as long as too little came to tell. */
function beginsEvents(text: string): boolean | undefined {
  if (EVENT_LINE.test(text)) return true
  return text === '' || (text.length < LONGEST_FIELD && /^[a-z]/.test(text)) ? undefined : false
}

/** Tests for a text in place of a stream. */
function isPlainText(head: string | undefined): head is string {
  return head !== undefined && head.trim() !== '' && !EVENT_LINE.test(head.trimStart())
}

/** Whether what begins as JSON is a stream of the other framing: its first line is a value, and another follows. */
function isJsonLines(text: string): boolean {
  const [first = '', ...rest] = text.trim().split('\n', 2)
  return rest.length > 0 && tryParseJson(first) !== undefined
}

/** By hand: lists of all lines on the way take as long as parsing short ones. */
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

/** @throws AdapterError when the data are nested too deeply to be written. */
function textOf(data: JsonValue): string {
  const text = typeof data === 'string' ? data : stringifyJson(data)
  return text.replaceAll(LINE_ENDS, escaped)
}

/**
 * JSON has these as they are, but some clients take them for ends of lines: `.` does not match them in JavaScript
 * (`@google/generative-ai`), and `str.splitlines` of Python cuts there (httpx).
 */
const LINE_ENDS = /[\u0085\u2028\u2029]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
