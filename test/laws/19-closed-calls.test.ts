import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { tryParseJson } from '../../src/base/json/parse.js'
import { isObject } from '../../src/base/json/read-json.js'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse, ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { createStreamTranslator } from '../../src/translate/exchange/translate-stream.js'
import { adapters, allAdapters, type LoadedAdapter } from '../support/adapters.js'
import { BRACKETS, FAILURES, withoutOutput } from '../support/brackets.js'
import { someOf } from '../support/cases.js'
import type { Exchange } from '../support/exchanges.js'
import { holdsFor, someExchangesOf } from '../support/law.js'
import { callsOf } from '../support/parts.js'
import { eventsOf, parsedEvents } from '../support/streams.js'
import { below, difference, seededRandom } from '../support/values.js'

const GOOD = ['stop', 'tool-calls']

function responseOf({ adapter, wire }: LoadedAdapter, events: readonly JsonObject[]): ModelResponse {
  return assemble(eventsOf(adapter, events), wire)
}

/** Returns true if the arguments of a call were emitted before its closing bracket. */
function isStreamed(events: readonly StreamEvent[], { id }: ToolCall): boolean {
  return events.some((event) => event.type === 'tool-input-start' && event.id === id)
}

interface Streamed {
  readonly id: string
  readonly native: readonly JsonObject[]
  readonly whole: ModelResponse
}

/**
 * Returns the streams of a wire that end successfully and whose client calls are complete and were all
 * emitted in pieces.
 */
function streamsOf(loaded: LoadedAdapter): Streamed[] {
  return someExchangesOf(loaded.wire).flatMap((exchange) => streamed(exchange, loaded) ?? [])
}

function streamed({ id, stream }: Exchange, loaded: LoadedAdapter): Streamed | undefined {
  if (stream === undefined) return undefined
  const native = parsedEvents(loaded.adapter, stream)
  const events = eventsOf(loaded.adapter, native)
  if (events.filter(({ type }) => type === 'finish').length !== 1) return undefined
  const whole = assemble(events, loaded.wire)
  const calls = callsOf(whole)
  const isPlain = calls.every((call) => call.status === 'complete' && isStreamed(events, call))
  const endsWell = whole.error === undefined && GOOD.includes(whole.finish.reason)
  return calls.length > 0 && isPlain && endsWell ? { id, native, whole } : undefined
}

/**
 * Returns the stream without some of the events that close its calls, and without their repetition in its
 * last event.
 */
function withoutBrackets(wire: string, native: readonly JsonObject[], leaves: () => boolean): JsonObject[] {
  const isBracket = BRACKETS[wire] ?? (() => false)
  return native.filter((event) => !isBracket(event) || leaves()).map(withoutOutput)
}

const bracketed = allAdapters.filter(({ wire }) => BRACKETS[wire] !== undefined)

describe('law 19: a call is truncated only if its answer was cut or its text does not parse', () => {
  describe('an answer that ends well needs no bracket', () => {
    test.each(bracketed.map((loaded) => [loaded.wire, loaded] as const))('%s', (wire, loaded) => {
      const streams = streamsOf(loaded)
      expect(streams.length).toBeGreaterThan(0)
      holdsFor(streams, ({ native, whole }) => {
        const random = seededRandom(native.length)
        const ways = [() => false, () => below(random, 2) === 0, () => below(random, 2) === 0]
        const problems = ways.map((leaves) => {
          const response = responseOf(loaded, withoutBrackets(wire, native, leaves))
          return difference(essentials(callsOf(response)), essentials(callsOf(whole)))
        })
        return problems.filter((problem) => problem !== undefined)
      })
    })
  })

  describe('a stream that breaks off inside the arguments cuts the call', () => {
    test.each(allAdapters.map((loaded) => [loaded.wire, loaded] as const))('%s', (wire, loaded) => {
      if (loaded.adapter.lacks.has('stream')) return
      holdsFor(streamsOf(loaded), ({ native }) => {
        const problems: string[] = []
        const random = seededRandom(native.length)
        for (const end of Array.from({ length: 25 }, () => 1 + below(random, native.length))) {
          if (BRACKETS[wire]?.(native[end - 1] ?? {})) continue
          const open = openInput(loaded, native.slice(0, end))
          if (open === undefined || isObject(tryParseJson(open.text))) continue
          const response = responseOf(loaded, native.slice(0, end))
          const call = callsOf(response).find(({ id }) => id === open.id)
          // Some servers end an answer before its last event, and provider-run calls have an object as input.
          if (response.error === undefined || call?.providerExecuted) continue
          if (call?.status !== 'truncated') problems.push(`after ${end} events: ${call?.status}`)
        }
        return problems
      })
    })
  })

  describe('a call that was closed stays complete when its answer fails', () => {
    const failing = bracketed.filter(({ wire }) => FAILURES[wire] !== undefined)
    test.each(failing.map((loaded) => [loaded.wire, loaded] as const))('%s', (wire, loaded) => {
      const isBracket = BRACKETS[wire] ?? (() => false)
      const failure = FAILURES[wire] ?? {}
      holdsFor(streamsOf(loaded), ({ native, whole }) => {
        const last = native.findLastIndex(isBracket)
        if (last === -1 || callsOf(whole).some(hasNoArguments)) return undefined
        const response = responseOf(loaded, [...native.slice(0, last + 1), failure])
        const end = response.error === undefined ? 'the failure is not told' : undefined
        return end ?? difference(essentials(callsOf(response)), essentials(callsOf(whole)))
      })
    })
  })

  describe('no mark follows arguments that are whole', () => {
    test.each(bracketed.map((loaded) => [loaded.wire, loaded] as const))('from %s', (wire, loaded) => {
      const isBracket = BRACKETS[wire] ?? (() => false)
      const targets = someOf(adapters, 4, `law 19 ${wire}`)
      const streams = streamsOf(loaded).filter(({ whole }) => !callsOf(whole).some(isMarkable))
      holdsFor(streams.slice(0, 8), ({ native }) => {
        const cut = native.slice(0, native.findIndex(isBracket))
        return targets.flatMap((target) => {
          const { frames, again } = translated(loaded, target, cut)
          const runs = callsOf(again).some(({ status }) => status === 'complete')
          const endsWell = again.error === undefined && GOOD.includes(again.finish.reason)
          return [
            ...(isMarked(frames) ? [`a mark behind whole arguments for ${target.wire}`] : []),
            ...(runs && endsWell ? [`a cut answer ends well for ${target.wire}`] : []),
          ]
        })
      })
    })
  })
})

function essentials(calls: readonly ToolCall[]): unknown {
  return calls.map(({ id, name, status, arguments: value }) => ({ id, name, status, value }))
}

/**
 * Returns true if the text of a truncated call may be marked, because otherwise it equals the text of a
 * complete one.
 */
function isMarkable(call: ToolCall): boolean {
  return call.kind === 'custom' || hasNoArguments(call)
}

function isMarked(frames: readonly (string | Uint8Array)[]): boolean {
  const texts = frames.map((frame) => (typeof frame === 'string' ? frame : new TextDecoder().decode(frame)))
  return texts.some((text) => text.includes('<toolwire_truncated/>'))
}

function hasNoArguments({ kind, arguments: value }: ToolCall): boolean {
  return kind !== 'custom' && value !== undefined && Object.keys(value).length === 0
}

interface OpenInput {
  readonly id: string
  text: string
}

/** Returns the latest call whose input has begun but not ended, with its text so far. */
function openInput({ adapter, wire }: LoadedAdapter, native: readonly JsonObject[]): OpenInput | undefined {
  const reader = new EventReader(adapter.codecs.stream, createContext(wire))
  let open: OpenInput | undefined
  for (const event of native.flatMap((one) => reader.push(one))) {
    if (event.type === 'tool-input-start') open = { id: event.id, text: '' }
    else if (event.type === 'tool-input-delta' && open?.id === event.id) open.text += event.delta
    else if (event.type === 'tool-input-end' && open?.id === event.id) open = undefined
  }
  return open
}

function translated(from: LoadedAdapter, to: LoadedAdapter, native: readonly JsonObject[]) {
  const reader = new EventReader(from.adapter.codecs.stream, createContext(from.wire))
  const translator = createStreamTranslator(from.adapter, to.adapter, reader)
  const frames: (string | Uint8Array)[] = []
  for (const event of native) translator.push(event, frames)
  translator.finish(frames)
  return { frames, again: assemble(eventsOf(to.adapter, frames), to.wire) }
}
