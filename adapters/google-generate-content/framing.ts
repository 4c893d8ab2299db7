import { stringifyJson } from '../../src/base/json/write-json.js'
import {
  createChunkDecoder,
  type Frame,
  type FrameReading,
  type Framer,
  type Framing,
  frameTooLong,
  sse,
  sseReading,
} from '../../src/codec/stream/framing.js'

/** Reads server-sent events, or, if the URL has no `alt=sse`, one JSON list, element by element. */
export const reading: FrameReading = {
  createFramer(maxFrameLength) {
    const decoder = createChunkDecoder()
    let framer: Framer | undefined
    let waiting = ''
    const feed = (text: string) => {
      waiting += text
      if (framer === undefined && text.trim() === '') return []
      framer ??= (isList(waiting) ? createListFramer : sseReading.createFramer)(maxFrameLength)
      const taken = waiting
      waiting = ''
      return framer.push(taken)
    }
    return {
      push: (chunk) => feed(typeof chunk === 'string' ? chunk : decoder.push(chunk)),
      finish: () => [...feed(decoder.finish()), ...(framer?.finish() ?? [])],
    }
  },
}

/** Reads both forms; writes server-sent events. */
export const framing: Framing = {
  contentType: 'text/event-stream',
  createFramer: (maxFrameLength) => reading.createFramer(maxFrameLength),
  write: (frame) => sse.write(frame),
}

/**
 * Writes one answer as a JSON list, as servers do if the URL has no `alt=sse`.
 * https://cloud.google.com/apis/docs/system-parameters
 */
export function listFraming(): Framing {
  let isBegun = false
  const open = (text: string) => {
    const before = isBegun ? '' : '['
    isBegun = true
    return before + text
  }
  return {
    contentType: 'application/json; charset=UTF-8',
    createFramer: reading.createFramer,
    write({ data }) {
      const text = typeof data === 'string' ? data : stringifyJson(data)
      return isBegun ? `\n,\r\n${text}` : open(text)
    },
    end: () => open('\n]\n'),
  }
}

function isList(text: string): boolean {
  return text.trimStart().startsWith('[')
}

/** Emits each element of a JSON list as soon as it is complete. */
function createListFramer(maxFrameLength = Number.POSITIVE_INFINITY): Framer {
  let depth = 0
  let isQuoted = false
  let isEscaped = false
  let pending: string[] = []
  let pendingLength = 0
  const take = (text: string): Frame[] => {
    const data = (pending.join('') + text).trim()
    pending = []
    pendingLength = 0
    return data === '' ? [] : [{ data }]
  }
  const push = (text: string): Frame[] => {
    const frames: Frame[] = []
    let start = 0
    const end = (index: number, next: number) => {
      frames.push(...take(text.slice(start, index)))
      start = next
    }
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index]
      if (isEscaped) isEscaped = false
      else if (character === '"') isQuoted = !isQuoted
      else if (isQuoted) isEscaped = character === '\\'
      else if (character === '{' || character === '[') {
        depth += 1
        if (depth === 1) start = index + 1
      } else if (character === '}' || character === ']') {
        depth -= 1
        if (depth === 1) end(index + 1, index + 1)
        else if (depth === 0) end(index, index + 1)
      } else if (character === ',' && depth === 1) end(index, index + 1)
    }
    const rest = text.slice(start)
    pending.push(rest)
    pendingLength += rest.length
    if (pendingLength > maxFrameLength) throw frameTooLong(maxFrameLength)
    return frames
  }
  return { push: (chunk) => push(String(chunk)), finish: () => take('') }
}
