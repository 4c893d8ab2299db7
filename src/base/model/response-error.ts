import type { ModelResponse, ProviderError } from './types.js'

/** An error of the provider, in place of an answer or inside an answer. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'

  /**
   * @param response the part of the answer before the error, with the error. Its broken calls are marked; do
   * not run them.
   */
  constructor(
    readonly response: ModelResponse,
    /** The provider's error. */
    readonly error: ProviderError,
    cause?: unknown,
  ) {
    super(error.message, cause === undefined ? {} : { cause })
  }
}
