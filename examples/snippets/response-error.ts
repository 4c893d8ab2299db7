import OpenAI from 'openai'
import { provider, ResponseError, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const client = new OpenAI()
const gpt = provider(openaiChat, { model: 'gpt-5.4', send: (body) => client.chat.completions.create(body) })
const messages = [userMessage('Do I need an umbrella in Oslo?')]
// #region shown
try {
  messages.push((await gpt.turn({ messages }).response).message)
} catch (error) {
  if (!(error instanceof ResponseError)) throw error // of `send`: the SDK's own error, no network, …
  console.error(error.error.code, error.message) // what the provider says
  messages.push(error.response.message) // what came until then; leave it out to ask again
}
// #endregion
