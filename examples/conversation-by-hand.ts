import {
  assistantMessage,
  defineTool,
  encodeConversation,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { bedrock } from 'toolwire/adapters/bedrock-converse'
import { google } from 'toolwire/adapters/google-generate-content'
import { mistralChat } from 'toolwire/adapters/mistral-chat'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { openaiResponses } from 'toolwire/adapters/openai-responses'
import { z } from 'zod'

const parameters = z.object({ city: z.string() })
const weather = defineTool({ name: 'weather', description: 'The weather in a city', parameters })
const call = toolCall('c1', 'weather', { city: 'Oslo' })
const messages = [
  userMessage('Do I need an umbrella in Oslo?'),
  assistantMessage(call),
  toolMessage([toolResult(call, { sky: 'rain', celsius: 7 })]),
]
for (const to of [openaiChat, openaiResponses, anthropic, google, bedrock, mistralChat]) {
  const { value } = encodeConversation(
    { messages, tools: [weather] },
    { to, model: 'm', maxOutputTokens: 99 },
  )
  console.log(JSON.stringify(value))
}
