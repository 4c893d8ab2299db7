import type { JsonValue } from './types.js'

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

/**
 * The one error that the library throws on bad input.
 * `path` is a JSON Pointer (RFC 6901) into the input, '' for the whole of it.
 */
export class AdapterError extends Error {
  override readonly name = 'AdapterError'
  constructor(
    readonly code: AdapterErrorCode,
    readonly path: string,
    message: string,
    readonly detail?: JsonValue,
  ) {
    super(path === '' ? message : `${message} (at ${path})`)
  }
}
