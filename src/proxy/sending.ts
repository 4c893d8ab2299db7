import type { StreamedAnswer } from '../http/http-message.js'
import type { UpstreamFetch } from './proxy-types.js'

/** Headers by lower-case names. */
export type SentHeaders = Readonly<Record<string, string>>

/** A request to a target as it is sent. */
export interface SentRequest {
  readonly url: string
  /** Upper case. */
  readonly method: string
  readonly headers: SentHeaders
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
  /** Aborts the request, and the body of its answer. */
  readonly signal: AbortSignal
}

/** Sends a request. Redirects are not followed. Rejects when no answer begins. */
export type Send = (request: SentRequest) => Promise<StreamedAnswer>

/** Sends requests with a `fetch`. */
export function sendBy(fetch: UpstreamFetch): Send {
  return ({ url, method, headers, body, signal }) => {
    const init: RequestInit = { method, headers: new Headers(headers), signal, redirect: 'manual' }
    return fetch(url, body === undefined ? init : { ...init, body })
  }
}
