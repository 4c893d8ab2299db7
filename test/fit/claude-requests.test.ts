import { describe, expect, test } from 'vitest'
import { translateRequest } from '../../src/index.js'
import { models } from '../../src/translate/catalogue/index.js'
import { adapterOf } from '../support/adapters.js'

const { adapter: chat } = adapterOf('openai-chat')
const HOSTS = ['anthropic-messages', 'bedrock-converse'] as const

/** Translates a request of Chat Completions for a model at one of Claude's hosts. */
function sent(body: object, wire: string, model: string) {
  const to = adapterOf(wire).adapter
  const text = JSON.stringify({ model: 'gpt-5.4-mini', ...body })
  const { value, notices } = translateRequest(text, { from: chat, to, model, models, maxOutputTokens: 1024 })
  return { body: JSON.stringify(value), codes: notices.map(({ code }) => code) }
}

const QUESTION = { role: 'user', content: 'Write a haiku.' }

describe.each(HOSTS)('for Claude on %s', (wire) => {
  // https://github.com/aaif-goose/goose/issues/7425
  test.each([
    ['claude-opus-5-5', true],
    ['us.anthropic.claude-sonnet-4-6', true],
    ['claude-haiku-5-5', false],
    ['claude-sonnet-4-5', false],
  ])(
    'a conversation that ends with an answer goes to %s with a message of the user: %s',
    (model, isAdded) => {
      const messages = [QUESTION, { role: 'assistant', content: 'Snow falls' }]
      const { body, codes } = sent({ messages }, wire, model)
      expect(codes.includes('continuation-added')).toBe(isAdded)
      expect(body.includes('"Continue."')).toBe(isAdded)
      expect(body).toContain('Snow falls')
      const asked = sent({ messages: [...messages, { role: 'user', content: 'Go on.' }] }, wire, model)
      expect(asked.codes).not.toContain('continuation-added')
    },
  )

  // https://github.com/BerriAI/litellm/issues/3436
  test('stop sequences of white space are left out', () => {
    const messages = [QUESTION]
    expect(sent({ messages, stop: ['\n', ' \t'] }, wire, 'claude-haiku-5-5').body).not.toMatch(/stop_?seq/i)
    const { body, codes } = sent({ messages, stop: ['\n', 'END'] }, wire, 'claude-haiku-5-5')
    expect(body).toContain('["END"]')
    expect(codes).toContain('blank-stop-dropped')
  })
})

test.each([
  ['bedrock-converse', 'amazon.nova-pro-v1:0'],
  ['openai-chat', 'gpt-4.1'],
  ['google-generate-content', 'gemini-2.5-flash'],
  ['cohere-chat', 'command-a-03-2025'],
  ['ollama-chat', 'qwen3:8b'],
  ['mistral-chat', 'mistral-large-latest'],
  ['google-interactions', 'gemini-2.5-flash'],
])('%s keeps stop sequences of white space for %s', (wire, model) => {
  const { body, codes } = sent({ messages: [QUESTION], stop: ['\n\n'] }, wire, model)
  expect(body).toContain('["\\n\\n"]')
  expect(codes).not.toContain('blank-stop-dropped')
})
