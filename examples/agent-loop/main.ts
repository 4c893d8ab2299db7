// Usage:
//
//     npm run agent [-- --approve no] [-- --folder FOLDER]
//
// Starts the services of the agent, then the agent, and restarts the agent while a call waits for approval.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as print from './support/print.js'
import { startQueue } from './support/queue.js'
import { forgetTalk, readTalk } from './talk.js'

const { values } = parseArgs({
  options: { approve: { type: 'string', default: 'yes' }, folder: { type: 'string' } },
})
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'agent-loop-'))
mkdirSync(folder, { recursive: true })
// A conversation that was interrupted while a call waited is continued.
if (!isWaiting()) forgetTalk(folder)
const agent = fileURLToPath(new URL('./agent.js', import.meta.url))
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
})

const began = Date.now()
print.title()
const queue = await startQueue()
print.serving(queue?.worker)
try {
  do process.exitCode = await runAgent()
  while (process.exitCode === 0 && isWaiting())
} finally {
  await queue?.stop()
}
if (process.exitCode === 0) print.summary(readTalk(folder), began)

function isWaiting(): boolean {
  return readTalk(folder).waiting.length > 0
}

/**
 * Runs one process of the conversation.
 * @returns the exit code of the agent.
 */
async function runAgent(): Promise<number> {
  const where = queue === undefined ? [] : [queue.port, queue.worker].map(String)
  const child = spawn(process.execPath, [agent, folder, values.approve, ...where], { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const [code] = await once(child, 'exit')
  return code ?? 1
}
