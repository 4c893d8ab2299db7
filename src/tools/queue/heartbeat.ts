import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ConnectionOptions } from 'bullmq'

/**
 * Sends heartbeats for the runs of a worker from a separate thread. A tool that blocks the event loop would
 * otherwise stop the heartbeats, and other workers would treat the calls of this worker as lost. A worker
 * whose event loop is silent for `SILENCE` leases is considered hung, and its heartbeats stop.
 */
export class Heartbeat {
  readonly #thread: Worker | undefined

  /** @param warn called if no thread can be created. The event loop then sends the heartbeats. */
  constructor(
    connection: ConnectionOptions,
    lease: number,
    private readonly warn: (message: string, cause: unknown) => void,
  ) {
    this.#thread = this.#start(connection, lease)
  }

  /** Keeps the key alive from now on. */
  add(key: string): void {
    this.#thread?.postMessage({ add: key })
  }

  remove(key: string): void {
    this.#thread?.postMessage({ remove: key })
  }

  /** Reports that the event loop is running. */
  turn(): void {
    this.#thread?.postMessage({})
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(connection: ConnectionOptions, lease: number): Worker | undefined {
    const failed = (cause: unknown) =>
      this.warn(
        'there is no heartbeat thread: a tool that blocks the event loop may make other calls count as lost',
        cause,
      )
    try {
      // Uses BullMQ's Redis client, so that the same connection options are valid.
      const from = createRequire(import.meta.url).resolve('bullmq')
      const workerData = { from, lease, silence: lease * SILENCE, options: cloneable(optionsOf(connection)) }
      const thread = new Worker(THREAD, { eval: true, workerData })
      thread.on('error', failed)
      thread.unref()
      return thread
    } catch (cause) {
      failed(cause)
      return undefined
    }
  }
}

/** The number of leases without activity of the event loop after which a worker counts as hung. */
const SILENCE = 10

/** Returns the options of a host client, or the options for a new client. */
function optionsOf(connection: ConnectionOptions): object {
  return 'options' in connection && typeof connection.options === 'object' && connection.options !== null
    ? connection.options
    : connection
}

/** Returns the options without functions, which cannot be passed to threads. */
function cloneable(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'function'))
}

/** The source of the thread as text, so that it works if this file is bundled. */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const { Redis } = require('node:module').createRequire(workerData.from)('ioredis')
const { url, ...options } = { ...workerData.options, maxRetriesPerRequest: null, lazyConnect: false }
const client = url === undefined ? new Redis(options) : new Redis(url, options)
const keys = new Set()
let latest = performance.now()
client.on('error', () => {})
parentPort.on('message', ({ add, remove }) => {
  latest = performance.now()
  if (add !== undefined) keys.add(add)
  if (remove !== undefined) keys.delete(remove)
})
setInterval(() => {
  if (client.status !== 'ready' || performance.now() - latest > workerData.silence) return
  for (const key of keys) client.set(key, 1, 'PX', workerData.lease).catch(() => {})
}, workerData.lease / 4)
`
