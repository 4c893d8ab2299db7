import { describe, expect, test } from 'vitest'
import { aiSdkRust } from '../../adapters/ai-sdk-rust/index.js'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { assemble } from '../../src/codec/stream/assemble.js'
import { recognise } from '../../src/translate/exchange/registry.js'
import { asFrames, eventsOf, textOf } from '../support/streams.js'
import { stored } from '../support/values.js'

/** Returns the answer that consists of these lines. */
function streamed(...events: readonly JsonObject[]) {
  return assemble(eventsOf(aiSdkRust, [textOf(aiSdkRust, asFrames(events))]), 'ai-sdk-rust')
}

describe('messages in each of their forms are restored unchanged', () => {
  test('a text that was edited, and one that others follow, is written as a list where it was a text', () => {
    const { value } = aiSdkRust.decodeMessages([{ role: 'user', content: 'Hi' }])
    const [message] = stored(value)
    const more = [
      { ...message, role: 'user' as const, parts: [...(message?.parts ?? []), ...(message?.parts ?? [])] },
    ]
    expect(aiSdkRust.encodeMessages(more).value).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ])
  })
})

describe('a call with truncated input', () => {
  const start = { type: 'tool-input-start', id: 'call_1', toolName: 'go' }

  test.each([
    ['before its first piece', [start]],
    ['in its input', [start, { type: 'tool-input-delta', id: 'call_1', delta: '{"ci' }]],
    ['of a tool without a name', [{ type: 'tool-input-start', id: 'call_1' }]],
    ['of a piece that nothing began', [{ type: 'tool-input-delta', id: 'call_1', delta: '{"ci' }]],
  ])('%s is never complete', (_where, events) => {
    const { message } = streamed(...events)
    const calls = message.parts.filter((part) => part.type === 'tool-call')
    expect(calls.filter(({ status }) => status === 'complete')).toEqual([])
  })
})

describe('lines of a stream', () => {
  test.each<[string, JsonObject]>([
    ['its end', { type: 'finish', finishReason: 'stop', usage: { inputTokens: 1, outputTokens: 2 } }],
    [
      'its end, in words with underscores',
      { type: 'finish', finishReason: 'stop', usage: { input_tokens: 1 } },
    ],
    [
      'a result',
      { type: 'tool-result', toolCallId: 'a', toolName: 'go', output: { type: 'text', value: 'x' } },
    ],
    ['a piece of text', { type: 'text-delta', id: '1', delta: 'Hi', provider_metadata: {} }],
  ])('are recognized by %s', (_what, event) => {
    const { evidence } = aiSdkRust.codecs
    const { score } = recognise(evidence, { stream: [event] })
    expect(score).toBeGreaterThan(0)
  })
})
