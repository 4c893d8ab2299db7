import { AdapterError, reasonIn } from '../../base/json/adapter-error.js'

/** A printed error. `path` is a JSON Pointer into the record. */
export interface PrintedError {
  readonly code: string
  readonly path: string
  readonly message: string
}

/**
 * Converts an error to its printed form.
 * @param path path of the body in its record; it is prefixed to the path of the error.
 */
export function printedError(error: unknown, path = ''): PrintedError {
  if (error instanceof AdapterError)
    return { code: error.code, path: path + error.path, message: reasonIn(error) }
  const unread = unreadFile(error)
  if (unread !== undefined) return { code: 'unreadable-file', path, message: unread }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return { code: 'internal', path, message: `${message}; please report this with the record that caused it` }
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EISDIR: 'it is a folder; name a file in it',
}

/** Returns the message for a file that the system could not read, or undefined for other errors. */
export function unreadFile(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  const reason = FILE_ERRORS[String(error.code)]
  const file = 'path' in error ? String(error.path) : 'the input'
  return reason === undefined ? error.message : `cannot read ${file}: ${reason}`
}
