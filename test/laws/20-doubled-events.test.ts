import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { createContext } from '../../src/base/model/context.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { assemble, assembleStream } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { decodeTraffic } from '../../src/traffic/decode-traffic.js'
import { adapters, registry } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { callsOf } from '../support/parts.js'
import { runCli } from '../support/run-cli.js'
import { eventsOf, framesOf, parsedEvents, textOf } from '../support/streams.js'
import { difference } from '../support/values.js'

/** A text whose delta came twice differs from the text of its end, which counts. */
const CONTRADICTED = /the deltas of (?:text|reasoning) .* are not its text/

/** Wires whose last event has content or counts that are added up. */
const ENDS_WITH_CONTENT = ['google-generate-content', 'langchain']

/** Returns the short form of an event: its members and their types. */
function formOf(event: JsonObject): string {
  const { type } = event
  return typeof type === 'string' ? type : Object.keys(event).sort().join()
}

/** Returns the streams of a wire, each with one event twice: one of each form. */
function doubledEvents(wire: string, adapter: Adapter) {
  return someExchangesOf(wire).flatMap(({ id, stream }) => {
    if (stream === undefined) return []
    const events = parsedEvents(adapter, stream)
    const forms = new Set<string>()
    return events.flatMap((event, at) => {
      const form = formOf(event)
      if (forms.has(form)) return []
      forms.add(form)
      return {
        id: `${id}, ${form} twice`,
        events,
        doubled: [...events.slice(0, at + 1), ...events.slice(at)],
      }
    })
  })
}

/** Returns the problems of the ids of calls: two calls with one id. */
function idProblems(response: ModelResponse): string[] {
  const ids = callsOf(response).map(({ id }) => id)
  return new Set(ids).size === ids.length ? [] : [`two calls have one id: ${ids.join()}`]
}

/** Returns true for streams whose last event contains text, as those of Moonshot. The text counts twice. */
function endsWithText(events: readonly JsonObject[], adapter: Adapter): boolean {
  const [earlier, all] = [events.slice(0, -1), events].map((read) => {
    const { message } = assemble(eventsOf(adapter, read), adapter.id)
    return message.parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join()
  })
  return earlier !== all
}

describe('law 20: an event that a server sends twice', () => {
  forEachAdapter('obeys the grammar, and loses no call', ['stream'], ({ wire, adapter }) => {
    if (adapter.codecs.stream.turns === true) return
    holdsFor(doubledEvents(wire, adapter), ({ events, doubled }) => {
      const read = eventsOf(adapter, doubled)
      const [once, twice] = [assemble(eventsOf(adapter, events), wire), assemble(read, wire)]
      const [before, after] = [callsOf(once), callsOf(twice)]
      // A repeated start restarts the answer.
      const isRestarted = read.some(({ type }) => type === 'restart')
      return [
        ...checkGrammar(read).filter((problem) => !CONTRADICTED.test(problem)),
        ...idProblems(twice),
        ...(isRestarted || after.length >= before.length
          ? []
          : [`${before.length} calls become ${after.length}`]),
      ]
    })
  })

  forEachAdapter('changes nothing at the end', ['stream'], ({ wire, adapter }) => {
    if (ENDS_WITH_CONTENT.includes(wire) || adapter.codecs.stream.turns === true) return
    const streams = someExchangesOf(wire).flatMap(({ id, stream }) =>
      stream === undefined ? [] : [{ id, stream }],
    )
    holdsFor(streams, ({ stream }) => {
      const events = parsedEvents(adapter, stream)
      const frames = framesOf(adapter, stream)
      const twice = textOf(adapter, [...frames, ...frames.slice(-1)])
      const isBinary = typeof adapter.codecs.stream.framing.write({ data: '{}' }) !== 'string'
      const chunks = isBinary ? [...events, ...events.slice(-1)] : [twice]
      const [before, after] = [[stream], chunks].map((one) =>
        assembleStream(one, adapter.codecs, createContext(wire)),
      )
      // The last event of an interrupted stream is any event.
      if (before?.finish.reason === 'error' || endsWithText(events, adapter)) return undefined
      return difference(before, after)
    })
  })
})

describe('law 20: an event twice, through other entrances', () => {
  const streamed = adapters.filter(
    ({ adapter }) => !adapter.lacks.has('stream') && !adapter.lacks.has('http'),
  )
  const cases = someOf(streamed, 6).flatMap(({ wire, adapter }) =>
    someOf(doubledEvents(wire, adapter), 6).map((one) => ({ ...one, wire, adapter })),
  )

  test.each(cases)('$wire $id', async ({ wire, adapter, doubled }) => {
    const { message } = assemble(eventsOf(adapter, doubled), wire)
    const text = JSON.stringify({ wire, chunks: doubled })
    const read = await decodeTraffic(text, registry, wire)
    expect(read.response?.message.parts).toEqual(message.parts)
    const expected = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
    const { lines } = await runCli(['calls', '--wire', wire], text, { adapters: ADAPTERS_FOLDER })
    const { toolCalls = [] } = Object(lines[0]?.response)
    expect(toolCalls.map((call: JsonObject) => call.name)).toEqual(expected)
    const args = ['translate', '--from', wire, '--to', wire]
    const translated = await runCli(args, text, { adapters: ADAPTERS_FOLDER })
    const again = adapter.decodeResponse(Object(translated.lines[0]?.response)).value
    const named = again.message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
    expect(named).toEqual(expected)
  })
})
