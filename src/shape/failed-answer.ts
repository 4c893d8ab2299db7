import type { JsonObject, JsonValue } from '../json/json-types.js'
import { isObject, objectOr, stringOr } from '../json/read-json.js'
import { compact } from '../json/write-json.js'
import type { Wired } from '../model/metadata.js'
import { failedFinish } from '../model/outcome.js'
import type { ModelResponse, ProviderError, ProviderMetadata } from '../model/types.js'

const NOTHING: JsonObject = {}

/** An answer that is nothing but an error. */
export function failedAnswer(
  error: ProviderError,
  { wire }: Wired,
  providerMetadata?: ProviderMetadata,
): ModelResponse {
  const message = { role: 'assistant' as const, parts: [], origin: { wire } }
  return compact({ message, finish: failedFinish(), error, providerMetadata })
}

/** Whether an answer is nothing but an error, as opposed to one that broke off. */
export function isFailed<Answer extends Pick<ModelResponse, 'message' | 'error'>>(
  answer: Answer,
): answer is Answer & { readonly error: ProviderError } {
  return answer.error !== undefined && answer.message.parts.length === 0
}

/**
 * What an error says that is a text, or an object with a message and a code.
 * @param codes the fields that may hold the code: the first text or number of them is it.
 * @param silent the message of an error without one.
 */
export function errorFacts(
  error: JsonValue | undefined,
  codes: readonly string[],
  silent = 'an error without a message',
): Pick<ProviderError, 'message' | 'code'> {
  const facts = objectOr(error, NOTHING)
  const code = codes.map((field) => facts[field]).find((value) => /string|number/.test(typeof value))
  return compact({
    message: stringOr(facts.message, stringOr(error, silent)),
    code: code === undefined ? undefined : String(code),
  })
}

/** The body that an error was read of, for as long as it says the same. */
export function unchangedBody(
  { message, code, raw }: ProviderError,
  decode: (body: JsonObject) => ProviderError,
): JsonObject | undefined {
  if (!isObject(raw)) return undefined
  const said = decode(raw)
  return said.message === message && said.code === code ? raw : undefined
}
