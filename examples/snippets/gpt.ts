import { fetchSend, provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

/** The model of the chat routes. */
export const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: fetchSend(openaiChat, { key: process.env.OPENAI_API_KEY }),
})
