import { errorWords } from '../../base/http/error-words.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { isObject } from '../../base/json/read-json.js'
import { compact } from '../../base/json/write-json.js'
import type { Wired } from '../../base/model/metadata.js'
import { failedFinish } from '../../base/model/outcome.js'
import type { ModelResponse, ProviderError, ProviderMetadata } from '../../base/model/types.js'

/** Creates an answer that contains only an error. */
export function failedAnswer(
  error: ProviderError,
  { wire }: Wired,
  providerMetadata?: ProviderMetadata,
): ModelResponse {
  const message = { role: 'assistant' as const, parts: [], origin: { wire } }
  return compact({ message, finish: failedFinish(), error, providerMetadata })
}

/** Returns true if an answer contains only an error, as opposed to an answer that was interrupted. */
export function isFailed<Answer extends Pick<ModelResponse, 'message' | 'error'>>(
  answer: Answer,
): answer is Answer & { readonly error: ProviderError } {
  return answer.error !== undefined && answer.message.parts.length === 0
}

/** The message of an error without a message. */
export const NO_WORDS = 'the provider reported an error'

/**
 * Decodes an error in any form.
 * @param codes members with the error codes of this wire. Default: the usual members.
 */
export function decodeProviderError(raw: JsonValue | undefined, codes?: readonly string[]): ProviderError {
  const { message = NO_WORDS, code } = errorWords(raw, codes)
  return compact({ message, code, raw })
}

/** Returns the `error` member of a body, if the body has no further data. */
export function errorMember(body: JsonObject): JsonValue | undefined {
  const { error } = body
  if (error === undefined || error === null) return undefined
  const [inside, whole] = [errorWords(error), errorWords(body)]
  return inside.message === whole.message && inside.code === whole.code ? error : undefined
}

/** Returns the original body of a decoded error, if the error is unchanged. */
export function unchangedBody(
  { message, code, raw }: ProviderError,
  codes?: readonly string[],
): JsonObject | undefined {
  if (!isObject(raw)) return undefined
  const read = decodeProviderError(raw, codes)
  return read.message === message && read.code === code ? raw : undefined
}
