import { describe, expect } from 'vitest'
import { createContext } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { ModelResponse } from '../../src/base/model/types.js'
import { assemble, disassemble } from '../../src/codec/stream/assemble.js'
import type { Adapter } from '../../src/codec/wire/define-adapter.js'
import { answersOf } from '../support/answers.js'
import { comparable, comparableParts } from '../support/comparable.js'
import { allFixtures, exchangesOf } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { said } from '../support/said.js'
import { eventsOf, textOf } from '../support/streams.js'
import { difference, stored } from '../support/values.js'

describe('law 4: an assembled stream is the complete response', () => {
  forEachAdapter('fixtures', ['stream', 'response'], ({ wire, adapter }) => {
    const paired = allFixtures.filter(
      (fixture) => fixture.wire === wire && fixture.response && fixture.stream,
    )
    expect(paired.length).toBeGreaterThan(0)
    holdsFor(paired, ({ stream = '', response = {} }) =>
      difference(
        comparable(adapter.decodeResponse(response).value),
        comparable(assemble(eventsOf(adapter, [stream]), wire)),
      ),
    )
  })

  forEachAdapter('canonical before and after JSON', ['stream'], ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), ({ stream }) => {
      if (stream === undefined) return undefined
      const events = eventsOf(adapter, [stream])
      return (
        difference(stored(events), events) ??
        difference(assemble(events, wire), assemble(stored(events), wire))
      )
    })
  })

  forEachAdapter(
    'an assembled response can be encoded and decoded again',
    ['stream', 'response', 'writing'],
    ({ wire, adapter }) => {
      holdsFor(exchangesOf(wire), ({ stream }) => {
        if (stream === undefined) return undefined
        const response = assemble(eventsOf(adapter, [stream]), wire)
        const again = adapter.decodeResponse(stored(adapter.encodeResponse(response).value))
        // Some complete answers cannot contain an error next to the parts, nor its consequences.
        const parts = (answer: ModelResponse) =>
          comparableParts(answer.message.parts).map((part) =>
            response.error === undefined
              ? part
              : { ...part, withheld: undefined, providerMetadata: undefined },
          )
        return difference(stored(parts(response)), stored(parts(again.value)))
      })
    },
  )

  forEachAdapter('a response told as a stream says the same', ['encoder'], ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), (exchange) =>
      answersOf(exchange, adapter).flatMap((response) => {
        const again = written(adapter, [...disassemble(response)])
        return difference(said(response.message.parts), said(again.message.parts)) ?? []
      }),
    )
  })

  forEachAdapter('a live stream written again says the same', ['encoder'], ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), ({ stream }) => {
      if (stream === undefined) return undefined
      const events = eventsOf(adapter, [stream])
      const { message } = written(adapter, events)
      return difference(said(assemble(events, wire).message.parts), said(message.parts))
    })
  })
})

/** Returns the response that a client decodes from the encoded stream of these events. */
function written(adapter: Adapter, events: readonly StreamEvent[]): ModelResponse {
  const { encoder } = adapter.codecs.stream
  if (encoder === undefined) throw new Error(`${adapter.id} streams cannot be written`)
  const machine = encoder(createContext(adapter.id))
  const frames = [...events.flatMap((event) => machine.push(event)), ...machine.finish()]
  const text = frames.map(({ event, data }) => ({
    event,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  }))
  return assemble(eventsOf(adapter, [textOf(adapter, text)]), adapter.id)
}
