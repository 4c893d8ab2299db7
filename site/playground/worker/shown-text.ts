import type { ShownText } from '../protocol.js'

/** Returns a text with the offsets of its lines. */
export function shownText(text: string): ShownText {
  const starts = [0]
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return { text, lines: Uint32Array.from(starts) }
}
