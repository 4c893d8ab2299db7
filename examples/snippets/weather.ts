import { defineTool } from 'toolwire'
import { z } from 'zod'

/** The tool of the snippets. */
export const weather = defineTool({
  name: 'weather',
  description: 'The weather in a city',
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, sky: 'rain', celsius: 7 }),
})
