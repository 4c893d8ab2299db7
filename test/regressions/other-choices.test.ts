import { describe, expect, test } from 'vitest'
import { decodeAny } from '../../adapters.js'

const CALL = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } }
const ALSO = { id: 'call_2', type: 'function', function: { name: 'look', arguments: '{"at":"sea"}' } }
const said = { role: 'assistant', content: 'Hello.' }
const called = (call: object) => ({ role: 'assistant', content: null, tool_calls: [call] })

const answer = (...messages: readonly object[]) => ({
  object: 'chat.completion',
  choices: messages.map((message, index) => ({ index, message, finish_reason: 'stop' })),
})

describe('an answer with several choices', () => {
  test.each([
    ['a call in the second one', [said, called(CALL)], 0],
    ['a call in the first one', [called(CALL), said], 1],
    ['calls in both', [called(CALL), called(ALSO)], 1],
  ])('is recognized with %s, and its first choice is read', async (_title, messages, count) => {
    const { wire, calls, notices } = await decodeAny(answer(...messages))
    expect(wire).toBe('openai-chat')
    expect(calls).toHaveLength(count)
    expect(notices.map(({ code }) => code)).toEqual(['other-choices'])
  })

  test('of Gemini is recognized with a call in the second candidate', async () => {
    const candidate = (part: object) => ({ content: { role: 'model', parts: [part] }, finishReason: 'STOP' })
    const candidates = [
      candidate({ text: 'Hello.' }),
      candidate({ functionCall: { name: 'look', args: {} } }),
    ]
    const { wire, notices } = await decodeAny({ candidates })
    expect(wire).toBe('google-generate-content')
    expect(notices.map(({ code }) => code)).not.toContain('unread-call')
  })
})
