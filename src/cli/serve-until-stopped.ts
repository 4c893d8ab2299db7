import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { reasonOf } from '../base/http/reason.js'
import { readTarget } from '../base/http/request-target.js'
import { AdapterError } from '../base/json/adapter-error.js'
import type { Replay } from '../traffic/replay/replay-fetch.js'
import {
  type AnsweredRequest,
  answererBy,
  type ListenOptions,
  type LocalServer,
  serveAnswers,
} from '../traffic/replay/server.js'
import { MEMBERS, sentenceOf } from './proxy/config-schema.js'
import { type Streams, writeMessage } from './standard-streams.js'

export interface ServingOptions {
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly target?: string
  readonly quiet?: boolean
}

/** A service that can be run as a server. */
export interface Served {
  /** Starts to answer requests. */
  listen(options: ListenOptions): Promise<LocalServer>
  /** Called when the user stops the server, before it stops listening. Default: nothing is called. */
  onStop?(): void
  /** Called when all requests are finished. */
  close(): Promise<void>
  /** Other protocols on the same port. Default: none. */
  readonly sockets?: ServedSockets
}

/** Connections that do not use HTTP. */
export interface ServedSockets {
  /** Called with the server before it listens. */
  attach(server: Server): void
  /** Closes the connections. Active answers have `grace` milliseconds to end. */
  close(grace: number): Promise<void>
}

/** Output and server options. */
export interface ServingOutput {
  readonly streams: Streams
  /**
   * Milliseconds for active answers to end after the user stopped the server. A second signal aborts them
   * immediately. Default: 0.
   */
  readonly grace?: number
  /** Milliseconds for which the server accepts connections after the user stopped it. Default: 0. */
  readonly drain?: number | undefined
  /** Further options of the server. Default: none. */
  readonly server?: Pick<ListenOptions, 'anyHost' | 'keepsLength' | 'requestTimeout' | 'stallTimeout'>
  /** Reports an error of the server. Default: it is written to standard error. */
  readonly onError?: (error: unknown) => void
}

/**
 * Creates the server of a replay.
 * @param onAnswered called for each request. Default: only errors are printed.
 */
export function servedReplay(replay: Replay, onAnswered?: (answered: AnsweredRequest) => void): Served {
  return {
    listen: ({ onError, ...options }) =>
      serveAnswers(answererBy(replay.fetch), {
        ...options,
        ...(onAnswered === undefined ? { onError } : { onAnswered }),
      }),
    close: () => replay.close(),
  }
}

export function withServingOptions(command: Command): Command {
  return command
    .option('--port <number>', sentenceOf(MEMBERS.proxy.port), portNumber, 0)
    .option('--host <address>', sentenceOf(MEMBERS.proxy.host), '127.0.0.1')
    .option('--allow-host <names...>', 'host names in addition to localhost that clients may use')
    .option('--quiet', 'do not log requests on standard error')
}

/**
 * Serves until the user stops it. Only the URL is written to standard output, so that scripts can read it.
 */
export async function serveUntilStopped(
  served: Served,
  options: ServingOptions,
  { streams, grace, drain = 0, server: further, onError: report }: ServingOutput,
  explanation: string,
): Promise<void> {
  const { stdout, stderr } = streams
  const { sockets } = served
  const onServer = sockets && { onServer: (server: Server) => sockets.attach(server) }
  try {
    const settings = { ...options, allowedHosts: options.allowHost, ...further, ...onServer }
    // Errors are always printed.
    const onError = report ?? ((error: unknown) => writeMessage(stderr, reasonOf(error)))
    const server = await served.listen({ ...settings, onError }).catch((error: unknown) => {
      throw listenError(error, options)
    })
    stderr.write(`${explanation}; Ctrl-C ends it\n`)
    stdout.write(`${server.url}\n`)
    await stopped(streams)
    served.onStop?.()
    const impatient = new AbortController()
    if (drain > 0) await Promise.race([sleep(drain), again(streams, impatient.signal)])
    const close = (milliseconds = 0) =>
      Promise.all([server.close(milliseconds), sockets?.close(milliseconds)])
    void again(streams, impatient.signal).then(() => close())
    await close(grace)
    impatient.abort()
  } finally {
    await served.close()
  }
}

/** Reasons why a server cannot listen, and the next step for each, by code of Node. */
const LISTEN_ERRORS: ReadonlyMap<unknown, string> = new Map([
  [
    'EADDRINUSE',
    'another program uses this port. End that program, or choose another port with --port; --port 0 lets the system choose',
  ],
  ['EACCES', 'the system reserves this port. Choose a port above 1023 with --port'],
  ['EADDRNOTAVAIL', 'this machine does not have the address. Name one of its addresses with --host'],
  ['ENOTFOUND', 'the host name is unknown. Name an address of this machine with --host'],
])

/** Returns the error of a server that cannot listen, with the next step. Other errors are unchanged. */
function listenError(error: unknown, { host, port }: ServingOptions): unknown {
  const reason = error instanceof Error && 'code' in error ? LISTEN_ERRORS.get(error.code) : undefined
  if (reason === undefined) return error
  return new AdapterError('unsupported', '', `cannot listen on ${host}:${port}: ${reason}`)
}

async function stopped({ stop }: Streams): Promise<void> {
  if (stop?.aborted) return
  if (stop !== undefined) await once(stop, 'abort')
  else await signaled()
}

async function signaled(signal?: AbortSignal): Promise<void> {
  await Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })])
}

/** Resolves at the second stop signal. Never resolves after the signal was aborted. */
function again({ stop }: Streams, signal: AbortSignal): Promise<void> {
  const never = new Promise<void>(() => undefined)
  return stop === undefined ? signaled(signal).catch(() => never) : never
}

export function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('it must be a number from 0 to 65535')
}

/**
 * Does not throw InvalidArgumentError, because Commander would print the text, which may contain a secret.
 */
export function targetUrl(text: string): string {
  readTarget(text)
  return text
}
