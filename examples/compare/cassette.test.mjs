import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateText, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'

// The answer is written by hand in the form of the model interface.
const model = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [
      {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'weather',
        input: '{"city":"Oslo"}',
      },
    ],
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage: {
      inputTokens: {
        total: 60,
        noCache: 60,
        cacheRead: 0,
        cacheWrite: 0,
      },
      outputTokens: { total: 20, text: 20, reasoning: 0 },
    },
    warnings: [],
  }),
})
const weather = tool({
  description: 'The weather in a city',
  inputSchema: z.object({ city: z.string() }),
})

test('asks for the weather', async () => {
  const prompt = 'Do I need an umbrella in Oslo?'
  const { toolCalls } = await generateText({
    model,
    prompt,
    tools: { weather },
  })
  assert.equal(toolCalls[0].toolName, 'weather')
  assert.deepEqual(toolCalls[0].input, { city: 'Oslo' })
})
