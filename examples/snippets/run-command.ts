// #region shown
import { execFile } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import { promisify } from 'node:util'
import {
  assistantMessage,
  defineTool,
  runTools,
  toolCall,
} from 'toolwire'
import {
  createExecutionContext,
  createToolContext,
  type ExecutionHost,
  executionOf,
  resolveExecution,
  trustExecutionContext,
} from 'toolwire/tools'

const root = await realpath('.')
const host: ExecutionHost = {
  cwd: root,
  env: process.env,
  entries: {
    ci: trustExecutionContext({
      env: { CI: 'true', NODE_OPTIONS: '--max-old-space-size=512' },
    }),
  },
  async findDirectory(path, isTrusted) {
    const folder = await realpath(path)
    const isInside = `${folder}${sep}`.startsWith(`${root}${sep}`)
    return (await stat(folder)).isDirectory() && (isInside || isTrusted)
      ? folder
      : undefined
  },
}

const whereAmI = defineTool({
  name: 'where_am_i',
  async execute(_, run) {
    const { cwd, env } = await resolveExecution(executionOf(run), host)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['-p', 'process.cwd()'],
      {
        cwd,
        env,
        signal: run.signal,
      },
    )
    return stdout
  },
})

// Untrusted: it gets CI of the entry, but not NODE_OPTIONS.
const context = createToolContext({
  execution: createExecutionContext({ name: 'ci', cwd: 'examples' }),
})
// #endregion
const [result] = await runTools(
  assistantMessage(toolCall('call_1', 'where_am_i')),
  [whereAmI],
  { context },
)
if (result?.isError !== false)
  throw new Error(JSON.stringify(result?.output))
