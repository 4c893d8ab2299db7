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
  const frames = framing === 'sse' ? createEventReader() : linesAsFrames
  const split = createLineSplitter(framing === 'sse')
  return {
    push: (chunk) =>
      frames(split(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))),
    finish: () => frames(split(`${decoder.decode()}\n\n`)),
  }
}

/** @param hasReturns whether a carriage return ends a line, too, alone or before a line feed. */
function createLineSplitter(hasReturns: boolean): (text: string) => readonly string[] {
  let pending: string[] = []
  let afterReturn = false
  const withoutReturns = (text: string) => {
    const rest = afterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') afterReturn = text.endsWith('\r')
    return rest.replace(/\r\n?/g, '\n')
  }
  return (chunk) => {
    const text = hasReturns && (afterReturn || chunk.includes('\r')) ? withoutReturns(chunk) : chunk
    const end = text.lastIndexOf('\n')
    if (end === -1) {
      if (text !== '') pending.push(text)
      return []
    }
    const complete = pending.join('') + text.slice(0, end)
    pending = end + 1 < text.length ? [text.slice(end + 1)] : []
    return complete.split('\n')
  }
}

function linesAsFrames(lines: readonly string[]): readonly Frame[] {
  return lines.filter((line) => line.trim() !== '').map((data) => ({ data }))
}

/**
 * Server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation:
 * fields up to an empty line are one event. Comments, ids and retry times mean nothing here.
 */
function createEventReader(): (lines: readonly string[]) => readonly Frame[] {
  let event: string | undefined
  let data: string | undefined
  return (lines) => {
    const frames: Frame[] = []
    for (const line of lines) {
      if (line === '') {
        if (data !== undefined) frames.push({ event, data })
        event = undefined
        data = undefined
      } else if (isField(line, 'data')) {
        const value = fieldValue(line)
        data = data === undefined ? value : `${data}\n${value}`
      } else if (isField(line, 'event')) event = fieldValue(line) || undefined
    }
    return frames
  }
}

function isField(line: string, name: string): boolean {
  return line.startsWith(name) && (line.length === name.length || line[name.length] === ':')
}

function fieldValue(line: string): string {
  const start = line.indexOf(':') + 1
  if (start === 0) return ''
  return line.slice(line[start] === ' ' ? start + 1 : start)
}
