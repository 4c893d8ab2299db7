import { fetchSend, ResponseError, SendError } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const request = {
  model: 'gpt-5.4',
  messages: [{ role: 'user' as const, content: 'Hi' }],
}
// #region shown
const send = fetchSend(openaiChat, {
  key: () => process.env.OPENAI_API_KEY,
  url: 'https://api.openai.com/v1',
  retries: 3,
  answerTimeout: 30_000,
  onRetry: ({ attempt, wait, error }) =>
    console.warn(
      `attempt ${attempt}: ${error.message}; again in ${wait} ms`,
    ),
})
try {
  const { message } = await openaiChat.collect(await send(request))
  console.log(message.parts)
} catch (error) {
  if (error instanceof ResponseError)
    console.error(error.error.status, error.error.code, error.message)
  else if (error instanceof SendError)
    console.error(error.code, error.message)
  else throw error
}
// #endregion
