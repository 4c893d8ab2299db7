import { describe, expect, test } from 'vitest'
import { langchain } from '../../adapters/langchain/index.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import { eventsOf } from '../support/streams.js'

const last = { type: 'AIMessageChunk', content: '', chunk_position: 'last' }

function chunk(more: object) {
  return { type: 'AIMessageChunk', content: '', ...more }
}

function piece(more: object) {
  return chunk({ tool_call_chunks: [{ type: 'tool_call_chunk', ...more }] })
}

function events(...chunks: object[]): StreamEvent[] {
  return eventsOf(langchain, [...chunks, last])
}

function callsIn(...chunks: object[]) {
  return events(...chunks).flatMap((one) => (one.type === 'tool-call' ? [one.call] : []))
}

describe('pieces of calls', () => {
  test('without an id are one call with an id of its own', () => {
    const calls = callsIn(piece({ index: 0, name: 'f', args: '{"a":' }), piece({ index: 0, args: '1}' }))
    expect(calls).toMatchObject([{ id: expect.stringMatching(/./), name: 'f', arguments: { a: 1 } }])
  })

  test('with indexes that are texts find together', () => {
    const calls = callsIn(
      piece({ index: 'x', id: 'c', name: 'f', args: '{"a":' }),
      piece({ index: 'y', id: 'd', name: 'g', args: '{"b":' }),
      piece({ index: 'x', args: '1}' }),
      piece({ index: 'y', args: '2}' }),
    )
    expect(calls).toMatchObject([
      { id: 'c', arguments: { a: 1 } },
      { id: 'd', arguments: { b: 2 } },
    ])
  })

  test('may have the name later than the id', () => {
    const calls = callsIn(piece({ index: 0, id: 'c', args: '' }), piece({ index: 0, name: 'f', args: '{}' }))
    expect(calls).toMatchObject([{ id: 'c', name: 'f', arguments: {} }])
  })

  test('of a custom tool are free text', () => {
    const calls = callsIn(
      piece({ index: 0, id: 'c', name: 'f', args: 'print', isCustomTool: true }),
      piece({ index: 0, args: '(1)' }),
    )
    expect(calls).toMatchObject([{ id: 'c', name: 'f', kind: 'custom', arguments: 'print(1)' }])
  })
})

describe('whole calls', () => {
  const call = { type: 'tool_call', name: 'f', args: { a: 1 } }

  test('that are told twice are told once', () => {
    const one = chunk({ tool_calls: [{ ...call, id: 'c' }] })
    expect(callsIn(one, one)).toMatchObject([{ id: 'c', arguments: { a: 1 } }])
  })

  test('without ids have ids of their own, each another', () => {
    const [first, second] = callsIn(chunk({ tool_calls: [call, call] }))
    expect(first).toMatchObject({ name: 'f', arguments: { a: 1 } })
    expect(second).toMatchObject({ name: 'f', arguments: { a: 1 } })
    expect(first?.id).not.toBe(second?.id)
  })

  test('that cannot be run are told as such', () => {
    const invalid = { type: 'invalid_tool_call', id: 'c', name: 'f', args: '{"a":', error: 'No.' }
    const [read] = callsIn(chunk({ invalid_tool_calls: [invalid] }))
    expect(read).toMatchObject({ id: 'c', name: 'f', rawArguments: '{"a":' })
    expect(read?.status).not.toBe('complete')
  })

  test('in the content that come without an index, an id or arguments', () => {
    const block = { type: 'tool_use', name: 'f', input: { a: 1 } }
    expect(callsIn(chunk({ content: [block] }))).toMatchObject([
      { id: expect.stringMatching(/./), name: 'f', arguments: { a: 1 } },
    ])
    expect(callsIn(chunk({ content: [{ type: 'tool_use', id: 'c', name: 'f', index: 0 }] }))).toMatchObject([
      { id: 'c', name: 'f' },
    ])
  })

  test('of which a block in the content has pieces alone', () => {
    const calls = callsIn(
      chunk({ content: [{ type: 'tool_use', id: 'c', name: 'f', input: '', index: 1 }] }),
      chunk({ content: [{ type: 'input_json_delta', input: '{"a":', index: 1 }] }),
      chunk({ content: [{ type: 'input_json_delta', input: '1}', index: 1 }] }),
    )
    expect(calls).toMatchObject([{ id: 'c', name: 'f', arguments: { a: 1 } }])
  })
})
