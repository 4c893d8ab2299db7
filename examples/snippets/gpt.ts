import OpenAI from 'openai'
import { provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const openai = new OpenAI()
/** The model of the chat routes. */
export const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body) => openai.chat.completions.create(body),
})
