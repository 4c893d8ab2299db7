import { answerOf, type HttpAnswer } from '../base/http/http-message.js'
import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import { compact, stringifyJson } from '../base/json/write-json.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { refusalBody } from '../translate/exchange/translate-answer.js'
import type { ProxyFailure } from './proxy-failure.js'

/** Returns the answer to a request that the proxy refuses, or that no target answers. */
export function failureAnswer(failure: ProxyFailure, client: Adapter | undefined): HttpAnswer {
  const { status, code, message, notices, members, allowed, accepted, retryHeaders } = failure
  const told = client === undefined ? plainBody(failure) : refusalBody(status, message, client)
  const body =
    isObject(told) && isObject(told.error) ? { ...told, error: { ...told.error, ...members } } : told
  const listed = notices.map((notice): JsonObject => compact({ ...notice }))
  const whole = isObject(body) && listed.length > 0 ? { ...body, notices: listed } : body
  return answerOf(stringifyJson(whole), {
    status,
    headers: compact({
      'content-type': 'application/json',
      'x-toolwire-error': code,
      allow: allowed?.join(', '),
      'accept-encoding': accepted?.join(', '),
      ...retryHeaders,
    }),
  })
}

/** Returns the body for requests without a known wire. */
function plainBody({ message, code }: ProxyFailure): JsonObject {
  return { error: { type: 'proxy_error', code, message } }
}
