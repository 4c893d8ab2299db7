import OpenAI from 'openai'
import {
  defineTool,
  pendingCalls,
  provider,
  runTools,
  toolMessage,
  userMessage,
} from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
const openai = new OpenAI()
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    openai.chat.completions.create(body, { signal }),
})
// #region shown
const messages = [userMessage('Do I need an umbrella in Oslo?')]
do {
  const turn = gpt.turn({ messages, tools: [weather] })
  for await (const event of turn)
    if (event.type === 'text-delta') process.stdout.write(event.delta)
  messages.push((await turn.response).message)
  if (pendingCalls(messages).length > 0)
    messages.push(toolMessage(await runTools(messages, [weather])))
} while (
  messages.at(-1)?.role === 'tool' &&
  pendingCalls(messages).length === 0
)
// #endregion
