import OpenAI from 'openai'
import { provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'

const client = new OpenAI()
const messages = [userMessage('Do I need an umbrella in Oslo?')]
// #region shown
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    client.chat.completions.create(body, { signal }),
})
const turn = gpt.turn(
  { messages },
  { signal: AbortSignal.timeout(60_000) },
)
// Leaving the loop aborts the request.
for await (const event of turn) if (event.type === 'text-delta') break
const { message } = await turn.response // the partial answer
// #endregion
console.log(message.parts)
