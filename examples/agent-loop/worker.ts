// A BullMQ worker: `node worker.js PORT`. It processes calls from Redis until its parent disconnects.
import { createToolWorker } from 'toolwire/bullmq'
import { plotCourse, QUEUE } from './course.js'

const worker = createToolWorker({
  queue: QUEUE,
  connection: { host: '127.0.0.1', port: Number(process.argv[2]) },
  tools: [plotCourse],
})
process.once('disconnect', () => worker.close())
await worker.ready()
process.send?.('ready')
