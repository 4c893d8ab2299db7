import { setTimeout as pause } from 'node:timers/promises'
import { defineTool, toolResult } from 'toolwire'
import { withHostData } from 'toolwire/tools'
import { z } from 'zod'

export const mail = defineTool({
  name: 'mail',
  parameters: z.object({ to: z.email() }),
  destructive: true,
  requiresApproval: ({ to }) => !to.endsWith('@example.com'),
  execute: ({ to }) => `sent to ${to}`,
})
export const render = defineTool({
  name: 'render',
  parameters: z.object({ pages: z.number() }),
  retryable: true, // running it twice does no harm
  timeout: 60_000,
  async *execute({ pages }, { emit, signal }) {
    for (let page = 1; page <= pages; page += 1) {
      await pause(10, undefined, { signal })
      emit(`page ${page} of ${pages}`)
      yield { page } // a preliminary result; the last one is the result
    }
  },
  toModelOutput: ({ page }) => `${page} pages are ready`,
})
export const edit = defineTool({
  name: 'edit',
  execute: (_input, { call }) =>
    withHostData(toolResult(call, 'changed 1 line'), {
      locations: ['a.ts'],
    }), // only for the host
})
