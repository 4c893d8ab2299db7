import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import type { Settings } from '../../src/base/model/types.js'
import { encodeConversation, translateRequest, userMessage } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'
import { samplingProfile } from '../support/sampling.js'

const { adapter: chat } = adapterOf('openai-chat')

/**
 * Returns a Chat Completions request, whose ranges are the widest:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
const asking = (fields: JsonObject): JsonObject => ({
  model: 'gpt-4.1',
  messages: [{ role: 'user', content: 'hi' }],
  ...fields,
})

function outOfRange(wire: string, fields: JsonObject) {
  const { adapter: to } = adapterOf(wire)
  const { value, notices } = translateRequest(asking(fields), {
    from: chat,
    to,
    model: 'm',
    maxOutputTokens: 9,
    limits: samplingProfile(wire),
  })
  return { value, told: notices.filter(({ code }) => code === 'setting-out-of-range') }
}

test.each<[wire: string, fields: JsonObject, path: string, sent: JsonObject]>([
  ['anthropic-messages', { temperature: 1.7 }, '/temperature', { temperature: 1.7 }],
  ['bedrock-converse', { temperature: 1.7 }, '/temperature', { inferenceConfig: { temperature: 1.7 } }],
  ['mistral-chat', { temperature: 1.7 }, '/temperature', { temperature: 1.7 }],
  ['cohere-chat', { temperature: 1.7 }, '/temperature', { temperature: 1.7 }],
  ['cohere-chat', { top_p: 1 }, '/topP', { p: 1 }],
  ['cohere-chat', { frequency_penalty: -1 }, '/frequencyPenalty', { frequency_penalty: -1 }],
  ['google-generate-content', { top_p: 1.5 }, '/topP', { generationConfig: { topP: 1.5 } }],
  ['openai-responses', { temperature: 3 }, '/temperature', { temperature: 3 }],
  ['ollama-chat', { top_p: 2 }, '/topP', { options: { top_p: 2 } }],
  ['xai-grpc', { logprobs: true, top_logprobs: 20 }, '/logProbabilities/top', { top_logprobs: 20 }],
])('%s: %j is sent unchanged, with a warning at %s', (wire, fields, path, sent) => {
  const { value, told } = outOfRange(wire, fields)
  expect(told).toMatchObject([{ severity: 'warning', path }])
  expect(value).toMatchObject(sent)
})

test.each([
  ['anthropic-messages', { temperature: 1, top_p: 0 }],
  ['mistral-chat', { temperature: 1.5, frequency_penalty: -2 }],
  ['google-generate-content', { temperature: 2, presence_penalty: 2 }],
  ['cohere-chat', { temperature: 0, top_p: 0.99 }],
])('%s: the ends of the range in %j are accepted', (wire, fields) => {
  expect(outOfRange(wire, fields).told).toEqual([])
})

test('two numbers have a notice each, its own wire has none, and strict mode throws', () => {
  const settings: Settings = { temperature: 1.5, topP: 2 }
  const conversation = { messages: [userMessage('hi')], model: 'm', maxOutputTokens: 9, ...settings }
  const { adapter: to } = adapterOf('anthropic-messages')
  const limits = samplingProfile(to.id)
  const encoded = encodeConversation(conversation, { to, limits })
  const codes = encoded.notices.map(({ code }) => code)
  expect(codes.filter((code) => code === 'setting-out-of-range')).toHaveLength(2)
  expect(() => encodeConversation(conversation, { to, limits, mode: 'strict' })).toThrow('0 to 1')
  const own = translateRequest({ ...encoded.value }, { from: to, to, limits, repair: true })
  expect(own.notices).toEqual([])
  const options = { to, limits: { refusedSettings: [], settingRanges: { temperature: { most: 2 } } } }
  const wider = encodeConversation({ ...conversation, topP: 2 }, options)
  expect(wider.notices.some(({ code }) => code === 'setting-out-of-range')).toBe(false)
})
