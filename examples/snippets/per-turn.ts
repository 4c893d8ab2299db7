import { Anthropic } from '@anthropic-ai/sdk'
import {
  type Conversation,
  encodeConversation,
  restoreResponse,
  runTools,
  toolMessage,
} from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { weather } from './weather.js'

const client = new Anthropic()
const stored = {
  messages: [{ role: 'user', content: 'Is it raining in Oslo?' }],
}
let conversation: Conversation = {
  ...openaiChat.decodeRequest(stored).value,
  tools: [weather],
}

// #region shown
const fitted = encodeConversation(conversation, {
  to: anthropic,
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
})
const answer = await client.messages.create({
  ...fitted.value,
  stream: false,
})
const { message } = restoreResponse(
  anthropic.decodeResponse(answer).value,
  fitted,
) // names as you know them
conversation = {
  ...conversation,
  messages: [...conversation.messages, message],
}
// #endregion

const results = await runTools(message, [weather])
if (results.length > 0) {
  conversation = {
    ...conversation,
    messages: [...conversation.messages, toolMessage(results)],
  }
  const next = encodeConversation(conversation, {
    to: anthropic,
    model: 'claude-sonnet-5-5',
    maxOutputTokens: 1024,
  })
  await client.messages.create({ ...next.value, stream: false })
}
