import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { translateRequest } from '../../src/index.js'
import { adapterOf } from '../support/adapters.js'

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const json = { type: 'json_object' }

/** Requests for an object on each wire. The sources are in the settings of the adapters. */
const ASKING: readonly (readonly [wire: string, fields: JsonObject])[] = [
  ['cohere-chat', { response_format: { ...json, json_schema: schema } }],
  // https://docs.cohere.com/v1/reference/chat
  ['cohere-chat', { response_format: { ...json, schema } }],
  // https://docs.together.ai/docs/json-mode, https://docs.fireworks.ai/structured-responses/structured-response-formatting
  ['openai-chat', { response_format: { ...json, schema } }],
  ['openai-chat', { response_format: { type: 'json_schema', schema } }],
  ['openai-chat', { response_format: { type: 'json_schema', name: 'r', strict: true, schema } }],
  ['openai-chat', { structured_outputs: { json: schema } }],
  ['openai-chat', { guided_json: schema }],
  ['openai-chat', { json_schema: schema }],
  ['google-interactions', { response_format: schema }],
]

test.each(ASKING)('%s: %j arrives as a schema on another wire', (wire, fields) => {
  const { adapter: from } = adapterOf(wire)
  const to = adapterOf('ollama-chat').adapter
  const history =
    wire === 'google-interactions' ? { input: 'hi' } : { messages: [{ role: 'user', content: 'hi' }] }
  const request = { model: 'm', ...history, ...fields }
  expect(from.decodeRequest(request).value.outputFormat).toMatchObject({ type: 'json-schema', schema })
  for (const time of [1, 2]) {
    const { value, notices } = translateRequest(request, { from, to, model: 'm' })
    expect([time, value]).toMatchObject([time, { format: schema }])
    expect(notices.filter(({ severity }) => severity === 'warning')).toEqual([])
  }
})

test('two ways of asking at once lose neither', () => {
  const { adapter } = adapterOf('openai-chat')
  const request = {
    model: 'm',
    messages: [{ role: 'user', content: 'hi' }],
    response_format: json,
    guided_json: { type: 'object', properties: {} },
  }
  expect(adapter.encodeRequest(adapter.decodeRequest(request).value).value).toEqual(request)
})
