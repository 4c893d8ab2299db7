import {
  assistantMessage,
  defineTool,
  encodeConversation,
  toolCall,
  toolMessage,
  toolResult,
  userMessage,
} from 'toolwire'
import { adapters } from 'toolwire/adapters'
import { z } from 'zod'

const parameters = z.object({ city: z.string() })
const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters,
})
const call = toolCall('c1', 'weather', { city: 'Oslo' })
const result = toolResult(call, { sky: 'rain', celsius: 7 })
const messages = [
  userMessage('Do I need an umbrella?'),
  assistantMessage(call),
  toolMessage([result]),
]
for (const load of Object.values(adapters)) {
  const to = await load()
  if (to.lacks.has('http')) continue // what no provider reads
  const { value } = encodeConversation(
    { messages, tools: [weather] },
    { to, model: 'm', maxOutputTokens: 99 },
  )
  console.log(to.id, JSON.stringify(value))
}
