import { Anthropic } from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
// #region shown
import { translate } from 'toolwire'
import { messages as claude } from 'toolwire/adapters/anthropic-messages'
import { messages as chat } from 'toolwire/adapters/openai-chat'

// #endregion
const messages: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Is it raining in Oslo?' },
]
const { value, system } = translate(messages, {
  from: chat,
  to: claude,
})
await new Anthropic().messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 99,
  messages: value,
  ...(system && { system }),
})
