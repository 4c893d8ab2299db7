import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { JsonValue } from '../json/json-types.js'
import { parseDocument, tryParseJson } from '../json/parse.js'
import { isObject } from '../json/read-json.js'
import { isHttpDump } from '../logs/http-dump.js'
import { transcriptOf } from '../logs/log-formats.js'
import type { TranscriptFormat } from '../logs/log-types.js'
import { CASSETTE, firstLineOf, isRecord } from '../replay/import/import-formats.js'
import { type Input, inputsAt } from './files.js'
import type { InputOptions, InputRecord } from './input-record.js'
import { failing, joined, type RecordContent } from './input-record.js'
import { type Line, readLines } from './lines.js'
import { refusalOf } from './refused-file.js'
import { isEvent } from './traffic-record.js'

/** One file of the input: either its lines are records, or it is looked at as a whole. */
export type InputSource =
  | { readonly file: string | undefined; readonly lines: AsyncIterable<Line> }
  | { readonly entries: AsyncIterable<InputRecord> | Iterable<InputRecord> }

/** Bytes that are read of a file at once. */
const CHUNK = 1 << 18
const LINES_FILE = /\.(jsonl|ndjson)$/i

/** What is to be read for the paths that the user names, one after the other, each opened when it is its turn. */
export async function* readSources(
  stdin: Readable,
  paths: readonly string[],
  options: InputOptions,
): AsyncGenerator<InputSource, void, undefined> {
  for await (const input of inputsAt(paths)) yield await openInput(input, stdin, options)
}

async function openInput(input: Input, stdin: Readable, options: InputOptions): Promise<InputSource> {
  if (input.type === 'case') return { entries: (await whole()).caseEntries(input, options) }
  if (input.type === 'stdin') return openStream(stdin, undefined, options)
  const { path } = input
  try {
    return await openStream(createReadStream(path, { highWaterMark: CHUNK }), path, options)
  } catch (error) {
    return { entries: [failing({ file: path }, error)] }
  }
}

async function openStream(
  stream: Readable,
  file: string | undefined,
  options: InputOptions,
): Promise<InputSource> {
  if (options.jsonl) return { file, lines: readLines(stream) }
  const { start, chunks } = await peek(stream)
  if (file !== undefined && CASSETTE.test(start)) {
    stream.destroy()
    return { entries: (await whole()).cassetteEntries(file) }
  }
  const transcript = transcriptIn(start)
  if (transcript !== undefined) return { entries: transcriptEntries(readLines(chunks), file, transcript) }
  if (isHttpDump(start)) return { entries: (await whole()).wholeEntries(chunks, file, options) }
  if (await hasLines(start, file, options)) {
    const refusal = await refusalOf(valuesIn(start), options)
    if (refusal === undefined) return { file, lines: readLines(chunks) }
    stream.destroy()
    return { entries: [failing({ file }, refusal)] }
  }
  return { entries: (await whole()).wholeEntries(chunks, file, options) }
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

/** Lines of records need none of it. */
const whole = () => import('./whole.js')

interface Peeked {
  /** The first chunk, as far as it is text. */
  readonly start: string
  readonly chunks: AsyncIterable<Uint8Array | string>
}

async function peek(stream: Readable): Promise<Peeked> {
  const iterator: AsyncIterator<Uint8Array | string> = stream[Symbol.asyncIterator]()
  const first = await iterator.next()
  return { start: first.done ? '' : asText(first.value), chunks: following(first, iterator) }
}

function asText(chunk: Uint8Array | string): string {
  return typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk)
}

async function* following<Chunk>(
  first: IteratorResult<Chunk>,
  iterator: AsyncIterator<Chunk>,
): AsyncGenerator<Chunk, void, undefined> {
  for (let step = first; !step.done; step = await iterator.next()) yield step.value
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
