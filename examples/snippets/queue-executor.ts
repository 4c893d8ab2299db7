import {
  assistantMessage,
  defineTool,
  pendingCalls,
  toolCall,
  toolMessage,
} from 'toolwire'
import { createQueueExecutor } from 'toolwire/bullmq'
import { composeExecutors, createExecutor } from 'toolwire/tools'
import { weather } from './weather.js'

const clock = defineTool({ name: 'clock', execute: () => new Date() })
const remote = createQueueExecutor({
  queue: 'tools',
  connection: {
    url: process.env['REDIS_URL'] ?? 'redis://localhost:6379',
  },
  tools: [weather],
  totalTimeout: 60_000,
})
const executor = composeExecutors(
  createExecutor({ tools: [clock] }),
  remote,
)

const asked = assistantMessage(
  toolCall('call_1', 'weather', { city: 'Bergen' }),
  toolCall('call_2', 'clock'),
)
const results = await executor.execute(pendingCalls(asked), {
  context: { conversationId: 'c-17' },
})
console.log(JSON.stringify(toolMessage(results)))
await remote.close()
