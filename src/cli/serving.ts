import { once } from 'node:events'
import { type Command, InvalidArgumentError } from 'commander'
import { reasonOf } from '../exchange/refusal.js'
import type { Replay } from '../replay/open.js'
import { serveFetch } from '../replay/server.js'
import { readTarget } from '../replay/target.js'
import type { RequestLog } from './request-log.js'
import type { Streams } from './streams.js'

export interface ServingOptions {
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly target?: string
  readonly quiet?: boolean
}

export function withServingOptions(command: Command): Command {
  return command
    .option('--port <number>', 'the port to listen on; 0 lets the system choose', portNumber, 0)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--allow-host <names...>', 'names besides localhost by which clients may call the server')
    .option('--quiet', 'do not log each request on standard error')
}

/** Serves until the user stops it. The URL alone goes to standard output, so that scripts can read it. */
export async function serveUntilStopped(
  replay: Replay,
  options: ServingOptions,
  { streams, log }: { readonly streams: Streams; readonly log: RequestLog | undefined },
  explanation: string,
): Promise<void> {
  const { stdout, stderr } = streams
  try {
    const settings = { ...options, allowedHosts: options.allowHost }
    // What goes wrong is told in any case.
    const onError = (error: unknown) => stderr.write(`toolwire: ${reasonOf(error)}\n`)
    const server = await serveFetch(replay.fetch, {
      ...settings,
      ...(log === undefined ? { onError } : { onAnswered: log.answered }),
    })
    stderr.write(`${explanation}; Ctrl-C ends it\n`)
    stdout.write(`${server.url}\n`)
    await stopped(streams)
    await server.close()
  } finally {
    await replay.close()
  }
}

async function stopped({ stop }: Streams): Promise<void> {
  if (stop?.aborted) return
  if (stop !== undefined) await once(stop, 'abort')
  else await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

function portNumber(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('it must be a number from 0 to 65535')
}

/** Throws no InvalidArgumentError: with that the text would be printed, which may hold a secret. */
export function targetUrl(text: string): string {
  readTarget(text)
  return text
}
