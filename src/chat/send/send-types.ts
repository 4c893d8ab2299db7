import type { Timer } from '../../base/http/timer.js'
import type { ResponseError } from '../../base/model/response-error.js'
import type { Adapter, RequestOf } from '../../codec/wire/define-adapter.js'
import type { KeySource } from './key-and-endpoint.js'
import type { SendError } from './send-error.js'

/** Options of `fetchSend`. */
export interface FetchSendOptions {
  /**
   * The API key, or a function that returns it, called for each attempt. It is sent in the header that the wire has for it. `null`
   * sends none: for local servers, or where `headers` say who asks. undefined or an empty text is an error.
   */
  readonly key: KeySource | null | undefined
  /**
   * The base URL, as the official client would use it: `https://api.openai.com/v1`. Required for Bedrock, which has one per region,
   * and for other servers of a wire. Default: the vendor's.
   */
  readonly url?: string | undefined
  /** Further headers of each request. They win over those of the wire. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** What sends, with the arguments of the global `fetch`: for signing, proxies, recording. Default: the global one. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * How often a request is sent again that got no answer: no connection, status 408, 409, 429 or 5xx. Never after the answer has
   * begun, and not after a timeout. 0 for never. Default: 2.
   */
  readonly retries?: number | undefined
  /**
   * The longest wait before a request is sent again, in milliseconds. Where the provider asks for a longer one, the error is thrown at
   * once. Default: 60,000.
   */
  readonly longestWait?: number | undefined
  /** Milliseconds until an answer has to begin, per attempt. Default: 240,000. Node's `fetch` itself waits for at most 300,000. */
  readonly answerTimeout?: number | undefined
  /** Milliseconds that the server may be silent within an answer. Default: 240,000. */
  readonly idleTimeout?: number | undefined
  /** Called before each wait. */
  readonly onRetry?: ((retry: SendRetry) => void) | undefined
  /** Default: `setTimeout`. */
  readonly timer?: Timer | undefined
}

/** A request that is about to be sent again. */
export interface SendRetry {
  /** How often it was sent: 1, 2, … */
  readonly attempt: number
  /** How long it waits, in milliseconds. */
  readonly wait: number
  /** Why. */
  readonly error: ResponseError | SendError
}

/** The second argument of what `fetchSend` makes. `provider` fills it in. */
export interface FetchSendCall {
  /** The path below the base URL. Required on wires whose path names the model (Gemini, Bedrock). Default: the one of the wire. */
  readonly path?: string
  /** Aborts the request, its answer, and waiting for the next attempt. Default: nothing does. */
  readonly signal?: AbortSignal
}

/**
 * Sends a native request. The answer is what `stream`, `collect` and `decodeResponse` of the adapter read.
 * @throws ResponseError when the provider refuses it, SendError when no answer comes, the reason of an abort.
 */
export interface FetchSend<To extends Adapter> {
  (request: RequestOf<To>, call?: FetchSendCall): Promise<Response>
  /** States that the numbers of encoded requests are sent with all their digits, so that `provider` reports none as rounded. */
  readonly keepsDigits: true
}
