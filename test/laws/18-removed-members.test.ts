import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/base/json/json-types.js'
import { isArray, isObject } from '../../src/base/json/read-json.js'
import { equalJson } from '../../src/base/json/write-json.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { createFrameWriter } from '../../src/codec/stream/frame-writer.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { adaptAnswer, createAnswerSteps } from '../../src/translate/exchange/translate-answer.js'
import { encodeConversation, moveConversation } from '../../src/translate/exchange/translate-conversation.js'
import { allAdapters, isReadOnly, type LoadedAdapter } from '../support/adapters.js'
import { isDeep, seed } from '../support/cases.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import {
  type Member,
  membersOf,
  type Place,
  patternOf,
  placesAround,
  withoutMember,
} from '../support/removal.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { below, seededRandom, stored } from '../support/values.js'
import { EXCEPTIONS, type Exception, type Side, WHOLE } from './18-exceptions.js'

/** The number of members removed from a body. A deep run removes one of each kind. */
const SHARE = 12

interface Body {
  readonly id: string
  readonly body: JsonObject
}

interface Removable extends Body {
  readonly member: Member
}

/** The result of a translation as text. Undefined if it threw an error. */
interface Outcome {
  readonly body: string
  readonly notices: readonly string[]
}

const SIDES = ['request', 'response', 'both', 'stream'] as const satisfies readonly Side[]

function bodyOf(exchange: Exchange, side: Side, { adapter }: LoadedAdapter): JsonObject | undefined {
  const { request, response, stream } = exchange
  if (side === 'stream')
    return stream !== undefined && isEnded(stream, adapter)
      ? { events: parsedEvents(adapter, stream) }
      : undefined
  const isBoth = request !== undefined && response !== undefined && equalJson(request, response)
  if (isBoth) return side === 'both' ? request : undefined
  return side === 'both' ? undefined : exchange[side]
}

/** Interrupted streams are covered by laws 5 and 15. */
function isEnded(stream: string, adapter: Adapter): boolean {
  const { finish, error } = assemble(eventsOf(adapter, [stream]), adapter.id)
  return error === undefined && finish.reason !== 'error'
}

function bodiesOf(from: LoadedAdapter, side: Side): Body[] {
  return exchangesOf(from.wire)
    .flatMap((exchange) => {
      const body = bodyOf(exchange, side, from)
      return body === undefined ? [] : [{ id: exchange.id, body: stored(body) }]
    })
    .map((one) => ({ ...one, size: JSON.stringify(one.body).length }))
    .sort((one, other) => one.size - other.size)
}

/** Returns each kind of member once, in the smallest body that contains it. */
function removables(from: LoadedAdapter, side: Side): Removable[] {
  const seen = new Set<string>()
  return bodiesOf(from, side).flatMap(({ id, body }) => {
    return membersOf(body).flatMap((member) => {
      const kind = patternOf(member)
      if (seen.has(kind)) return []
      seen.add(kind)
      return { id, body, member }
    })
  })
}

function sample<Item>(items: readonly Item[], size: number, random: () => number): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(size, items.length) }, () =>
    left.splice(below(random, left.length), 1),
  ).flat()
}

/** A decoded body, to be encoded for any target. Undefined if it cannot be decoded. */
type Reading = (to: LoadedAdapter) => Outcome | undefined

/** Same as a translation, except that the caller sets no model and no limit. */
function read(side: Side, body: JsonObject, from: LoadedAdapter): Reading {
  const write = attempt(() => READ[side](body, from))
  return (to) => attempt(() => write?.(to))
}

function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}

const READ: Readonly<Record<Side, (body: JsonObject, from: LoadedAdapter) => Reading>> = {
  request: (body, { adapter }) => {
    const decoded = adapter.decodeRequest(body)
    return ({ adapter: to }) => {
      const context = createContext(to.id)
      const moved = moveConversation(decoded.value, { from: adapter.codecs, to }, context)
      const { value, notices } = encodeConversation(moved, { to, from: adapter.id })
      return outcome(value, [...decoded.notices, ...context.notices, ...notices])
    }
  },
  response: (body, { adapter }) => {
    const decoded = adapter.decodeResponse(body)
    return ({ adapter: to }) => {
      const context = createContext(to.id)
      const { response } = adaptAnswer(decoded.value, adapter.codecs, to.codecs, {}, context)
      // Answers that become errors are covered by laws 16 and 19.
      if (response.error !== undefined && decoded.value.error === undefined) return undefined
      const { value, notices } = to.encodeResponse(response)
      return outcome(value, [...decoded.notices, ...context.notices, ...notices])
    }
  },
  both: (body, from) => {
    const [request, response] = [read('request', body, from), read('response', body, from)]
    return (to) => {
      const outcomes = [request(to), response(to)]
      return {
        body: outcomes.map((one) => one?.body).join('\n'),
        notices: outcomes.flatMap((one) => one?.notices ?? []),
      }
    }
  },
  stream: ({ events: native }, { adapter }) => {
    const read = createContext(adapter.id)
    const reader = new EventReader(adapter.codecs.stream, read)
    const events = (isArray(native) ? native : []).flatMap((one) => (isObject(one) ? reader.push(one) : []))
    const all = [...events, ...reader.finish()]
    return ({ adapter: to }) => {
      const context = createContext(to.id)
      const steps = createAnswerSteps(adapter.codecs, to.codecs)
      const writer = createFrameWriter(to.codecs, context)
      const stepped = all.flatMap((event) => steps.push(event))
      if (stepped.some(({ type }) => type === 'error')) return undefined
      const frames = stepped.flatMap((event) => writer.push(event))
      return outcome([...frames, ...writer.finish()], [...read.notices, ...steps.notices, ...context.notices])
    }
  },
}

function outcome(body: object, notices: readonly Notice[]): Outcome {
  return { body: JSON.stringify(body), notices: notices.map(told) }
}

/** List indices are removed, because removing an item moves later ones. */
function told({ code, severity, path, message, detail }: Notice): string {
  return JSON.stringify([code, severity, path.replace(/\/\d+(?=\/|$)/g, '/*'), message, detail])
}

/**
 * The effect of a member on a translation: it is in the body, in a notice (`told`), or in neither (`unsaid`).
 */
type Fate = 'carried' | 'told' | 'unsaid'

/**
 * Compares the outcomes with and without a member.
 * @param whole the outcome of the body with the member.
 * @param rest the outcome of the body without the member.
 */
function fateOf(whole: Outcome | undefined, rest: Outcome | undefined): Fate {
  if (whole === undefined || whole.body !== rest?.body) return 'carried'
  if (lacksSome(rest.notices, whole.notices)) return 'told'
  return lacksSome(whole.notices, rest.notices) ? 'carried' : 'unsaid'
}

function lacksSome(notices: readonly string[], expected: readonly string[]): boolean {
  const left = [...notices]
  return expected.some((notice) => {
    const index = left.indexOf(notice)
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

/**
 * Returns true if an exception covers the member.
 * @param to the target. Default: any target.
 */
function isExcused(removable: Removable, side: Side, from: LoadedAdapter, to?: LoadedAdapter): boolean {
  return EXCEPTIONS.some(
    (exception) =>
      (exception.to === undefined || (to !== undefined && exception.to.includes(to.wire))) &&
      excuses(exception, removable, side, from),
  )
}

function excuses(
  { wires, side: ownSide, at, says, repeats }: Exception,
  { body, member }: Removable,
  side: Side,
  { wire }: LoadedAdapter,
): boolean {
  return (
    (wires?.includes(wire) ?? true) &&
    (ownSide ?? side) === side &&
    (at?.test(patternOf(member)) ?? true) &&
    (says === undefined || isSaid(member.value, says)) &&
    (repeats === undefined || isRepeated(member, body, repeats))
  )
}

function isSaid(value: JsonValue, says: NonNullable<Exception['says']>): boolean {
  if (says === 'nothing' || says === 'zero') return isEmpty(value, says === 'zero')
  if (says instanceof RegExp) return typeof value === 'string' && says.test(value)
  return says.some((one) => equalJson(one, value))
}

function isEmpty(value: JsonValue, isCount: boolean): boolean {
  if (typeof value === 'number') return isCount && value === 0
  if (value === null || typeof value === 'string') return ['', '{}', '[]', null].includes(value)
  if (typeof value !== 'object') return false
  const { p: padding, ...rest } = isArray(value) ? {} : value
  // Bedrock pads its events with a separate member, so that their lengths reveal no content.
  const members = typeof padding === 'string' && 'contentBlockIndex' in rest ? rest : value
  return Object.values(members).every((member) => isEmpty(member, isCount))
}

function isRepeated({ steps, value }: Member, body: JsonObject, names: RegExp): boolean {
  const own = steps.join('/')
  return membersOf(body).some(
    (other) =>
      names.test(String(other.steps.at(-1))) &&
      other.steps.join('/') !== own &&
      equalJson(other.value, value),
  )
}

interface Loss {
  readonly from: string
  readonly to: string
  readonly side: Side
  readonly pattern: string
  readonly id: string
  readonly value: string
}

/**
 * Returns the members that are lost in other wires without a notice. Members of a completely reported value
 * count as reported. The events of a stream repeat each other, so all members of one kind are removed
 * together.
 */
function unsaid(from: LoadedAdapter, side: Side, chosen: readonly Removable[]): Loss[] {
  const targets = targetsOf(from, side)
  const whole = cached((body: JsonObject) => {
    const reading = read(side, body, from)
    return new Map(targets.map((to) => [to, reading(to)]))
  })
  return chosen.flatMap((removable) => {
    const { id, body, member } = removable
    if (isExcused(removable, side, from)) return []
    const without = cached((place: Place) => read(side, withoutMember(body, place, side === 'stream'), from))
    const fate = (place: Place, to: LoadedAdapter) => fateOf(whole(body).get(to), without(place)(to))
    const outer = placesAround(member)
    const part = outer.findLast(({ names }) => names.at(-1)?.startsWith('*[type='))
    const isTold = (to: LoadedAdapter) =>
      outer.some((place) => fate(place, to) !== 'carried') ||
      (part !== undefined && losesPart(whole(body).get(to), without(part)(to)))
    return targets.flatMap((to) =>
      fate(member, to) !== 'unsaid' || isTold(to) || isExcused(removable, side, from, to)
        ? []
        : {
            from: from.wire,
            to: to.wire,
            side,
            pattern: patternOf(member),
            id,
            value: JSON.stringify(member.value).slice(0, 80),
          },
    )
  })
}

/** Returns true if a notice about a complete part disappears with it. */
function losesPart(whole: Outcome | undefined, rest: Outcome | undefined): boolean {
  const isOf = (notice: string) => WHOLE.some((code) => notice.startsWith(`["${code}"`))
  return lacksSome(rest?.notices.filter(isOf) ?? [], whole?.notices.filter(isOf) ?? [])
}

function targetsOf(from: LoadedAdapter, side: Side): LoadedAdapter[] {
  const need = side === 'stream' ? 'encoder' : side === 'both' ? 'request' : side
  return allAdapters.filter((to) => to !== from && !to.adapter.lacks.has(need) && !isReadOnly(to))
}

function cached<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

describe('law 18: a removed member is missing in the translation or in its notices', () => {
  const random = seededRandom(seed)
  for (const from of allAdapters)
    for (const side of SIDES) {
      if (side !== 'both' && from.adapter.lacks.has(side)) continue
      test(`${from.wire}: ${side}`, () => {
        const all = removables(from, side)
        const found = unsaid(from, side, isDeep ? all : sample(all, SHARE, random))
        expect(found.map(({ to, pattern, id, value }) => `${pattern} = ${value} to ${to} (${id})`)).toEqual(
          [],
        )
      })
    }
})
