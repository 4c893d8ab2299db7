import { fetchSend, provider } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const { OPENAI_API_KEY: key, MODEL_URL = 'http://127.0.0.1:4300' } =
  process.env

/** With a key a model of OpenAI, else `offline-model.mjs`. */
export const model = provider(openaiChat, {
  model: 'gpt-5.4',
  send: fetchSend(
    openaiChat,
    key === undefined ? { key: null, url: MODEL_URL } : { key },
  ),
})
