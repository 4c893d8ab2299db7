import { readFileSync } from 'node:fs'
import type { JsonValue } from '../../base/json/json-types.js'
import { pointerTokens } from '../../base/json/pointer.js'
import { jsonSpans, spanPath, type TextSpan } from '../../base/json/spans.js'
import type { RecordPosition } from '../../traffic/input/input-record.js'
import { lineAndColumn } from '../../traffic/input/json-position.js'

/** The text that contains a request. */
export interface SourceText {
  readonly text: string
  /** The line of the file in which the text begins, from 1. Undefined if the text is not from a file. */
  readonly firstLine: number | undefined
  /** The path of the request in the text. */
  readonly path: string
}

/** The position of a value in a text: lines and columns from 1, in UTF-16 units as in editors. */
export interface TextPosition {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/**
 * Returns the text that a record was read from: the file, or the line of a file with one record a line. The
 * text is generated if the source is an item inside another document (of a HAR), or standard input.
 */
export function sourceOf(place: RecordPosition, path: string, request: JsonValue): SourceText {
  const made = { text: JSON.stringify(request, null, 2), firstLine: undefined, path: '' }
  if (place.file === undefined || place.item !== undefined) return made
  const whole = readFileSync(place.file, 'utf8')
  const { line } = place
  const text = line === undefined ? whole : (whole.split('\n')[line - 1] ?? '')
  const source = { text, firstLine: line ?? 1, path }
  return path === '' || placeIn(source, '') !== undefined ? source : made
}

/** Returns the position of a value of the request, or of its nearest existing parent. */
export function placeIn({ text, path }: SourceText, pointer: string): TextPosition | undefined {
  const wanted = pointerTokens(`${path}${pointer}`)
  let best: TextSpan | undefined
  let depth = -1
  for (const span of jsonSpans(text)) {
    const found = spanPath(span) ?? []
    if (
      found.length > depth &&
      found.length <= wanted.length &&
      found.every((token, at) => token === wanted[at])
    ) {
      best = span
      depth = found.length
    }
  }
  return best && depth >= pointerTokens(path).length ? placeOf(text, best) : undefined
}

function placeOf(text: string, { start, end }: TextSpan): TextPosition {
  const [line, column] = lineAndColumn(text, start)
  const [endLine, endColumn] = lineAndColumn(text, end)
  return { line, column, endLine, endColumn }
}
