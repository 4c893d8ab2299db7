import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/run.js'
import { asJson, expectObject } from '../../src/json/read.js'
import type { JsonObject } from '../../src/json/types.js'

const FAKE_ADAPTERS = new URL('./adapters/', import.meta.url)

export interface CliResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as JSON lines. */
  readonly lines: readonly JsonObject[]
}

export type CliInput = string | Uint8Array | readonly unknown[] | Readable

/** Runs the command line in this process. Input that is an array becomes JSON lines. */
export async function runCli(
  argv: readonly string[],
  input: CliInput = '',
  options: { readonly adapters?: URL; readonly isTTY?: boolean; readonly env?: Record<string, string> } = {},
): Promise<CliResult> {
  const stdout = new Sink(options.isTTY)
  const stderr = new Sink(options.isTTY)
  const streams = { stdin: readable(input), stdout, stderr, env: options.env ?? {} }
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
    done()
  }
}
