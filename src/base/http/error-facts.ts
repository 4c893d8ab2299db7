import type { JsonObject, JsonValue } from '../json/json-types.js'
import { tryParseJson } from '../json/parse.js'
import { asJson, isArray, isObject, objectOr, stringOr } from '../json/read-json.js'
import { compact } from '../json/write-json.js'
import type { ProviderError } from '../model/types.js'
import { HeaderMap } from './http-message.js'

/** The facts of an error that come from the HTTP status and headers, not from the body. */
export type HttpFacts = Pick<ProviderError, 'status' | 'retryAfter' | 'requestId'>

const NOTHING: JsonObject = {}

/** Headers that contain the provider's request id. */
const REQUEST_IDS = ['x-request-id', 'request-id', 'x-amzn-requestid']

/**
 * Reads the status, the request id and the retry time of an error response.
 * @param source a fetch Response, or the error of an official SDK. For any other value, the result is empty.
 */
export function httpFacts(source: unknown): HttpFacts {
  if (typeof source !== 'object' || source === null) return {}
  // Names of the status in the errors of different clients. Clients that drop the headers set `$metadata`.
  const { status, statusCode, status_code: code, $metadata: metadata } = objectOr(asJson(source), NOTHING)
  const { httpStatusCode, requestId } = objectOr(metadata, NOTHING)
  const given = 'headers' in source ? source.headers : undefined
  const headers = given instanceof Headers || given instanceof HeaderMap ? given : undefined
  const header = (name: string) => headers?.get(name) ?? undefined
  // Providers send seconds. `withRequestedWait` reads the other forms.
  const seconds = Number(header('retry-after'))
  return compact({
    status: [status, statusCode, code, httpStatusCode].find((each) => typeof each === 'number'),
    retryAfter: seconds >= 0 ? seconds : undefined,
    requestId: REQUEST_IDS.map(header).find(Boolean) ?? stringOr(requestId, undefined),
  })
}

/**
 * Returns the error body from a value that an SDK threw. SDKs attach the body with or without its envelope,
 * as an object or as text, or put it into the message.
 */
export function thrownBody(thrown: unknown): JsonObject | undefined {
  if (!(thrown instanceof Error)) return undefined
  const attached = objectOr(asJson(thrown), NOTHING)
  const given = ATTACHED.map((name) => attached[name])
    .map(bodyIn)
    .find((each) => each !== undefined)
  return given === undefined || isObject(given.error) ? given : { error: given }
}

/**
 * Members that contain the body, in the errors of OpenAI and Anthropic, Mistral and Cohere, the AI SDK, and
 * Google.
 */
const ATTACHED = ['error', 'body', 'responseBody', 'message']

/** Returns the object in a value or in its JSON text. For a list, returns its first object. */
function bodyIn(value: JsonValue | undefined): JsonObject | undefined {
  const json =
    typeof value === 'string' ? tryParseJson(value.slice(Math.max(0, value.search(/[[{]/)))) : value
  return objectOr(isArray(json) ? json[0] : json, undefined)
}
