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

/** Takes chunks and gives the lines that are whole by then, as one text. A line ends in LF or CR LF; a lone CR becomes LF. */
function createLineGate(): (chunk: string) => string {
  let pending: string[] = []
  let lastReturn = ''
  return (chunk) => {
    let text = lastReturn + chunk
    // What a CR at the end of a chunk is, only the next chunk tells.
    lastReturn = text.endsWith('\r') ? '\r' : ''
    if (lastReturn !== '') text = text.slice(0, -1)
    if (hasLoneReturn(text)) text = text.replace(/\r(?!\n)/g, '\n')
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

/** By search, since a regular expression looks at each character of a text that nearly never has one. */
function hasLoneReturn(text: string): boolean {
  let place = text.indexOf('\r')
  while (place !== -1 && text.charCodeAt(place + 1) === LINE_FEED) place = text.indexOf('\r', place + 1)
  return place !== -1
}

const LINE_FEED = 0x0a
const RETURN = 0x0d
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
    for (let start = 0, next = 0; start < lines.length; start = next) {
      next = lines.indexOf('\n', start) + 1
      const end = lines.charCodeAt(next - 2) === RETURN ? next - 2 : next - 1
      if (lines.startsWith('data:', start)) {
        const value = fieldValue(lines, start + 5, end)
        data = data === undefined ? value : `${data}\n${value}`
        // Most often the blank line is next: looked at here it costs no search.
        if (lines.charCodeAt(next) !== LINE_FEED) continue
        next += 1
      } else if (start < end) {
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
