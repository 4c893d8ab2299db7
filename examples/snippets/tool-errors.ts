import { defineTool, toolCall } from 'toolwire'
import {
  createExecutor,
  describeError,
  formatError,
  ToolError,
  truncateMiddle,
} from 'toolwire/tools'

const logged: unknown[] = []
const log = { error: (entry: object) => logged.push(entry) }
const calls = [toolCall('call_1', 'order'), toolCall('call_2', 'stock')]
const ask = async (): Promise<never> => {
  throw Object.assign(new Error('Service Unavailable'), { status: 503 })
}

// #region shown
const order = defineTool({
  name: 'order',
  execute() {
    throw new ToolError('The shop is closed until Monday.', {
      suggestion: 'Tell the user when it opens.',
      metadata: { till: 17 }, // for hooks and logs, not for the model
    })
  },
})
// `ask` throws an error with `status: 503`.
const stock = defineTool({ name: 'stock', execute: () => ask() })

const executor = createExecutor({
  tools: [order, stock],
  formatError, // default: only the message
  hooks: {
    onError(error) {
      log.error({
        ...describeError(error),
        metadata: error.metadata ?? {},
      })
      return undefined
    },
  },
})
const results = await executor.execute(calls)
console.log(
  results.map(({ category, retryable }) => `${category} ${retryable}`),
)
// permanent_failure false, server_error true

const longLog = 'a very long log …'.repeat(1000)
console.log(truncateMiddle(longLog, 200).text)
// #endregion
const categories = results.map(({ category }) => category).join()
if (
  categories !== 'permanent_failure,server_error' ||
  logged.length !== 2
)
  throw new Error(categories)
