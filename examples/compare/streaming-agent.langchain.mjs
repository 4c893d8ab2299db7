import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

const weather = tool(
  ({ city }) => JSON.stringify({ city, sky: 'rain', celsius: 7 }),
  {
    name: 'weather',
    description: 'The weather in a city',
    schema: z.object({ city: z.string() }),
  },
)
const agent = createAgent({
  model: new ChatOpenAI({ model: 'gpt-5.4' }),
  tools: [weather],
})
const messages = [
  { role: 'user', content: 'Do I need an umbrella in Oslo?' },
]
for await (const [token] of await agent.stream(
  { messages },
  { streamMode: 'messages' },
))
  if (token.getType() === 'ai') process.stdout.write(token.text)
