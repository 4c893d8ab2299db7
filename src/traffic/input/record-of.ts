import { bodyBytes, bodyText, bytesAsText, chunksIn } from '../../base/http/recorded-body.js'
import type { RecordedBody, RecordedExchange } from '../../base/http/recorded-exchange.js'
import { toBase64 } from '../../base/json/base64.js'
import type { JsonValue } from '../../base/json/json-types.js'
import { documentOf, type JsonDocument, tryParseJson } from '../../base/json/parse.js'
import { isArray, isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { RecordContent } from './input-record.js'

/** Converts a recorded exchange to a traffic record. */
export function recordOf({ id, wire, recordedAt, side, request, response }: RecordedExchange): RecordContent {
  const asked = documentIn(request.body)
  const chunks = chunksIn(response.body)
  const answered = chunks === undefined ? documentIn(response.body) : undefined
  const value = compact({
    id,
    wire,
    status: response.status,
    request: asked?.value ?? null,
    // A stream requested as one JSON document is a list of its events.
    ...(isArray(answered?.value) ? { chunks: answered.value } : { response: answered?.value ?? null }),
    ...(chunks && streamOf({ chunks })),
  })
  return {
    value,
    recordedAt,
    url: request.url,
    side,
    chunks,
    exactText(object) {
      // The record itself was not text, so the texts of its bodies are used.
      if (object === value) return [textOf(asked), textOf(answered)].filter(Boolean).join('\n') || undefined
      return asked?.exactText(object) ?? answered?.exactText(object)
    },
  }
}

/** Parses a body. A body that is not JSON stays text; code that requires JSON reports it. */
function documentIn(body: RecordedBody | undefined): JsonDocument | undefined {
  if (body === undefined) return undefined
  if ('json' in body) return { value: body.json, exactText: () => undefined }
  const text = bodyText(body)
  const value = tryParseJson(text)
  return value === undefined ? { value: text, exactText: () => undefined } : documentOf(text, value)
}

function textOf(document: JsonDocument | undefined): string | undefined {
  return isObject(document?.value) ? document.exactText(document.value) : undefined
}

function streamOf(body: RecordedBody): { readonly [member: string]: JsonValue } {
  const bytes = bodyBytes(body)
  const sse = bytesAsText(bytes)
  return sse === undefined ? { eventStreamBase64: toBase64(bytes) } : { sse }
}
