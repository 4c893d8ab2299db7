import type { JsonValue } from '../json/types.js'
import type { NativeFrame } from './events.js'

export type Framing = 'sse' | 'ndjson'

/** One frame: the text of one event, still to be parsed. */
export interface Frame {
  readonly event?: string
  readonly data: string
}

/** Splits a byte or text stream into frames. Linear in the input, however it is cut into chunks. */
export interface Framer {
  push(chunk: Uint8Array | string): readonly Frame[]
  /** Flushes what came without its closing line break. */
  finish(): readonly Frame[]
}

export function createFramer(framing: Framing): Framer {
  const decoder = new TextDecoder()
  const wholeLines = createLineGate()
  const readLines = framing === 'sse' ? createEventLinesReader() : readJsonLines
  return {
    push: (chunk) =>
      readLines(wholeLines(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))),
    finish: () => readLines(wholeLines(`${decoder.decode()}\n\n`)),
  }
}

/** Takes chunks and gives the lines that are whole by then, as one text. A line may end in LF, CR LF or CR; then in LF. */
function createLineGate(): (chunk: string) => string {
  let pending: string[] = []
  let endedInReturn = false
  return (chunk) => {
    // The second half of a line end whose first half was the end of the chunk before.
    const rest = endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    if (chunk !== '') endedInReturn = chunk.endsWith('\r')
    const text = rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest
    // The first look is far faster than `lastIndexOf` when there is none, as in a large event that comes in many chunks.
    const end = text.includes('\n') ? text.lastIndexOf('\n') + 1 : 0
    let lines = text.slice(0, end)
    if (end > 0 && pending.length > 0) {
      lines = [...pending, lines].join('')
      pending = []
    }
    if (end < text.length) pending.push(text.slice(end))
    return lines
  }
}

const LINE_FEED = 0x0a
const SPACE = 0x20

/**
 * Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * Comments, ids and retry times say nothing about an answer. This is by hand because it is part of every bundle, where
 * `eventsource-parser` takes 1.1 of 10 KB; a test compares the two on random streams.
 */
function createEventLinesReader(): (lines: string) => Frame[] {
  let event: string | undefined
  let data: string | undefined
  return (lines) => {
    const frames: Frame[] = []
    for (let start = 0, end = 0; start < lines.length; start = end + 1) {
      end = lines.indexOf('\n', start)
      if (lines.startsWith('data:', start)) {
        const value = fieldValue(lines, start + 5, end)
        data = data === undefined ? value : `${data}\n${value}`
        // Most often the blank line is next: looked at here it costs no search.
        if (lines.charCodeAt(end + 1) !== LINE_FEED) continue
        end += 1
      } else if (start !== end) {
        if (lines.startsWith('event:', start)) event = fieldValue(lines, start + 6, end) || undefined
        continue
      }
      if (data !== undefined) frames.push({ event, data })
      event = undefined
      data = undefined
    }
    return frames
  }
}

/** One space after the colon does not count. */
function fieldValue(lines: string, start: number, end: number): string {
  return lines.slice(lines.charCodeAt(start) === SPACE ? start + 1 : start, end)
}

/** One frame per line that is not blank. */
function readJsonLines(lines: string): Frame[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((data) => ({ data }))
}

/** One frame as it goes over the wire. A bare word (`[DONE]`) is written as it is. */
export function writeFrame(framing: Framing, { event, data }: NativeFrame<JsonValue>): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  if (framing === 'ndjson') return `${text}\n`
  return event === undefined ? `data: ${text}\n\n` : `event: ${event}\ndata: ${text}\n\n`
}
