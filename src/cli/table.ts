import Table from 'cli-table3'
import type { Paint } from './paint.js'

/** No lines, two spaces between columns: readable, and easy to cut and grep. */
const CHARS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '  ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** A table of rows under dim headings, or nothing without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], paint: Paint): string[] {
  if (rows.length === 0) return []
  const layout = new Table({
    chars: CHARS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  layout.push(
    head.map((title) => paint.dim(title)),
    ...rows.map((row) => [...row]),
  )
  return layout
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}
