// Requests a call that no worker accepts, closes all resources, and must exit without help.

import { defineTool, toolCall } from '../../../dist/src/index.js'
import { createQueueExecutor, createToolWorker } from '../../../dist/src/tools/queue/index.js'

const shared = {
  connection: { host: '127.0.0.1', port: Number(process.argv[2]) },
  tools: [defineTool({ name: 'nobody', execute: () => 1 })],
  onWarning: () => {},
}
const executor = createQueueExecutor({ ...shared, queue: 'nobody-works', totalTimeout: 300 })
const [result] = await executor.execute([toolCall('1', 'nobody')])
console.log(result.category)
await executor.close()
console.log('closed')
const worker = createToolWorker({ ...shared, queue: 'nobody-asks' })
await new Promise((resolve) => setTimeout(resolve, 300))
await worker.close()
console.log('worker closed')
