import { createPartialJson } from '../../base/json/partial-json.js'

/** Number of characters that are parsed at once until one of them is wrong. */
const PIECE = 4096

/** The position of a character, each counted from 1. */
export interface LineAndColumn {
  readonly line: number
  readonly column: number
}

/** Returns the position of the first character that makes a text invalid JSON, or of the end of the text. */
export function jsonErrorPosition(text: string): LineAndColumn {
  const parser = createPartialJson()
  const behind = createPartialJson()
  let start = 0
  for (; start < text.length; start += PIECE) {
    parser.push(text.slice(start, start + PIECE))
    if (parser.failed !== undefined) break
    behind.push(text.slice(start, start + PIECE))
  }
  let end = start
  while (end < text.length && behind.failed === undefined) {
    behind.push(text.charAt(end))
    end += 1
  }
  return positionAt(text, behind.failed === undefined ? text.length : end - 1)
}

function positionAt(text: string, index: number): LineAndColumn {
  const lines = text.slice(0, index).split(/\r\n|\r|\n/)
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
