import { describe } from 'vitest'
import { attempt } from '../../src/base/json/adapter-error.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { Conversation, Part } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { streamFrames } from '../../src/codec/stream/frame-writer.js'
import { translateResponse } from '../../src/translate/exchange/translate-answer.js'
import { adapters, isReadOnly, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { type CopyForm, type Doubling, doublingsOf, MARK } from '../support/doubling.js'
import { exchangesOf } from '../support/exchanges.js'
import { concerns, haystack, type Item, inventory, missing } from '../support/inventory.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { eventsOf } from '../support/streams.js'
import { comparable, told } from '../support/told.js'
import { translateBody } from '../support/translation.js'
import { difference, stored, utf8 } from '../support/values.js'
import { type Check, EXCEPTIONS } from './20-doublings.js'

const SIDES = ['request', 'response'] as const
const FORMS: readonly CopyForm[] = ['fresh', 'same']
type Side = (typeof SIDES)[number]

function doublings({ wire }: LoadedAdapter, side: Side, form: CopyForm): Doubling[] {
  const bodies = exchangesOf(wire).flatMap(({ id, [side]: body }) => (body === undefined ? [] : { id, body }))
  return doublingsOf(bodies, form)
}

function isExcepted(check: Check, { wire }: LoadedAdapter, form: CopyForm, { pattern }: Doubling): boolean {
  return EXCEPTIONS.some(
    (exception) =>
      exception.check === check &&
      exception.wires.includes(wire) &&
      (exception.form ?? form) === form &&
      (exception.at?.test(pattern) ?? true),
  )
}

/** Decodes a body as a conversation. An answer is one of a single message. */
function read({ adapter }: LoadedAdapter, side: Side, body: JsonObject): Conversation | undefined {
  const decoded = attempt(() =>
    side === 'request'
      ? adapter.decodeRequest(body).value
      : { messages: [adapter.decodeResponse(body).value.message] },
  )
  return 'value' in decoded ? decoded.value : undefined
}

const KINDS = ['tool-call', 'tool-result', 'media', 'source'] as const satisfies readonly Part['type'][]

function countsOf({ messages, tools = [] }: Conversation): Readonly<Record<string, number>> {
  const parts = messages.flatMap((message) => message.parts)
  const count = (kind: string) => parts.filter(({ type }) => type === kind).length
  return { ...Object.fromEntries(KINDS.map((kind) => [kind, count(kind)])), tools: tools.length }
}

/** Compares the counts of things without an item, with it, and with it twice. */
function countProblems(loaded: LoadedAdapter, side: Side, { body, without, doubled }: Doubling): string[] {
  const [once, twice, none] = [body, doubled, without].map((one) => read(loaded, side, one))
  if (once === undefined) return []
  if (twice === undefined) return ['the doubled body is refused']
  const [before, after] = [countsOf(once), countsOf(twice)]
  const less = none === undefined ? before : countsOf(none)
  return Object.keys(before).flatMap((kind) => {
    const [of, to, from] = [before[kind] ?? 0, after[kind] ?? 0, less[kind] ?? 0]
    return to - of === of - from ? [] : [`${kind}: ${from} without, ${of} with one, ${to} with two`]
  })
}

/** Compares a body with the one that its wire writes of it. Of a format that only reads, contents are looked for. */
function returnProblems(loaded: LoadedAdapter, side: Side, body: JsonObject): string[] {
  const { decodeRequest, decodeResponse, encodeRequest, encodeResponse } = loaded.adapter
  const [request, response] = [
    attempt(() => decodeRequest(body).value),
    attempt(() => decodeResponse(body).value),
  ]
  if (isReadOnly(loaded)) {
    const text = JSON.stringify([request, response])
    return JSON.stringify(body).includes(MARK) && !text.includes(MARK) ? ['its content vanishes'] : []
  }
  const written =
    side === 'request'
      ? 'value' in request && encodeRequest(request.value).value
      : 'value' in response && encodeResponse(response.value).value
  return [written === false ? [] : difference(body, stored(written))].flatMap((problem) => problem ?? [])
}

function idsOf(parts: readonly Part[], type: 'tool-call' | 'tool-result'): string[] {
  return parts.flatMap((part) => {
    if (part.type !== type) return []
    return part.type === 'tool-call' ? part.id : part.callId
  })
}

function isDistinct(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length
}

/** Returns the content that vanishes on the way to another wire. */
function lost(from: LoadedAdapter, to: LoadedAdapter, side: Side, body: JsonObject): readonly Item[] {
  const source = read(from, side, body)
  if (source === undefined) return []
  const { value, notices } =
    side === 'request'
      ? translateBody(body, from, to)
      : translateResponse(body, { from: from.adapter, to: to.adapter })
  return missing(inventory(source), haystack(asJson(stored(value)))).filter(({ path }) => {
    const paths = side === 'request' ? [path] : [path, path.replace('/messages/0', '/message')]
    return !notices.some((notice) => paths.some((one) => concerns(notice, one)))
  })
}

describe('law 20: items of a body that are there twice are two', () => {
  for (const side of SIDES)
    for (const form of FORMS) {
      const each = (check: Check, title: string, judge: (loaded: LoadedAdapter, one: Doubling) => string[]) =>
        forEachAdapter(`${title}: a ${side} with a ${form} copy`, [side], (loaded) => {
          const all = doublings(loaded, side, form).filter((one) => !isExcepted(check, loaded, form, one))
          holdsFor(all, (one) => judge(loaded, one))
        })

      each('counts', 'are counted', (loaded, one) => countProblems(loaded, side, one))

      each('return', 'return to their wire', (loaded, { doubled }) => returnProblems(loaded, side, doubled))

      each('translation', 'reach other wires', (loaded, { body, doubled }) =>
        someOf(adapters, 2).flatMap((to) => {
          // The way back to its own wire is checked above, to the byte.
          if (to === loaded) return []
          const before = lost(loaded, to, side, body)
          const more = lost(loaded, to, side, doubled).filter(
            (item) => !before.some(({ what }) => what === item.what),
          )
          return more.map(({ what, path }) => `to ${to.wire}: ${what} at ${path} vanishes without a notice`)
        }),
      )
    }

  for (const form of FORMS)
    forEachAdapter(`have ids of their own in answers with a ${form} copy`, ['response'], (loaded) => {
      const all = doublings(loaded, 'response', form).filter((one) => !isExcepted('ids', loaded, form, one))
      holdsFor(all, ({ body, doubled }) => {
        const parts = read(loaded, 'response', doubled)?.messages.flatMap((message) => message.parts) ?? []
        const before = read(loaded, 'response', body)?.messages.flatMap((message) => message.parts) ?? []
        const calls = idsOf(parts, 'tool-call')
        const answered = idsOf(parts, 'tool-result')
        return [
          isDistinct(calls) ? [] : `the ids are not distinct: ${calls.join()}`,
          isDistinct(answered) || calls.length === idsOf(before, 'tool-call').length
            ? []
            : `two results answer one call: ${answered.join()}`,
        ].flat()
      })
    })

  for (const form of FORMS)
    forEachAdapter(`are two in streams with a ${form} copy`, ['response', 'encoder'], (loaded) => {
      const all = doublings(loaded, 'response', form).filter(
        (one) => !isExcepted('stream', loaded, form, one),
      )
      holdsFor(all, ({ body, doubled }) => {
        const [problems, before] = [doubled, body].map((one) => streamProblems(loaded, one))
        return before?.length === 0 ? problems : []
      })
    })
})

/** Compares an answer with its stream, read whole and byte by byte. */
function streamProblems({ adapter, wire }: LoadedAdapter, body: JsonObject): string[] {
  const decoded = attempt(() => adapter.decodeResponse(body).value)
  if ('error' in decoded) return []
  const source = decoded.value
  const frames = [...streamFrames(source, adapter.codecs, createContext(wire))]
  const bytes = Buffer.concat(frames.map((frame) => (typeof frame === 'string' ? utf8(frame) : frame)))
  const events = eventsOf(adapter, [bytes])
  const streamed = assemble(events, wire)
  const reference = comparable(source, streamed)
  return [
    difference(told(source, reference), told(streamed, reference)),
    difference(
      events,
      eventsOf(
        adapter,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ),
  ].flatMap((problem) => problem ?? [])
}
