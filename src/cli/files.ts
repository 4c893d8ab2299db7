import { stat } from 'node:fs/promises'
import { AdapterError } from '../base/json/adapter-error.js'
import { placesBelow, type RecordingSource } from '../traffic/replay/find-recordings.js'

/** Standard input, by the name that it has for most commands. */
export const STDIN = '-'

/** What is read of a folder; a file that is named is read whatever it is called. */
const TRAFFIC = /\.(json|jsonl|ndjson|har|cassette|sse|ya?ml|eventstream|chunks\.txt)$/i
const HAS_EXTENSION = /[^.]\.\w+$/
const INSTALLED = 'node_modules'

/** A file, a fixture folder, or standard input. */
export type Input = RecordingSource | { readonly type: 'stdin' }

/**
 * What is to be read for the paths that the user names, in their order; folders in order of file name. Without paths it is
 * standard input.
 * @throws Error when one of them is not there, before anything is read; AdapterError when a folder holds nothing to read.
 */
export async function* inputsAt(paths: readonly string[]): AsyncGenerator<Input> {
  const named = paths.length === 0 ? [STDIN] : paths
  for (const path of named) if (path !== STDIN) await stat(path)
  for (const path of named) {
    if (path === STDIN) yield { type: 'stdin' }
    else yield* filesAt(path)
  }
}

async function* filesAt(path: string): AsyncGenerator<RecordingSource> {
  let isEmpty = true
  for await (const place of placesBelow(path, isPassedOver)) {
    isEmpty = false
    yield place
  }
  // A mistyped folder must not pass for one in which all went well.
  if (isEmpty) throw new AdapterError('missing-field', '', `there are no recordings at ${path}`)
}

function isPassedOver(name: string): boolean {
  if (name.startsWith('.') || name === INSTALLED) return true
  return HAS_EXTENSION.test(name) && !TRAFFIC.test(name)
}
