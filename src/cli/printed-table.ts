import stringWidth from 'string-width'
import type { Paint } from './paint.js'
import { fitted, wrapped } from './printed-text.js'

export interface Style {
  readonly paint: Paint
  /** Width of the terminal in columns. */
  readonly width: number
}

export interface Cell {
  readonly text: string
  paint?(text: string): string
}

/** Handling of a last column that is too long: truncated to the line, or wrapped in separate lines. */
export type LastColumn = 'cut' | 'wrap'

const INDENT = 2
const GAP = 2
/** Indentation of lines that belong to the row above. */
const DEEPER = 4
/** A last column narrower than this is printed below its row. */
const LEAST_BESIDE = 24

/**
 * Prints a table of rows under dim headings without borders, with two spaces between columns and no line
 * wider than the terminal. Without rows, the result is empty.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: Style,
  lastColumn: LastColumn = 'cut',
): string[] {
  if (rows.length === 0) return []
  const { paint, width } = style
  const titles = head.map((text): Cell => ({ text, paint: paint.dim }))
  const widths = head.map((title, column) =>
    Math.max(stringWidth(title), ...rows.map((row) => stringWidth(row[column]?.text ?? ''))),
  )
  const first = widths.slice(0, -1)
  const rest = width - INDENT - sum(first) - GAP * first.length
  const last = widths.at(-1) ?? 0
  if (last <= rest || (lastColumn === 'cut' && rest >= LEAST_BESIDE))
    return [titles, ...rows].map((row) => line(row, [...first, Math.min(last, rest)]))
  const narrowed = shrunk(first, width - INDENT - GAP * (first.length - 1))
  const below = ({ text }: Cell) =>
    lastColumn === 'wrap' ? wrapped(text, width - DEEPER) : [fitted(text, width - DEEPER)]
  return [
    line(titles.slice(0, -1), narrowed),
    ...rows.flatMap((row) => [
      line(row.slice(0, -1), narrowed),
      ...row
        .slice(-1)
        .flatMap(below)
        .filter(Boolean)
        .map((text) => ' '.repeat(DEEPER) + text),
    ]),
  ]
}

function line(cells: readonly Cell[], widths: readonly number[]): string {
  const columns = cells.map(({ text, paint = (plain) => plain }, column) => {
    const width = widths[column] ?? 0
    const shown = fitted(text, width)
    return paint(shown) + ' '.repeat(Math.max(width - stringWidth(shown), 0))
  })
  return (' '.repeat(INDENT) + columns.join(' '.repeat(GAP))).trimEnd()
}

/** Narrows the widest column until all columns fit. */
function shrunk(widths: readonly number[], room: number): number[] {
  const narrowed = [...widths]
  for (let over = sum(narrowed) - room; over > 0; over -= 1) {
    const widest = narrowed.indexOf(Math.max(...narrowed))
    narrowed[widest] = (narrowed[widest] ?? 0) - 1
  }
  return narrowed
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
