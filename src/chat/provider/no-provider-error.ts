import { reasonOf } from '../../base/http/reason.js'

/**
 * Thrown by `firstOf` if no provider answers. `errors` has the failures in order; `cause` is the last
 * failure.
 */
export class NoProviderError extends AggregateError {
  override readonly name = 'NoProviderError'

  constructor(errors: readonly unknown[]) {
    const reasons = errors.map(reasonOf).join('; ')
    super(errors, `no provider answered: ${reasons}`, { cause: errors.at(-1) })
  }
}
