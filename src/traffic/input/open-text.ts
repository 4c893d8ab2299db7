import type { JsonValue } from '../../base/json/json-types.js'
import { parseDocument, tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { isHttpDump } from '../logs/http-dump.js'
import { transcriptOf } from '../logs/log-formats.js'
import type { TranscriptFormat } from '../logs/log-types.js'
import { firstLineOf, isRecord } from '../replay/import/import-formats.js'
import { failing, type InputOptions, type InputRecord, joined, type RecordContent } from './input-record.js'
import { type Line, readLines } from './lines.js'
import { refusalOf } from './refused-file.js'
import { isEvent } from './traffic-record.js'

/** One file of the input: either its lines are records, or it is looked at as a whole. */
export type InputSource =
  | { readonly file: string | undefined; readonly lines: AsyncIterable<Line> }
  | {
      readonly entries: AsyncIterable<InputRecord> | Iterable<InputRecord>
      /** Whether the file is refused as a whole, so that nobody reads the rest of it. Default: no. */
      readonly isRefused?: boolean
    }

const LINES_FILE = /\.(jsonl|ndjson)$/i

/** A file of which the beginning is known. */
export interface Peeked {
  /** The first chunk, as far as it is text. */
  readonly start: string
  /** All of it. */
  readonly chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>
}

/** What a file holds that is no cassette: it is told by how it begins. */
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

/** Lines that are looked at. Transcripts begin with a few about the program. */
const SAMPLE = 20

/** The values of the first lines; what is broken is refused in its line. */
function valuesIn(start: string): JsonValue[] {
  return sampleOf(start)
    .map((line) => tryParseJson(line))
    .filter((value) => value !== undefined)
}

function transcriptIn(start: string): TranscriptFormat | undefined {
  const lines = sampleOf(start)
  return lines.length === 0 ? undefined : transcriptOf(lines.map((line) => tryParseJson(line)))
}

/** The first lines that are whole. */
function sampleOf(start: string): string[] {
  return start.split('\n', SAMPLE + 1).slice(0, -1)
}

/** The conversations of a transcript, after what is wrong with its lines. */
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
  const { exactText } = joined(documents)
  const conversations = format.read(documents.map(({ value }) => value).filter(isObject))
  for (const [index, { wire, request }] of conversations.entries())
    yield { place: { file, item: index + 1 }, read: () => ({ value: { wire, request }, exactText }) }
}

/** Whether each line is a record: the file's name says so, or its first line is one and there are more. */
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

/** Blank lines are no records. */
export function lineEntry(line: Line, file: string | undefined): InputRecord | undefined {
  const place = { file, line: line.number }
  try {
    const text = line.text()
    return text.trim() === '' ? undefined : { place, read: () => parseDocument(text) }
  } catch (error) {
    return failing(place, error)
  }
}
