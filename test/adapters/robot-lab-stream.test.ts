import { describe, expect, test } from 'vitest'
import { robotLab } from '../../adapters/robot-lab/index.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { eventsOf } from '../support/streams.js'

const event = (name: string, data: object = {}) => ({ event: name, data })
const started = event('run.started', { run_id: 'run_1' })
const completed = event('run.completed', {})

function events(...natives: object[]): StreamEvent[] {
  return eventsOf(robotLab, [started, ...natives])
}

function callsIn(read: readonly StreamEvent[]) {
  return read.flatMap((one) => (one.type === 'tool-call' ? [one.call] : []))
}

describe('parts', () => {
  test('a call has the arguments of its end event if different ones were streamed', () => {
    const read = events(
      event('part.created', { part_id: 'p', type: 'tool_call', tool_name: 'f', tool_call_id: 'c' }),
      event('tool_call.arguments.delta', { part_id: 'p', delta: '{"a":1}' }),
      event('part.completed', { part_id: 'p', final_content: { input: { a: 2 } } }),
      completed,
    )
    const [call] = callsIn(read)
    expect(call).toMatchObject({ status: 'complete', arguments: { a: 2 } })
    expect(call?.rawArguments).not.toBe('{"a":1}')
  })
})

// Deltas without a part id belong to the latest text or reasoning.
describe.each(['text', 'reasoning'])('%s without a part id', (kind) => {
  const said = (delta: string) => event(`${kind}.delta`, { delta })
  const toldIn = (...natives: object[]) =>
    events(...natives, completed).flatMap((one) =>
      one.type === 'text-end' || one.type === 'reasoning-end'
        ? [[one.part.type, one.part.text]]
        : one.type === 'tool-call' || one.type === 'tool-result'
          ? [one.type]
          : [],
    )
  const call = event('tool_call.start', { id: 'c', name: 'f', input: {} })
  const result = event('tool_call.complete', { id: 'c', name: 'f', result: 'ok' })

  test('goes on in its part', () => {
    expect(toldIn(said('a'), said('b'))).toEqual([[kind, 'ab']])
  })

  test('begins another part after a call that the robot ran', () => {
    expect(toldIn(said('a'), call, result, said('b'))).toEqual([
      [kind, 'a'],
      'tool-call',
      'tool-result',
      [kind, 'b'],
    ])
  })

  test('begins another part between a call and its result', () => {
    expect(toldIn(call, said('a'), result, said('b'))).toEqual([
      'tool-call',
      [kind, 'a'],
      'tool-result',
      [kind, 'b'],
    ])
  })
})

describe('ends', () => {
  test('a value that is not an event is ignored', () => {
    const read = events({ other: 1 }, { type: 'robot_start' }, completed)
    expect(read).toEqual(events(completed))
  })
})
