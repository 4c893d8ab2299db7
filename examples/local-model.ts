import OpenAI from 'openai'
import { defineTool, provider, userMessage } from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { runLoop } from 'toolwire/loop'
import { hermesJson, withTextCalls } from 'toolwire/text-calls'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
const tools = [weather]
const server = new OpenAI({
  baseURL: 'http://localhost:11434/v1',
  apiKey: 'none',
})
const adapter = withTextCalls(openaiChat, {
  dialects: [hermesJson],
  tools,
})
const local = provider(adapter, {
  model: 'qwen3',
  send: (body, { signal }) =>
    server.chat.completions.create(body, { signal }),
})
const loop = runLoop({
  provider: local,
  messages: [userMessage('Does it rain in Oslo?')],
  tools,
})
for await (const event of loop)
  if (event.type === 'text-delta') process.stdout.write(event.delta)
