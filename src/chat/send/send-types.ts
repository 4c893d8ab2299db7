import type { Timer } from '../../base/http/timer.js'
import type { ResponseError } from '../../base/model/response-error.js'
import type { Adapter, RequestOf } from '../../codec/wire/define-adapter.js'
import type { KeySource } from './key-and-endpoint.js'
import type { SendError } from './send-error.js'

/** Options of `fetchSend`. */
export interface FetchSendOptions {
  /**
   * The API key, or a function that returns it, called for each attempt. The key is sent in the key header of
   * the wire. With `null` no key is sent, for local servers or if `headers` identify the caller. `undefined`
   * or an empty text is an error.
   */
  readonly key: KeySource | null | undefined
  /**
   * The base URL in the form of the official client: `https://api.openai.com/v1`. Required for Bedrock, which
   * has a URL for each region, and for other servers of a wire. Default: the vendor's URL.
   */
  readonly url?: string | undefined
  /** Additional headers of each request. These headers override the headers of the wire. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * The function that sends, with the arguments of the global `fetch`: for signing, proxies, recording.
   * Default: the global `fetch`.
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /**
   * The maximum number of times that a request without an answer is sent again: no connection, status 408,
   * 409, 429 or 5xx. A request is never sent again after its answer has begun or after a timeout. 0 disables
   * retries. Default: 2.
   */
  readonly retries?: number | undefined
  /**
   * The maximum waiting time before a request is sent again, in milliseconds. If the provider requests a
   * longer time, the error is thrown at once. Default: 60,000.
   */
  readonly longestWait?: number | undefined
  /**
   * Milliseconds until an answer has to begin, per attempt. Default: 240,000. The limit of Node's `fetch` is
   * 300,000.
   */
  readonly answerTimeout?: number | undefined
  /**
   * Milliseconds for all attempts and waits, until an answer begins. If a wait is longer, the error is thrown
   * at once. Default: only the other limits apply.
   */
  readonly totalTimeout?: number | undefined
  /**
   * Milliseconds that the server may be silent within an answer. Comments of an event stream (`: ping`) count
   * as silence. Default: 240,000.
   */
  readonly idleTimeout?: number | undefined
  /**
   * The name of a header with a random key, the same for all attempts of one request: `Idempotency-Key`. Use
   * it for servers that answer a repeated key with the first answer. OpenAI, Anthropic and Google do not
   * document this header, and their clients do not send it
   * (https://github.com/anthropics/anthropic-sdk-typescript/issues/1112). Default: none.
   */
  readonly idempotencyHeader?: string | undefined
  /** Called before each wait. */
  readonly onRetry?: ((retry: SendRetry) => void) | undefined
  /** The timer for waits and timeouts. Default: `setTimeout`. */
  readonly timer?: Timer | undefined
}

/** A retry that is about to start. */
export interface SendRetry {
  /** The number of attempts so far: 1, 2, … */
  readonly attempt: number
  /** The waiting time in milliseconds. */
  readonly wait: number
  /** The error of the failed attempt. */
  readonly error: ResponseError | SendError
}

/** The second argument of the function that `fetchSend` returns. `provider` passes this argument. */
export interface FetchSendCall {
  /**
   * The path below the base URL. Required on wires whose path contains the model (Gemini, Bedrock). Default:
   * the wire's path.
   */
  readonly path?: string
  /** The model, for the messages of errors. Default: the model in the request. */
  readonly model?: string
  /** A signal that aborts the request, the answer, and the wait for the next attempt. Default: none. */
  readonly signal?: AbortSignal
}

/**
 * A function that sends a native request. Read the answer with `stream`, `collect` or `decodeResponse` of the
 * adapter.
 * @throws ResponseError if the provider refuses the request, SendError if no answer arrives, the reason of an
 * abort.
 */
export interface FetchSend<To extends Adapter> {
  (request: RequestOf<To>, call?: FetchSendCall): Promise<Response>
  /** States that the numbers of encoded requests are sent with all their digits, so that `provider` reports none as rounded. */
  readonly keepsDigits: true
  /** The base URL of requests. */
  readonly url: string
  /**
   * Returns the profile of the limits for the server at `url` and a model: `provider` uses it unless the caller
   * chooses `limits`. Returns undefined at the vendor's own hosts.
   */
  profileFor(model: string): string | undefined
  /** Returns the URL of requests to a path, without its query. Used in messages. */
  urlFor(path: string): string
}
