// Running calls on other machines: BullMQ (https://docs.bullmq.io) keeps them in Redis, workers take them from there.

export { createQueueExecutor } from './queue-executor.js'
export type * from './queue-types.js'
export { createToolWorker } from './worker.js'
