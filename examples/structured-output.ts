import { fetchSend, provider, userMessage } from 'toolwire'
import { loadAdapter } from 'toolwire/adapters'
import { z } from 'zod'

const models = {
  openai: 'gpt-5.4',
  anthropic: 'claude-opus-5',
  gemini: 'gemini-3-pro',
  mistral: 'codestral',
}
const messages = [userMessage('How warm is it in Oslo?')]
const outputFormat = z.object({ city: z.string(), celsius: z.number() })
for (const [name, model] of Object.entries(models)) {
  const adapter = await loadAdapter(name)
  const send = fetchSend(adapter, {
    key: process.env[`${name.toUpperCase()}_API_KEY`],
  })
  const one = provider(adapter, { model, send, maxOutputTokens: 1024 })
  const { object } = await one.turn({ messages, outputFormat }).response
  console.log(name, object.celsius)
}
