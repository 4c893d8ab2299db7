import OpenAI from 'openai'
import { defineTool, provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
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
const loop = runLoop({
  provider: gpt,
  messages: [userMessage('Does it rain in Oslo?')],
  tools: [weather],
})
for await (const event of loop)
  if (event.type === 'text-delta') process.stdout.write(event.delta)
