import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, tool } from 'ai'
import { z } from 'zod'

const weather = tool({
  description: 'The weather in a city',
  inputSchema: z.object({ city: z.string() }),
})
const messages = [
  { role: 'user', content: 'Do I need an umbrella in Oslo?' },
  {
    role: 'assistant',
    content: [
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'weather',
        input: { city: 'Oslo' },
      },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'weather',
        output: { type: 'json', value: { sky: 'rain', celsius: 7 } },
      },
    ],
  },
]
const settings = {
  fetch: (_url, { body }) => {
    console.log(body)
    throw new Error('only the request is wanted')
  },
}
for (const model of [
  createOpenAI(settings).chat('gpt-5.4'),
  createOpenAI(settings)('gpt-5.4'),
  createAnthropic(settings)('claude-sonnet-5-5'),
  createGoogle(settings)('gemini-3-flash-preview'),
])
  await generateText({
    model,
    messages,
    tools: { weather },
    maxRetries: 0,
  }).catch(() => undefined)
