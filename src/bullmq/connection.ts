import type { ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq'
import { AdapterError } from '../json/errors.js'
import type { ContextWarning } from '../tools/context/types.js'
import type { QueuePlace } from './types.js'

/**
 * What both sides need of BullMQ's options.
 * @throws AdapterError `wrong-type` for a bare address: BullMQ would take a URL for no options, and ask this machine.
 */
export function placeOf({ connection, prefix }: QueuePlace) {
  if (typeof connection !== 'object' || connection === null || connection instanceof URL)
    throw new AdapterError(
      'wrong-type',
      '/connection',
      'expected an object such as { url } or { host, port }',
    )
  return { connection: patient(connection), ...(prefix !== undefined && { prefix }) }
}

/** Commands wait for Redis to come back; who waits for them has limits of time of its own. */
function patient(connection: ConnectionOptions): ConnectionOptions {
  return isClient(connection) ? connection : { ...connection, maxRetriesPerRequest: null }
}

/** Whether it is a client of the host, which stays open. */
function isClient(connection: ConnectionOptions): boolean {
  return 'connect' in connection && typeof connection.connect === 'function'
}

/** Milliseconds that BullMQ has for its goodbye. */
export const GOODBYE = 1000

/** Ends the connections of a part of BullMQ, which would say goodbye first: while Redis is away, for ever. */
export async function endConnections(part: Part, closing: Promise<unknown>): Promise<void> {
  await atMost(GOODBYE, closing)
  const { backend, opts } = part
  const clients = [backend.blockingClient, isClient(opts.connection) ? undefined : backend.client]
  // One that never was connected is ended by the first line, the others by the second.
  backend.close(true).catch(() => {})
  for (const client of clients) client?.then((it) => it.status !== 'end' && it.disconnect()).catch(() => {})
}

type Part = Pick<Queue | QueueEvents | Worker, 'backend' | 'opts'>

/** Tells of what failed, and never throws. */
export function warner({ onWarning, queue }: QueuePlace): (message: string, cause: unknown) => void {
  return async (message, cause) => {
    const warning: ContextWarning = { message: `Queue ${queue}: ${message}`, cause }
    try {
      await (onWarning ?? warnOnConsole)(warning)
    } catch {
      // There is nobody left to be told.
    }
  }
}

function warnOnConsole({ message, cause }: ContextWarning): void {
  console.warn(message, cause)
}

/** Waits until it is done, but not longer. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([work.catch(() => {}), over])
  clearTimeout(timer)
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
