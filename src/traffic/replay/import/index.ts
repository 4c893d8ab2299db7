import { AdapterError } from '../../../base/json/adapter-error.js'
import { tryParseJson } from '../../../base/json/parse.js'
import { type RedactOptions, redactExchange } from '../../redaction/redact.js'
import {
  CASSETTE,
  firstLineOf,
  IMPORT_FORMATS,
  type ImportFile,
  type ImportFormat,
} from './import-formats.js'
import { type Imported, type ImportOptions, importedOf } from './imported.js'

export { IMPORT_FORMATS, type ImportFormat } from './import-formats.js'
export type { Imported, ImportOptions } from './imported.js'

/**
 * Detects the format of a recording.
 * @throws AdapterError('unsupported') if the content has no known format.
 */
export function detectFormat(text: string): ImportFormat {
  const source = sourceOf(text)
  const found = IMPORT_FORMATS.find((format) => format.matches(source))
  if (found !== undefined && !CASSETTE.test(text)) return found
  const known = IMPORT_FORMATS.map(({ name }) => name).join(', ')
  const reason = CASSETTE.test(text)
    ? 'the file is a cassette already'
    : `the content has no known format (${known}); name the format if it is one of these`
  throw new AdapterError('unsupported', '', reason)
}

function sourceOf(text: string): ImportFile {
  return { text, json: tryParseJson(text), firstLine: tryParseJson(firstLineOf(text)) }
}

/**
 * Returns the import format with this name.
 * @throws AdapterError('unsupported') with the list of formats.
 */
export function formatNamed(name: string): ImportFormat {
  const found = IMPORT_FORMATS.find((format) => format.name === name)
  if (found !== undefined) return found
  const known = IMPORT_FORMATS.map((format) => format.name).join(', ')
  throw new AdapterError('unsupported', '', `unknown format "${name}"; known are ${known}`)
}

export interface ImportRecordingsOptions extends ImportOptions {
  /** The name of a format. Default: detected from the content. */
  readonly format?: string | undefined
  /** Values to redact in addition to the usual secrets. */
  readonly redact?: RedactOptions | undefined
}

/**
 * Imports recordings of another tool and redacts their secrets, so that they can be written to disk.
 * @throws AdapterError if the text contains no readable recording.
 */
export async function importRecordings(
  text: string,
  options: ImportRecordingsOptions = {},
): Promise<Imported> {
  const { format: name, redact, ...rest } = options
  const content = text.startsWith('\ufeff') ? text.slice(1) : text
  const format = name === undefined ? detectFormat(content) : formatNamed(name)
  const imported = (await format.load())(content, rest)
  const entries = imported.entries.map((entry) =>
    'exchange' in entry ? { ...entry, exchange: redactExchange(entry.exchange, redact) } : entry,
  )
  return importedOf(entries, imported.notices)
}
