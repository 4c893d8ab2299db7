import { describe, expect } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { asJson, isObject } from '../../src/base/json/read-json.js'
import type { Notice } from '../../src/base/model/context.js'
import type { Conversation } from '../../src/base/model/types.js'
import { adapterOf, adapters } from './adapters.js'
import { refusals, type TranslateOptions, translateBody } from './translation.js'
import { stored } from './values.js'

export interface Translated {
  readonly body: JsonObject
  readonly notices: readonly Notice[]
  readonly codes: readonly string[]
  /** The body as decoded by its own wire. */
  readonly canonical: Conversation
}

/** Translates a native request and checks that the target accepts the result. */
export function translated(
  request: JsonObject,
  from: string,
  to: string,
  options?: TranslateOptions,
): Translated {
  const target = adapterOf(to)
  const { value, notices } = translateBody(request, adapterOf(from), target, options)
  const body = stored(value)
  expect(
    refusals(body, target),
    `the ${to} request breaks a rule: ${JSON.stringify(body).slice(0, 1500)}`,
  ).toEqual([])
  const canonical = target.adapter.decodeRequest(body).value
  return { body, notices, codes: notices.map(({ code }) => code), canonical }
}

/** Returns the value at a path in a JSON value, or undefined. */
export function pick(
  value: JsonValue | undefined,
  ...path: readonly (string | number)[]
): JsonValue | undefined {
  let place: JsonValue | undefined = value
  for (const key of path) {
    const index = typeof key === 'number' && Array.isArray(place) && key < 0 ? place.length + key : key
    place = typeof place === 'object' && place !== null ? asJson(Reflect.get(place, index)) : undefined
  }
  return place
}

/** Returns all objects inside a JSON value that have these members. */
export function findAll(value: JsonValue | undefined, members: JsonObject): JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap((member: JsonValue) => findAll(member, members))
  const fits = Object.entries(members).every(([key, member]) => Reflect.get(value, key) === member)
  return isObject(value) && fits ? [value, ...inner] : inner
}

export function callsIn({ messages }: Conversation) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-call'))
}

export function resultsIn({ messages }: Conversation) {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.type === 'tool-result'))
}

/** Defines a group of regression tests that is skipped if one of its wires has no adapter. */
export function describeWires(title: string, wires: readonly string[], run: () => void): void {
  const ready = wires.every((wire) => adapters.some((adapter) => adapter.wire === wire))
  describe.skipIf(!ready)(title, run)
}
