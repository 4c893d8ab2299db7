import { describe, expect, test } from 'vitest'
import { langchain } from '../../adapters/langchain/index.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { eventsOf } from '../support/streams.js'

const last = { type: 'AIMessageChunk', content: '', chunk_position: 'last' }

function chunk(more: object) {
  return { type: 'AIMessageChunk', content: '', ...more }
}

function events(...chunks: object[]): StreamEvent[] {
  return eventsOf(langchain, [...chunks, last])
}

function callsIn(...chunks: object[]) {
  return events(...chunks).flatMap((one) => (one.type === 'tool-call' ? [one.call] : []))
}

describe('whole calls', () => {
  const call = { type: 'tool_call', name: 'f', args: { a: 1 } }

  test('without ids get distinct ids', () => {
    const [first, second] = callsIn(chunk({ tool_calls: [call, call] }))
    expect(first).toMatchObject({ name: 'f', arguments: { a: 1 } })
    expect(second).toMatchObject({ name: 'f', arguments: { a: 1 } })
    expect(first?.id).not.toBe(second?.id)
  })

  test('that cannot be run are reported', () => {
    const invalid = { type: 'invalid_tool_call', id: 'c', name: 'f', args: '{"a":', error: 'No.' }
    const [read] = callsIn(chunk({ invalid_tool_calls: [invalid] }))
    expect(read).toMatchObject({ id: 'c', name: 'f', rawArguments: '{"a":' })
    expect(read?.status).not.toBe('complete')
  })
})
