import OpenAI from 'openai'
import { provider, ResponseError, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const client = new OpenAI()
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    client.chat.completions.create(body, { signal }),
})
const messages = [userMessage('Do I need an umbrella in Oslo?')]
// #region shown
try {
  messages.push((await gpt.turn({ messages }).response).message)
} catch (error) {
  // Errors of `send`: the SDK's own errors, network errors, …
  if (!(error instanceof ResponseError)) throw error
  console.error(error.error.code, error.message)
  // Keeps the partial answer. Omit this line to retry instead.
  messages.push(error.response.message)
}
// #endregion
