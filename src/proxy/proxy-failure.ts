import type { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import type { Notice } from '../base/model/context.js'

/** Codes of the proxy's failures, in the header `x-toolwire-error`. */
export type FailureCode =
  | 'no-such-path'
  | 'no-such-method'
  | 'unauthorized'
  | 'foreign-origin'
  | 'bad-request'
  | 'body-too-large'
  | 'unknown-encoding'
  | 'over-limit'
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
  'unknown-encoding': 415,
  'over-limit': 429,
  'no-route': 404,
  'not-carried': 400,
  'not-stored': 404,
  'target-unreachable': 502,
  'target-timeout': 504,
  'target-answer': 502,
  internal: 500,
}

/** Further data of a failure, in addition to its code and message. */
export interface FailureFacts {
  /** The losses, if the request is refused because of them. Default: none. */
  readonly notices?: readonly Notice[]
  /** The HTTP status. Default: the usual status of the code. */
  readonly status?: number
  /** Further members of the error that clients of the wire expect. Default: none. */
  readonly members?: JsonObject | undefined
  /** The allowed methods, if the request's method is not allowed. */
  readonly allowed?: readonly string[]
  /**
   * The supported content encodings, if the request's encoding is not supported.
   * https://www.rfc-editor.org/rfc/rfc7694
   */
  readonly accepted?: readonly string[]
  /** Headers that state when the request may be sent again. Default: none. */
  readonly retryHeaders?: Readonly<Record<string, string>>
}

/** A failure of the proxy. It is reported in the error format of the client's wire. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly status: number
  readonly notices: readonly Notice[]
  readonly members: JsonObject | undefined
  readonly allowed: readonly string[] | undefined
  readonly accepted: readonly string[] | undefined
  readonly retryHeaders: Readonly<Record<string, string>> | undefined

  constructor(
    readonly code: FailureCode,
    message: string,
    { notices = [], status = STATUS[code], members, allowed, accepted, retryHeaders }: FailureFacts = {},
  ) {
    super(`toolwire proxy: ${message}`)
    this.notices = notices
    this.allowed = allowed
    this.accepted = accepted
    this.retryHeaders = retryHeaders
    this.status = status
    this.members = members
  }
}

/** Creates the refusal because of losses, with all losses, also in its message. */
export function notCarried(losses: readonly Notice[]): ProxyFailure {
  const list = losses.map(({ code, path, message }) => `${code} at ${path || '/'}: ${message}`).join('; ')
  return new ProxyFailure('not-carried', `the request cannot be translated without loss: ${list}`, {
    notices: losses,
  })
}

/** Returns the reason of an error without quoting the text, because messages are logged. */
export function reasonFor({ code, message }: AdapterError): string {
  return code === 'invalid-json' ? message.replace(/, (?:\.{3})?".*/s, '') : message
}
