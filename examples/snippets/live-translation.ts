import { Anthropic } from '@anthropic-ai/sdk'
import { translateStream } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const reply = process.stdout
const messages: Anthropic.MessageParam[] = [
  { role: 'user', content: 'Is it raining in Oslo?' },
]
const request = {
  model: 'claude-sonnet-5-5',
  max_tokens: 1024,
  messages,
  stream: true,
} as const

// #region shown
const source = await new Anthropic().messages.create(request)
for await (const frame of translateStream(source, {
  from: anthropic,
  to: openaiChat,
}))
  reply.write(frame)
// #endregion
