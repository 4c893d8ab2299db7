import type { ModelResponse, ProviderError } from './types.js'

/** The request that failed, for messages. */
export interface FailedRequest {
  readonly wire: string
  readonly model?: string | undefined
  /** The URL without its query, which may contain a key. Absent if another function than `fetchSend` sent the request. */
  readonly url?: string | undefined
}

/** An error of the provider, in place of an answer or inside an answer. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'

  /**
   * @param response the part of the answer before the error, with the error. Its broken calls are marked; do
   * not run them.
   * @param request names the failed request in the message, with advice.
   */
  constructor(
    readonly response: ModelResponse,
    /** The provider's error. */
    readonly error: ProviderError,
    cause?: unknown,
    request?: FailedRequest,
  ) {
    const message = request === undefined ? error.message : toldOf(error, request)
    super(message, cause === undefined ? {} : { cause })
  }
}

/** Returns the provider's words, then the request, then the next step. */
function toldOf(error: ProviderError, request: FailedRequest): string {
  const { wire, model, url } = request
  const { status, message } = error
  const facts = [wire, model && `model ${model}`, status && `status ${status}`, url].filter(Boolean)
  const advice = adviceFor(error, url !== undefined)
  return `${message} (${facts.join(', ')})${advice === undefined ? '' : `. ${advice}`}`
}

/**
 * Returns the next step for the caller, if it is known.
 * @param isSent true if `fetchSend` sent the request, with the options `key` and `url`.
 */
function adviceFor({ status, retryAfter, message }: ProviderError, isSent: boolean): string | undefined {
  const url = isSent ? '`url`' : 'the base URL'
  if (NO_API.test(message)) return `No API answered. Check ${url}: many servers have the API below /v1`
  switch (status) {
    case 401:
    case 403:
      return `The server rejects the key. Check ${isSent ? '`key`' : 'the key'}, and that it belongs to this server and may use the model`
    case 404:
      return `The server has no such path or model. Check the name of the model, and ${url}: many servers have the API below /v1`
    case 429:
      return `The limit of requests is reached. Wait${retryAfter === undefined ? '' : ` ${retryAfter} s`}, send fewer requests, or try another provider with firstOf`
    case 503:
    case 529:
      return 'The server is overloaded. Try again later, or try another provider with firstOf'
    default:
      return undefined
  }
}

/** The messages of answers that no API sends: web pages, and answers without content. */
const NO_API = /an HTML page|the answer is empty/
