import { defineTool } from 'toolwire'
import { z } from 'zod'

const weather = defineTool({
  name: 'weather',
  description: 'Returns the weather in a city.',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})

const order = defineTool({
  name: 'order',
  description: 'Orders an article from the shop.',
  parameters: z.object({ article: z.string() }),
  requiresApproval: true,
  execute({ article }, { idempotencyKey }) {
    console.log(`Ordered: ${article}`)
    return { article, number: idempotencyKey?.slice(0, 6) }
  },
})

export const tools = [weather, order]
