import { describe, expect, test } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonArray, JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { decodeOne } from '../../src/traffic/decode-traffic.js'
import { withOwnForm } from '../../src/traffic/input/own-form.js'
import type { Exchange } from '../../src/translate/exchange/registry.js'
import { registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { exchangesOf } from '../support/exchanges.js'

// Programs add members of their own to what they store. Such a member never decides to which wire a body
// belongs.

/** The frames of a live session, which are not a history. */
const FRAMES = 'clientEvents'
const known = withOwnForm(registry)
/** Names that no wire reads, as programs add them. */
const FRESH = ['createdAt', 'ts', '_seenBy', 'x-row', 'uuid']
/** Objects that a test may extend: bodies are large, and their objects alike. */
const MOST = 400

/**
 * Returns true for an error that is only a text. Such a body is recognised because it has no other member: log
 * lines have a text, too.
 */
function isBareText(body: JsonValue): boolean {
  return isObject(body) && Object.values(body).every((value) => typeof value === 'string')
}

/**
 * Returns true for objects whose members have a meaning whatever their names are: tools by name, and the
 * frames of a live session, which have one member.
 */
function isClosed(path: readonly (string | number)[]): boolean {
  return path.at(-1) === 'tools' || (path[0] === FRAMES && path.length === 2)
}

/** Returns the paths of the objects in a value that a program may extend. */
function objectsWithin(
  value: JsonValue | undefined,
  path: readonly (string | number)[] = [],
): (string | number)[][] {
  if (isArray(value)) return value.flatMap((item, index) => objectsWithin(item, [...path, index]))
  if (!isObject(value)) return []
  const own = isClosed(path) ? [] : [[...path]]
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => objectsWithin(inner, [...path, key]))]
}

/** Returns a copy with one more member in the object at a path. */
function extended(
  value: JsonValue,
  path: readonly (string | number)[],
  key: string,
  added: JsonValue,
): JsonValue {
  const [next, ...rest] = path
  if (isArray(value))
    return value.map((item, index) => (index === next ? extended(item, rest, key, added) : item))
  if (!isObject(value)) return value
  if (next === undefined) return { ...value, [key]: added }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner = null]) => [
      name,
      name === next ? extended(inner, rest, key, added) : inner,
    ]),
  )
}

const VALUES: readonly JsonValue[] = ['2026-11-29T10:00:00Z', 1732874400, { by: 'me' }, null, true]

const list = registry.adapters.flatMap(({ codecs: { pieces } }) => pieces?.list ?? [])

/** Returns the histories of a request as bare lists. */
function historiesOf(request: JsonObject | undefined): JsonArray[] {
  return [...new Set(list)].flatMap((name) => {
    const found = name === FRAMES ? undefined : request?.[name]
    return isArray(found) && found.length > 0 ? [found] : []
  })
}

function wireOf(value: JsonValue): string {
  const decoded = attempt(() => decodeOne({ value, exactText: () => undefined }, known).wire)
  return 'error' in decoded ? decoded.error.code : decoded.value
}

function recognised(exchange: Exchange): string | undefined {
  return registry.recognise(exchange)?.adapter.id
}

describe.each(registry.adapters)('$id', ({ id }) => {
  const exchanges = exchangesOf(id)

  test('recognises a body with unknown members in any object', () => {
    const wrong = exchanges.flatMap(({ id: name, request, response }) =>
      (['request', 'response'] as const).flatMap((side) => {
        const body = side === 'request' ? request : response
        if (body === undefined || isBareText(body)) return []
        const before = recognised({ [side]: body })
        return someOf(objectsWithin(body), MOST, name).flatMap((path, index) => {
          const key = FRESH[index % FRESH.length] ?? ''
          const more = extended(body, path, key, VALUES[index % VALUES.length] ?? null)
          const after = isObject(more) ? recognised({ [side]: more }) : undefined
          return before === after ? [] : [`${name} ${side} /${path.join('/')} ${key}: ${before} → ${after}`]
        })
      }),
    )
    expect(wrong).toEqual([])
  })

  test('decodes bodies and histories with unknown members in any object as before', () => {
    const wrong = someOf(exchanges, 12, id).flatMap(({ id: name, request, response }) =>
      [request, response, ...historiesOf(request)].flatMap((value) => {
        if (value === undefined || isBareText(value)) return []
        const before = wireOf(value)
        return someOf(objectsWithin(value), 12, name).flatMap((path, index) => {
          const key = FRESH[index % FRESH.length] ?? ''
          const after = wireOf(extended(value, path, key, VALUES[index % VALUES.length] ?? null))
          return before === after ? [] : [`${name} /${path.join('/')} ${key}: ${before} → ${after}`]
        })
      }),
    )
    expect(wrong).toEqual([])
  })

  test('an id or a time on every message changes nothing', () => {
    const wrong = exchanges.flatMap(({ id: name, request }) =>
      historiesOf(request).flatMap((messages) => {
        const before = wireOf(messages)
        return ['createdAt', 'ts', 'timestamp', 'uuid'].flatMap((key) => {
          const more = messages.map((item, index) =>
            isObject(item) ? { ...item, [key]: `m${index}` } : item,
          )
          const after = wireOf(more)
          return before === after ? [] : [`${name} ${key}: ${before} → ${after}`]
        })
      }),
    )
    expect(wrong).toEqual([])
  })
})
