import { AdapterError } from '../base/json/adapter-error.js'
import type { InputOptions, InputRecord } from '../traffic/input/input-record.js'
import type { InputSource } from '../traffic/input/open-text.js'
import { isKnown } from '../traffic/input/traffic-record.js'
import { isRecord } from '../traffic/replay/import/import-formats.js'
import { following } from './following.js'

/**
 * Returns the source, or undefined if its only entry has no known form: another JSON file, or a file that is
 * rejected as a whole. Broken files and records of unknown wires are returned, so that their errors are reported.
 */
export async function unlessUnknown(
  source: InputSource,
  options: InputOptions,
): Promise<InputSource | undefined> {
  if ('lines' in source) return source
  const iterator = iteratorOf(source.entries)
  const [first, second] = [await iterator.next(), await iterator.next()]
  if (first.done !== true && second.done === true && (await isUnknown(first.value, options))) return undefined
  return { ...source, entries: following(first, following(second, iterator)) }
}

async function isUnknown({ read }: InputRecord, { at, wire, registry }: InputOptions): Promise<boolean> {
  if (at !== undefined || wire !== undefined) return false
  const known = await registry()
  try {
    const { value } = read()
    return !isRecord(value) && !isKnown(value, known)
  } catch (error) {
    return error instanceof AdapterError && error.code === 'unknown-wire'
  }
}

type Entries = Extract<InputSource, { readonly entries: unknown }>['entries']

async function* iteratorOf(entries: Entries): AsyncGenerator<InputRecord, void, undefined> {
  yield* entries
}
