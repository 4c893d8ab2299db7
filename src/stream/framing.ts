import { createParser } from 'eventsource-parser'
import type { JsonValue } from '../json/types.js'
import type { NativeFrame } from './events.js'

export type Framing = 'sse' | 'ndjson'

/** One frame: the text of one event, still to be parsed. */
export interface Frame {
  readonly event?: string
  readonly data: string
  /** True when it is no event but all there is: JSON or a page in place of a stream. */
  readonly isWhole?: true
}

/** Splits a byte or text stream into frames. Linear in the input, however it is cut into chunks. */
export interface Framer {
  push(chunk: Uint8Array | string): readonly Frame[]
  /** Flushes what came without its closing line break. */
  finish(): readonly Frame[]
}

/** @param isWhole whether all of it is one frame, as the body of an error is. */
export function createFramer(framing: Framing, isWhole = false): Framer {
  return framing === 'sse' || isWhole ? createSseFramer(isWhole) : createLineFramer()
}

/** With one of these no line of an event stream begins, but every JSON value that is a container, and every page. */
const WHOLE = /^[[{<]/

function createSseFramer(isWhole: boolean): Framer {
  /** Unknown as long as nothing but blanks came. */
  let isEvents = isWhole ? false : undefined
  let waiting = ''
  let frames: Frame[] = []
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: (frame) => frames.push(frame) })
  const take = () => {
    const taken = frames
    frames = []
    return taken
  }
  const feed = (text: string) => {
    if (isEvents === undefined && text.trim() !== '') isEvents = !WHOLE.test(text.trimStart())
    if (isEvents !== true) waiting += text
    else {
      parser.feed(waiting + text)
      waiting = ''
    }
  }
  return {
    push(chunk) {
      feed(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
      return take()
    },
    finish() {
      feed(`${decoder.decode()}\n\n`)
      return isEvents === false ? [{ data: waiting.trim(), isWhole: true }] : take()
    },
  }
}

/** One frame per non-empty line. */
function createLineFramer(): Framer {
  const decoder = new TextDecoder()
  let pending: string[] = []
  const split = (text: string): Frame[] => {
    const end = text.lastIndexOf('\n')
    if (end === -1) {
      if (text !== '') pending.push(text)
      return []
    }
    const complete = pending.join('') + text.slice(0, end)
    pending = end + 1 < text.length ? [text.slice(end + 1)] : []
    return lines(complete)
  }
  return {
    push: (chunk) => split(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })),
    finish: () => split(`${decoder.decode()}\n`),
  }
}

function lines(text: string): Frame[] {
  return text
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
