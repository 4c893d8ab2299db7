import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { JsonObject } from '../../src/base/json/json-types.js'
import { asJson, expectObject } from '../../src/base/json/read-json.js'
import { run } from '../../src/cli/run-command-line.js'

const FAKE_ADAPTERS = new URL('./adapters/', import.meta.url)

export interface CliResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON lines. */
  readonly lines: readonly JsonObject[]
}

export type CliInput = string | Uint8Array | readonly unknown[] | Readable

/** Inputs of a run in addition to its arguments. */
export interface CliOptions {
  readonly adapters?: URL
  readonly isTTY?: boolean
  /** True if standard input is a terminal. Default: false. */
  readonly isTyped?: boolean
  readonly env?: Record<string, string>
}

/** Runs the command line in this process. Array input becomes JSON lines. */
export async function runCli(
  argv: readonly string[],
  input: CliInput = '',
  options: CliOptions = {},
): Promise<CliResult> {
  const stdout = new Sink(options.isTTY)
  const stderr = new Sink(options.isTTY)
  const stdin = Object.assign(readable(input), { isTTY: options.isTyped })
  const streams = { stdin, stdout, stderr, env: options.env ?? {} }
  const status = await run(argv, streams, options.adapters ?? FAKE_ADAPTERS)
  return {
    status,
    stdout: stdout.text,
    stderr: stderr.text,
    get lines() {
      return stdout.text
        .split('\n')
        .filter(Boolean)
        .map((line) => expectObject(asJson(JSON.parse(line)), ''))
    },
  }
}

export interface RunningCli {
  /** The first output of a serving command. */
  readonly url: string
  /** Resolves with the next text of standard error that matches. */
  said(pattern: RegExp): Promise<string>
  /** Returns the text of standard error so far. */
  stderr(): string
  stop(): Promise<CliResult>
}

/** Starts a command that serves until it is stopped. */
export async function startCli(
  argv: readonly string[],
  options: Pick<CliOptions, 'adapters' | 'env'> = {},
): Promise<RunningCli> {
  const stdout = new Sink(false)
  const stderr = new Sink(false)
  const stop = new AbortController()
  const streams = { stdin: readable(''), stdout, stderr, env: options.env ?? {}, stop: stop.signal }
  const running = run(argv, streams, options.adapters ?? FAKE_ADAPTERS)
  const ended = running.then((status) => ({ status, stdout: stdout.text, stderr: stderr.text, lines: [] }))
  const early = await Promise.race([ended, once(stdout, 'text').then(() => undefined)])
  if (early !== undefined) throw new Error(`the command ended: ${early.stderr}`)
  return {
    url: stdout.text.trim(),
    async said(pattern) {
      const from = stderr.text.length
      for (;;) {
        const [found] = pattern.exec(stderr.text.slice(from)) ?? []
        if (found !== undefined) return found
        await once(stderr, 'text')
      }
    },
    stderr: () => stderr.text,
    stop() {
      stop.abort()
      return ended
    },
  }
}

function readable(input: CliInput): Readable {
  if (input instanceof Readable) return input
  if (typeof input === 'string' || input instanceof Uint8Array) return Readable.from([Buffer.from(input)])
  return Readable.from(input.map((record) => Buffer.from(`${JSON.stringify(record)}\n`)))
}

class Sink extends Writable {
  text = ''
  constructor(readonly isTTY: boolean | undefined) {
    super()
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.emit('text')
    done()
  }
}
