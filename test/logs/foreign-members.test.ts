import { describe, expect, test } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isArray, isObject } from '../../src/base/json/read-json.js'
import { decodeOne } from '../../src/traffic/decode-traffic.js'
import { withOwnForm } from '../../src/traffic/input/own-form.js'
import { recordsIn } from '../../src/traffic/input/record-lists.js'
import { registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { VALUES } from './samples.js'
import { SHAPES } from './shapes.js'

// Programs add members of their own to what they store. These members never change how a file is read: neither a new name
// nor a name that another program uses.

const known = withOwnForm(registry)
/** Names that no format reads, and names that only other formats read. */
const NAMES = ['ts', '_seenBy', 'x-row', 'projectId', 'metrics', 'tags', 'usage_details', 'annotations']
const ADDED: readonly JsonValue[] = ['2026-11-29T10:00:00Z', 1732874400, { by: 'me' }, null, true, []]
/** Members with any content of the user. Their members are data. */
const DATA = /^(?:arguments|args|input|output|parameters|properties|tools|model_response|state|attributes)$/

/** Returns each object of a value, by its path. */
function objectsWithin(value: JsonValue | undefined, path: readonly string[] = []): (readonly string[])[] {
  if (!isArray(value) && !isObject(value)) return []
  const own = isObject(value) ? [path] : []
  const inner = Object.entries(value).filter(([name]) => isArray(value) || !DATA.test(name))
  return [...own, ...inner.flatMap(([name, one]) => objectsWithin(one, [...path, name]))]
}

function extended(value: JsonValue, [next, ...rest]: readonly string[], more: JsonObject): JsonValue {
  if (next === undefined) return isObject(value) ? { ...value, ...more } : value
  if (isArray(value))
    return value.map((one, index) => (String(index) === next ? extended(one, rest, more) : one))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, one = null]) => [
    name,
    name === next ? extended(one, rest, more) : one,
  ])
  return Object.fromEntries(entries)
}

/** Returns the wire, the calls and the results of each record. */
function readingOf(value: JsonValue): JsonValue {
  const records = recordsIn(value, known) ?? [value]
  return records.map((record) => {
    const decoded = attempt(() => decodeOne({ value: record, exactText: () => undefined }, known))
    if ('error' in decoded) return decoded.error.code
    const { wire, calls, results } = decoded.value
    return [wire, calls.map(({ name, id }) => `${name} ${id}`), results.map(({ callId }) => callId)].join()
  })
}

const FILES = [
  ...Object.entries(SHAPES).map(([name, { value, lines }]): [string, unknown] => [name, value ?? lines]),
  ...Object.entries(VALUES).map(([name, { value }]): [string, unknown] => [name, value]),
].flatMap(([name, value]): [string, JsonValue][] => (value === undefined ? [] : [[name, asJson(value)]]))

describe.each(FILES)('%s', (name, value) => {
  test('is read in the same way with unknown members in any object', () => {
    const before = readingOf(value)
    const wrong = someOf(objectsWithin(value), 12, name).flatMap((path, index) => {
      const key = NAMES[index % NAMES.length] ?? ''
      const after = readingOf(extended(value, path, { [key]: ADDED[index % ADDED.length] ?? null }))
      return JSON.stringify(after) === JSON.stringify(before)
        ? []
        : [`/${path.join('/')} ${key}: ${String(after)}`]
    })
    expect(wrong).toEqual([])
  })
})
