import { bodyBytes, bytesAsText, chunkBytes, chunksIn, recordBody } from '../../base/http/recorded-body.js'
import type {
  RecordedBody,
  RecordedExchange,
  RecordedRequest,
  RecordedResponse,
} from '../../base/http/recorded-exchange.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { compact } from '../../base/json/write-json.js'

const CREATOR = { name: 'toolwire', version: '1' }

/**
 * Converts exchanges to HAR 1.2. `importHar` restores them without loss, and other HAR readers can show them.
 */
export function exportHar(exchanges: Iterable<RecordedExchange>): JsonObject {
  return { log: { version: '1.2', creator: CREATOR, entries: Array.from(exchanges, harEntry) } }
}

/** Writes the same HAR as text, with one exchange in memory at a time. */
export async function* writeHar(
  exchanges: AsyncIterable<RecordedExchange> | Iterable<RecordedExchange>,
): AsyncGenerator<string, void, undefined> {
  yield `{"log": {"version": "1.2", "creator": ${JSON.stringify(CREATOR)}, "entries": [`
  let separator = '\n'
  for await (const exchange of exchanges) {
    yield `${separator}${JSON.stringify(harEntry(exchange), null, 1)}`
    separator = ',\n'
  }
  yield '\n]}}\n'
}

/** The date of exchanges without a known date, since HAR requires a date. */
const UNDATED = '1970-01-01T00:00:00.000Z'

function harEntry(exchange: RecordedExchange): JsonObject {
  const { id, wire, notes, recordedAt, request, response } = exchange
  const receive = chunksIn(response.body)?.at(-1)?.at ?? 0
  return {
    startedDateTime: recordedAt ?? UNDATED,
    time: receive,
    request: harRequest(request),
    response: harResponse(response),
    cache: {},
    timings: { send: 0, wait: 0, receive },
    // Custom members begin with an underscore: http://www.softwareishard.com/blog/har-12-spec/#customFields
    _toolwire: compact({
      id,
      wire,
      notes,
      undated: recordedAt === undefined ? true : undefined,
      aborted: response.aborted,
      ...bodyForm(response.body),
    }),
  }
}

/** Returns the form of the body in the cassette, since HAR has only one text. */
function bodyForm(body: RecordedBody | undefined): JsonObject {
  if (body === undefined) return {}
  if (!('chunks' in body)) return { form: 'json' in body ? 'json' : 'text' in body ? 'text' : 'base64' }
  return { chunks: body.chunks.map((chunk) => [chunk.at, chunkBytes(chunk).length]) }
}

function harRequest({ method, url, headers, body }: RecordedRequest): JsonObject {
  const bytes = bodyBytes(body)
  return compact({
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers),
    queryString: [...new URLSearchParams(url.split('?')[1] ?? '')].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: bytes.length,
    postData: body && { mimeType: headers['content-type'] ?? '', ...harText(bytes, '_encoding') },
  })
}

function harResponse({ status, headers, body }: RecordedResponse): JsonObject {
  const bytes = bodyBytes(body)
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(headers),
    content: {
      size: bytes.length,
      mimeType: headers['content-type'] ?? '',
      ...(body && harText(bytes, 'encoding')),
    },
    redirectURL: '',
    headersSize: -1,
    bodySize: bytes.length,
  }
}

/**
 * Returns the bytes as text, or as base64 with the encoding in `key`. In HAR, requests have no `encoding`.
 */
function harText(bytes: Uint8Array, key: 'encoding' | '_encoding'): JsonObject {
  const text = bytesAsText(bytes)
  if (text !== undefined) return { text }
  const recorded = recordBody(bytes)
  return recorded !== undefined && 'base64' in recorded
    ? { text: recorded.base64, [key]: 'base64' }
    : { text: '' }
}

function harHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
