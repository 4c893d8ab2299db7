import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isObject } from '../../src/base/json/read-json.js'
import { define } from '../../src/base/json/write-json.js'

type Names = Readonly<Record<string, string>>

/** Host data of a `ToolOutput` (`metadata`), by the names of `withHostData`. */
export const HOST: Names = {
  blocks_executed: 'blocksExecuted',
  filter_stats: 'filterStats',
  diff: 'diff',
  streamed: 'streamed',
  terminal_id: 'terminalId',
  locations: 'locations',
  claim_source: 'claimSource',
}

/** The members of `diff` and of `filter_stats`. */
const INNER: Names = {
  file_path: 'filePath',
  old_content: 'oldContent',
  new_content: 'newContent',
  raw_chars: 'rawCharacters',
  filtered_chars: 'filteredCharacters',
  raw_lines: 'rawLines',
  filtered_lines: 'filteredLines',
  kept_lines: 'keptLines',
}

/** Returns true if a member of `metadata` has a native field. */
export function isHost(name: string): boolean {
  return Object.values(HOST).includes(name)
}

export function decodeHost(native: JsonObject): JsonObject {
  return renamed(native, HOST, INNER)
}

export function encodeHost(metadata: JsonObject): JsonObject {
  return renamed(metadata, inverse(HOST), inverse(INNER))
}

/**
 * Copies the named members. Inner objects keep all their members; names that are not listed are unchanged.
 */
function renamed(object: JsonObject, names: Names, inner: Names): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const [name, other] of Object.entries(names)) {
    const value = object[name]
    if (value !== undefined && value !== null)
      result[other] = isObject(value) ? respelled(value, inner) : value
  }
  return result
}

function respelled(object: JsonObject, names: Names): JsonObject {
  const result: Record<string, JsonValue> = {}
  for (const [name, value] of Object.entries(object))
    define(result, Object.hasOwn(names, name) ? (names[name] ?? name) : name, value)
  return result
}

function inverse(names: Names): Names {
  return Object.fromEntries(Object.entries(names).map(([name, other]) => [other, name]))
}
