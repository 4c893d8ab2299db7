import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { expectArray, expectObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { allAdapters, isReadOnly } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { allFixtures } from '../support/exchanges.js'
import { asFrames, eventsOf, parsedEvents, textOf } from '../support/streams.js'

/**
 * More than the maximum number of arguments of a call with the small stack of this file (vitest.config.ts):
 * `push(...list)` and `Math.max(...list)` overflow it.
 */
const MANY = 10_000

type Path = readonly (string | number)[]

/** Returns the paths of the lists in a body, outer ones first. */
function listPaths(value: JsonValue, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const below = keys.flatMap((key) => listPaths(Reflect.get(value, key), [...path, key]))
  return Array.isArray(value) && value.length > 0 ? [path, ...below] : below
}

function lengthened(value: JsonValue, [key, ...rest]: Path): JsonValue {
  if (key !== undefined) {
    const child = lengthened(Reflect.get(Object(value), key), rest)
    return Array.isArray(value) ? value.with(Number(key), child) : { ...Object(value), [key]: child }
  }
  const list = Array.isArray(value) ? value : []
  return [...list, ...Array<JsonValue>(MANY).fill(list.at(-1) ?? null)]
}

/**
 * Groups lists, for example a list of messages or of parts: lists with one name in one part of a body are
 * decoded by the same code.
 */
function placeOf(path: Path): string {
  return path.length < 2 ? path.join('') : `${path[0]}/${path.findLast((key) => typeof key === 'string')}`
}

/** Schemas, arguments and results belong to the tools, so one list in them represents all others. */
function isOpaque(key: string | number): boolean {
  return /schema|parameters|args|input|response/i.test(String(key)) && key !== 'input'
}

/** Returns an example of each list in the bodies of a wire: its position, and a body in which it is long. */
function examples(bodies: readonly (JsonObject | undefined)[]): [place: string, make: () => JsonObject][] {
  const found = new Map<string, () => JsonObject>()
  for (const body of bodies.filter((body) => body !== undefined))
    for (const path of listPaths(body).filter((path) => !path.some(isOpaque)))
      if (!found.has(placeOf(path))) found.set(placeOf(path), () => expectObject(lengthened(body, path), ''))
  return [...found]
}

function attempt(convert: () => unknown): string | undefined {
  try {
    convert()
    return undefined
  } catch (error) {
    if (error instanceof AdapterError) return undefined
    return error instanceof Error ? (error.stack ?? error.message).slice(0, 400) : String(error)
  }
}

/** Returns the faults of each list, by its position. */
function faults(bodies: readonly (JsonObject | undefined)[], convert: (body: JsonObject) => unknown) {
  return someOf(examples(bodies), 1).flatMap(([place, make]) => {
    const fault = attempt(() => convert(make()))
    return fault === undefined ? [] : [[place, fault]]
  })
}

test('the stack is as small as this file needs it', () => {
  expect(() => Math.max(...Array<number>(MANY).fill(0))).toThrow(RangeError)
})

describe.each(allAdapters.filter((loaded) => !isReadOnly(loaded)))(
  'law 7: lists of any length, $wire',
  ({ wire, adapter, rules }) => {
    const own = allFixtures.filter((fixture) => fixture.wire === wire)
    const requests = own.map(({ request }) => request)

    test('are read and written in requests', () => {
      const convert = (body: JsonObject) => {
        adapter.encodeRequest(adapter.decodeRequest(body).value)
      }
      expect(faults(requests, convert)).toEqual([])
    })

    test('are checked in requests', () => {
      const outer = someOf(
        examples(requests).filter(([place]) => !place.includes('/')),
        1,
      )
      expect(outer.map(([, make]) => attempt(() => lint(rules, make())))).toEqual(outer.map(() => undefined))
    })

    test('are read and written in answers, complete and streamed', () => {
      const convert = (body: JsonObject) => {
        const { value } = adapter.decodeResponse(body)
        adapter.encodeResponse(value)
        if (!adapter.lacks.has('encoder'))
          for (const _frame of streamFrames(value, adapter.codecs, createContext(wire)));
      }
      expect(
        faults(
          own.map(({ response }) => response),
          convert,
        ),
      ).toEqual([])
    })

    test('are read in streams', () => {
      const streams = own.map(({ stream }) => stream && { events: parsedEvents(adapter, stream) })
      const convert = ({ events }: JsonObject) =>
        assemble(eventsOf(adapter, [textOf(adapter, asFrames(expectArray(events, '')))]), wire)
      expect(
        faults(
          streams.filter((stream) => typeof stream === 'object'),
          convert,
        ),
      ).toEqual([])
    })
  },
)
