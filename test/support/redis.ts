import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { killedAtTheEnd } from './children.js'
import { freePort } from './free-port.js'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0
if (!hasRedis)
  console.warn(
    'There is no redis-server on this machine: what needs one is not tested (Debian: apt-get install redis-server).',
  )

/** Like vitest's `describe`. Without a redis-server its tests are skipped, and a line reports it. */
export function describeWithRedis(name: string, body: () => void): void {
  describe.skipIf(!hasRedis)(name, body)
}

/** A server for a single test, which keeps its data over a restart. */
export interface TestRedis {
  readonly host: '127.0.0.1'
  /** Unchanged over a restart. */
  readonly port: number
  /** `redis://127.0.0.1:PORT` */
  readonly url: string
  /** Stops the server and keeps its data. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts the server again and waits until it answers. */
  start(): Promise<void>
  /** Sends one command, such as `FLUSHALL`. */
  command(text: string): Promise<string>
  /** Returns the names that match, such as `*:calls:*`. */
  keys(pattern: string): Promise<string[]>
  /** Stops the server permanently and removes its data. */
  close(): Promise<void>
}

/**
 * Starts a server on a free port of this machine, with a temporary folder. Each write is on disk before it is
 * answered.
 */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-redis-'))
  const port = await freePort()
  let server: ChildProcess | undefined
  const kill = () => server?.kill('SIGKILL')
  process.on('exit', kill)

  async function start() {
    server = killedAtTheEnd(spawn('redis-server', argumentsOf(port, folder), { stdio: 'ignore' }))
    await untilItAnswers(port, server)
  }
  async function stop(signal: NodeJS.Signals = 'SIGTERM') {
    const stopping = server
    server = undefined
    if (stopping !== undefined) await ended(stopping, signal)
  }
  async function close() {
    await stop('SIGKILL')
    process.off('exit', kill)
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  const command = (text: string) => answerTo(port, text)
  // Lengths are between the names: https://redis.io/docs/latest/develop/reference/protocol-spec/
  const keys = async (pattern: string) =>
    (await command(`KEYS ${pattern}`)).split('\r\n').filter((line) => !/^[*$]/.test(line) && line !== '')
  return { host: '127.0.0.1', port, url: `redis://127.0.0.1:${port}`, start, stop, close, command, keys }
}

function argumentsOf(port: number, folder: string): string[] {
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
    'maxmemory-policy': 'noeviction',
  }
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
}

function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    server.once('exit', () => resolve())
    server.kill(signal)
  })
}

/** While the server reads its data, it answers that it is loading. */
async function untilItAnswers(port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (server.exitCode !== null) break
    if ((await answerTo(port, 'PING')) === '+PONG') return
    await sleep(20)
  }
  server.kill('SIGKILL')
  throw new Error(`redis-server does not answer on port ${port}`)
}

function answerTo(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.on('error', () => resolve(''))
    socket.on('connect', () => socket.write(`${command}\r\n`))
    socket.once('data', (answer) => {
      socket.destroy()
      resolve(answer.toString().trim())
    })
  })
}
