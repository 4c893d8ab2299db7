import { openai } from '@ai-sdk/openai'
import { isStepCount, streamText, tool } from 'ai'
import { z } from 'zod'

const weather = tool({
  description: 'The weather in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
const { textStream } = streamText({
  model: openai('gpt-5.4'),
  prompt: 'Do I need an umbrella in Oslo?',
  tools: { weather },
  stopWhen: isStepCount(5),
})
for await (const text of textStream) process.stdout.write(text)
