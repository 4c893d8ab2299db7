import { expect, test } from 'vitest'
import { models } from '../../src/translate/catalogue/index.js'
import { adapterOf } from '../support/adapters.js'
import { served } from '../support/proxy.js'

const { adapter: chat } = adapterOf('openai-chat')
const { adapter: anthropic } = adapterOf('anthropic-messages')

/** Returns the temperature that Claude receives from a client of Chat Completions. */
async function sentTemperature(model: string, version?: string): Promise<unknown> {
  const sent: unknown[] = []
  const url = 'https://api.anthropic.com'
  const proxy = served({
    routes: [{ from: chat, to: { adapter: anthropic, url, model, maxOutputTokens: 100 } }],
    models,
    async fetch(_url, { body }) {
      sent.push(JSON.parse(String(body)).temperature)
      return new Response('', { status: 500 })
    },
  })
  await proxy.fetch('https://proxy.test/v1/chat/completions', {
    method: 'POST',
    headers: version === undefined ? {} : { 'anthropic-version': version },
    body: JSON.stringify({ model: 'm', temperature: 0.2, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return sent[0]
}

// https://platform.claude.com/docs/en/api/versioning
test.each([
  ['claude-haiku-4-5', undefined, 0.2],
  ['claude-haiku-4-5', '2023-06-01', 0.2],
  ['claude-haiku-4-5', '2026-10-21', undefined],
  ['claude-haiku-5-5', undefined, undefined],
])('the temperature for %s in version %s is %s', async (model, version, temperature) => {
  expect(await sentTemperature(model, version)).toBe(temperature)
})
