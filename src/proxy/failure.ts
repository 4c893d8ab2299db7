import { refusalBody } from '../exchange/answer.js'
import type { AdapterError } from '../json/errors.js'
import { isObject } from '../json/read.js'
import type { JsonObject } from '../json/types.js'
import { compact, stringifyJson } from '../json/write.js'
import type { Notice } from '../model/context.js'
import type { Adapter } from '../wire/define.js'

/** What the proxy calls its own failures, in the header `x-toolwire-error`. */
export type FailureCode =
  | 'no-such-path'
  | 'no-such-method'
  | 'unauthorized'
  | 'foreign-origin'
  | 'bad-request'
  | 'body-too-large'
  | 'no-route'
  | 'not-carried'
  | 'not-stored'
  | 'target-unreachable'
  | 'target-timeout'
  | 'target-answer'
  | 'internal'

const STATUS: Readonly<Record<FailureCode, number>> = {
  'no-such-path': 404,
  'no-such-method': 405,
  unauthorized: 401,
  'foreign-origin': 403,
  'bad-request': 400,
  'body-too-large': 413,
  'no-route': 404,
  'not-carried': 400,
  'not-stored': 404,
  'target-unreachable': 502,
  'target-timeout': 504,
  'target-answer': 502,
  internal: 500,
}

/** What is said of a failure beside its code and its message. */
export interface FailureFacts {
  /** What cannot be carried, of a request that is refused for it. Default: nothing. */
  readonly notices?: readonly Notice[]
  /** The HTTP status. Default: the usual one of the code. */
  readonly status?: number
  /** Further members of the error, which clients of the wire look for. Default: none. */
  readonly members?: JsonObject | undefined
  /** The methods that mean something, where the one of the request does not. */
  readonly allowed?: readonly string[]
}

/** Something that the proxy cannot do. It is told in the words of the client's wire. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly status: number
  readonly notices: readonly Notice[]
  readonly members: JsonObject | undefined
  readonly allowed: readonly string[] | undefined

  constructor(
    readonly code: FailureCode,
    message: string,
    { notices = [], status = STATUS[code], members, allowed }: FailureFacts = {},
  ) {
    super(`toolwire proxy: ${message}`)
    this.notices = notices
    this.allowed = allowed
    this.status = status
    this.members = members
  }
}

/** The answer to a request that the proxy refuses, or cannot get an answer to. */
export function failureAnswer(failure: ProxyFailure, client: Adapter | undefined): Response {
  const { status, code, message, notices, members, allowed } = failure
  const told = client === undefined ? plainBody(failure) : refusalBody(status, message, client)
  const body =
    isObject(told) && isObject(told.error) ? { ...told, error: { ...told.error, ...members } } : told
  const listed = notices.map((notice): JsonObject => compact({ ...notice }))
  const whole = isObject(body) && listed.length > 0 ? { ...body, notices: listed } : body
  return new Response(stringifyJson(whole), {
    status,
    headers: compact({
      'content-type': 'application/json',
      'x-toolwire-error': code,
      allow: allowed?.join(', '),
    }),
  })
}

/** For requests that are of no wire. */
function plainBody({ message, code }: ProxyFailure): JsonObject {
  return { error: { type: 'proxy_error', code, message } }
}

/** Refusals of what cannot be carried say all of it, for people too. */
export function notCarried(losses: readonly Notice[]): ProxyFailure {
  const list = losses.map(({ code, path, message }) => `${code} at ${path || '/'}: ${message}`).join('; ')
  return new ProxyFailure('not-carried', `the request cannot be translated without loss: ${list}`, {
    notices: losses,
  })
}

/** What is wrong with a text, without a piece of it: messages are logged. */
export function reasonFor({ code, message }: AdapterError): string {
  return code === 'invalid-json' ? message.replace(/, (?:\.{3})?".*/s, '') : message
}
