// Entry point `toolwire/bullmq`: runs calls on other machines. BullMQ (https://docs.bullmq.io) stores them in
// Redis, and workers fetch them from there.

export { createQueueExecutor } from './queue-executor.js'
export type * from './queue-types.js'
export { createToolWorker } from './worker.js'
