import { joinedBytes } from '../../base/http/http-message.js'
import { bodyJson, chunksIn } from '../../base/http/recorded-body.js'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError, attempt, reasonIn } from '../../base/json/adapter-error.js'
import { toBase64 } from '../../base/json/base64.js'
import type { JsonArray, JsonObject, JsonValue } from '../../base/json/json-types.js'
import { documentOf, parseDocument, parseJson, stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { sse } from '../../codec/stream/framing.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { httpRecords, isHttpDump } from '../logs/http-dump.js'
import { conversationsIn } from '../logs/log-formats.js'
import {
  CASSETTE,
  EVENT_STREAM_START,
  firstLineOf,
  IMPORT_FORMATS,
  type ImportFormat,
  isRecord,
} from '../replay/import/import-formats.js'
import { urlPath } from '../replay/match.js'
import { type ReadableFile, readCassette } from '../replay/read-cassette.js'
import { isBinaryStream } from '../replay/recorded-streams.js'
import type { SqliteFile } from '../sessions/sqlite-file.js'
import { SQLITE_HEADER } from '../sessions/sqlite-header.js'
import {
  conversationEntries,
  failing,
  type InputOptions,
  type InputRecord,
  joinedExactText,
  type RecordContent,
} from './input-record.js'
import { jsonErrorPosition } from './json-position.js'
import { decodeText } from './lines.js'
import { loggedIn, recordsIn } from './record-lists.js'
import { recordOf } from './record-of.js'
import { refusalOf } from './refused-file.js'
import { isHistory, listKind, mayBeEvent } from './traffic-record.js'

/**
 * Yields the records of a file that is not a list of lines. An error of the file is reported in its position.
 */
export async function* wholeEntries(
  chunks: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  try {
    const pieces: Uint8Array[] = []
    for await (const chunk of chunks)
      pieces.push(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk)
    yield* bytesEntries(joinedBytes(pieces), file, options)
  } catch (error) {
    yield failing({ file }, error)
  }
}

async function* bytesEntries(
  bytes: Uint8Array,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  if (isBinaryStream(bytes)) {
    yield entry({ file }, { eventStreamBase64: toBase64(bytes) })
    return
  }
  if (isDatabase(bytes)) {
    const { databaseIn } = await import('../sessions/database-sessions.js')
    yield* databaseEntries(databaseIn(bytes), file, options)
    return
  }
  const text = decodeText([bytes])
  if (EVENT_STREAM_START.test(text)) yield* streamEntries(text, file, options)
  else if (CASSETTE.test(text)) yield* exchangesOf(inMemory(bytes), file, options)
  else if (isHttpDump(text)) yield* dumpEntries(text, file)
  else {
    const json = tryParseJson(text)
    const format = isRecord(json) ? undefined : toolFormat(text, json)
    if (format !== undefined) yield* importedEntries(format, json ?? text, file, options)
    else if (json !== undefined) yield* jsonEntries(text, json, file, options)
    else yield* eventLines(text, file, options)
  }
}

function isDatabase(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, SQLITE_HEADER.length)) === SQLITE_HEADER
}

/** Yields the sessions of an agent's database, including those of subagents. Sessions without messages are skipped. */
export async function* databaseEntries(
  database: SqliteFile,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const { sessionsIn } = await import('../sessions/database-sessions.js')
  let item = 0
  for (const session of sessionsIn(database)) {
    const value = session.read()
    if (isEmptyList(value.messages ?? value.conversation)) continue
    const text = stringifyExact(value)
    for await (const record of jsonEntries(text, parseJson(text), file, options)) {
      item += 1
      yield { ...record, place: { file, item } }
    }
  }
  if (item === 0) throw new AdapterError('missing-field', '', 'the database has no session with messages')
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return isArray(value) && value.length === 0
}

function entry(place: InputRecord['place'], value: JsonValue): InputRecord {
  return { place, read: () => ({ value, exactText: () => undefined }) }
}

function* dumpEntries(text: string, file: string | undefined): Generator<InputRecord> {
  for (const [index, value] of httpRecords(text).entries()) yield entry({ file, item: index + 1 }, value)
}

function toolFormat(text: string, json: JsonValue | undefined): ImportFormat | undefined {
  return IMPORT_FORMATS.find(
    ({ isOfTool, matches }) => isOfTool && matches({ text, json, firstLine: undefined }),
  )
}

async function* jsonEntries(
  text: string,
  json: JsonValue,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const document = documentOf(text, json)
  const conversations = isNamed(options) ? [] : conversationsIn(json)
  const items = conversations.length > 0 ? undefined : await itemsIn(json, options)
  if (conversations.length > 1) yield* conversationEntries(conversations, document, file)
  else if (items !== undefined) yield* itemEntries(items, document, file, options)
  else yield { place: { file }, read: () => document }
}

/** Returns true if the user named the wire, or the path of the bodies. */
function isNamed({ wire, at }: InputOptions): boolean {
  return wire !== undefined || at !== undefined
}

/** Returns the records of a document, or undefined if the document is one record. */
async function itemsIn(json: JsonValue, options: InputOptions): Promise<JsonArray | undefined> {
  if (!isArray(json)) return options.at === undefined ? recordsIn(json, await options.registry()) : undefined
  if (await isOneRecord(json, options)) return undefined
  // A list of traces: each collects records.
  return options.at === undefined ? json.flatMap((item) => loggedIn(item) ?? [item]) : json
}

/**
 * Yields a saved event stream: the answer of a model, the events of an agent, or the states of an agent, of which
 * the last one has the complete conversation.
 */
async function* streamEntries(
  text: string,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const isOfModel = isNamed(options) || (await options.registry()).recognise({ stream: [text] }) !== undefined
  const events = isOfModel ? [] : eventsIn(text)
  const conversations = conversationsIn(events)
  const state = events.findLast((event) => isArray(event.messages))
  if (conversations.length > 0) yield* conversationEntries(conversations, NOTHING_EXACT, file)
  else yield entry({ file }, state ?? { sse: text })
}

function eventsIn(text: string): JsonObject[] {
  const framer = sse.createFramer()
  return [...framer.push(text), ...framer.finish()].map(({ data }) => tryParseJson(data)).filter(isObject)
}

const NOTHING_EXACT: Pick<RecordContent, 'exactText'> = { exactText: () => undefined }

async function* itemEntries(
  items: JsonArray,
  { exactText }: RecordContent,
  file: string | undefined,
  options: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const refusal = await refusalOf(items, options)
  if (refusal !== undefined) yield failing({ file }, refusal)
  else
    for (const [index, value] of items.entries())
      yield { place: { file, item: index + 1 }, read: () => ({ value, exactText }) }
}

/** Returns true for a list that is one history, one stream or one content, and not a list of records. */
async function isOneRecord(list: JsonArray, options: InputOptions): Promise<boolean> {
  const { wire, requestsOnly } = options
  const registry = await options.registry()
  return (requestsOnly && isHistory(list, registry, wire)) || listKind(list, registry, wire) !== undefined
}

async function* importedEntries(
  format: ImportFormat,
  content: string | JsonValue,
  file: string | undefined,
  { wire, registry, onNotice }: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const read = await format.load()
  // Only fixtures without a wire are encoded with an adapter. The wire of other records is resolved when they
  // are read.
  const settings = wire === undefined ? {} : { wire, registry: await registry() }
  const { entries, notices } = read(content, { name: format.name, ...settings })
  let others = 0
  for (const { item, ...imported } of entries) {
    if ('failure' in imported) yield failing({ file, item }, imported.failure)
    else if (!mayBeOfModel(imported.exchange)) others += 1
    else yield { place: { file, item }, read: () => recordOf(imported.exchange) }
  }
  if (others > 0)
    onNotice?.(
      `${file ?? 'the input'}: ${others} of ${entries.length} exchanges have neither JSON nor an event stream and are skipped`,
    )
  for (const { code, path, message } of notices)
    onNotice?.(`${file ?? 'the input'}: ${code} at ${path || '/'}: ${message}`)
}

/** Returns true if the exchange may be of a model. A browser also saves pages, scripts and images. */
function mayBeOfModel({ request, response }: RecordedExchange): boolean {
  const sides = [request.body, response.body]
  return chunksIn(response.body) !== undefined || sides.some((side) => typeof bodyJson(side) === 'object')
}

/**
 * Yields the exchanges of a cassette, read incrementally regardless of its length. Requests for model lists and token
 * counts, which a proxy records, have no answer of a model: they are skipped with a notice.
 */
export async function* exchangesOf(
  cassette: ReadableFile,
  file: string | undefined,
  { registry, wire, onNotice }: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const known = await registry()
  let item = 0
  const torn: number[] = []
  for await (const { read } of readCassette(cassette, file ?? 'the input', (start) => torn.push(start))) {
    yield* tornEntries(torn, file)
    item += 1
    const exchange = attempt(read)
    const skipped = 'value' in exchange && wire === undefined && isForList(exchange.value, known)
    if (skipped) onNotice?.(`${file ?? 'the input'}, record ${item} is skipped: ${calledIn(exchange.value)}`)
    else yield { place: { file, item }, read: () => recordOf(read()) }
  }
  yield* tornEntries(torn, file)
}

/** Returns true for a request for a list of models, or for a token count, whose wire was not recorded. */
function isForList({ wire, request }: RecordedExchange, { adapters }: Registry): boolean {
  if (wire !== undefined) return false
  const path = urlPath(request.url)
  const bindings = adapters.map(({ codecs }) => codecs.http)
  const isAnswered = bindings.some((http) => http.path.test(path))
  return (
    !isAnswered && bindings.some(({ count, models }) => count?.path.test(path) || models?.path.test(path))
  )
}

function calledIn({ request: { method, url } }: RecordedExchange): string {
  return `${method} ${urlPath(url)} is not a request for an answer`
}

function* tornEntries(torn: number[], file: string | undefined): Generator<InputRecord> {
  for (const start of torn.splice(0)) {
    const reason = `the exchange at byte ${start} is incomplete`
    yield failing({ file }, new AdapterError('invalid-json', '', reason))
  }
}

function inMemory(file: Uint8Array): ReadableFile {
  return {
    async read(bytes, offset, length, position) {
      const piece = file.subarray(position, position + length)
      bytes.set(piece, offset)
      return { bytesRead: piece.length }
    },
    stat: async () => ({ size: file.length }),
  }
}

/** Yields one event of a stream per line. */
async function* eventLines(
  text: string,
  file: string | undefined,
  { registry }: InputOptions,
): AsyncGenerator<InputRecord, void, undefined> {
  const firstLine = tryParseJson(firstLineOf(text))
  if (firstLine === undefined || !mayBeEvent(firstLine, await registry())) throw noJson(text, firstLine)
  const documents: RecordContent[] = []
  const failures: InputRecord[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    try {
      documents.push(parseDocument(line))
    } catch (error) {
      failures.push(failing({ file, line: index + 1 }, error))
    }
  }
  yield { place: { file }, read: () => streamOf(documents) }
  yield* failures
}

function streamOf(events: readonly RecordContent[]): RecordContent {
  return { ...joinedExactText(events), value: { chunks: events.map(({ value }) => value) } }
}

/** Returns the parser's error with the position of the wrong character. */
function positioned(error: AdapterError, text: string): AdapterError {
  const [line, column] = jsonErrorPosition(text)
  const reason = reasonIn(error).replace('not JSON', `not JSON at line ${line}, column ${column}`)
  return new AdapterError(error.code, error.path, reason, error.detail)
}

function noJson(text: string, firstLine: JsonValue | undefined): AdapterError {
  if (text.trim() === '') return new AdapterError('invalid-json', '', 'the input is empty')
  const parsed = attempt(() => parseJson(text))
  if (firstLine === undefined && 'error' in parsed) return positioned(parsed.error, text)
  const reason = 'the input has several JSON values; pass each line separately, or all with --jsonl'
  return new AdapterError('invalid-json', '', reason)
}
