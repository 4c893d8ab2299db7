import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { defineTool, provider, userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import {
  google,
  sdkParameters,
} from 'toolwire/adapters/google-generate-content'
import { openaiResponses } from 'toolwire/adapters/openai-responses'
import { runLoop } from 'toolwire/loop'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
const clients = {
  openai: new OpenAI(),
  anthropic: new Anthropic(),
  google: new GoogleGenAI({}),
}
const models = {
  gpt: provider(openaiResponses, {
    model: 'gpt-5.4',
    send: (body, { signal }) =>
      clients.openai.responses.create(body, { signal }),
  }),
  claude: provider(anthropic, {
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 1024,
    send: (body, { signal }) =>
      clients.anthropic.messages.create(body, { signal }),
  }),
  gemini: provider(google, {
    model: 'gemini-3-flash-preview',
    send: (body, { model, signal }) =>
      clients.google.models.generateContentStream(
        sdkParameters(body, model, signal),
      ),
  }),
}
const messages = [
  userMessage(
    'I travel to Oslo, Lima and Cairo. Do I need an umbrella?',
  ),
]
for (const name of ['gpt', 'claude', 'gemini'] as const) {
  messages.push(userMessage(`What do you say, ${name}?`))
  const loop = runLoop({
    provider: models[name],
    messages,
    tools: [weather],
  })
  for await (const event of loop)
    if (event.type === 'text-delta') process.stdout.write(event.delta)
  messages.push(...loop.messages.slice(messages.length))
}
