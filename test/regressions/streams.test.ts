import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/json/types.js'
import { assemble } from '../../src/stream/assemble.js'
import { checkGrammar } from '../../src/stream/grammar.js'
import { adapterOf } from '../support/adapters.js'
import { describeWires } from '../support/pair.js'
import { eventsOf } from '../support/streams.js'
import { CHAT, chatStream } from './bodies.js'

function fragment(index: number | undefined, text: string, id?: string, name?: string): JsonObject {
  return {
    tool_calls: [
      {
        ...(index !== undefined && { index }),
        ...(id !== undefined && { id, type: 'function' }),
        function: { ...(name !== undefined && { name }), arguments: text },
      },
    ],
  }
}

function callsOf(deltas: readonly JsonObject[]) {
  const events = eventsOf(adapterOf(CHAT).adapter, [chatStream(deltas)])
  expect(checkGrammar(events)).toEqual([])
  const { message } = assemble(events, CHAT)
  return message.parts.flatMap((part) =>
    part.type === 'tool-call' ? [[part.id, part.name, part.rawArguments]] : [],
  )
}

describeWires('P8: fragments in the wrong call', [CHAT], () => {
  const TWO = [
    ['call_a', 'read_file', '{"path":"a"}'],
    ['call_b', 'search', '{"query":"b"}'],
  ]

  test('one index reused for every call (apache/maka#1976)', () => {
    expect(
      callsOf([
        fragment(0, '{"path":"a"}', 'call_a', 'read_file'),
        fragment(0, '{"query":"b"}', 'call_b', 'search'),
      ]),
    ).toEqual(TWO)
  })

  test('interleaved fragments (maximhq/bifrost#1829)', () => {
    expect(
      callsOf([
        fragment(0, '', 'call_a', 'read_file'),
        fragment(1, '', 'call_b', 'search'),
        fragment(0, '{"path":'),
        fragment(1, '{"query":'),
        fragment(0, '"a"}'),
        fragment(1, '"b"}'),
      ]),
    ).toEqual(TWO)
  })

  test('no index at all, ids on every fragment (continuedev/continue#13223)', () => {
    expect(
      callsOf([
        fragment(undefined, '{"path":', 'call_a', 'read_file'),
        fragment(undefined, '{"query":', 'call_b', 'search'),
        fragment(undefined, '"a"}', 'call_a'),
        fragment(undefined, '"b"}', 'call_b'),
      ]),
    ).toEqual(TWO)
  })

  test('an empty or repeated id and name on later fragments (earendil-works/pi#8861)', () => {
    expect(
      callsOf([
        fragment(0, '{"path":', 'call_a', 'read_file'),
        fragment(0, '"a"', '', ''),
        fragment(0, '}', 'call_a', 'read_file'),
      ]),
    ).toEqual(TWO.slice(0, 1))
  })

  test('indices that start at one, and a gap between them', () => {
    expect(
      callsOf([
        fragment(1, '{"path":"a"}', 'call_a', 'read_file'),
        fragment(4, '{"query":"b"}', 'call_b', 'search'),
      ]),
    ).toEqual(TWO)
  })
})

describeWires('P13: time that grows with the square of the arguments', [CHAT], () => {
  function millisecondsFor(deltas: number): number {
    const piece = fragment(0, 'abcd')
    const list = [
      fragment(0, '{"text":"', 'call_a', 'write'),
      ...Array.from({ length: deltas }, () => piece),
      fragment(0, '"}'),
    ]
    const stream = chatStream(list)
    const started = performance.now()
    const events = eventsOf(adapterOf(CHAT).adapter, [stream])
    expect(events.some((event) => event.type === 'tool-call' && event.call.status === 'complete')).toBe(true)
    return performance.now() - started
  }

  test('116,667 fragments, as seen in production (earendil-works/pi#9062), cost what their bytes cost', () => {
    millisecondsFor(2000)
    const small = Math.max(millisecondsFor(116_667 / 8), 5)
    const large = millisecondsFor(116_667)
    // Linear is 8 times as much; a square would be 64 times.
    expect(large / small).toBeLessThan(32)
  })
})
