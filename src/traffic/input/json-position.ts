import { createPartialJson } from '../../base/json/partial-json.js'

/** Number of characters that are parsed at once until one of them is wrong. */
const PIECE = 4096

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
  return lineAndColumn(text, behind.failed === undefined ? text.length : end - 1)
}

/** The position of a character, each counted from 1. */
export type LineAndColumn = readonly [line: number, column: number]

/** Returns the position of an offset in a text, in UTF-16 units as in editors. */
export function lineAndColumn(text: string, offset: number): LineAndColumn {
  const before = text.slice(0, offset)
  return [before.split('\n').length, offset - before.lastIndexOf('\n')]
}
