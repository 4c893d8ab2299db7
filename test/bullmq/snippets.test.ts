import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../support/project.js'
import { describeWithRedis, startRedis } from '../support/redis.js'

const run = promisify(execFile)

describeWithRedis('the programs of the guide', () => {
  test('one process submits calls, the other runs them and ends on request', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const options = { cwd: projectRoot, env: { ...process.env, REDIS_URL: redis.url } }
    const worker = spawn(process.execPath, ['build/examples/snippets/queue-worker.js'], options)
    onTestFinished(() => void worker.kill('SIGKILL'))
    const { stdout } = await run(process.execPath, ['build/examples/snippets/queue-executor.js'], options)
    const { parts } = JSON.parse(stdout)
    expect(parts).toMatchObject([
      { callId: 'call_1', isError: false, output: { value: { city: 'Bergen', sky: 'rain' } } },
      { callId: 'call_2', isError: false },
    ])
    worker.kill('SIGTERM')
    expect(await once(worker, 'exit')).toEqual([0, null])
  })
})
