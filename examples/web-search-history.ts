import { Anthropic } from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { provider, userMessage, webSearch } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import {
  google,
  sdkParameters,
} from 'toolwire/adapters/google-generate-content'
import { openaiResponses } from 'toolwire/adapters/openai-responses'

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
const messages = [userMessage('How high is the Eiger in feet?')]
for (const name of ['gpt', 'claude', 'gemini'] as const) {
  messages.push(userMessage(`What do you say, ${name}?`))
  const turn = models[name].turn({ messages, tools: [webSearch()] })
  for await (const event of turn)
    if (event.type === 'text-delta') process.stdout.write(event.delta)
  messages.push((await turn.response).message)
}
