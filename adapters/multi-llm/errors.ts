import type { JsonObject } from '../../src/base/json/json-types.js'
import { isObject, numberOr, stringOr } from '../../src/base/json/read-json.js'
import { compact } from '../../src/base/json/write-json.js'
import type { ProviderError } from '../../src/base/model/types.js'

/** The variants of `LlmError`. */
const VARIANT =
  /^(UnsupportedProvider|ConfigurationError|RequestFailed|ResponseParsingError|RateLimitExceeded|Timeout|AuthenticationFailed|TokenLimitExceeded|ToolExecutionFailed|SchemaValidationFailed)$/

const NO_MESSAGE = 'an error without a message'

/**
 * Decodes `{error: {RateLimitExceeded: {retry_after_seconds}}}`, `{error: {message, …}}` or `{error:
 * "text"}`.
 */
export function decodeError(native: JsonObject): ProviderError {
  const { error } = native
  if (!isObject(error)) return { message: stringOr(error, NO_MESSAGE), raw: native }
  const code = Object.keys(error).find((name) => VARIANT.test(name))
  const inner = code === undefined ? error : error[code]
  const facts = isObject(inner) ? inner : {}
  return compact({
    message: stringOr(
      facts.message,
      code?.replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) ?? NO_MESSAGE,
    ),
    code: code ?? stringOr(error.type, undefined) ?? stringOr(error.code, undefined),
    retryAfter: numberOr(facts.retry_after_seconds, undefined),
    raw: native,
  })
}

export function encodeError(error: ProviderError, isOwn: boolean): JsonObject {
  const { raw, message, code, retryAfter } = error
  const kept = isOwn && isObject(raw) ? decodeError(raw) : undefined
  if (isObject(raw) && kept?.message === message && kept.code === code && kept.retryAfter === retryAfter)
    return raw
  return { error: compact({ message, code, retry_after_seconds: retryAfter }) }
}
