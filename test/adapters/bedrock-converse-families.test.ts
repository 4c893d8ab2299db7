import { expect, test } from 'vitest'
import { rules } from '../../adapters/bedrock-converse/rules.js'
import type { JsonArray } from '../../src/base/json/json-types.js'
import { lint } from '../../src/translate/lint/lint-request.js'
import { TAKEN_BY_MODELS } from '../lint/broken/bedrock-converse.js'

const OF_FAMILIES = /^BEDROCK-(?:ID-02|REASON-0[12]|STATUS-01)$/

test.each(TAKEN_BY_MODELS.map((request) => ({ request })))(
  'a family is asked for no more than it asks: %#',
  ({ request }) => {
    expect(lint(rules, request).filter(({ rule }) => OF_FAMILIES.test(rule))).toEqual([])
  },
)

test('limits that the caller chose win over the model that the request names', () => {
  const [signed = {}] = TAKEN_BY_MODELS
  const request = { ...signed, modelId: 'us.amazon.nova-pro-v1:0' }
  const broken = (limits?: string) => lint(rules, request, limits).map(({ rule }) => rule)
  expect(broken()).toContain('BEDROCK-REASON-01')
  expect(broken('claude')).not.toContain('BEDROCK-REASON-01')
})

test('for Claude, results after a text are an error, also if only the request names Claude', () => {
  const call = { toolUse: { toolUseId: 'a', name: 'f', input: {} } }
  const content: JsonArray = [{ text: 'So' }, { toolResult: { toolUseId: 'a', content: [{ text: 'ok' }] } }]
  const messages: JsonArray = [
    { role: 'user', content: [{ text: 'Hi' }] },
    { role: 'assistant', content: [call] },
    { role: 'user', content },
  ]
  const severity = (modelId: string) =>
    lint(rules, { modelId, messages }).find(({ rule }) => rule === 'BEDROCK-PAIR-03')?.severity
  expect(severity('anthropic.claude-3-haiku-20240307-v1:0')).toBe('error')
  expect(severity('moonshot.kimi-k2-thinking')).toBe('warning')
})
