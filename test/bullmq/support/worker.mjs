// A worker process of the tests: runs the tools of `tools.mjs` until its parent exits or asks it to stop.
//     node test/bullmq/support/worker.mjs '{"port":6379,"queue":"tools","log":"runs.log",...}'
import { appendFileSync } from 'node:fs'
import { contentResult, defineTool } from '../../../dist/src/index.js'
import { ToolError } from '../../../dist/src/tools/index.js'
import { createToolWorker } from '../../../dist/src/tools/queue/index.js'
import { testTools } from './tools.mjs'

const { port, log, grace, ...options } = JSON.parse(process.argv[2])

const note = (line) => appendFileSync(log, `${line}\n`)
const tools = testTools({ defineTool, ToolError, contentResult }, note)
const worker = createToolWorker({
  connection: { host: '127.0.0.1', port },
  tools,
  onWarning: () => {},
  ...options,
})
await worker.ready()
process.send?.({ isReady: true, time: Date.now() })
const end = async () => {
  await worker.close(grace)
  process.disconnect?.()
}
process.once('message', end)
process.once('disconnect', () => process.exit())
