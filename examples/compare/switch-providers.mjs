import { anthropic } from '@ai-sdk/anthropic'
import { google } from '@ai-sdk/google'
import { openai } from '@ai-sdk/openai'
import { isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'

const weather = tool({
  description: 'The weather in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
const models = {
  gpt: openai('gpt-5.4'),
  claude: anthropic('claude-sonnet-5-5'),
  gemini: google('gemini-3-flash-preview'),
}
const messages = [
  {
    role: 'user',
    content: 'I travel to Oslo, Lima and Cairo. Do I need an umbrella?',
  },
]
for (const name of ['gpt', 'claude', 'gemini']) {
  messages.push({ role: 'user', content: `What do you say, ${name}?` })
  const result = streamText({
    model: models[name],
    messages,
    tools: { weather },
    stopWhen: isStepCount(5),
  })
  for await (const text of result.textStream) process.stdout.write(text)
  messages.push(...(await result.response).messages)
}
