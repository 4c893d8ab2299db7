// #region shown
import { toolCall } from 'toolwire'
import { composeExecutors, createExecutor } from 'toolwire/tools'
import { edit, mail, render } from './tools.js'

const executor = createExecutor({
  tools: [mail, render],
  concurrency: 4, // calls at the same time, over all batches
  timeout: 10_000, // milliseconds per attempt
  totalTimeout: 120_000, // per batch
  retries: { attempts: 3, delay: 500 },
  quota: { calls: 100, perTool: { mail: 5 } },
  onEvent: (event) =>
    event.type === 'output-chunk' && console.log(event.chunk),
})
const all = composeExecutors(
  executor,
  createExecutor({ tools: [edit] }),
)

// Usually: pendingCalls(messages)
const calls = [
  toolCall('call_1', 'mail', { to: 'ada@example.com' }),
  toolCall('call_2', 'render', { pages: 2 }),
  toolCall('call_3', 'edit'),
]
const results = await all.execute(calls) // in the order of the calls
// #endregion
if (results.some(({ isError }) => isError))
  throw new Error('a call failed')
