import type { ModelResponse, ProviderError } from './types.js'

/** An error of the provider, instead of an answer or in the middle of one. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'

  /** @param response what arrived until then, with the error. Its broken calls are marked; do not run them. */
  constructor(
    readonly response: ModelResponse,
    /** The provider's error. */
    readonly error: ProviderError,
    cause?: unknown,
  ) {
    super(error.message, cause === undefined ? {} : { cause })
  }
}
