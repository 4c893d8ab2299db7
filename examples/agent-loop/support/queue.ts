// Starts a separate redis-server, and a worker in another process.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface RunningQueue {
  readonly port: number
  /** The process of the worker. */
  readonly worker: number
  stop(): Promise<void>
}

/**
 * Starts a Redis server for the queue.
 * @returns undefined if redis-server is not installed.
 */
export async function startQueue(): Promise<RunningQueue | undefined> {
  const port = await freePort()
  // The code from here to the exit handler is synchronous.
  const folder = mkdtempSync(join(tmpdir(), 'agent-loop-redis-'))
  const redis = spawn('redis-server', settings(port, folder), { stdio: 'ignore' })
  let worker: ChildProcess | undefined
  const killAll = () => {
    worker?.kill('SIGKILL')
    redis.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', killAll)
  const stop = async () => {
    if (worker?.connected) worker.disconnect()
    await ended(worker)
    redis.kill()
    await ended(redis)
    process.off('exit', killAll)
    rmSync(folder, { recursive: true, force: true })
  }
  if (await answers(redis, port)) {
    worker = fork(fileURLToPath(new URL('../worker.js', import.meta.url)), [String(port)])
    const [ready] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(() => [])])
    if (ready !== undefined) return { port, worker: worker.pid ?? 0, stop }
  }
  await stop()
  return undefined
}

function settings(port: number, folder: string): string[] {
  return ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Returns true if the server runs and answers. */
async function answers(redis: ChildProcess, port: number): Promise<boolean> {
  let isGone = false
  redis.once('error', () => {
    isGone = true
  })
  redis.once('exit', () => {
    isGone = true
  })
  for (let tries = 0; tries < 500; tries += 1) {
    await sleep(10)
    if (isGone) return false
    if (await ping(port)) return true
  }
  return false
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port }, () => socket.write('PING\r\n'))
    socket.once('error', () => resolve(false))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
  })
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  // A process that failed to start has no id.
  if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null)
    await once(child, 'exit')
}
