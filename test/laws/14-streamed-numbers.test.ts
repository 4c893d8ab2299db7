import { describe, test } from 'vitest'
import { parseDocument } from '../../src/base/json/parse.js'
import { asJson } from '../../src/base/json/read-json.js'
import { createContext, type Notice } from '../../src/base/model/context.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { SessionWire } from '../../src/chat/session/session-wire.js'
import { EventReader } from '../../src/codec/stream/stream-reader.js'
import { allAdapters, type LoadedAdapter } from '../support/adapters.js'
import { someOf } from '../support/cases.js'
import { allFixtures } from '../support/exchanges.js'
import { forEachAdapter, holdsFor } from '../support/law.js'
import { parsedEvents } from '../support/streams.js'
import { saltFields, saltOf } from '../support/unknown-fields.js'

const MOST_OBJECTS = 40

/** Returns a number that rounds to another double for each place. */
function digitsAt(place: number): string {
  return `1${String(place).padStart(4, '0')}34567890123456789`
}

interface Numbered {
  readonly id: string
  /** The events as texts. */
  readonly datas: readonly string[]
  readonly frames: readonly (string | Uint8Array)[]
  readonly digits: string
}

/** Returns the streams of a wire, each with a number in one unknown member of one object of one event. */
function numbered({ wire, adapter }: LoadedAdapter): Numbered[] {
  const { framing } = adapter.codecs.stream
  return allFixtures
    .flatMap(({ id, wire: of, stream }) => (of === wire && stream !== undefined ? [{ id, stream }] : []))
    .flatMap(({ id, stream }) => {
      const events = parsedEvents(adapter, stream)
      return events.flatMap((event, at) =>
        saltFields(event).fields.map((field, place) => {
          const digits = digitsAt(place)
          const { body } = saltFields(event, (index) => index === place)
          const salted = JSON.stringify(body).replace(JSON.stringify(saltOf(field)), digits)
          const datas = events.map((one, index) => (index === at ? salted : JSON.stringify(one)))
          const frames = datas.map((data, index) => {
            const type = events[index]?.type
            return framing.write({ ...(typeof type === 'string' && { event: type }), data })
          })
          return { id: `${id}, event ${at}, ${field}`, datas, frames, digits }
        }),
      )
    })
}

function judge({ adapter }: LoadedAdapter, { frames, digits }: Numbered): string[] {
  const context = createContext(adapter.id)
  const reader = new EventReader(adapter.codecs.stream, context)
  const events: StreamEvent[] = []
  for (const frame of frames) reader.push(frame, events)
  reader.finish(events)
  return faultIn(events, context.notices, digits)
}

/** Returns the fault of a session whose connection receives the frames. */
function judgeLive({ adapter }: LoadedAdapter, { datas, digits }: Numbered): string[] {
  const notices: Notice[] = []
  const wire = new SessionWire(adapter, { onNotice: (notice) => notices.push(notice) })
  const events = datas.flatMap((data) => [...wire.read(parseDocument(data))])
  return faultIn([...events, ...wire.finish()], notices, digits)
}

function faultIn(events: readonly object[], notices: readonly Notice[], digits: string): string[] {
  const text = JSON.stringify(asJson(events))
  const isKept = text.includes(digits)
  const isRounded = !isKept && text.includes(String(Number(digits)))
  const reports = notices.filter(({ code }) => code === 'number-rounded')
  const isReported = reports.some(({ detail }) => JSON.stringify(detail).includes(digits))
  if (isReported === isRounded && reports.length <= 1) return []
  return [isReported ? 'a notice about a number that is not rounded' : 'rounded without a notice']
}

describe('law 14: a number of an unknown field of a stream keeps its digits, or a notice reports it', () => {
  forEachAdapter('in each object of each event', ['stream'], (loaded) => {
    holdsFor(someOf(numbered(loaded), MOST_OBJECTS * 10), (one) => judge(loaded, one))
  })

  const isLive = ({ adapter }: LoadedAdapter) => adapter.codecs.session !== undefined
  test.each(allAdapters.filter(isLive).map((loaded) => [loaded.wire, loaded] as const))(
    'in each frame of a live session of %s',
    (_, loaded) => {
      holdsFor(someOf(numbered(loaded), MOST_OBJECTS * 10), (one) => judgeLive(loaded, one))
    },
  )
})
