import { concatenate } from '../../base/http/recorded-body.js'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError, attempt, reasonIn } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { tryParseJson } from '../../base/json/parse.js'
import { isObject } from '../../base/json/read-json.js'
import { checkExchange } from './check-exchange.js'

/**
 * The cassette file: pretty-printed JSON values in sequence (readable by `jq`). The first value is a header,
 * and each following value is one exchange, with a blank line between them. A value starts with a line `{`
 * and ends with a line `}`; JSON.stringify indents every other brace. The file can therefore be split into
 * exchanges without parsing and appended to without rewriting, and an incomplete last exchange is recognized
 * and skipped.
 */
export const CASSETTE_VERSION = 1
export const HEADER = { cassette: CASSETTE_VERSION, format: 'toolwire' }
/** Maximum size of a file with only a few unfinished headers. */
const LONGEST_TORN_HEADER = 1000

/** The methods of an open file that reading needs. */
export type ReadableFile = {
  read(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
  stat(): Promise<{ readonly size: number }>
}

/** The byte range of an exchange in its file. */
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

/** Yields the text of a cassette with these exchanges. */
export async function* cassetteText(exchanges: AsyncIterable<RecordedExchange>): AsyncGenerator<string> {
  yield encodeDocument(HEADER)
  for await (const exchange of exchanges) yield `\n${encodeDocument(exchange)}`
}

/** An exchange of a cassette that is not checked yet. An invalid exchange does not affect the others. */
export interface UnreadExchange {
  readonly position: ByteRange
  /**
   * Parses the exchange.
   * @throws AdapterError if the exchange is invalid.
   */
  read(): RecordedExchange
}

/**
 * Yields the unparsed exchanges of a cassette.
 * @throws AdapterError if the file is not a cassette.
 */
export async function* readCassette(
  file: ReadableFile,
  path: string,
  onTorn: (start: number) => void,
): AsyncGenerator<UnreadExchange> {
  if (!(await hasHeader(file, path))) return
  for await (const { position, text } of readDocuments(file, onTorn)) {
    const value = tryParseJson(text)
    if (!isObject(value)) onTorn(position.start)
    // Two concurrent writers may both write a header first.
    else if ('cassette' in value) checkHeader(value, path)
    else yield { position, read: () => located(value, path, position) }
  }
}

/**
 * Returns true if a file begins as a cassette, or false if it is empty or its first writer was interrupted
 * before it had written a header. If another process is writing the header, the file is read once more.
 * @throws AdapterError for another file, which must not be written to.
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

/** Returns true if the bytes contain only unfinished headers. */
function isTorn(bytes: Uint8Array): boolean {
  const [before = '', ...pieces] = utf8.decode(bytes).split('{')
  const header = encodeDocument(HEADER)
  return before.trim() === '' && pieces.every((piece) => header.startsWith(`{${piece}`.trimEnd()))
}

/** A byte order mark at the beginning of a document is kept, because it is not JSON. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

interface CassetteDocument {
  readonly position: ByteRange
  readonly text: string
}

const LINE_FEED = 0x0a
const MEGABYTE = 1 << 20

/** Yields the documents of a cassette file in order. Torn documents are reported to `onTorn` and skipped. */
export async function* readDocuments(
  file: ReadableFile,
  onTorn: (start: number) => void,
): AsyncGenerator<CassetteDocument> {
  let buffer: Uint8Array = new Uint8Array()
  let bufferStart = 0
  let documentStart = -1
  let lineStart = 0
  for (;;) {
    // Each read is at least as large as the buffer, so that one huge document takes linear time.
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
