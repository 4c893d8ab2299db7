import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { define } from '../../src/base/json/write-json.js'

type FlatAttribute = readonly [path: readonly string[], value: JsonValue]

/** Maximum depth of a path. Deeper paths are not attribute names. */
const DEEPEST = 20

/**
 * Restores the value of flattened attributes: `llm.input_messages.0.message.role` is a member of the first
 * list item. Returns undefined if no attribute has the prefix.
 */
export function unflatten(attributes: JsonObject, prefix: string): JsonValue | undefined {
  const entries: FlatAttribute[] = []
  for (const key of Object.keys(attributes)) {
    const value = attributes[key]
    if (!key.startsWith(`${prefix}.`) || value === undefined) continue
    const path = key.slice(prefix.length + 1).split('.')
    if (path.length <= DEEPEST) entries.push([path, value])
  }
  return entries.length === 0 ? undefined : treeOf(entries)
}

function treeOf(entries: readonly FlatAttribute[]): JsonValue {
  const groups = new Map<string, FlatAttribute[]>()
  for (const [[name, ...rest], value] of entries) {
    if (name === undefined) continue
    const group = groups.get(name) ?? []
    group.push([rest, value])
    groups.set(name, group)
  }
  const [only] = entries
  if (groups.size === 0) return only?.[1] ?? null
  const names = [...groups.keys()]
  const memberOf = (name: string) => treeOf(groups.get(name) ?? [])
  // Items are only ordered by index: missing or huge indexes make no gaps.
  if (names.every((name) => /^\d+$/.test(name)))
    return names.sort((one, other) => Number(one) - Number(other)).map(memberOf)
  const all: Record<string, JsonValue> = {}
  for (const name of names) define(all, name, memberOf(name))
  return all
}
