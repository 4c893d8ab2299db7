import type { HttpBinding } from '../adapter/adapter.js'
import type { Context } from '../adapter/context.js'
import { type StatedError, translateError } from '../adapter/errors.js'
import type { ProviderError } from '../model/types.js'
import { type EventStep, mapEvents } from '../stream/step.js'

/** Two wires, or as much of them as errors need. */
export interface ErrorWires {
  readonly from: { readonly http: Pick<HttpBinding, 'errors'> }
  readonly to: { readonly http: Pick<HttpBinding, 'errors'> }
}

/** An error in the words of another wire; what it was called before is told. */
export function stateError(
  error: ProviderError,
  status: number | undefined,
  { from, to }: ErrorWires,
  context: Context,
): StatedError {
  const stated = translateError(error, status, from.http.errors, to.http.errors)
  const { code } = stated.error
  if (error.code !== undefined && error.code !== code)
    context.report({
      code: 'error-code-changed',
      severity: 'info',
      path: '/error/code',
      message: `this wire calls the error ${error.code.slice(0, 100)} ${code ?? 'nothing in particular'}`,
    })
  return stated
}

/** The same for the errors of an answer as it comes. */
export function stateErrors(wires: ErrorWires, context: Context): EventStep {
  return mapEvents((event) =>
    event.type === 'error'
      ? { ...event, error: stateError(event.error, event.error.status, wires, context).error }
      : event,
  )
}
