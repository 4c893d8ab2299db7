import { describe, expect, test } from 'vitest'
import { valueAt } from '../../src/base/json/pointer.js'
import { lint } from '../../src/index.js'
import { fixRequest } from '../../src/translate/lint/fix-request.js'
import { adapterOf } from '../support/adapters.js'
import { samplingProfile } from '../support/sampling.js'
import { SETTING_CASES } from './broken/settings.js'

describe('values that a field does not accept', () => {
  test.each(SETTING_CASES)('$wire $path is reported by $rule', ({ wire, rule, path, request, fixed }) => {
    const { rules } = adapterOf(wire)
    const limits = samplingProfile(wire)
    const found = lint(rules, request, limits).filter((violation) => violation.rule === rule)
    expect(found.map((violation) => violation.path)).toEqual([path])
    const result = fixRequest(rules, request, limits)
    if (fixed === undefined) expect(found[0]?.fix).toBeUndefined()
    else expect(valueAt(result.request, fixed[0])).toEqual(fixed[1])
    expect(lint(rules, result.request, limits).some((violation) => violation.rule === rule)).toBe(
      fixed === undefined,
    )
  })
})

test('several at once are all reported, and fixed together', () => {
  const { rules } = adapterOf('openai-chat')
  const f = { type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }
  const right = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], tools: [f], n: 0 }
  const request = { ...right, temprature: '1', tool_choise: 'auto', max_tokens: '5' }
  const { request: fixed, left } = fixRequest(rules, request)
  expect(fixed).toEqual({ ...right, temperature: 1, tool_choice: 'auto', max_tokens: 5 })
  expect(left.map(({ path }) => path)).toContain('/n')
})

test('a misspelled field is not renamed over the right one', () => {
  const { rules } = adapterOf('openai-chat')
  const request = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], temprature: 1, temperature: 0 }
  expect(fixRequest(rules, request).request).toEqual(request)
})

/**
 * Extension fields of compatible servers that resemble other fields:
 * https://openrouter.ai/docs/api-reference/chat-completion
 */
test.each([
  ['openai-chat', { models: ['a/b'], top_a: 0.1, min_p: 0.1, top_k: 4, usage: { include: true } }],
  ['openai-chat', { max_tokens: null, temperature: null, stop: ['a'], guided_regex: 'x', functions: [] }],
  [
    'google-generate-content',
    { generation_config: { max_output_tokens: '5', topP: 0.5, stop_sequences: [] } },
  ],
  ['bedrock-converse', { additionalModelRequestFields: { top_kk: 1, anything: 'goes' } }],
  ['anthropic-messages', { max_tokens: 0, metadata: { user_id: 'u' }, betas: [] }],
  ['ollama-chat', { options: { num_predict: -1, num_ctx: 4096, seed: -1 } }],
])('%s: fields such as %j are not mistakes', (wire, fields) => {
  const violations = lint(adapterOf(wire).rules, fields)
  expect(violations.filter(({ rule }) => rule.includes('SETTING'))).toEqual([])
})
