import { createToolWorker } from 'toolwire/bullmq'
import { weather } from './weather.js'

const worker = createToolWorker({
  queue: 'tools',
  connection: {
    url: process.env['REDIS_URL'] ?? 'redis://localhost:6379',
  },
  tools: [weather],
  concurrency: 4,
  timeout: 30_000,
})
// Aborts the calls that still run after ten seconds.
process.once('SIGTERM', () => worker.close(10_000))
