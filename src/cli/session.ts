import type { Command } from 'commander'
import type { Adapter } from '../adapter/define.js'
import { chooseLimits } from '../adapter/profiles.js'
import type { Registry } from '../exchange/registry.js'
import type { RecordCommand } from './commands/command.js'
import { type ConvertedEntry, convertEntry } from './convert.js'
import { type Entry, readEntries } from './input.js'
import { pump } from './pump.js'
import type { Streams } from './streams.js'

/** The options of every command that reads records. */
export interface RecordOptions {
  readonly jsonl?: boolean
  /** The wire of the input, when the user names it. */
  readonly wire?: string
}

/** One run of the command line: its streams, its adapters and the exit status so far. */
export class Session {
  exitCode = 0

  constructor(
    readonly streams: Streams,
    readonly registry: Registry,
    readonly adaptersFolder: URL,
  ) {}

  /** Some wire, for the examples in the help. */
  get exampleWire(): string {
    return this.registry.adapters.at(-1)?.id ?? 'WIRE'
  }

  /** The wire to write; a name that it does not know, of itself or of its limits, is told before anything is read. */
  target(wire: string, limits: string | undefined): Adapter {
    const adapter = this.registry.get(wire)
    chooseLimits(adapter.codecs, limits)
    return adapter
  }

  /** Reads records, converts each and prints one line of JSON for it. */
  async convertRecords(
    file: string | undefined,
    options: RecordOptions,
    command: RecordCommand,
  ): Promise<void> {
    const { registry } = this
    const { wire } = options
    await this.eachEntry(file, options, (entry) => convertEntry(entry, command, { registry, wire }))
  }

  /** Reads records and prints what each became. */
  async eachEntry(
    file: string | undefined,
    { jsonl, wire }: RecordOptions,
    convert: (entry: Entry) => ConvertedEntry,
  ): Promise<void> {
    // A misspelt --wire would fail every record alike; it is told once, before anything is read.
    if (wire !== undefined) this.registry.get(wire)
    const status = await pump(readEntries(this.streams.stdin, file, { jsonl }), convert, this.streams)
    if (status !== 0) this.exitCode = status
  }
}

/** A subcommand that reads records from a file or from standard input. */
export function recordCommand(program: Command, name: string): Command {
  return program
    .command(name)
    .argument('[file]', 'a file to read instead of standard input')
    .option('--jsonl', 'one record per line (taken for granted for *.jsonl and *.ndjson files)')
}

export const LIMITS_OPTION = [
  '--limits <profile>',
  'which limits hold, where deployments, vendors or models of a wire differ (its README names them)',
] as const

export const WIRE_OPTION = [
  '--wire <wire>',
  'the wire of the input (default: what each record says, else recognised)',
] as const
