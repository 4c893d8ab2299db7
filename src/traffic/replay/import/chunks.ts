import type { RecordedExchange } from '../../../base/http/recorded-exchange.js'
import { AdapterError, attempt } from '../../../base/json/adapter-error.js'
import type { JsonValue } from '../../../base/json/json-types.js'
import { parseJson } from '../../../base/json/parse.js'
import { expectArray, expectString } from '../../../base/json/read-json.js'
import { recordEvents, streamType } from '../recorded-streams.js'
import { type Imported, type ImportOptions, importedOf } from './imported.js'
import { importJsonLines } from './jsonl.js'
import { adapterFor, PLACEHOLDER, placeholderRequest } from './wire.js'

/**
 * Imports one stream with one JSON event per line, a common form of test fixtures. Its request is a
 * placeholder, so the wire must be recognized or named, or a URL given.
 * @throws AdapterError if both the wire and the URL are unknown.
 */
export function importChunks(chunks: string | JsonValue, options: ImportOptions = {}): Imported {
  const { events, failures } =
    typeof chunks === 'string' ? readLines(chunks) : { events: expectArray(chunks, ''), failures: [] }
  if (events.length === 0)
    throw failures[0] ?? new AdapterError('missing-field', '', 'the file has no events')
  const adapter = adapterFor(options.wire, { stream: events }, options)
  const response = {
    status: 200,
    headers: { 'content-type': streamType(adapter) },
    body: recordEvents(events, adapter),
  }
  const wire = options.wire ?? adapter?.id
  const exchange: RecordedExchange = {
    id: options.name ?? 'chunks',
    ...(wire !== undefined && { wire }),
    request: adapter === undefined ? bareRequest(options) : placeholderRequest(response, adapter, options),
    response,
    notes: PLACEHOLDER,
  }
  return importedOf([{ item: 1, exchange }, ...failures.map((failure) => ({ item: 1, failure }))])
}

/** Imports one stream as the text that was sent. Otherwise does the same as `importChunks`. */
export function importSse(sse: string | JsonValue, options: ImportOptions = {}): Imported {
  const text = expectString(sse, '')
  return importJsonLines({ id: options.name ?? 'sse', sse: text }, options)
}

function readLines(text: string): { readonly events: JsonValue[]; readonly failures: AdapterError[] } {
  const events: JsonValue[] = []
  const failures: AdapterError[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const parsed = attempt(() => parseJson(line, `/${index}`))
    if ('error' in parsed) failures.push(parsed.error)
    else events.push(parsed.value)
  }
  return { events, failures }
}

function bareRequest({ method, url }: ImportOptions) {
  if (url !== undefined) return { method: method ?? 'POST', url, headers: {} }
  throw new AdapterError(
    'unknown-wire',
    '',
    'no adapter recognizes these events; name their wire or their URL',
  )
}
