import { recordBody, recordChunk } from '../../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../../base/http/recorded-exchange.js'
import { AdapterError } from '../../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../../base/json/json-types.js'
import { parseJson } from '../../../base/json/parse.js'
import {
  arrayOr,
  at,
  expectArray,
  expectObject,
  expectString,
  isArray,
  isObject,
  numberOr,
  objectOr,
  stringOr,
} from '../../../base/json/read-json.js'
import { compact } from '../../../base/json/write-json.js'
import { recordAnswer } from '../recorded-streams.js'
import { bytesOf } from './bytes.js'
import { recordHeaders } from './headers.js'
import {
  checkMethod,
  checkStatus,
  checkUrl,
  type Imported,
  type ImportOptions,
  importEntries,
} from './imported.js'
import { nameWire } from './wire.js'

/**
 * Imports HAR 1.2, as saved by browsers and proxies. http://www.softwareishard.com/blog/har-12-spec/
 * @throws AdapterError if the file is not HAR.
 */
export function importHar(har: string | JsonValue, options: ImportOptions = {}): Imported {
  const value = typeof har === 'string' ? parseJson(har) : har
  const log = expectObject(expectObject(value, '').log, '/log')
  const name = options.name ?? 'har'
  return importEntries(expectArray(log.entries, '/log/entries'), '/log/entries', (entry, { path, index }) => [
    nameWire(readEntry(expectObject(entry, path), path, `${name}#${index}`), options),
  ])
}

function readEntry(entry: JsonObject, path: string, id: string): RecordedExchange {
  // Data without a HAR member, written by this library's exporter (`_` marks custom members in HAR).
  const own: JsonObject = objectOr(entry._toolwire, {})
  return compact({
    id: stringOr(own.id, id),
    wire: stringOr(own.wire, undefined),
    recordedAt: own.undated === true ? undefined : stringOr(entry.startedDateTime, undefined),
    request: readRequest(expectObject(entry.request, `${path}/request`), `${path}/request`),
    response: readResponse(expectObject(entry.response, `${path}/response`), `${path}/response`, own),
    notes: stringOr(own.notes, stringOr(entry.comment, undefined)),
  })
}

function readRequest(request: JsonObject, path: string): RecordedRequest {
  return compact({
    method: checkMethod(request.method, `${path}/method`),
    url: checkUrl(request.url, `${path}/url`),
    headers: readHeaders(request.headers, `${path}/headers`),
    body: isObject(request.postData) ? readPostData(request.postData, `${path}/postData`) : undefined,
  })
}

function readPostData({ text, params, _encoding }: JsonObject, path: string): RecordedBody | undefined {
  if (typeof text === 'string') return recordBody(bytesOf(text, _encoding === 'base64', path))
  if (!isArray(params) || params.length === 0) return undefined
  const pairs = params.map((param, index): [string, string] => {
    const { name, value } = expectObject(param, `${path}/params/${index}`)
    return [expectString(name, `${path}/params/${index}/name`), stringOr(value, '')]
  })
  return { text: new URLSearchParams(pairs).toString() }
}

function readResponse(response: JsonObject, path: string, own: JsonObject): RecordedResponse {
  const content: JsonObject = objectOr(response.content, {})
  const headers = readHeaders(response.headers, `${path}/headers`)
  const type = stringOr(content.mimeType, '')
  if (headers['content-type'] === undefined && type.includes('/')) headers['content-type'] = type
  return compact({
    status: checkStatus(numberOr(response.status, 0), `${path}/status`),
    headers,
    body: readContent(content, `${path}/content`, headers['content-type'] ?? '', own),
    aborted: own.aborted === true ? (true as const) : undefined,
  })
}

function readContent(
  { text, encoding, size }: JsonObject,
  path: string,
  contentType: string,
  own: JsonObject,
): RecordedBody | undefined {
  if (typeof text !== 'string') {
    if (numberOr(size, 0) <= 0) return undefined
    throw new AdapterError('missing-field', `${path}/text`, 'the body was left out when the file was saved')
  }
  const bytes = bytesOf(text, encoding === 'base64', path)
  const chunks = readChunks(own.chunks, bytes)
  if (chunks !== undefined) return { chunks }
  if (own.form === 'text' && encoding !== 'base64') return { text }
  return typeof own.form === 'string' ? recordBody(bytes) : recordAnswer(bytes, contentType)
}

/** Returns the times and lengths of the chunks if they still fit the body, which may have been edited. */
function readChunks(value: JsonValue | undefined, bytes: Uint8Array) {
  if (!isArray(value)) return undefined
  const chunks = []
  let start = 0
  for (const cut of value) {
    const [time, length] = arrayOr(cut, [])
    if (typeof time !== 'number' || typeof length !== 'number') return undefined
    chunks.push(recordChunk(bytes.subarray(start, start + length), time))
    start += length
  }
  return start === bytes.length ? chunks : undefined
}

function readHeaders(value: JsonValue | undefined, path: string): Record<string, string> {
  return recordHeaders(
    arrayOr(value, []).map((header, index) => {
      const { name, value: text } = expectObject(header, at(path, index))
      return [expectString(name, `${path}/${index}/name`), stringOr(text, '')] as const
    }),
  )
}
