import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonValue } from '../../base/json/json-types.js'
import type { InputOptions } from './input-record.js'
import { isKnown } from './traffic-record.js'

/** Number of values to check in a file. */
const SAMPLE = 20

/**
 * Returns the reason to reject a complete file: several values were checked and no value has a known form.
 * The reason is reported once, not for each value.
 */
export async function refusalOf(
  values: readonly JsonValue[],
  { at, wire, registry }: InputOptions,
): Promise<AdapterError | undefined> {
  if (at !== undefined || wire !== undefined || values.length < 2) return undefined
  const known = await registry()
  return values.slice(0, SAMPLE).some((value) => isKnown(value, known))
    ? undefined
    : new AdapterError('unknown-wire', '', UNKNOWN)
}

const UNKNOWN =
  'no value of this file has a known form; name the wire with --wire, or the position of each body with --at'
