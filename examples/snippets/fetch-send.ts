import { provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

// #region shown
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  key: process.env.OPENAI_API_KEY,
})
// #endregion
const { message } = await gpt.turn({
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}).response
console.log(message.parts.length)
