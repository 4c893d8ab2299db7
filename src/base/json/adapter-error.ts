import type { JsonValue } from './json-types.js'

/**
 * What is wrong: `invalid-json` and `too-deep` (the text cannot be read), `wrong-type`, `missing-field` and `cyclic`
 * (the value is not of the expected form), `unknown-wire` and `unknown-profile` (a name that nothing bears),
 * `unsupported` (the wire has no such thing), `frame-too-long` and `broken-frame` (a stream), `strict` (a warning in
 * strict mode), `untrusted` (a client posted what only the server may say).
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
 * The one error that the library throws on bad input.
 * `path` is a JSON Pointer (RFC 6901) into the input, '' for the whole of it.
 */
export class AdapterError extends Error {
  override readonly name = 'AdapterError'
  constructor(
    /** What is wrong, for programs. */
    readonly code: AdapterErrorCode,
    /** JSON Pointer into the input, '' for the whole of it. */
    readonly path: string,
    message: string,
    /** What else is to be known, for programs. */
    readonly detail?: JsonValue,
  ) {
    super(path === '' ? message : `${message} (at ${path})`)
  }
}

/** What the error says, without the path, with which its message ends. */
export function reasonIn({ message, path }: AdapterError): string {
  return path === '' ? message : message.slice(0, -` (at ${path})`.length)
}

/** What the work gives, or the AdapterError that it throws. @throws whatever else it throws. */
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
