import {
  defineTool,
  encodeConversation,
  mcpServer,
  userMessage,
  webSearch,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiResponses } from 'toolwire/adapters/openai-responses'

// #region shown
const tools = [
  defineTool({ name: 'weather', execute: () => 'rain' }),
  webSearch({
    maxUses: 3,
    userLocation: { country: 'NO' },
    extras: {
      'anthropic-messages': { response_inclusion: 'excluded' },
    },
  }),
  mcpServer({
    name: 'tickets',
    url: 'https://mcp.example.com',
    allowedTools: ['list', 'read'],
  }),
]
// #endregion

const conversation = {
  messages: [userMessage('Do I need an umbrella in Oslo?')],
  tools,
}
for (const to of [anthropic, openaiResponses])
  console.log(
    encodeConversation(conversation, {
      to,
      model: 'm',
      maxOutputTokens: 1024,
    }).value,
  )
