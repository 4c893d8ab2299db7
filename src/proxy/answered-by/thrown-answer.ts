import { httpFacts } from '../../base/http/error-facts.js'
import { webResponse } from '../../base/http/http-message.js'
import { reasonOf } from '../../base/http/reason.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { createContext } from '../../base/model/context.js'
import { ResponseError } from '../../base/model/response-error.js'
import type { ProviderError } from '../../base/model/types.js'
import { NoProviderError } from '../../chat/provider/no-provider-error.js'
import { SendError } from '../../chat/send/send-error.js'
import type { Adapter } from '../../codec/wire/define-adapter.js'
import { translateError } from '../../codec/wire/error-table.js'
import { failedResponse, retryHeaders } from '../../translate/exchange/translate-answer.js'
import { isProxyError } from '../cut-answer.js'
import { failureAnswer } from '../failure-answer.js'
import { ProxyFailure, reasonFor } from '../proxy-failure.js'

/**
 * Answers a request whose turn failed, with the status and the words of the client's provider.
 * @throws errors without a status, such as a broken connection of the SDK in `send`. Clients treat them as
 * errors of their own connection, with this error as the cause.
 */
export function thrownAnswer(
  thrown: unknown,
  client: Adapter | undefined,
  adapters: readonly Adapter[],
): Response {
  const failure = failureOf(thrown)
  if (failure !== undefined || client === undefined)
    return ownAnswer(failure ?? new ProxyFailure('internal', reasonOf(thrown)), client)
  const error = errorOf(thrown)
  if (error === undefined) throw thrown
  return errorAnswer(error, client, adapters)
}

/** Answers with an error of the provider, in the words of the client's provider. */
export function errorAnswer(error: ProviderError, client: Adapter, adapters: readonly Adapter[]): Response {
  const { id, codecs } = client
  const from = adapters.flatMap((adapter) => adapter.codecs.http.errors)
  const given = isProxyError(error) ? BAD_GATEWAY : error.status
  const stated = translateError(error, given, from, codecs.http.errors)
  const body = codecs.response.encode(failedResponse(stated.error), createContext(id))
  return new Response(stringifyJson(body), {
    status: stated.status,
    headers: { 'content-type': 'application/json', ...retryHeaders([], error) },
  })
}

const BAD_GATEWAY = 502

function ownAnswer(failure: ProxyFailure, client: Adapter | undefined): Response {
  failure.message = failure.message.replace(/^toolwire proxy: /, '')
  return webResponse(failureAnswer(failure, client))
}

/** Returns the failure of a request that was not sent, or that has no answer of a provider. */
function failureOf(thrown: unknown): ProxyFailure | undefined {
  if (thrown instanceof ProxyFailure) return thrown
  if (thrown instanceof AdapterError) return new ProxyFailure('bad-request', reasonFor(thrown))
  if (!(thrown instanceof SendError)) return undefined
  return new ProxyFailure(thrown.code === 'timeout' ? 'target-timeout' : 'target-unreachable', thrown.message)
}

/** Returns the error of a provider; undefined for other errors. */
function errorOf(thrown: unknown): ProviderError | undefined {
  if (thrown instanceof ResponseError) return thrown.error
  if (thrown instanceof NoProviderError) {
    const last = errorOf(thrown.cause)
    return { ...last, message: thrown.message, status: last?.status ?? BAD_GATEWAY }
  }
  const facts = httpFacts(thrown)
  return facts.status === undefined ? undefined : { message: reasonOf(thrown), ...facts }
}
