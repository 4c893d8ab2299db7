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

function resultsIn(read: readonly StreamEvent[]) {
  return read.flatMap((one) => (one.type === 'tool-result' ? [one.result] : []))
}

function endsIn(read: readonly StreamEvent[], type: 'text-end' | 'reasoning-end') {
  return read.flatMap((one) => (one.type === type ? [one.part] : []))
}

describe('parts', () => {
  test('thoughts that nobody began are thoughts', () => {
    const read = events(
      event('reasoning.delta', { delta: 'Hm' }),
      event('reasoning.delta', { text: '.' }),
      completed,
    )
    expect(endsIn(read, 'reasoning-end')).toMatchObject([{ type: 'reasoning', text: 'Hm.' }])
  })

  test('empty pieces begin nothing', () => {
    const read = events(event('text.delta', { delta: '' }), event('text.delta', { delta: 7 }), completed)
    expect(read.map(({ type }) => type)).not.toContain('text-start')
  })

  test('a text that is told whole alone is told', () => {
    const final = { part_id: 'p', type: 'text', final_content: 'Hi.' }
    const read = events(event('part.completed', final), completed)
    expect(endsIn(read, 'text-end')).toMatchObject([{ type: 'text', text: 'Hi.' }])
  })

  test('of a type that is not known are left out', () => {
    const read = events(event('part.completed', { part_id: 'p', type: 'hologram' }), completed)
    expect(read.map(({ type }) => type)).toEqual(['response-start', 'finish'])
  })

  test('a call whose part failed is cut, and the neighbor goes on', () => {
    const read = events(
      event('part.created', { part_id: 'p', type: 'tool_call', tool_name: 'f', tool_call_id: 'c' }),
      event('part.created', { part_id: 't', type: 'text' }),
      event('tool_call.arguments.delta', { part_id: 'p', delta: '{"a":' }),
      event('part.failed', { part_id: 'p' }),
      event('text.delta', { part_id: 't', delta: 'Hi.' }),
      completed,
    )
    expect(callsIn(read)).toMatchObject([{ id: 'c', status: 'truncated', rawArguments: '{"a":' }])
    expect(endsIn(read, 'text-end')).toMatchObject([{ text: 'Hi.' }])
  })

  test('a call is known by its part, or by an id of its own', () => {
    const created = (more: object) =>
      callsIn(events(event('part.created', { type: 'tool_call', tool_name: 'f', ...more }), completed))
    expect(created({ part_id: 'p' })).toMatchObject([{ id: 'p', name: 'f' }])
    expect(created({})).toMatchObject([{ id: expect.stringMatching(/./), name: 'f' }])
  })

  test('a call has the arguments that were streamed when its end tells none', () => {
    const read = events(
      event('part.created', { part_id: 'p', type: 'tool_call', tool_name: 'f', tool_call_id: 'c' }),
      event('tool_call.arguments.delta', { part_id: 'p', delta: '{"a":1}' }),
      event('part.completed', { part_id: 'p', final_content: {} }),
      completed,
    )
    expect(callsIn(read)).toMatchObject([{ id: 'c', status: 'complete', arguments: { a: 1 } }])
  })

  test('a call has the arguments that its end tells when others were streamed', () => {
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

describe('what the robot ran', () => {
  test('a result finds its call by the id, or by the name', () => {
    const call = event('tool_call.start', { id: 'c', name: 'f', input: {} })
    const byId = events(call, event('tool_call.complete', { id: 'c', result: 'x' }), completed)
    expect(resultsIn(byId)).toMatchObject([{ callId: 'c', name: 'f', providerExecuted: true }])
    const byName = events(call, event('tool_call.complete', { name: 'f', result: 'x' }), completed)
    expect(resultsIn(byName)).toMatchObject([{ callId: 'c', name: 'f' }])
  })

  test('a result without a call keeps its own id', () => {
    const read = events(event('tool_call.complete', { id: 'd', name: 'g', result: 'x' }), completed)
    expect(resultsIn(read)).toMatchObject([{ callId: 'd', name: 'g' }])
  })

  test('ends a text that names no part', () => {
    const read = events(
      event('text.delta', { delta: 'a' }),
      event('tool_call.start', { id: 'c', name: 'f', input: {} }),
      event('text.delta', { delta: 'b' }),
      completed,
    )
    expect(endsIn(read, 'text-end')).toMatchObject([{ text: 'a' }, { text: 'b' }])
  })
})

describe('ends', () => {
  test('a run that failed tells its error and no good end', () => {
    const read = events(event('run.failed', { error: { message: 'No.', type: 'overloaded' } }))
    expect(read).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ message: 'No.', code: 'overloaded' }) }),
    )
    expect(read.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'error' } })
  })

  test('an object with an error alone is a failure', () => {
    const read = events({ error: { message: 'No.' } })
    expect(read).toContainEqual(expect.objectContaining({ type: 'error' }))
    expect(read.at(-1)).toMatchObject({ finish: { reason: 'error' } })
  })

  test('what is no event says nothing', () => {
    const read = events({ other: 1 }, { type: 'robot_start' }, completed)
    expect(read).toEqual(events(completed))
  })

  test('a run that starts within a run is the same run', () => {
    const read = events(event('run.started', { run_id: 'run_2' }), completed)
    expect(read.filter(({ type }) => type === 'response-start')).toMatchObject([{ id: 'run_1' }])
  })

  test('usage is told with the end', () => {
    const read = events(event('usage.updated', { input_tokens: 3, output_tokens: 4 }), completed)
    expect(read.at(-1)).toMatchObject({ usage: { inputTokens: 3, outputTokens: 4 } })
  })

  test('a whole result may stand in place of a stream', () => {
    const output = [{ type: 'text', role: 'assistant', content: 'Hi.', stop_reason: 'stop' }]
    const read = eventsOf(robotLab, [{ output }])
    expect(endsIn(read, 'text-end')).toMatchObject([{ text: 'Hi.' }])
    expect(read.at(-1)).toMatchObject({ type: 'finish', finish: { reason: 'stop' } })
  })
})
