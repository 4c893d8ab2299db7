import type { ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq'
import { atMost } from '../../base/http/timer.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { reportWarning } from '../warn.js'
import type { QueuePlace } from './queue-types.js'

/**
 * Returns the BullMQ options that both sides need.
 * @throws AdapterError `wrong-type` for a bare address: BullMQ would ignore a URL and connect to the local
 * machine.
 */
export function queueOptions({ connection, prefix }: QueuePlace) {
  if (typeof connection !== 'object' || connection === null || connection instanceof URL)
    throw new AdapterError(
      'wrong-type',
      '/connection',
      'expected an object such as { url } or { host, port }',
    )
  return { connection: patient(connection), ...(prefix !== undefined && { prefix }) }
}

/**
 * Returns the connection with commands that wait until Redis is reachable again. The callers of commands have
 * separate timeouts.
 */
function patient(connection: ConnectionOptions): ConnectionOptions {
  return isClient(connection) ? connection : { ...connection, maxRetriesPerRequest: null }
}

/** Returns true for a client of the host, which stays open. */
function isClient(connection: ConnectionOptions): boolean {
  return 'connect' in connection && typeof connection.connect === 'function'
}

/** Milliseconds that BullMQ may take to close. */
export const GOODBYE = 1000

/**
 * Ends the connections of a BullMQ object, which would otherwise wait without limit while Redis is
 * unreachable.
 */
export async function endConnections(part: QueueConnection, closing: Promise<unknown>): Promise<void> {
  await atMost(GOODBYE, closing)
  const { backend, opts } = part
  const clients = [backend.blockingClient, isClient(opts.connection) ? undefined : backend.client]
  // The first line ends a connection that was never established, the second line ends established
  // connections.
  backend.close(true).catch(() => {})
  for (const client of clients) client?.then((it) => it.status !== 'end' && it.disconnect()).catch(() => {})
}

type QueueConnection = Pick<Queue | QueueEvents | Worker, 'backend' | 'opts'>

/** Returns a function that reports failures and never throws. */
export function warner({ onWarning, queue }: QueuePlace): (message: string, cause: unknown) => void {
  return (message, cause) => void reportWarning(onWarning, { message: `Queue ${queue}: ${message}`, cause })
}
