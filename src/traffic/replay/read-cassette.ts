import { concatenate } from '../../base/http/recorded-body.js'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError, attempt, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { checkExchange } from './check-exchange.js'

/**
 * The cassette file: pretty-printed JSON values one after the other (what `jq` reads), a header first, then one
 * exchange each, with a blank line between them. A value starts with a line `{` and ends with a line `}`; JSON.stringify indents every other brace, so
 * the file can be cut into exchanges without parsing, appended to without rewriting, and a half-written last exchange
 * is recognized and passed over.
 */
export const CASSETTE_VERSION = 1
export const HEADER = { cassette: CASSETTE_VERSION, format: 'toolwire' }
/** A file without a header may be no larger than a few that were never finished. */
const LONGEST_TORN_HEADER = 1000

/** As much of an open file as reading takes. */
export type ReadableFile = {
  read(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
  stat(): Promise<{ readonly size: number }>
}

/** Where an exchange stands in its file, in bytes. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

export function encodeDocument(value: object): string {
  return `${documentText(value)}\n`
}

export function documentText(value: object): string {
  return JSON.stringify(value, null, 1)
}

/** The text of a cassette with these exchanges. */
export async function* cassetteText(exchanges: AsyncIterable<RecordedExchange>): AsyncGenerator<string> {
  yield encodeDocument(HEADER)
  for await (const exchange of exchanges) yield `\n${encodeDocument(exchange)}`
}

/** An exchange of a cassette that is still to be looked at: one that is not as it must be costs only itself. */
export interface UnreadExchange {
  readonly position: ByteRange
  /** @throws AdapterError when it is not as it must be. */
  read(): RecordedExchange
}

/** @throws AdapterError when the file is no cassette. */
export async function* readCassette(
  file: ReadableFile,
  path: string,
  onTorn: (start: number) => void,
): AsyncGenerator<UnreadExchange> {
  if (!(await hasHeader(file, path))) return
  for await (const { position, text } of readDocuments(file, onTorn)) {
    const value = tryParseJson(text)
    if (!isObject(value)) onTorn(position.start)
    // The first writes of two writers may both be headers.
    else if ('cassette' in value) checkHeader(value, path)
    else yield { position, read: () => located(value, path, position) }
  }
}

/**
 * Whether a file begins as a cassette; false when it is empty, or its first writer died before it had written a header.
 * Another process may be writing that header meanwhile: then it is read once more.
 * @throws AdapterError when it is another file, which must not be written to.
 */
export async function hasHeader(file: ReadableFile, path: string): Promise<boolean> {
  const start = await beginning(file)
  for await (const { position, text } of readDocuments(file, () => undefined)) {
    if (position.start > start.length) break
    if (!isTorn(start.subarray(0, position.start))) throw notACassette(path)
    checkHeader(tryParseJson(text), path)
    return true
  }
  if (!isTorn(start) || start.length === LONGEST_TORN_HEADER) throw notACassette(path)
  return (await file.stat()).size > start.length ? hasHeader(file, path) : false
}

async function beginning(file: ReadableFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(LONGEST_TORN_HEADER)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
  return bytes.subarray(0, bytesRead)
}

/** Whether nothing stands there but headers that were not finished. */
function isTorn(bytes: Uint8Array): boolean {
  const [before = '', ...pieces] = utf8.decode(bytes).split('{')
  const header = encodeDocument(HEADER)
  return before.trim() === '' && pieces.every((piece) => header.startsWith(`{${piece}`.trimEnd()))
}

/** A mark at the beginning of a document is kept: it is no JSON. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

interface CassetteDocument {
  readonly position: ByteRange
  readonly text: string
}

const LINE_FEED = 0x0a
const MEGABYTE = 1 << 20

/** The documents of a cassette file in order. Torn ones are reported to `onTorn` and passed over. */
export async function* readDocuments(
  file: ReadableFile,
  onTorn: (start: number) => void,
): AsyncGenerator<CassetteDocument> {
  let buffer: Uint8Array = new Uint8Array()
  let bufferStart = 0
  let documentStart = -1
  let lineStart = 0
  for (;;) {
    // Reading at least as much as is held keeps one huge document linear.
    const chunk = new Uint8Array(Math.max(MEGABYTE, buffer.length))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, bufferStart + buffer.length)
    if (bytesRead === 0) break
    const searchFrom = buffer.length
    buffer = concatenate([buffer, chunk.subarray(0, bytesRead)])
    for (
      let end = buffer.indexOf(LINE_FEED, searchFrom);
      end !== -1;
      end = buffer.indexOf(LINE_FEED, lineStart)
    ) {
      const line = end - lineStart === 1 ? String.fromCharCode(buffer[lineStart] ?? 0) : ''
      if (line === '{') {
        if (documentStart !== -1) onTorn(bufferStart + documentStart)
        documentStart = lineStart
      } else if (line === '}' && documentStart !== -1) {
        const position = { start: bufferStart + documentStart, length: end + 1 - documentStart }
        yield { position, text: utf8.decode(buffer.subarray(documentStart, end + 1)) }
        documentStart = -1
      }
      lineStart = end + 1
    }
    const keep = documentStart === -1 ? lineStart : documentStart
    buffer = buffer.subarray(keep)
    bufferStart += keep
    lineStart -= keep
    if (documentStart !== -1) documentStart = 0
  }
  if (documentStart !== -1 || lineStart < buffer.length) onTorn(bufferStart)
}

function located(value: JsonObject, path: string, { start }: ByteRange): RecordedExchange {
  const checked = attempt(() => checkExchange(value, ''))
  if ('value' in checked) return checked.value
  const { error } = checked
  throw new AdapterError(error.code, error.path, `${path}, exchange at byte ${start}: ${reasonIn(error)}`)
}

function checkHeader(header: JsonValue | undefined, path: string): void {
  if (!isObject(header) || header.cassette === undefined) throw notACassette(path)
  if (header.cassette === CASSETTE_VERSION) return
  throw new AdapterError(
    'unsupported',
    '/cassette',
    `${path} is a cassette of version ${JSON.stringify(header.cassette)}; this library reads version ${CASSETTE_VERSION}`,
  )
}

function notACassette(path: string): AdapterError {
  return new AdapterError(
    'wrong-type',
    '',
    `${path} is not a cassette: it does not begin with {"cassette": ${CASSETTE_VERSION}}`,
  )
}
