import { provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

// #region shown
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (request, { path, signal }) =>
    fetch(`https://api.openai.com${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${process.env.OPENAI_API_KEY}`,
      },
      body: JSON.stringify(request),
      signal,
    }),
})
// #endregion
const { message } = await gpt.turn({
  messages: [userMessage('Do I need an umbrella in Oslo?')],
}).response
console.log(message.parts.length)
