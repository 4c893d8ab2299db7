import OpenAI from 'openai'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { toHaveToolCall, useCassette } from 'toolwire/testing'
import { expect, test } from 'vitest'

expect.extend({ toHaveToolCall })

test('asks for the weather', () =>
  useCassette('umbrella', { folder: 'examples' }, async ({ fetch }) => {
    const client = new OpenAI({
      fetch,
      apiKey: process.env.OPENAI_API_KEY ?? 'none',
    })
    const completion = await client.chat.completions.create({
      model: 'gpt-5.4',
      messages: [
        { role: 'user', content: 'Do I need an umbrella in Oslo?' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather in a city',
          },
        },
      ],
    })
    expect(openaiChat.toolCalls(completion)).toHaveToolCall('weather', {
      city: 'Oslo',
    })
  }))
