import type { JsonValue } from './json-types.js'

/**
 * Codes of an `AdapterError`: `invalid-json` and `too-deep` (the text cannot be parsed), `wrong-type`,
 * `missing-field` and `cyclic` (the value does not have the expected form), `unknown-wire` and
 * `unknown-profile` (an unknown name), `unsupported` (the wire has no equivalent), `frame-too-long` and
 * `broken-frame` (an invalid stream), `strict` (a warning in strict mode), `untrusted` (a client posted data
 * that only the server may send).
 */
export type AdapterErrorCode =
  | 'invalid-json'
  | 'too-deep'
  | 'wrong-type'
  | 'missing-field'
  | 'unknown-wire'
  | 'unknown-profile'
  | 'unsupported'
  | 'cyclic'
  | 'frame-too-long'
  | 'broken-frame'
  | 'strict'
  | 'untrusted'

/**
 * The one error that the library throws on bad input. `path` is a JSON Pointer (RFC 6901) into the input, ''
 * for the complete input.
 */
export class AdapterError extends Error {
  override readonly name = 'AdapterError'
  constructor(
    /** The error code, for programs. */
    readonly code: AdapterErrorCode,
    /** JSON Pointer into the input, '' for the complete input. */
    readonly path: string,
    message: string,
    /** Further data, for programs. */
    readonly detail?: JsonValue,
  ) {
    super(path === '' ? message : `${message} (at ${path})`)
  }
}

/** Returns the message without the path at its end. */
export function reasonIn({ message, path }: AdapterError): string {
  return path === '' ? message : message.slice(0, -` (at ${path})`.length)
}

/**
 * Calls `work` and returns its result, or the `AdapterError` that it threw.
 * @throws any other error of the work.
 */
export function attempt<Value>(
  work: () => Value,
): { readonly value: Value } | { readonly error: AdapterError } {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof AdapterError) return { error }
    throw error
  }
}

/** Runs `run` and prefixes the paths of its errors. */
export function withPathPrefix<Value>(path: string, run: () => Value): Value {
  const ran = attempt(run)
  if ('value' in ran) return ran.value
  const { error } = ran
  throw new AdapterError(error.code, path + error.path, reasonIn(error), error.detail)
}
