import { expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { translateRequest, translateStream } from '../../src/index.js'

const call = { id: 'call_1', type: 'function' as const, function: { name: 'weather', arguments: '{}' } }
const request = {
  model: 'gpt-4o',
  messages: [
    { role: 'user' as const, content: 'Hi' },
    { role: 'assistant' as const, content: null, tool_calls: [call] },
  ],
}

test('a request to its own wire is changed only with repair: true', () => {
  const options = { from: openaiChat, to: openaiChat }
  const same = translateRequest(request, options)
  expect(same.value).toEqual(request)
  expect(same.notices).toEqual([])
  const repaired = translateRequest(request, { ...options, repair: true })
  expect(repaired.value.messages).toHaveLength(3)
  expect(repaired.notices.map(({ code }) => code)).toContain('result-missing')
})

test("an error in the middle of a stream has the target's error words", async () => {
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  const said = { ...chunk, choices: [{ index: 0, delta: { content: 'Let me' }, finish_reason: null }] }
  const failed = { error: { message: 'slow down', code: 'rate_limit_exceeded', type: 'requests' } }
  const source = [said, failed].map((event) => `data: ${JSON.stringify(event)}\n\n`)
  const frames = translateStream(source, { from: openaiChat, to: anthropic })
  const answer = await anthropic.collect(frames)
  expect(answer.error).toMatchObject({ message: 'slow down', code: 'rate_limit_error' })
  expect(answer.message.parts).toMatchObject([{ type: 'text', text: 'Let me' }])
  expect(frames.notices.map(({ code }) => code)).toContain('error-code-changed')
})
