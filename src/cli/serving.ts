import { once } from 'node:events'
import type { Server } from 'node:http'
import { type Command, InvalidArgumentError } from 'commander'
import { reasonOf } from '../base/http/reason.js'
import { readTarget } from '../base/http/request-target.js'
import type { Replay } from '../traffic/replay/replay-fetch.js'
import {
  type AnsweredRequest,
  type ListenOptions,
  type LocalServer,
  serveFetch,
} from '../traffic/replay/server.js'
import type { Streams } from './standard-streams.js'

export interface ServingOptions {
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly target?: string
  readonly quiet?: boolean
}

/** What can be served. */
export interface Served {
  /** Begins to answer. */
  listen(options: ListenOptions): Promise<LocalServer>
  /** Called when nobody is served any more. */
  close(): Promise<void>
  /** What else speaks on the port. Default: nothing. */
  readonly sockets?: ServedSockets
}

/** Connections that are no HTTP. */
export interface ServedSockets {
  /** Called with the server before it listens. */
  attach(server: Server): void
  /** Ends them; what is being answered has so many milliseconds to end. */
  close(grace: number): Promise<void>
}

/** How it is served and told. */
export interface ServingOutput {
  readonly streams: Streams
  /** Milliseconds in which what is being answered may end when the user stops it; a second signal ends it at once. Default: 0. */
  readonly grace?: number
  /** What else holds for the server. Default: nothing. */
  readonly server?: Pick<ListenOptions, 'anyHost' | 'keepsLength' | 'requestTimeout' | 'stallTimeout'>
}

/** @param onAnswered told of each request. Default: what goes wrong is told, and nothing else. */
export function servedReplay(replay: Replay, onAnswered?: (answered: AnsweredRequest) => void): Served {
  return {
    listen: ({ onError, ...options }) =>
      serveFetch(replay.fetch, { ...options, ...(onAnswered === undefined ? { onError } : { onAnswered }) }),
    close: () => replay.close(),
  }
}

export function withServingOptions(command: Command): Command {
  return command
    .option('--port <number>', 'the port to listen on; 0 lets the system choose', portNumber, 0)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--allow-host <names...>', 'host names besides localhost that clients may use')
    .option('--quiet', 'do not log requests on standard error')
}

/** Serves until the user stops it. The URL alone goes to standard output, so that scripts can read it. */
export async function serveUntilStopped(
  served: Served,
  options: ServingOptions,
  { streams, grace, server: further }: ServingOutput,
  explanation: string,
): Promise<void> {
  const { stdout, stderr } = streams
  const { sockets } = served
  const onServer = sockets && { onServer: (server: Server) => sockets.attach(server) }
  try {
    const settings = { ...options, allowedHosts: options.allowHost, ...further, ...onServer }
    // What goes wrong is told in any case.
    const onError = (error: unknown) => stderr.write(`toolwire: ${reasonOf(error)}\n`)
    const server = await served.listen({ ...settings, onError })
    stderr.write(`${explanation}; Ctrl-C ends it\n`)
    stdout.write(`${server.url}\n`)
    await stopped(streams)
    const impatient = new AbortController()
    const close = (milliseconds = 0) =>
      Promise.all([server.close(milliseconds), sockets?.close(milliseconds)])
    void again(streams, impatient.signal).then(() => close())
    await close(grace)
    impatient.abort()
  } finally {
    await served.close()
  }
}

async function stopped({ stop }: Streams): Promise<void> {
  if (stop?.aborted) return
  if (stop !== undefined) await once(stop, 'abort')
  else await signaled()
}

async function signaled(signal?: AbortSignal): Promise<void> {
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })])
}

/** Settles when the user asks once more; never, once the signal is aborted. */
function again({ stop }: Streams, signal: AbortSignal): Promise<void> {
  const never = new Promise<void>(() => undefined)
  return stop === undefined ? signaled(signal).catch(() => never) : never
}

export function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('it must be a number from 0 to 65535')
}

/** Throws no InvalidArgumentError: with that the text would be printed, which may hold a secret. */
export function targetUrl(text: string): string {
  readTarget(text)
  return text
}
