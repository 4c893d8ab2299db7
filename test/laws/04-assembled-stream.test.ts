import { describe, expect } from 'vitest'
import { createContext } from '../../src/adapter/context.js'
import { assemble } from '../../src/stream/assemble.js'
import type { StreamEvent } from '../../src/stream/events.js'
import { comparable, comparableParts } from '../support/comparable.js'
import { exchangesOf, fixtures } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { eventsOf, textOf } from '../support/streams.js'
import { difference, stored } from '../support/values.js'

describe('law 4: an assembled stream is the whole response', () => {
  forEachAdapter('fixtures', ({ wire, adapter }) => {
    const paired = fixtures.filter((fixture) => fixture.wire === wire && fixture.response && fixture.stream)
    expect(paired.length).toBeGreaterThan(0)
    holdsFor(paired, ({ stream = '', response = {} }) =>
      difference(
        comparable(adapter.decodeResponse(response).value),
        comparable(assemble(eventsOf(adapter, [stream]), wire)),
      ),
    )
  })

  forEachAdapter('canonical before and after JSON', ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), ({ stream }) => {
      if (stream === undefined) return undefined
      const events = eventsOf(adapter, [stream])
      return (
        difference(stored(events), events) ??
        difference(assemble(events, wire), assemble(stored(events), wire))
      )
    })
  })

  forEachAdapter('an assembled response can be encoded and decoded again', ({ wire, adapter }) => {
    holdsFor(exchangesOf(wire), ({ stream }) => {
      if (stream === undefined) return undefined
      const response = assemble(eventsOf(adapter, [stream]), wire)
      const again = adapter.decodeResponse(stored(adapter.encodeResponse(response).value))
      return difference(comparableParts(response.message.parts), comparableParts(again.value.message.parts))
    })
  })

  forEachAdapter('a response written as a stream reads as the same response', ({ wire, adapter }) => {
    const { encoder } = adapter.codecs.stream
    if (encoder === undefined) return
    holdsFor(exchangesOf(wire), ({ stream }) => {
      if (stream === undefined) return undefined
      const events = eventsOf(adapter, [stream])
      const machine = encoder(createContext())
      const frames = [...events.flatMap((event) => machine.push(event)), ...machine.finish()]
      const text = frames.map(({ event, data }) => ({ event, data: JSON.stringify(data) }))
      const again = eventsOf(adapter, [textOf(adapter, text)])
      const parts = (list: StreamEvent[]) => comparableParts(assemble(list, wire).message.parts)
      return difference(parts(events), parts(again))
    })
  })
})
