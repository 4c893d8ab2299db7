import type { JsonValue } from '../../base/json/json-types.js'
import { parseDocument, tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { isHttpDump } from '../logs/http-dump.js'
import { transcriptOf } from '../logs/log-formats.js'
import type { TranscriptFormat } from '../logs/log-types.js'
import { firstLineOf, isRecord } from '../replay/import/import-formats.js'
import {
  conversationEntries,
  failing,
  type InputOptions,
  type InputRecord,
  joinedExactText,
  type RecordContent,
} from './input-record.js'
import { type Line, readLines } from './lines.js'
import { refusalOf } from './refused-file.js'
import { isEvent } from './traffic-record.js'

/** One file of the input, read as lines of records or as one document. */
export type InputSource =
  | { readonly file: string | undefined; readonly lines: AsyncIterable<Line> }
  | {
      readonly entries: AsyncIterable<InputRecord> | Iterable<InputRecord>
      /** True if the complete file is rejected; the rest of it is then not read. Default: false. */
      readonly isRefused?: boolean
    }

const LINES_FILE = /\.(jsonl|ndjson)$/i

/** A file whose first chunk was read. */
export interface Peeked {
  /** The first chunk, up to the first byte that is not text. */
  readonly start: string
  /** The complete content, including the first chunk. */
  readonly chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>
}

/** Detects the type of a file that is not a cassette by its beginning. */
export async function openText(
  { start, chunks }: Peeked,
  file: string | undefined,
  options: InputOptions,
): Promise<InputSource> {
  const transcript = transcriptIn(start)
  if (transcript !== undefined) return { entries: transcriptEntries(readLines(chunks), file, transcript) }
  if (isHttpDump(start) || !(await hasLines(start, file, options)))
    return { entries: (await import('./whole-input.js')).wholeEntries(chunks, file, options) }
  const refusal = await refusalOf(valuesIn(start), options)
  if (refusal !== undefined) return { entries: [failing({ file }, refusal)], isRefused: true }
  return { file, lines: readLines(chunks) }
}

/** Returns true for a log of conversations or exchanges, of which `decodeAny` reads the last one. */
export function isConversationLog(text: string): boolean {
  return transcriptIn(`${text}\n`) !== undefined || isHttpDump(text)
}

/** Number of lines to check. Transcripts begin with a few lines about the program. */
const SAMPLE = 20

/** Returns the values of the first lines. Broken lines are skipped here and reported when they are read. */
function valuesIn(start: string): JsonValue[] {
  return sampleOf(start)
    .map((line) => tryParseJson(line))
    .filter((value) => value !== undefined)
}

function transcriptIn(start: string): TranscriptFormat | undefined {
  const lines = sampleOf(start)
  return lines.length === 0 ? undefined : transcriptOf(lines.map((line) => tryParseJson(line)))
}

/** Returns the first complete lines. */
function sampleOf(start: string): string[] {
  return start.split('\n', SAMPLE + 1).slice(0, -1)
}

/** Yields the errors of the lines, then the conversations of a transcript. */
async function* transcriptEntries(
  lines: AsyncIterable<Line>,
  file: string | undefined,
  format: TranscriptFormat,
): AsyncGenerator<InputRecord, void, undefined> {
  const documents: RecordContent[] = []
  for await (const line of lines) {
    try {
      const entry = lineEntry(line, file)
      if (entry !== undefined) documents.push(entry.read())
    } catch (error) {
      yield failing({ file, line: line.number }, error)
    }
  }
  const conversations = format.read(documents.map(({ value }) => value).filter(isObject))
  yield* conversationEntries(conversations, joinedExactText(documents), file)
}

/**
 * Returns true if each line is a record: the file has the extension of such a format, or its first line is a
 * record and more lines follow.
 */
async function hasLines(start: string, file: string | undefined, options: InputOptions): Promise<boolean> {
  const isNamedSo = file !== undefined && LINES_FILE.test(file)
  const firstLine = firstLineOf(start)
  const rest = start.slice(start.indexOf(firstLine) + firstLine.length)
  if (!isNamedSo && rest.trim() === '') return false
  const value = tryParseJson(firstLine)
  if (isRecord(value)) return true
  return isNamedSo && (value === undefined || !isEvent(value, await options.registry()))
}

export async function* entriesOf(source: InputSource): AsyncGenerator<InputRecord, void, undefined> {
  if ('lines' in source) yield* lineEntries(source.lines, source.file)
  else yield* source.entries
}

export async function* lineEntries(
  lines: AsyncIterable<Line>,
  file: string | undefined,
): AsyncGenerator<InputRecord, void, undefined> {
  for await (const line of lines) {
    const entry = lineEntry(line, file)
    if (entry !== undefined) yield entry
  }
}

/** Returns the entry of a line; undefined for a blank line. */
export function lineEntry(line: Line, file: string | undefined): InputRecord | undefined {
  const place = { file, line: line.number }
  try {
    const text = line.text()
    return text.trim() === '' ? undefined : { place, read: () => parseDocument(text) }
  } catch (error) {
    return failing(place, error)
  }
}
