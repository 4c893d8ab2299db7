import { firstOf, provider, userMessage } from 'toolwire'
import { anthropic } from 'toolwire/adapters/anthropic-messages'
import { openaiChat } from 'toolwire/adapters/openai-chat'

// #region shown
const claude = provider(anthropic, {
  model: 'claude-sonnet-5-5',
  maxOutputTokens: 1024,
  key: process.env.ANTHROPIC_API_KEY,
  retries: 0,
})
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  key: process.env.OPENAI_API_KEY,
})
const model = firstOf([claude, gpt], {
  onFallback: ({ failed, next, error }) =>
    console.warn(`${failed.model} failed, asking ${next.model}`, error),
})
const { message } = await model.turn({
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}).response
console.log(message.origin?.wire)
// #endregion
