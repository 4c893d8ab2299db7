import type { JsonObject, JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { asJson, objectIn } from '../base/json/read-json.js'
import type { Notice } from '../base/model/context.js'
import { shownControls } from '../traffic/input/shown-text.js'
import type { Print } from './convert.js'
import { type Cell, type Style, table } from './printed-table.js'
import { wrapped } from './printed-text.js'

/** The content of a table of records. */
export interface RecordTable {
  readonly head: readonly string[]
  /** Printed in place of a table without rows. */
  readonly empty: string
  /** Returns the rows of a printed record. */
  rows(printed: JsonObject): readonly (readonly (JsonValue | undefined)[])[]
  /** True to print the notices below the table. Default: false. */
  readonly hasNotices?: boolean
}

const INDENT = '  '

/** Formats each record as a table, for people at a terminal. */
export function recordTable({ head, empty, rows, hasNotices }: RecordTable, style: Style): Print {
  const { bold, red } = style.paint
  const failureLines = (message: string) =>
    wrapped(shownControls(message), style.width - INDENT.length).map((line) => red(INDENT + line))
  return ({ error, notices = [], ...printed }, { place }) => {
    const record = objectIn(asJson(printed))
    // The id of a fixture is the end of its path.
    const id = place.file?.endsWith(String(record.id)) ? undefined : record.id
    const named = [place.file, place.line ?? place.item, id, record.wire].filter(
      (each) => each !== undefined && each !== '',
    )
    const title = named.length === 0 ? [] : [bold(shownControls(named.join(' ')))]
    const lines = table(head, rows(record).map(cellsOf), style)
    const failure = error === undefined ? [] : failureLines(error.message)
    const shown = lines.length + failure.length === 0 ? [INDENT + empty] : [...lines, ...failure]
    const told = hasNotices ? noticeLines(notices, style) : []
    return { failed: error !== undefined, text: `${[...title, ...shown, ...told].join('\n')}\n` }
  }
}

function noticeLines(notices: readonly Notice[], style: Style): string[] {
  const { yellow } = style.paint
  const rows = notices.map(({ code, severity, path, message }): Cell[] => [
    severity === 'warning' ? { text: code, paint: yellow } : { text: code },
    { text: wordsOf(path) },
    { text: wordsOf(message) },
  ])
  return table(['notice', 'path', 'message'], rows, style, 'wrap')
}

function cellsOf(values: readonly (JsonValue | undefined)[]): Cell[] {
  return values.map((value) => ({ text: wordsOf(value) }))
}

/** More characters than a line of a terminal has. */
const MOST_CHARACTERS = 1000

function wordsOf(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  const text = typeof value === 'string' ? value : stringifyExact(value)
  return shownControls(text.slice(0, MOST_CHARACTERS)).replaceAll('\n', ' ')
}
