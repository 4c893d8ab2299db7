import OpenAI from 'openai'
import {
  OutputError,
  partialObjects,
  provider,
  userMessage,
} from 'toolwire'
import { openaiChat } from 'toolwire/adapters/openai-chat'
import { z } from 'zod'

const pieces = ['{ "city": "Os', 'lo", "celsius": 7 }'].map(
  (content) => ({
    choices: [{ index: 0, delta: { content } }],
  }),
)
const end = {
  choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
}
const body = [...pieces, end]
  .map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)
  .join('')
const headers = { 'content-type': 'text/event-stream' }
const client = new OpenAI({
  fetch: async () => new Response(body, { headers }),
  apiKey: 'none',
})
const show = (value: unknown) => console.log(value)

// #region shown
const gpt = provider(openaiChat, {
  model: 'gpt-5.4',
  send: (body, { signal }) =>
    client.chat.completions.create(body, { signal }),
})
const messages = [userMessage('How is the weather in Oslo?')]
const outputFormat = z.object({
  city: z.string(),
  celsius: z.number(),
  sky: z.string().default('unknown'),
})

const turn = gpt.turn({ messages, outputFormat }, { outputRetries: 1 })
// 'Os', then 'Oslo'
for await (const partial of partialObjects(turn)) show(partial.city)
try {
  // { city: string; celsius: number; sky: string }
  const { object } = await turn.response
  show(object.celsius)
} catch (error) {
  if (error instanceof OutputError)
    show([error.reason, error.issues, error.text])
  else throw error
}
// #endregion
