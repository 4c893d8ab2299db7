import type { JsonValue } from '../base/json/json-types.js'
import { stringifyExact } from '../base/json/parse.js'
import { isObject } from '../base/json/read-json.js'
import { compact, stringifyJson } from '../base/json/write-json.js'
import { roundedNotice, roundedNumbers } from '../base/model/arguments.js'
import type { InputRecord } from '../traffic/input/input-record.js'
import { type PrintedError, printedError } from '../traffic/input/printed-error.js'
import { shownJson } from '../traffic/input/shown-text.js'
import type { Registry } from '../translate/exchange/registry.js'
import type { Printed, RecordCommand } from './commands/command.js'

export interface ConvertOptions {
  readonly registry: Registry
  readonly wire?: string | undefined
  /** Formats the output. Default: one line of JSON with all members. */
  readonly print?: Print | undefined
}

/** The conversion result of one input entry: one line of output. */
export interface ConvertedEntry {
  readonly failed: boolean
  readonly text: string
  /** Messages for standard error. Default: none. */
  readonly told?: string
}

/** Formats the result of a command for one record as a line of output. */
export type Print = (
  printed: { readonly id?: JsonValue | undefined } & Printed,
  entry: InputRecord,
) => ConvertedEntry

export type Convert = (entry: InputRecord) => ConvertedEntry

/** Runs a command on one entry. Never throws: an error of the entry is printed in its position. */
export function convertEntry(
  entry: InputRecord,
  command: RecordCommand,
  { print = printEntry, ...options }: ConvertOptions,
): ConvertedEntry {
  let id: JsonValue | undefined
  try {
    const { value, exactText } = entry.read()
    if (isObject(value)) id = value.custom_id ?? value.id ?? value.key
    const printed = compact({ id, ...command(value, { ...options, exactText }) })
    const converted = print(printed, entry)
    const source = isObject(value) ? exactText(value) : undefined
    const rounded = source === undefined ? [] : roundedNumbers(source, converted.text)
    if (rounded.length === 0 || printed.notices === undefined) return converted
    return print({ ...printed, notices: [...printed.notices, roundedNotice(rounded, '')] }, entry)
  } catch (error) {
    const failure = printedError(error)
    return print === printEntry
      ? printFailure(id, entry, failure)
      : print({ wire: '', error: failure }, entry)
  }
}

/**
 * Prints an entry. A side that cannot be encoded (nested too deeply) is dropped and the error is set. The
 * other side is still printed.
 */
function printEntry(
  printed: { readonly id?: JsonValue | undefined } & Printed,
  entry: InputRecord,
): ConvertedEntry {
  try {
    const { id, ...members } = printed
    const isPlaced = entry.place.file !== undefined || printed.error !== undefined
    const line = isPlaced ? compact({ id, ...entry.place, ...members }) : printed
    return { failed: printed.error !== undefined, text: `${shownJson(stringifyExact(line))}\n` }
  } catch (error) {
    const failure = printedError(error)
    const side = failure.path.split('/')[1] ?? ''
    if (printed[side] === undefined) return printFailure(printed.id, entry, failure)
    return printEntry({ ...printed, [side]: undefined, error: printed.error ?? failure }, entry)
  }
}

function printFailure(
  id: JsonValue | undefined,
  { place }: InputRecord,
  error: PrintedError,
): ConvertedEntry {
  const printedId = typeof id === 'string' || typeof id === 'number' ? id : undefined
  return { failed: true, text: `${shownJson(stringifyJson(compact({ id: printedId, ...place, error })))}\n` }
}
