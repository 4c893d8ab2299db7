import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { AdapterError } from '../json/errors.js'
import { type JsonDocument, parseDocument, tryParseJson } from '../json/parse.js'
import { isArray } from '../json/read.js'
import type { JsonValue } from '../json/types.js'
import { decodeText, type Line, readLines } from './lines.js'

/** One record of the input, or what was wrong with it. `place` says where it stood. */
export interface Entry {
  readonly place: { readonly line: number } | { readonly item: number } | undefined
  /** @throws AdapterError('invalid-json') */
  read(): { readonly value: JsonValue; readonly exactText: JsonDocument['exactText'] }
}

export interface InputOptions {
  /** One record per line; else the whole input is one record, an array of records or an event stream. */
  readonly jsonl?: boolean
}

/** Bytes that are read of a file at once. */
const CHUNK = 1 << 18
const LINES_FILE = /\.(jsonl|ndjson)$/i
const EVENT_STREAM = /^\ufeff?(?:(?:event|data|id|retry)?:|(?:event|data|id|retry)(?=[\r\n]))/

export function openInput(stdin: Readable, file: string | undefined): Readable {
  return file === undefined || file === '-' ? stdin : createReadStream(file, { highWaterMark: CHUNK })
}

/** Whether each line is a record. */
export function hasLines(file: string | undefined, { jsonl }: InputOptions): boolean {
  return jsonl === true || (file !== undefined && LINES_FILE.test(file))
}

export async function* readEntries(
  stdin: Readable,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<Entry, void, undefined> {
  const source = openInput(stdin, file)
  yield* hasLines(file, options) ? lineEntries(readLines(source)) : wholeEntries(source)
}

export async function* lineEntries(lines: AsyncIterable<Line>): AsyncGenerator<Entry, void, undefined> {
  for await (const line of lines) {
    const entry = lineEntry(line)
    if (entry !== undefined) yield entry
  }
}

/** Blank lines are no records. */
export function lineEntry(line: Line): Entry | undefined {
  const place = { line: line.number }
  try {
    const text = line.text()
    return text.trim() === '' ? undefined : { place, read: () => parseDocument(text) }
  } catch (error) {
    return { place, read: () => fail(error) }
  }
}

function fail(error: unknown): never {
  throw error
}

async function* wholeEntries(source: Readable): AsyncGenerator<Entry, void, undefined> {
  const pieces: Uint8Array[] = []
  for await (const chunk of source) pieces.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  let document: JsonDocument
  try {
    document = parseWhole(decodeText(pieces))
  } catch (error) {
    yield { place: undefined, read: () => fail(error) }
    return
  }
  const { value, exactText } = document
  if (!isArray(value)) yield { place: undefined, read: () => document }
  else {
    for (const [index, item] of value.entries())
      yield { place: { item: index + 1 }, read: () => ({ value: item, exactText }) }
  }
}

function parseWhole(text: string): JsonDocument {
  if (EVENT_STREAM.test(text)) return { value: { sse: text }, exactText: () => undefined }
  try {
    return parseDocument(text)
  } catch (error) {
    const firstLine = text.slice(0, text.indexOf('\n') + 1).trim()
    if (text.trim() === '') throw new AdapterError('invalid-json', '', 'the input is empty')
    if (firstLine === '' || tryParseJson(firstLine) === undefined) throw error
    throw new AdapterError(
      'invalid-json',
      '',
      'the input holds several JSON values; if it is one record per line, add --jsonl',
    )
  }
}
