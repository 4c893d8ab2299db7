const NEWLINE = 10
const RETURN = 13
const COLON = 58

/** The position in an event stream: at the start of a line, in a comment, or in a field. */
type Position = 'start' | 'comment' | 'field'

/**
 * Creates a function that returns true for a chunk with a field of an event stream. Comments (`: ping`) and
 * blank lines are not fields: servers send them to keep a connection open, even while the model does not
 * answer. https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createFieldDetector(): (chunk: Uint8Array) => boolean {
  let position: Position = 'start'
  return (chunk) => {
    for (const byte of chunk) {
      if (isLineEnd(byte)) position = 'start'
      else if (position === 'start') position = byte === COLON ? 'comment' : 'field'
      if (position === 'field') {
        position = positionAfter(chunk)
        return true
      }
    }
    return false
  }
}

/** Returns the position after a chunk that contains a field. */
function positionAfter(chunk: Uint8Array): Position {
  const last = Math.max(chunk.lastIndexOf(NEWLINE), chunk.lastIndexOf(RETURN))
  const first = chunk[last + 1]
  if (first === undefined) return 'start'
  return last >= 0 && first === COLON ? 'comment' : 'field'
}

function isLineEnd(byte: number): boolean {
  return byte === NEWLINE || byte === RETURN
}
