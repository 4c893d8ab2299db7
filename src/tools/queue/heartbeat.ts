import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { ConnectionOptions } from 'bullmq'

/**
 * Shows that the runs of a worker are alive from a thread of its own: a tool that blocks the event loop keeps that from doing
 * so, and other workers would take its calls for lost. What is silent for `SILENCE` leases hangs, and is given up.
 */
export class Heartbeat {
  readonly #thread: Worker | undefined

  /** @param warn is told when there can be no thread: then the event loop alone shows it. */
  constructor(
    connection: ConnectionOptions,
    lease: number,
    private readonly warn: (message: string, cause: unknown) => void,
  ) {
    this.#thread = this.#start(connection, lease)
  }

  /** From now on the key is kept alive. */
  add(key: string): void {
    this.#thread?.postMessage({ add: key })
  }

  remove(key: string): void {
    this.#thread?.postMessage({ remove: key })
  }

  /** The event loop turns. */
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
      // BullMQ's own client: what connects it connects this one.
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

/** Leases without a turn of the event loop after which a worker hangs. */
const SILENCE = 10

/** What a client of the host was made with, or what one is to be made with. */
function optionsOf(connection: ConnectionOptions): object {
  return 'options' in connection && typeof connection.options === 'object' && connection.options !== null
    ? connection.options
    : connection
}

/** Functions do not go into threads. */
function cloneable(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => typeof value !== 'function'))
}

/** A text, for it has to run wherever this file was bundled into. */
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
