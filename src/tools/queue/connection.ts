import type { ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq'
import { atMost } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { warn } from '../warn.js'
import type { QueuePlace } from './queue-types.js'

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
export async function endConnections(part: QueueConnection, closing: Promise<unknown>): Promise<void> {
  await atMost(GOODBYE, closing)
  const { backend, opts } = part
  const clients = [backend.blockingClient, isClient(opts.connection) ? undefined : backend.client]
  // One that never was connected is ended by the first line, the others by the second.
  backend.close(true).catch(() => {})
  for (const client of clients) client?.then((it) => it.status !== 'end' && it.disconnect()).catch(() => {})
}

type QueueConnection = Pick<Queue | QueueEvents | Worker, 'backend' | 'opts'>

/** Tells of what failed, and never throws. */
export function warner({ onWarning, queue }: QueuePlace): (message: string, cause: unknown) => void {
  return (message, cause) => void warn(onWarning, { message: `Queue ${queue}: ${message}`, cause })
}
