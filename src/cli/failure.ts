import { AdapterError } from '../json/errors.js'

/** An error as it is printed. `path` is a JSON Pointer into the record. */
export interface Failure {
  readonly code: string
  readonly path: string
  readonly message: string
}

/** @param path of the body in its record; the error's own path starts there. */
export function failureOf(error: unknown, path = ''): Failure {
  if (error instanceof AdapterError)
    return { code: error.code, path: path + error.path, message: withoutPath(error) }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', path, message: `${message}; please report this with the record that caused it` }
}

/** The message says the path in its last words, which stands beside it here. */
function withoutPath({ message, path }: AdapterError): string {
  const suffix = ` (at ${path})`
  return message.endsWith(suffix) ? message.slice(0, -suffix.length) : message
}
