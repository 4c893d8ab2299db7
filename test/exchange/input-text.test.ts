import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { registry } from '../support/adapters.js'

const wireOf = (request: JsonObject) => registry.recognise({ request })?.adapter.id

const PLAIN: readonly JsonObject[] = [{}, { stream: true }, { prompt: { id: 'p' } }, { temperature: 0 }]
const OTHERS: readonly JsonObject[] = [{ messages: [] }, { output: 'Hello' }, { instruction: 'Greet' }]

test('input text without messages is a request of Responses', () => {
  for (const beside of PLAIN) expect(wireOf({ input: 'Hi', ...beside })).toBe('openai-responses')
})

test('input text next to fields of other requests does not count', () => {
  for (const beside of OTHERS) expect(wireOf({ input: 'Hi', ...beside })).not.toBe('openai-responses')
})
