import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact } from '../../base/json/parse.js'

/** Returns values as JSON Lines. */
export function jsonLines(values: readonly JsonObject[]): string {
  return values.map((value) => `${stringifyExact(value)}\n`).join('')
}
