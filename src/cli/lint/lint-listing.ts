import { shown } from '../../traffic/input/shown-text.js'
import type { Violation } from '../../translate/lint/rule.js'
import type { Paint } from '../paint.js'
import { wrapped } from '../printed-text.js'
import type { CheckedRequest } from './lint-formats.js'
import { placeIn, type SourceText } from './source-text.js'

const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const
/** Number of characters shown before the marked text. */
const BEFORE = 24

/**
 * Lists the violations of a request in the style of a compiler: the rule, the position, the marked text and
 * the fix.
 */
export function listed(checked: CheckedRequest, paint: Paint, columns: number): string {
  return checked.violations.map((violation) => `${listedOne(violation, checked, paint, columns)}\n`).join('')
}

function listedOne(violation: Violation, checked: CheckedRequest, paint: Paint, columns: number): string {
  const { severity, rule, message, path } = violation
  const color = paint[COLORS[severity]]
  const { summary, error } = checked.rules.find(({ id }) => id === rule) ?? {}
  const head = wrapped(shown(`${severity} ${rule}: ${message}`, 400), columns).map((line) =>
    paint.bold(color(line)),
  )
  return [
    ...head,
    ...excerpt(violation, checked, color, columns),
    ...note('at', path === '' ? 'the whole request' : path, columns),
    ...note('rule', summary, columns),
    ...note('provider', error, columns),
    ...note('fix', fixOf(violation), columns),
    '',
  ].join('\n')
}

function fixOf({ fix }: Violation): string | undefined {
  if (fix === undefined) return undefined
  const changes = fix.map(({ op, path, ...rest }) => {
    const value = 'value' in rest ? ` ${JSON.stringify(rest.value).slice(0, 60)}` : ''
    return `${op} ${path}${value}`
  })
  const more = changes.length > 3 ? ` and ${changes.length - 3} more` : ''
  return `--fix: ${changes.slice(0, 3).join('; ')}${more}`
}

function note(word: string, text: string | undefined, columns: number): string[] {
  if (text === undefined) return []
  const [first = '', ...rest] = wrapped(shown(text, 300), columns - 14)
  return [`  = ${word.padEnd(9)} ${first}`, ...rest.map((line) => `${' '.repeat(14)}${line}`)]
}

/** Returns the line of the source, truncated to the available width, with a mark below it. */
function excerpt(
  { path }: Violation,
  { source, place: { file = '<stdin>' } }: CheckedRequest,
  color: (text: string) => string,
  columns: number,
): string[] {
  const at = placeIn(source, path)
  if (at === undefined) return [`  --> ${file}`]
  const text = source.text.split('\n')[at.line - 1] ?? ''
  const number = lineNumber(source, at.line)
  const gutter = ' '.repeat(number.length)
  const room = Math.max(20, columns - gutter.length - 4)
  const start = text.length <= room ? 0 : Math.max(0, Math.min(at.column - 1 - BEFORE, text.length - room))
  const cut = [...text.slice(start, start + room)]
    .map((one) => (shown(one, 8).length === 1 ? one : ' '))
    .join('')
  const from = at.column - 1 - start
  const length = at.endLine === at.line ? at.endColumn - at.column : text.length - at.column + 1
  const mark = '^'.repeat(Math.max(1, Math.min(length, room - from)))
  const position = number === '' ? '' : `:${number}:${at.column}`
  return [
    `  --> ${file}${position}`,
    ` ${gutter} |`,
    ` ${number} | ${cut}`,
    ` ${gutter} | ${' '.repeat(from)}${color(mark)}`,
  ]
}

/** Returns the line number as text. Empty if the text is not from a file. */
function lineNumber({ firstLine }: SourceText, line: number): string {
  return firstLine === undefined ? '' : String(firstLine + line - 1)
}
