import { answerOf, type HttpAnswer } from '../base/http/http-message.js'
import type { AdapterError } from '../base/json/adapter-error.js'
import type { JsonObject } from '../base/json/json-types.js'
import { isObject } from '../base/json/read-json.js'
import { compact, stringifyJson } from '../base/json/write-json.js'
import type { Notice } from '../base/model/context.js'
import type { StreamEvent } from '../base/model/events.js'
import type { ProviderError } from '../base/model/types.js'
import { type EventStep, mapEvents } from '../codec/stream/event-step.js'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { refusalBody } from '../translate/exchange/translate-answer.js'

/** Codes of the proxy's failures, in the header `x-toolwire-error`. */
export type FailureCode =
  | 'no-such-path'
  | 'no-such-method'
  | 'unauthorized'
  | 'foreign-origin'
  | 'bad-request'
  | 'body-too-large'
  | 'unknown-encoding'
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
  /** The HTTP status. Default: the usual one of the code. */
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
}

/** A failure of the proxy. It is reported in the error format of the client's wire. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure'
  readonly status: number
  readonly notices: readonly Notice[]
  readonly members: JsonObject | undefined
  readonly allowed: readonly string[] | undefined
  readonly accepted: readonly string[] | undefined

  constructor(
    readonly code: FailureCode,
    message: string,
    { notices = [], status = STATUS[code], members, allowed, accepted }: FailureFacts = {},
  ) {
    super(`toolwire proxy: ${message}`)
    this.notices = notices
    this.allowed = allowed
    this.accepted = accepted
    this.status = status
    this.members = members
  }
}

/** Returns the answer to a request that the proxy refuses, or that no target answers. */
export function failureAnswer(failure: ProxyFailure, client: Adapter | undefined): HttpAnswer {
  const { status, code, message, notices, members, allowed, accepted } = failure
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
    }),
  })
}

/** Returns the body for requests without a known wire. */
function plainBody({ message, code }: ProxyFailure): JsonObject {
  return { error: { type: 'proxy_error', code, message } }
}

/** Creates the refusal because of losses, which lists all of them, also in its message. */
export function notCarried(losses: readonly Notice[]): ProxyFailure {
  const list = losses.map(({ code, path, message }) => `${code} at ${path || '/'}: ${message}`).join('; ')
  return new ProxyFailure('not-carried', `the request cannot be translated without loss: ${list}`, {
    notices: losses,
  })
}

/** Returns the reason without a quote of the text, because messages are logged. */
export function reasonFor({ code, message }: AdapterError): string {
  return code === 'invalid-json' ? message.replace(/, (?:\.{3})?".*/s, '') : message
}

/**
 * Omits calls that were truncated when an answer was interrupted, because some clients run every call they
 * receive and keep it in their history. The error reports the interruption.
 */
export function withoutCutCalls(): EventStep {
  let hasFailed = false
  let cut: StreamEvent[] = []
  return {
    push(event) {
      if (event.type === 'tool-call' && event.call.status === 'truncated') {
        // The error may follow the call.
        cut.push(event)
        return []
      }
      if (event.type === 'error') hasFailed = true
      if (event.type !== 'finish' || cut.length === 0) return [event]
      const told = hasFailed ? [event] : [...cut, event]
      cut = []
      return told
    },
    finish: () => [],
  }
}

/** Names the proxy in the errors that it detected. */
export function namingProxy(): EventStep {
  return mapEvents((event) => (event.type === 'error' ? { ...event, error: brokenOff(event.error) } : event))
}

/** Returns the error of an answer that was interrupted or could not be decoded completely. */
function brokenOff(error: ProviderError): ProviderError {
  if (!isProxyError(error) || error.message.startsWith(PREFIX)) return error
  return { ...error, message: `${PREFIX}the answer of the target was cut off: ${error.message}` }
}

const PREFIX = 'toolwire proxy: '

const OWN_CODES: ReadonlySet<string | undefined> = new Set([
  'stream-failed',
  'stream-cut',
  'stream-restarted',
  'invalid-json',
  'foreign-answer',
])

/** Returns true if the error comes from the proxy instead of the provider: an interrupted stream. */
export function isProxyError({ code }: ProviderError): boolean {
  return OWN_CODES.has(code)
}
