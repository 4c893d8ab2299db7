import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { modelViolations } from '../../src/traffic/input/model-violations.js'
import { adapterOf } from '../support/adapters.js'

const messages = [{ role: 'user', content: 'Hi' }]
const found = (wire: string, body: JsonObject) =>
  modelViolations(body, adapterOf(wire).adapter).map(({ rule, path }) => [rule, path])

describe('settings that the model of a request rejects', () => {
  test.each<[string, string, JsonObject, string[]]>([
    [
      'an effort',
      'openai-chat',
      { model: 'gpt-5.6', reasoning_effort: 'minimal', messages },
      ['effort-changed', '/model'],
    ],
    [
      'a longer answer than it can give',
      'anthropic-messages',
      { model: 'claude-haiku-4-5', max_tokens: 65_000, messages },
      ['output-limit-lowered', '/model'],
    ],
  ])('%s', (_what, wire, body, violation) => {
    expect(found(wire, body)).toContainEqual(violation)
  })

  test.each<[string, string, JsonObject]>([
    ['a model that nobody knows', 'openai-chat', { model: 'm', reasoning_effort: 'minimal', messages }],
    ['a request without a model', 'openai-chat', { reasoning_effort: 'minimal', messages }],
    ['a value that is not a request', 'anthropic-messages', { model: 'claude-haiku-4-5', messages: 7 }],
    ['what it takes', 'anthropic-messages', { model: 'claude-haiku-4-5', max_tokens: 64_000, messages }],
  ])('nothing is said of %s', (_what, wire, body) => {
    expect(found(wire, body)).toEqual([])
  })
})
