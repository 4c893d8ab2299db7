import { describe, expect, test } from 'vitest'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ToolCall } from '../../src/base/model/types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { type Exchange, exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { eventsOf, framesOf, textOf } from '../support/streams.js'
import { below, difference, seededRandom } from '../support/values.js'

/** A stream with more frames than this is interrupted only at random frames. */
const CUT_EVERYWHERE = 120
const RANDOM_CUTS = 40

function streamsOf(exchanges: readonly Exchange[]) {
  return exchanges.flatMap(({ id, stream }) => (stream === undefined ? [] : [{ id, stream }]))
}

function completeCalls(events: readonly StreamEvent[]): ToolCall[] {
  return events.flatMap((event) =>
    event.type === 'tool-call' && event.call.status === 'complete' ? event.call : [],
  )
}

/** Returns the faults in the events of an interrupted stream, compared with those of the complete stream. */
function judgeCut(cut: readonly StreamEvent[], whole: readonly StreamEvent[], adapter: Adapter): string[] {
  const problems = checkGrammar(cut)
  const finished = completeCalls(whole)
  for (const call of completeCalls(cut)) {
    const known = finished.some(
      ({ name, arguments: value }) => name === call.name && difference(value, call.arguments) === undefined,
    )
    if (!known)
      problems.push(`a complete call that never was: ${call.name} ${JSON.stringify(call.arguments)}`)
  }
  const failed = cut.some(({ type }) => type === 'error')
  const response = assemble(cut, adapter.id)
  if (failed && response.finish.reason !== 'error')
    problems.push(`an error event, yet the finish reason is ${response.finish.reason}`)
  const lost = difference(assemble(whole, adapter.id).message.parts, response.message.parts)
  if (!failed && lost !== undefined) problems.push(`no error event, yet something is missing at ${lost}`)
  return problems
}

function framesToCutAt(count: number, random: () => number): number[] {
  if (count <= CUT_EVERYWHERE) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: RANDOM_CUTS }, () => below(random, count))
}

describe('law 5: events obey the grammar, and a cut stream never yields a complete call', () => {
  forEachAdapter('whole streams', ['stream'], ({ wire, adapter }) => {
    holdsFor(streamsOf(exchangesOf(wire)), ({ stream }) => checkGrammar(eventsOf(adapter, [stream])))
  })

  forEachAdapter('cut after each event', ['stream'], ({ wire, adapter }) => {
    const random = seededRandom(5)
    holdsFor(streamsOf(someExchangesOf(wire)), ({ stream }) => {
      const frames = framesOf(adapter, stream)
      const whole = eventsOf(adapter, [stream])
      for (const end of framesToCutAt(frames.length, random)) {
        const problems = judgeCut(eventsOf(adapter, [textOf(adapter, frames.slice(0, end))]), whole, adapter)
        if (problems.length > 0)
          return problems.slice(0, 2).map((problem) => `cut after ${end} frames: ${problem}`)
      }
      return undefined
    })
  })

  forEachAdapter('cut at random bytes', ['stream'], ({ wire, adapter }) => {
    const random = seededRandom(55)
    holdsFor(streamsOf(someExchangesOf(wire)), ({ stream }) => {
      const bytes = new TextEncoder().encode(stream)
      const whole = eventsOf(adapter, [stream])
      for (let run = 0; run < RANDOM_CUTS; run += 1) {
        const end = below(random, bytes.length)
        const problems = judgeCut(eventsOf(adapter, [bytes.subarray(0, end)]), whole, adapter)
        if (problems.length > 0)
          return problems.slice(0, 2).map((problem) => `cut after ${end} bytes: ${problem}`)
      }
      return undefined
    })
  })

  forEachAdapter('a source that throws half-way', ['stream'], async ({ wire, adapter }) => {
    const [first] = streamsOf(exchangesOf(wire))
    if (first === undefined) return
    const half = first.stream.slice(0, first.stream.length / 2)
    async function* source() {
      yield half
      throw new Error('connection reset')
    }
    const events: StreamEvent[] = []
    for await (const event of adapter.stream(source())) events.push(event)
    expect(checkGrammar(events)).toEqual([])
    expect(events.find(({ type }) => type === 'error')).toMatchObject({
      error: { message: 'connection reset' },
    })
    expect(events.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'error' } })
  })
})

describe('the grammar checker', () => {
  const finish: StreamEvent = { type: 'finish', finish: { reason: 'stop' } }
  const start: StreamEvent = {
    type: 'tool-input-start',
    id: 'c1',
    name: 'f',
    kind: 'function',
    providerExecuted: false,
  }
  const end: StreamEvent = { type: 'tool-input-end', id: 'c1' }
  const call: StreamEvent = {
    type: 'tool-call',
    call: {
      type: 'tool-call',
      kind: 'function',
      id: 'c1',
      name: 'f',
      status: 'complete',
      arguments: {},
      providerExecuted: false,
    },
  }
  const textStart: StreamEvent = { type: 'text-start', id: 't' }
  const textDelta: StreamEvent = { type: 'text-delta', id: 't', delta: 'a' }
  const textEnd: StreamEvent = { type: 'text-end', id: 't', part: { type: 'text', text: 'a' } }
  const failed: StreamEvent = { type: 'error', error: { message: 'x' } }

  test.each<[string, StreamEvent[]]>([
    ['nothing but a finish', [finish]],
    ['a call with its input', [{ type: 'response-start' }, start, end, call, finish]],
    ['a call without input events', [call, finish]],
    ['interleaved blocks', [start, textStart, textDelta, end, textEnd, call, finish]],
    [
      'a restart amid open blocks',
      [textStart, start, { type: 'restart' }, { type: 'response-start' }, finish],
    ],
    ['ids that a restart freed', [start, end, { type: 'restart' }, start, end, call, finish]],
    ['an error before everything', [failed, { type: 'response-start' }, finish]],
  ])('accepts %s', (_, events) => expect(checkGrammar(events)).toEqual([]))

  test.each<[string, StreamEvent[], RegExp]>([
    ['no finish', [textStart, textDelta, textEnd], /no finish/],
    ['anything after finish', [finish, textStart], /text-start after finish/],
    ['a late response-start', [call, { type: 'response-start' }, finish], /not the first/],
    ['a restart of nothing', [{ type: 'restart' }, finish], /restart of nothing/],
    ['a block that ends after a restart', [textStart, { type: 'restart' }, textEnd, finish], /not open/],
    ['a delta outside its block', [textDelta, finish], /text-delta of "t", which is not open/],
    ['an end without start', [textEnd, finish], /text-end of "t", which is not open/],
    ['a block started twice', [textStart, textStart, textEnd, finish], /open already/],
    ['a block left open', [textStart, finish], /still open/],
    ['deltas that are not the text', [textStart, textEnd, finish], /are not its text/],
    ['an input without call', [start, end, finish], /never became a call/],
    ['an input that starts again', [start, end, start, end, call, finish], /starts again/],
    ['a call before the end of its input', [start, call, end, finish], /before the end/],
  ])('refuses %s', (_, events, problem) => expect(checkGrammar(events).join('\n')).toMatch(problem))
})
