import type { JsonValue } from '../json/types.js'
import { createContext } from '../model/context.js'
import type { ModelResponse, ProviderError } from '../model/types.js'
import type { Adapter } from '../wire/define.js'
import { stateStatus } from '../wire/errors.js'

/** An answer that is nothing but an error. */
export function failedResponse(error: ProviderError): ModelResponse {
  return { message: { role: 'assistant', parts: [] }, finish: { reason: 'error' }, error }
}

/** What a gateway answered in place of the provider, for instance a page of HTML. */
export function unreadableRefusal(text: string, status: number): ModelResponse {
  const message = text.trim() === '' ? `the server answered with status ${status}` : text
  return failedResponse({ message, code: String(status) })
}

/** The body with which the wire's provider would refuse a request with this status. */
export function refusalBody(status: number, message: string, { codecs }: Adapter): JsonValue {
  const { error } = stateStatus(message, status, codecs.http.errors)
  return codecs.response.encode(failedResponse(error), createContext(codecs.id))
}

/** fetch says what went wrong in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
