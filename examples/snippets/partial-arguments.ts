import OpenAI from 'openai'
import { partialArguments, provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { weather } from './weather.js'

const client = new OpenAI()
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    client.chat.completions.create(body, { signal }),
})
const messages = [userMessage('Do I need an umbrella in Oslo?')]
// #region shown
const turn = gpt.turn({ messages, tools: [weather] })
for await (const call of partialArguments(turn))
  console.log(call.name, call.arguments)
// #endregion
