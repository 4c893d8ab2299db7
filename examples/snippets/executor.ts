// #region shown
import { setTimeout as pause } from 'node:timers/promises'
import { toolCall, toolResult } from 'toolwire'
import { composeExecutors, createExecutor, defineTool, withHostData } from 'toolwire/tools'
import { z } from 'zod'

const mail = defineTool({
  name: 'mail',
  parameters: z.object({ to: z.email() }),
  destructive: true,
  requiresApproval: ({ to }) => !to.endsWith('@example.com'),
  execute: ({ to }) => `sent to ${to}`,
})
const render = defineTool({
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
const executor = createExecutor({
  tools: [mail, render],
  concurrency: 4, // calls at one time, over all batches
  timeout: 10_000, // milliseconds for one attempt; a tool's own goes first
  totalTimeout: 120_000, // for a batch
  retries: { attempts: 3, delay: 500 },
  quota: { calls: 100, perTool: { mail: 5 } },
  onEvent: (event) => event.type === 'output-chunk' && console.log(event.chunk),
})

const edit = defineTool({
  name: 'edit',
  execute: (_input, { call }) => withHostData(toolResult(call, 'changed 1 line'), { locations: ['a.ts'] }), // for the host alone
})
const all = composeExecutors(executor, createExecutor({ tools: [edit] }))

const calls = [
  toolCall('call_1', 'mail', { to: 'ada@example.com' }), // yours come from pendingCalls(messages)
  toolCall('call_2', 'render', { pages: 2 }),
  toolCall('call_3', 'edit'),
]
const results = await all.execute(calls) // in the order of the calls
// #endregion
if (results.some(({ isError }) => isError)) throw new Error('a call failed')
