import { stat } from 'node:fs/promises'
import { AdapterError } from '../base/json/adapter-error.js'
import { placesBelow, type RecordingSource } from '../traffic/replay/find-recordings.js'

/** The name of standard input in most commands. */
export const STDIN = '-'

/**
 * Extensions of the files that are read in a folder. A file named by the user is read regardless of its
 * extension.
 */
const TRAFFIC = /\.(json|jsonl|ndjson|har|cassette|sse|ya?ml|eventstream|chunks\.txt)$/i
const HAS_EXTENSION = /[^.]\.\w+$/
const INSTALLED = 'node_modules'

/** A file, a fixture folder, or standard input. */
export type Input = ListedFile | { readonly type: 'stdin'; readonly folder?: undefined }

interface ListedFile extends RecordingSource {
  /** The folder named by the user that contains the file. Absent if the user named the file itself. */
  readonly folder?: string
}

/**
 * Yields the inputs for the paths named by the user, in order; folders in order of file name. Without paths,
 * standard input is read.
 * @throws Error if a path does not exist, before any input is read; AdapterError if a folder contains no
 * recordings.
 */
export async function* inputsAt(paths: readonly string[]): AsyncGenerator<Input> {
  const named = paths.length === 0 ? [STDIN] : paths
  for (const path of named) if (path !== STDIN) await stat(path)
  for (const path of named) {
    if (path === STDIN) yield { type: 'stdin' }
    else yield* filesAt(path)
  }
}

async function* filesAt(path: string): AsyncGenerator<ListedFile> {
  let isEmpty = true
  for await (const place of placesBelow(path, isPassedOver)) {
    isEmpty = false
    yield place.path === path ? place : { ...place, folder: path }
  }
  // A mistyped folder must not be reported as a success.
  if (isEmpty) throw new AdapterError('missing-field', '', `there are no recordings at ${path}`)
}

function isPassedOver(name: string): boolean {
  if (name.startsWith('.') || name === INSTALLED) return true
  return HAS_EXTENSION.test(name) && !TRAFFIC.test(name)
}
