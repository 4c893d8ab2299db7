import type { JsonValue } from '../json/json-types.js'
import { arrayOr, isArray, isObject, objectIn } from '../json/read-json.js'
import type { ProviderError } from '../model/types.js'
import { HeaderMap } from './http-message.js'

/**
 * Returns the seconds after which the server accepts another request, from the header `retry-after-ms`, or
 * from `retry-after` in seconds or as a date. https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
function retryAfterIn(get: (name: string) => string | undefined): number | undefined {
  // The fallback `-` is neither a number nor a date.
  const usual = get('retry-after') || '-'
  const waits = [Number(get('retry-after-ms') || '-') / 1000, Number(usual), secondsUntil(usual)]
  return waits.find((wait) => wait >= 0 && wait < LONGEST)
}

/** Longest accepted wait, in seconds. A longer one is an error of the server. */
const LONGEST = 1e9

function secondsUntil(date: string): number {
  return Math.max(0, (Date.parse(date) - Date.now()) / 1000)
}

/**
 * Returns the seconds of a `RetryInfo` (`retryDelay: "34.07s"`) in the details of an error body, with or
 * without its envelope.
 * https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto
 */
function retryDelayIn(body: JsonValue | undefined): number | undefined {
  const error = isArray(body) ? body[0] : body
  if (!isObject(error)) return undefined
  const details = arrayOr(error.details ?? objectIn(error.error).details, [])
  const delays = details.map((detail) => DELAY.exec(String(objectIn(detail).retryDelay))?.[1])
  const seconds = Number(delays.find((delay) => delay !== undefined))
  return seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined
}

/** A duration: https://protobuf.dev/programming-guides/json/ */
const DELAY = /^(\d{1,12}(?:\.\d{1,9})?)s$/

/**
 * Adds the wait that the provider requests in the headers or the error body to an error.
 * @param source a fetch Response, or the error of an official SDK.
 */
export function withRequestedWait(error: ProviderError, source?: unknown): ProviderError {
  const retryAfter = headerWait(source) ?? error.retryAfter ?? retryDelayIn(error.raw)
  return retryAfter === undefined ? error : { ...error, retryAfter }
}

function headerWait(source: unknown): number | undefined {
  if (typeof source !== 'object' || source === null || !('headers' in source)) return undefined
  const { headers } = source
  if (!(headers instanceof Headers || headers instanceof HeaderMap)) return undefined
  return retryAfterIn((name) => headers.get(name) ?? undefined)
}
