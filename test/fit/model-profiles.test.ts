import { expect, test } from 'vitest'
import { lint, translateRequest } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'

const { adapter: anthropic } = adapterOf('anthropic-messages')
const { adapter: bedrock, rules } = adapterOf('bedrock-converse')

/**
 * Two screenshots in the form sent by Claude Code:
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/implement-tool-use
 */
const shot = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
const screenshots = {
  model: 'claude-opus-5',
  max_tokens: 100,
  tools: [{ name: 'shot', input_schema: { type: 'object', properties: {} } }],
  messages: [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: ['a', 'b'].map((id) => ({ type: 'tool_use', id, name: 'shot', input: {} })),
    },
    {
      role: 'user',
      content: ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: [shot] })),
    },
  ],
}

function translated(model: string, limits?: string): object {
  return translateRequest(screenshots, { from: anthropic, to: bedrock, model, limits }).value
}

function count(request: object, text: string): number {
  return JSON.stringify(request).split(text).length - 1
}

/** Models that accept images in results: https://github.com/anomalyco/opencode/issues/48069 */
test.each([
  ['openai.gpt-5.6-sol', 'beside'],
  ['us.openai.gpt-6-astra', 'beside'],
  ['us.anthropic.claude-opus-5', 'in'],
  ['eu.amazon.nova-2-pro-v1:0', 'in'],
  ['mistral.pixtral-large-2502-v1:0', 'beside'],
  ['acme.other', 'in'],
])('images for %s are %s their results, without a choice of the caller', (model, place) => {
  const value = translated(model)
  expect(count(value, '{"image":{')).toBe(2)
  expect(count(value, '"content":[{"image":{')).toBe(place === 'in' ? 2 : 0)
  expect(lint(rules, { ...value }).filter(({ severity }) => severity === 'error')).toEqual([])
})

test('limits that the caller chose replace the profile of the model', () => {
  expect(count(translated('openai.gpt-5.6-sol', 'claude'), '"content":[{"image":{')).toBe(2)
})
