import { expect, test } from 'vitest'
import { anthropic } from '../../adapters/anthropic-messages/index.js'
import { openaiChat } from '../../adapters/openai-chat/index.js'
import { openaiResponses } from '../../adapters/openai-responses/index.js'
import { rules } from '../../adapters/openai-responses/rules.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { lint, translateRequest } from '../../src/index.js'

// The fields of https://platform.openai.com/docs/guides/async-tool-calling
const declared = {
  type: 'function' as const,
  name: 'build',
  parameters: { type: 'object', properties: {} },
  strict: false,
  async: true,
}
const asked = { role: 'user' as const, content: 'Build it.' }
const called = { type: 'function_call' as const, call_id: 'c1', name: 'build', arguments: '{}', async: true }
const went = { role: 'assistant' as const, content: 'The build runs.' }
const more = { role: 'user' as const, content: 'And?' }
const given = { type: 'function_call_output' as const, call_id: 'c1', output: 'built' }
const request = (
  ...input: readonly (typeof asked | typeof called | typeof went | typeof more | typeof given)[]
) => ({
  model: 'gpt-6-sol',
  tools: [declared],
  input: [...input],
})

test.each([
  ['an open call', request(asked, called, went, more)],
  ['a result in a later request', request(asked, called, went, more, given)],
])('%s is sent unchanged to its own wire, also with a fix', (_, body) => {
  const back = openaiResponses.encodeRequest(openaiResponses.decodeRequest(body).value).value
  expect(back).toEqual(body)
  const fixed = translateRequest(body, { from: openaiResponses, to: openaiResponses, repair: true })
  expect(fixed.value).toEqual(body)
  expect(fixed.notices).toEqual([])
  expect(lint(rules, expectObject(asJson(fixed.value), ''))).toEqual([])
})

test('an open call gets a result that reports it, on a wire whose model waits', () => {
  const { value, notices } = translateRequest(request(asked, called, went, more), {
    from: openaiResponses,
    to: openaiChat,
    model: 'gpt-5.4',
  })
  expect(value.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(value.messages[2]).toMatchObject({ content: 'The call still runs.' })
  expect(notices.map(({ code }) => code)).toEqual(expect.arrayContaining(['async-dropped', 'result-missing']))
  expect(value.tools?.[0]).not.toHaveProperty('async')
})

test('a late result is moved to its call on a wire whose model waits', () => {
  const { value, notices } = translateRequest(request(asked, called, went, more, given), {
    from: openaiResponses,
    to: anthropic,
    model: 'claude-opus-5',
    maxOutputTokens: 100,
  })
  expect(value.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user'])
  expect(JSON.stringify(value.messages[2])).toContain('built')
  expect(notices.map(({ code }) => code)).toContain('result-moved')
})
