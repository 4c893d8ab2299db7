import type { Notice } from '../adapter/context.js'
import type { Adapter } from '../adapter/define.js'
import { refusalBody } from '../exchange/refusal.js'
import { isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { compact, stringifyJson } from '../json/write.js'

/** What the proxy calls its own failures, in the header `x-toolwire-error`. */
export type FailureCode =
  | 'no-such-path'
  | 'no-such-method'
  | 'unauthorized'
  | 'bad-request'
  | 'body-too-large'
  | 'no-route'
  | 'not-carried'
  | 'target-unreachable'
  | 'target-timeout'
  | 'target-answer'
  | 'internal'

const STATUS: Readonly<Record<FailureCode, number>> = {
  'no-such-path': 404,
  'no-such-method': 405,
  unauthorized: 401,
  'bad-request': 400,
  'body-too-large': 413,
  'no-route': 404,
  'not-carried': 400,
  'target-unreachable': 502,
  'target-timeout': 504,
  'target-answer': 502,
  internal: 500,
}

/** Something that the proxy cannot do. It is told in the words of the client's wire. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'

  constructor(
    readonly code: FailureCode,
    message: string,
    /** What cannot be carried, of a request that is refused for it. */
    readonly notices: readonly Notice[] = [],
  ) {
    super(`toolwire proxy: ${message}`)
  }

  get status(): number {
    return STATUS[this.code]
  }
}

/** The answer to a request that the proxy refuses, or cannot get an answer to. */
export function failureAnswer(failure: ProxyFailure, client: Adapter | undefined): Response {
  const { status, code, message, notices } = failure
  const body = client === undefined ? plainBody(failure) : refusalBody(status, message, client)
  const listed = notices.map((notice): JsonObject => compact({ ...notice }))
  const whole = isObject(body) && listed.length > 0 ? { ...body, notices: listed } : body
  return new Response(stringifyJson(whole), {
    status,
    headers: { 'content-type': 'application/json', 'x-toolwire-error': code },
  })
}

/** For requests that are of no wire. */
function plainBody({ message, code }: ProxyFailure): JsonObject {
  return { error: { type: 'proxy_error', code, message } }
}

/** Refusals of what cannot be carried say all of it, for people too. */
export function notCarried(losses: readonly Notice[]): ProxyFailure {
  const list = losses.map(({ code, path, message }) => `${code} at ${path || '/'}: ${message}`).join('; ')
  return new ProxyFailure('not-carried', `the request cannot be carried as it is: ${list}`, losses)
}
