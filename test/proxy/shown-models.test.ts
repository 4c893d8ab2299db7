import { Ollama } from 'ollama'
import { expect, test } from 'vitest'
import { adapterOf } from '../support/adapters.js'
import { served, targetOf } from '../support/proxy.js'

const from = adapterOf('ollama-chat').adapter
const to = targetOf(adapterOf('anthropic-messages').adapter)
const { fetch } = served({
  routes: [
    { from, models: ['large'], to: { ...to, model: 'claude-sonnet-4-5' } },
    { from, models: ['other'], to: { ...to, model: 'unknown-model' } },
  ],
  fetch: async () => {
    throw new Error('no request is sent to the target')
  },
})
const client = new Ollama({ host: 'https://proxy.test', fetch })

test('the version and the list of models', async () => {
  expect((await client.version()).version).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await client.list()).models.map(({ name }) => name)).toEqual(['large', 'other'])
})

test('models are described with the facts of their targets, two at once', async () => {
  const [large, other] = await Promise.all(['large', 'other'].map((model) => client.show({ model })))
  expect(large?.capabilities).toEqual(['completion', 'tools', 'vision', 'thinking'])
  expect(large?.model_info).toMatchObject({ 'model.context_length': expect.any(Number) })
  expect(other?.capabilities).toEqual(['completion', 'tools'])
  expect(other?.model_info).not.toHaveProperty('model.context_length')
})

test('a model without a route is refused, and the next request is answered', async () => {
  await expect(client.show({ model: 'third' })).rejects.toThrow('no route accepts the model')
  expect((await client.show({ model: 'large' })).capabilities).toContain('tools')
})
