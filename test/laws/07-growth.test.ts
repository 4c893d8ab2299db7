import { describe, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { allAdapters, isReadOnly } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { allFixtures } from '../support/exchanges.js'
import { expectLinear } from '../support/growth.js'
import { parsedEvents } from '../support/streams.js'

/** How often events are repeated. */
const MANY = 10_000
/** The default limits find the same quadratic work only among three times as many events. */
const LIMITS = { growth: 20, shortestMilliseconds: 4 }

/** The events of a stream, of which `repeated` are multiplied. */
interface Stream {
  readonly before: readonly JsonObject[]
  readonly repeated: readonly JsonObject[]
  readonly after: readonly JsonObject[]
}

type Place = readonly [stream: Stream, name: string]

/** Returns a short description of an event's form: its members, and its type if it has one. */
function formOf(event: JsonValue): string {
  if (typeof event !== 'object' || event === null) return ''
  if (Array.isArray(event)) return event.length === 0 ? '' : `[${formOf(event[0])}]`
  return Object.entries(event)
    .map(([name, value]) => (name === 'type' ? String(value) : `${name}${formOf(value)}`))
    .join(' ')
}

/** Returns each place of the streams whose event has a new form, alone and with the next event. */
function placesOf(streams: readonly (readonly JsonObject[])[]): Place[] {
  const seen = new Set<string>()
  const places: Place[] = []
  for (const events of streams)
    for (const index of events.keys())
      for (const count of [1, 2]) {
        const repeated = events.slice(index, index + count)
        const name = repeated.map(formOf).join(' + ')
        if (seen.has(name) || repeated.length < count) continue
        seen.add(name)
        places.push([{ before: events.slice(0, index), repeated, after: events.slice(index + count) }, name])
      }
  return places
}

const COUNTED = /^(?:index|.*[iI]ndex|sequence_number)$/
const NAMED = /^(?:id|.*(?:_id|Id))$/

/** Returns a copy in which each index and each id differs from those of other copies. */
function fresh(value: JsonValue, copy: number, name = ''): JsonValue {
  if (typeof value === 'number') return COUNTED.test(name) ? value + copy : value
  if (typeof value === 'string') return NAMED.test(name) ? `${value}_${copy}` : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => fresh(item, copy))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fresh(member, copy, key)]))
}

const COPIES: readonly [title: string, copyOf: (event: JsonObject, copy: number) => JsonValue][] = [
  ['the same event', (event) => event],
  ['ids and indices of their own', fresh],
  ['ids and indices of their own, in reverse order', (event, copy) => fresh(event, MANY - copy)],
]

/** Reads the stream to its end, or to the event that the adapter refuses. */
function read(adapter: Adapter, events: readonly JsonValue[]): void {
  const reader = new EventReader(adapter.codecs.stream, createContext(adapter.id))
  try {
    assemble(
      (function* () {
        for (const event of events) yield* reader.push(Object(event))
        yield* reader.finish()
      })(),
      adapter.id,
    )
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
  }
}

describe.each(allAdapters.filter((loaded) => !isReadOnly(loaded)))(
  'law 7: streams take time in proportion to their length, $wire',
  ({ wire, adapter }) => {
    const streams = allFixtures.flatMap((fixture) =>
      fixture.wire === wire && fixture.stream !== undefined ? [parsedEvents(adapter, fixture.stream)] : [],
    )
    const places = placesOf(streams)

    test.each(COPIES)('%s', { timeout: 600_000 }, async (_title, copyOf) => {
      for (const [{ before, repeated, after }] of someOf(places, 4)) {
        // Copies are made once and not measured: copying often takes longer than reading.
        const copies = Array.from({ length: MANY }, (_, copy) => repeated.map((event) => copyOf(event, copy)))
        const work = (count: number) => read(adapter, [...before, ...copies.slice(0, count).flat(), ...after])
        await expectLinear(work, MANY, LIMITS)
      }
    })

    test('white space in many chunks', () =>
      expectLinear((count) => {
        const framer = adapter.codecs.stream.framing.createFramer()
        for (const blank of [' ', '\n', '\r\n'])
          for (let chunk = 0; chunk < count; chunk += 1) framer.push(blank)
        framer.finish()
      }, 20_000))
  },
)
