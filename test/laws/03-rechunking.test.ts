import { describe } from 'vitest'
import { sse } from '../../src/codec/stream/framing.js'
import { someOf } from '../support/cases.js'
import type { Exchange } from '../support/exchanges.js'
import { forEachAdapter, holdsFor, someExchangesOf } from '../support/law.js'
import { asFrames, eventsOf, framesOf, parsedEvents, textOf } from '../support/streams.js'
import { below, difference, seededRandom } from '../support/values.js'

const encoder = new TextEncoder()
const SMALL = 5000
const SPLIT_EVERYWHERE = 6

interface Streamed {
  readonly id: string
  readonly bytes: Uint8Array
  readonly text: string
}

function streamsOf(wire: string): Streamed[] {
  return someExchangesOf(wire).flatMap(({ id, stream }: Exchange) =>
    stream === undefined ? [] : [{ id, text: stream, bytes: encoder.encode(stream) }],
  )
}

function* randomCuts(bytes: Uint8Array, seed: number, longest: number): Generator<Uint8Array> {
  const random = seededRandom(seed)
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + below(random, longest)
    yield bytes.subarray(start, end)
    start = end
  }
}

describe('law 3: the events are the same for any chunk boundaries', () => {
  forEachAdapter('random cuts', ['stream'], ({ wire, adapter }) => {
    holdsFor(streamsOf(wire), ({ bytes }) => {
      const whole = eventsOf(adapter, [bytes])
      const cuts = [5, 60, 700].map((longest, seed) => randomCuts(bytes, seed, longest))
      return cuts.flatMap((chunks) => difference(whole, eventsOf(adapter, chunks)) ?? [])
    })
  })

  forEachAdapter('one byte at a time', ['stream'], ({ wire, adapter }) => {
    holdsFor(streamsOf(wire), ({ bytes }) =>
      difference(eventsOf(adapter, [bytes]), eventsOf(adapter, randomCuts(bytes, 0, 1))),
    )
  })

  forEachAdapter('every split point of small streams', ['stream'], ({ wire, adapter }) => {
    const small = streamsOf(wire).filter(({ bytes }) => bytes.length <= SMALL)
    const fewest = small.sort((a, b) => a.bytes.length - b.bytes.length).slice(0, SPLIT_EVERYWHERE)
    holdsFor(fewest, ({ bytes }) => {
      const whole = eventsOf(adapter, [bytes])
      for (const split of someOf([...bytes.keys()].slice(1))) {
        const problem = difference(
          whole,
          eventsOf(adapter, [bytes.subarray(0, split), bytes.subarray(split)]),
        )
        if (problem !== undefined) return `split at ${split}: ${problem}`
      }
      return undefined
    })
  })

  forEachAdapter(
    'as text, with other line ends, comments and a byte order mark',
    ['stream'],
    ({ wire, adapter }) => {
      holdsFor(streamsOf(wire), ({ bytes, text }) => {
        const whole = eventsOf(adapter, [bytes])
        const rewritten = textOf(adapter, framesOf(adapter, text))
        const forms: Record<string, Uint8Array | string> = {
          text,
          'line ends': rewritten.replaceAll('\n', '\r\n'),
          ...(adapter.codecs.stream.framing === sse && {
            'byte order mark': encoder.encode(`\ufeff${rewritten}`),
            comments: `: hello\n\n${rewritten.replaceAll('\n\n', '\n\n: keep-alive\n\n')}`,
          }),
        }
        return Object.entries(forms).flatMap(([form, chunk]) => {
          const problem = difference(whole, eventsOf(adapter, [chunk]))
          return problem === undefined ? [] : `${form}: ${problem}`
        })
      })
    },
  )

  // Objects contain doubles and cannot have the digits of a text, so both are encoded again.
  forEachAdapter('as parsed events', ['stream'], ({ wire, adapter }) => {
    holdsFor(streamsOf(wire), ({ text }) => {
      const parsed = parsedEvents(adapter, text)
      const written = textOf(adapter, asFrames(parsed))
      return difference(eventsOf(adapter, [written]), eventsOf(adapter, parsed))
    })
  })
})
