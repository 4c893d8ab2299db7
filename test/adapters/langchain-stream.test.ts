import { AIMessageChunk } from '@langchain/core/messages'
import { concat } from '@langchain/core/utils/stream'
import { describe, expect, test } from 'vitest'
import { langchain } from '../../adapters/langchain/index.js'
import { createContext } from '../../src/base/model/context.js'
import { toolCall } from '../../src/base/model/create.js'
import type { StreamEvent } from '../../src/base/model/events.js'
import type { Part } from '../../src/base/model/types.js'
import { disassemble } from '../../src/codec/stream/assemble.js'
import { createFrameWriter } from '../../src/codec/stream/frame-writer.js'
import { eventsOf, parsedEvents } from '../support/streams.js'

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

describe('complete calls', () => {
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

describe.each([1, 7, 1000])('a written stream with %i characters per delta', (deltaLength) => {
  const calls = [
    toolCall('c1', 'f', { city: 'Oslo' }),
    toolCall('c2', 'f', {}),
    toolCall('c3', 'g', { a: [1] }),
  ]
  const texts: readonly (readonly Part[])[] = [
    [],
    [{ type: 'text', text: 'Well.' }],
    [{ type: 'reasoning', text: 'Hm.' }],
    [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Well.' },
    ],
  ]

  test.each(texts.map((before) => [before.map(({ type }) => type).join() || 'nothing', before] as const))(
    'merges to complete arguments in the content and beside it, after %s',
    (_title, before) => {
      const writer = createFrameWriter(langchain.codecs, createContext('langchain'))
      const answer = {
        message: { role: 'assistant' as const, parts: [...before, ...calls] },
        finish: { reason: 'tool-calls' as const },
      }
      const frames = [...disassemble(answer, { deltaLength })].flatMap((event) => writer.push(event))
      const chunks = parsedEvents(langchain, [...frames, ...writer.finish()].join(''))
      const merged = chunks
        .map((fields) => new AIMessageChunk(JSON.parse(JSON.stringify(fields.kwargs))))
        .reduce((left, right) => concat(left, right))
      const expected = calls.map((call) => JSON.stringify(call.arguments))
      expect(merged.tool_call_chunks?.map(({ args }) => args)).toEqual(expected)
      const content: unknown = merged.content
      const pieces = Array.isArray(content)
        ? content.filter((block) => Object(block).type === 'tool_call_chunk')
        : []
      if (pieces.length > 0) expect(pieces.map((block) => Object(block).args)).toEqual(expected)
    },
  )
})
