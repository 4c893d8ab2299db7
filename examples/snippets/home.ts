import { type Message, provider, userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
import { weather } from './weather.js'

// #region shown
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  key: process.env.OPENAI_API_KEY,
})
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  key: process.env.ANTHROPIC_API_KEY,
  maxOutputTokens: 1024,
})
const question = userMessage('Umbrella?')

let messages: readonly Message[] = []
for (const model of [gpt, claude]) {
  const loop = runLoop({
    provider: model,
    messages: [...messages, question],
    tools: [weather],
  })
  // The next model continues from here.
  messages = (await loop.result).messages
}
// #endregion
