import { chunksIn, recordText } from '../../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../../base/http/recorded-exchange.js'
import { AdapterError, withPathPrefix } from '../../../base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { documentOf, type JsonDocument, parseDocument, tryParseJson } from '../../../base/json/parse.js'
import { expectObject, isArray, isObject, numberOr, stringOr } from '../../../base/json/read-json.js'
import { compact, stringifyJson } from '../../../base/json/write-json.js'
import type { Adapter } from '../../../codec/wire/define-adapter.js'
import { shownIn } from '../../../translate/exchange/registry.js'
import { urlPath } from '../match.js'
import { BINARY_STREAM, recordAnswer, recordEvents, streamType } from '../recorded-streams.js'
import { bytesOf } from './bytes.js'
import { checkStatus, type Imported, type ImportOptions, importEntries } from './imported.js'
import { adapterFor, PLACEHOLDER, placeholderRequest } from './wire.js'

/**
 * Imports exchanges as JSON, either one per line, or one exchange or a list of exchanges per file: `{id?,
 * wire?, vendor?, endpoint?, status?, stream?, request?, response?, sse?, chunks?, eventStreamBase64?}`.
 */
export function importJsonLines(text: string | JsonValue, options: ImportOptions = {}): Imported {
  const { documents, isOne } = typeof text === 'string' ? readDocuments(text) : documentsOf(text)
  return importEntries(documents, '', (read, { path, index }) => {
    if (read === undefined) return []
    const place = isOne ? '' : path
    const id = `${options.name ?? 'jsonl'}#${index}`
    return withPathPrefix(place, () => readRecord(read(), id, options))
  })
}

type Document = Pick<JsonDocument, 'value' | 'exactText'>

/** The records of a file, each parsed when it is read. Blank lines are skipped. */
interface Documents {
  readonly documents: readonly ((() => Document) | undefined)[]
  /** True if the file is one record rather than a list. */
  readonly isOne: boolean
}

function readDocuments(text: string): Documents {
  const value = tryParseJson(text)
  if (value !== undefined) return documentsOf(value, documentOf(text, value).exactText)
  const lines = text.split(/\r?\n/)
  const documents = lines.map((line) => (line.trim() === '' ? undefined : () => parseDocument(line)))
  return { documents, isOne: false }
}

function documentsOf(value: JsonValue, exactText: JsonDocument['exactText'] = () => undefined): Documents {
  const items = isArray(value) ? value : [value]
  return { documents: items.map((item) => () => ({ value: item, exactText })), isOne: !isArray(value) }
}

interface JsonlRecord {
  readonly id: string
  readonly wire: string | undefined
  readonly adapter: Adapter | undefined
  readonly record: JsonObject
  readonly options: ImportOptions
  readonly toBody: (value: JsonValue) => RecordedBody
}

function readRecord(
  { value, exactText }: Document,
  fallbackId: string,
  options: ImportOptions,
): RecordedExchange[] {
  const record = expectObject(value, '')
  if (record.order !== undefined)
    throw new AdapterError('unsupported', '/order', 'WebSocket conversations cannot be replayed')
  const named = stringOr(record.wire, undefined) ?? options.wire
  const adapter = adapterFor(named, shownIn(record), options)
  const source: JsonlRecord = {
    id: stringOr(record.id, fallbackId),
    wire: named ?? adapter?.id,
    adapter,
    record,
    options,
    toBody: (body) => toBody(body, exactText),
  }
  const answers = readAnswers(source)
  if (answers.length === 0)
    throw new AdapterError('missing-field', '/response', 'the record has no response, sse or chunks')
  return answers.map((response, index) => toExchange(source, response, index, answers.length > 1))
}

/** Converts a value to a recorded body. Numbers that a double cannot represent are kept as text. */
function toBody(value: JsonValue, exactText: JsonDocument['exactText']): RecordedBody {
  if (typeof value === 'string') return recordText(value)
  const exact = typeof value === 'object' && value !== null ? exactText(value) : undefined
  return exact === undefined ? recordText(stringifyJson(value)) : { text: exact }
}

/** Returns the complete answer, the streamed answer, or both. */
function readAnswers({ record, adapter, toBody }: JsonlRecord): RecordedResponse[] {
  const status = checkStatus(numberOr(record.status, 200), '/status')
  const { response } = record
  const stream = readStream(record, adapter)
  return [
    ...(response === undefined || response === null
      ? []
      : [{ status, headers: { 'content-type': 'application/json' }, body: toBody(response) }]),
    ...(stream === undefined ? [] : [{ status, ...stream }]),
  ]
}

function readStream(
  { sse, chunks, eventStreamBase64: binary }: JsonObject,
  adapter: Adapter | undefined,
): Omit<RecordedResponse, 'status'> | undefined {
  if (typeof binary === 'string') {
    const bytes = bytesOf(binary, true, '/eventStreamBase64')
    return compact({ headers: { 'content-type': BINARY_STREAM }, body: recordAnswer(bytes, BINARY_STREAM) })
  }
  const headers = { 'content-type': streamType(adapter) }
  if (typeof sse === 'string') {
    const body = recordAnswer(new TextEncoder().encode(sse), headers['content-type'])
    return { headers, body: body ?? { chunks: [] } }
  }
  return isArray(chunks) ? { headers, body: recordEvents(withoutDone(chunks, adapter), adapter) } : undefined
}

/** Removes the end marker of a stream, which some sources store as an event. */
function withoutDone(chunks: JsonArray, adapter: Adapter | undefined): JsonArray {
  const done = adapter?.codecs.stream.done
  return done !== undefined && chunks.at(-1) === done ? chunks.slice(0, -1) : chunks
}

function toExchange(
  source: JsonlRecord,
  response: RecordedResponse,
  index: number,
  isOneOfTwo: boolean,
): RecordedExchange {
  const { id, wire, record } = source
  const request = readRequest(source, response, isOneOfTwo)
  const notes = [
    stringOr(record.notes, undefined),
    typeof record.vendor === 'string' ? `Vendor: ${record.vendor}.` : undefined,
    isAbsent(record.request) ? PLACEHOLDER : undefined,
  ].filter((note) => note !== undefined)
  return compact({
    id: index === 0 ? id : `${id}/stream`,
    wire,
    request,
    response,
    notes: notes.length === 0 ? undefined : notes.join(' '),
  })
}

function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

function readRequest(source: JsonlRecord, response: RecordedResponse, isOneOfTwo: boolean): RecordedRequest {
  const { record, adapter, options } = source
  const url = endpointOf(record) ?? options.url
  if (isAbsent(record.request)) {
    if (adapter !== undefined) return placeholderRequest(response, adapter, compact({ ...options, url }))
    return { method: options.method ?? 'POST', url: requireUrl(url), headers: {} }
  }
  const streams = chunksIn(response.body) !== undefined
  const sent =
    isOneOfTwo && adapter ? asking(record.request, url, streams, adapter) : { body: record.request, url }
  return {
    method: options.method ?? 'POST',
    url: sent.url ?? pathFor(record.request, streams, adapter),
    headers: { 'content-type': 'application/json' },
    body: source.toBody(sent.body),
  }
}

/**
 * Returns the endpoint of a record. Some sources keep only the end of the path, which is not a usable request
 * path.
 */
function endpointOf({ endpoint }: JsonObject): string | undefined {
  return typeof endpoint === 'string' && /^(\/|https?:\/\/)/.test(endpoint) ? endpoint : undefined
}

/**
 * Returns the request for one form of the answer. If a request has both a complete and a streamed answer,
 * each answer is replayed to clients that request its form.
 */
function asking(body: JsonValue, url: string | undefined, stream: boolean, adapter: Adapter) {
  if (!isObject(body)) return { body, url }
  const target = url ?? pathFor(body, stream, adapter)
  const { http } = adapter.codecs
  if (http.streams(urlPath(target), body) === stream) return { body, url: target }
  const asked = { ...body, stream }
  if (http.streams(urlPath(target), asked) === stream) return { body: asked, url: target }
  return {
    body,
    url: http.pathFor(http.modelIn?.(urlPath(target)) ?? stringOr(body.model, undefined), stream),
  }
}

function pathFor(request: JsonValue, stream: boolean, adapter: Adapter | undefined): string {
  const model = isObject(request) ? stringOr(request.model, undefined) : undefined
  return requireUrl(adapter?.codecs.http.pathFor(model, stream))
}

function requireUrl(url: string | undefined): string {
  if (url !== undefined) return url
  throw new AdapterError('missing-field', '/endpoint', 'the record has neither an endpoint nor a known wire')
}
