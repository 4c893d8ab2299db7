import { describe, expect, test } from 'vitest'
import { AdapterError } from '../../src/base/json/adapter-error.js'
import type { CallStage } from '../../src/base/model/arguments.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { Outcome, ToolCall } from '../../src/base/model/types.js'
import { checkGrammar } from '../../src/codec/stream/grammar.js'
import { type OpenPart, type PartCodec, PartWriter } from '../../src/codec/stream/part-writer.js'

/**
 * A wire whose parts are their text. A call is complete if its text ends in `}`. `broken` cannot be decoded.
 */
const codec: PartCodec<undefined> = {
  wire: 'fake',
  finished: ({ text }) => ({ text }),
  part({ text }, { mode }) {
    if (text === 'broken') throw new AdapterError('wrong-type', '/text', 'unreadable')
    return { type: mode === 'reasoning' ? mode : 'text', text: String(text) }
  },
  call({ id, text }: OpenPart<undefined>, stage: CallStage): ToolCall | undefined {
    const shared = { type: 'tool-call', id, name: 'look', kind: 'function', providerExecuted: false } as const
    if (stage === 'begun' || text.endsWith('}')) return { ...shared, status: 'complete', arguments: {} }
    if (stage === 'ended') return undefined
    return { ...shared, status: stage === 'whole' ? 'malformed' : 'truncated', rawArguments: text }
  },
}

type Writer = PartWriter<undefined>

/**
 * Runs a writer of parts.
 * @param isWhole true if the answer had its end. @param outcome of that end.
 */
function run(write: (writer: Writer) => void, isWhole = true, outcome: Outcome = 'complete') {
  const writer = new PartWriter(codec)
  write(writer)
  const events = writer.finish(isWhole, outcome, () => ({ finish: { reason: 'stop' } }))
  expect(checkGrammar(events)).toEqual([])
  return events
}

const types = (events: readonly StreamEvent[]) => events.map(({ type }) => type)
const open = (writer: Writer, index: number, mode: 'text' | 'reasoning', text: string) =>
  writer.append(writer.open(index, mode, undefined), mode, text)
const call = (writer: Writer, index: number, text: string) => {
  const part = writer.open(index, 'call', undefined, `call-${index}`)
  writer.append(part, 'call', text)
}
const statuses = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-call' ? [`${event.call.id} ${event.call.status}`] : []))

describe('a call that ended with broken arguments', () => {
  test('is truncated if the output limit ended the answer directly after it', () => {
    const events = run((writer) => {
      call(writer, 0, '{"a')
      writer.end(writer.at(0))
      writer.settle(true)
    })
    expect(statuses(events)).toEqual(['call-0 truncated'])
  })

  test('is malformed when another part followed', () => {
    const write = (writer: Writer) => {
      call(writer, 0, '{"a')
      writer.end(writer.at(0))
      call(writer, 1, '{}')
      writer.end(writer.at(1))
    }
    expect(statuses(run(write, true, 'length'))).toEqual(['call-0 malformed', 'call-1 complete'])
  })

  test('is emitted before later events, for clients that run calls as they arrive', () => {
    const write = (writer: Writer) => {
      call(writer, 0, '{"a')
      writer.end(writer.at(0))
      writer.open(1, 'text', undefined)
    }
    const events = run(write, true, 'length')
    expect(types(events).slice(-4)).toEqual(['tool-call', 'text-start', 'text-end', 'finish'])
    expect(statuses(events)).toEqual(['call-0 malformed'])
  })

  test('is malformed when a later part had ended before it', () => {
    const write = (writer: Writer) => {
      call(writer, 0, '{"a')
      call(writer, 1, '{}')
      writer.end(writer.at(1))
      writer.end(writer.at(0))
    }
    expect(statuses(run(write, true, 'length'))).toEqual(['call-1 complete', 'call-0 malformed'])
  })

  test('is truncated if the stream was interrupted before its end', () => {
    const write = (writer: Writer) => {
      call(writer, 0, '{"a')
      writer.end(writer.at(0))
    }
    expect(statuses(run(write, false))).toEqual(['call-0 truncated'])
  })

  test('is complete when the answer had its end, also after an error', () => {
    const write = (writer: Writer) => {
      call(writer, 0, '{"a')
      writer.end(writer.at(0))
      writer.fail({ message: 'overloaded' })
    }
    expect(statuses(run(write))).toEqual(['call-0 malformed'])
  })

  test('hides no other that ended likewise while both were open', () => {
    const events = run((writer) => {
      call(writer, 0, '{"a')
      call(writer, 1, '{"b')
      writer.end(writer.at(1))
      writer.end(writer.at(0))
    })
    expect(statuses(events)).toEqual(['call-1 malformed', 'call-0 malformed'])
  })
})

test('open blocks at the end of an interrupted stream end there', () => {
  const write = (writer: Writer) => {
    open(writer, 0, 'text', 'so')
    call(writer, 1, '{')
    writer.open(2, 'unknown', undefined)
  }
  const events = run(write, false)
  expect(types(events).slice(-5)).toEqual(['text-end', 'tool-input-end', 'tool-call', 'error', 'finish'])
  expect(statuses(events)).toEqual(['call-1 truncated'])
  expect(events.at(-1)).toEqual({ type: 'finish', finish: { outcome: 'failed', reason: 'error' } })
})

test('an error is not a good end, and no second one is emitted', () => {
  const events = run((writer) => writer.fail({ message: 'overloaded' }), false)
  expect(types(events)).toEqual(['error', 'finish'])
  expect(events.at(-1)).toEqual({ type: 'finish', finish: { outcome: 'failed', reason: 'error' } })
})

test('a number that is used again ends the part that had it', () => {
  const events = run((writer) => {
    open(writer, 0, 'text', 'one')
    writer.open(0, 'reasoning', undefined)
    writer.end(writer.at(0))
  })
  expect(types(events)).toEqual([
    'text-start',
    'text-delta',
    'text-end',
    'reasoning-start',
    'reasoning-end',
    'finish',
  ])
})

test('a delta of another kind, or an empty one, is ignored', () => {
  const events = run((writer) => {
    const part = writer.open(0, 'text', undefined)
    writer.append(part, 'call', '{')
    writer.append(part, 'text', '')
  })
  expect(types(events)).toEqual(['text-start', 'text-end', 'finish'])
})

test('an unreadable part is kept unchanged', () => {
  const writer = new PartWriter<undefined>({ ...codec, finished: () => ({ text: 'broken' }) })
  writer.whole(undefined)
  expect(writer.take()).toEqual([
    { type: 'part', part: { type: 'opaque', wire: 'fake', value: { text: 'broken' } } },
  ])
})

test('an answer begins once', () => {
  const events = run((writer) => {
    writer.start('one')
    writer.start('two')
    open(writer, 0, 'text', 'so')
  })
  expect(types(events)).toEqual(['response-start', 'text-start', 'text-delta', 'text-end', 'finish'])
})
