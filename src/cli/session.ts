import { type Command, InvalidArgumentError } from 'commander'
import type { Adapter } from '../codec/wire/define-adapter.js'
import { chooseLimits } from '../codec/wire/limits.js'
import { entryAt, type InputRecord } from '../traffic/input/input-record.js'
import { entriesOf, type InputSource } from '../traffic/input/open-text.js'
import { withOwnForm } from '../traffic/input/own-form.js'
import type { Registry } from '../translate/exchange/registry.js'
import { loadNames, loadRegistry, wiresIn, wiresOnPlatforms } from './adapters.js'
import type { RecordCommand } from './commands/command.js'
import { optimizeLess } from './compiler.js'
import { type Convert, convertEntry, type Print } from './convert.js'
import { type Paint, PLAIN, paintFor } from './paint.js'
import { pump } from './pump.js'
import { readSources } from './read-input.js'
import type { RecordTable } from './record-table.js'
import { RequestLog } from './request-log.js'
import { type Streams, writeMessage } from './standard-streams.js'
import { pumpThreads } from './threads.js'

/** The options of every command that reads records. */
export interface RecordOptions {
  readonly jsonl?: boolean | undefined
  /** A JSON Pointer to the value to read in each record. */
  readonly at?: string | undefined
  /** The wire of the input, if the user named it. */
  readonly wire?: string | undefined
  /** True for a command that reads only requests. */
  readonly requestsOnly?: boolean | undefined
  /** Number of threads that convert lines. Default: 1, the main thread. */
  readonly jobs?: number | undefined
}

/** One run of the command line: its streams, its adapters and the current exit status. */
export class CommandSession {
  exitCode = 0
  /** True if the user allows colors in the output. */
  colors = true
  #registry: Promise<Registry> | undefined

  constructor(
    readonly streams: Streams,
    readonly adaptersFolder: URL,
    /** The arguments of this run. */
    readonly argv: readonly string[],
  ) {}

  /** Returns the colors for one of the output streams. */
  paint(stream: 'stdout' | 'stderr'): Paint {
    return this.colors ? paintFor(this.streams[stream], this.streams) : PLAIN
  }

  /** Returns the output of records on a terminal. In a pipe, records are lines of JSON. */
  async tableOf(table: RecordTable): Promise<Print | undefined> {
    const { stdout } = this.streams
    if (!stdout.isTTY) return undefined
    const { recordTable } = await import('./record-table.js')
    return recordTable(table, { paint: this.paint('stdout'), width: stdout.columns ?? 80 })
  }

  /** Returns the log of requests, or undefined if the user disabled it. */
  requestLog({ quiet }: { readonly quiet?: boolean }): RequestLog | undefined {
    const { stderr } = this.streams
    return quiet ? undefined : new RequestLog((line) => stderr.write(line), this.paint('stderr'))
  }

  /** Loads every adapter at the first call, because loading takes longer than the rest of the startup. */
  registry(): Promise<Registry> {
    this.#registry ??= loadRegistry(this.adaptersFolder).then(withOwnForm)
    return this.#registry
  }

  /** Returns the names of each wire, with the id first, without loading adapters. */
  wireNames(): Promise<readonly (readonly string[])[]> {
    const { adaptersFolder } = this
    const named = async (wire: string) => [wire, ...(await loadNames(wire, adaptersFolder))]
    return Promise.all(wiresIn(adaptersFolder).map(named))
  }

  /** A wire for the examples in the help. It has servers, so that every command accepts it. */
  get exampleWire(): string {
    return wiresOnPlatforms(this.adaptersFolder)[0] ?? 'WIRE'
  }

  /** Returns the target adapter. Unknown names of wires or limits are reported before input is read. */
  async target(wire: string, limits: string | undefined): Promise<Adapter> {
    const adapter = (await this.registry()).get(wire)
    chooseLimits(adapter.codecs, limits)
    return adapter
  }

  /** Reads and converts records, and prints one line of JSON for each. */
  async convertRecords(
    files: readonly string[],
    options: RecordOptions,
    command: RecordCommand,
    print?: Print,
  ): Promise<void> {
    const { wire } = options
    await this.eachEntry(files, options, async () => {
      const registry = await this.registry()
      return (entry) => convertEntry(entry, command, { registry, wire, print })
    })
  }

  /**
   * Reads records and prints the result of each.
   * @param prepare called in the thread that converts entries; with `jobs`, in each worker thread.
   */
  async eachEntry(
    files: readonly string[],
    { jsonl, at, wire, requestsOnly, jobs = 1 }: RecordOptions,
    prepare: () => Promise<Convert>,
  ): Promise<void> {
    // A misspelled --wire would fail every record, so it is reported once before input is read.
    if (wire !== undefined) (await this.registry()).get(wire)
    const { streams, argv, adaptersFolder } = this
    const sources = this.#sources(files, { jsonl, at, wire, requestsOnly })
    const convert = async (): Promise<Convert> => {
      const prepared = await prepare()
      return (entry) => prepared(entryAt(entry, at))
    }
    const status =
      jobs > 1
        ? await pumpThreads(sources, once(convert), streams, {
            count: jobs,
            data: { argv, adaptersFolder: adaptersFolder.href },
          })
        : await pump(sources, await convert(), streams)
    if (status !== 0) this.exitCode = status
  }

  /** Yields every record of the input in order. */
  async *entries(
    files: readonly string[],
    { jsonl, at, wire, requestsOnly }: RecordOptions,
  ): AsyncGenerator<InputRecord> {
    if (wire !== undefined) (await this.registry()).get(wire)
    for await (const source of this.#sources(files, { jsonl, at, wire, requestsOnly }))
      for await (const entry of entriesOf(source)) yield entryAt(entry, at)
  }

  async *#sources(files: readonly string[], options: RecordOptions): AsyncGenerator<InputSource> {
    const { stdin, stderr } = this.streams
    const settings = {
      ...options,
      registry: () => this.registry(),
      onNotice: (message: string) => writeMessage(stderr, message),
    }
    for await (const source of readSources(stdin, files, settings)) {
      if ('lines' in source) optimizeLess()
      yield source
    }
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The argument with the files of records. */
export const FILES_ARGUMENT = 'files'

/** Defines a subcommand that reads records from files or from standard input. */
export function recordCommand(program: Command, name: string): Command {
  return program
    .command(name)
    .argument(`[${FILES_ARGUMENT}...]`, 'files and folders to read instead of standard input')
    .option(...JSONL_OPTION)
    .option(...AT_OPTION)
}

export const JSONL_OPTION = ['--jsonl', 'one record per line, regardless of the file names'] as const

export const AT_OPTION = [
  '--at <pointer>',
  'the position of the body in each record: a JSON Pointer such as /response/body',
] as const

/** The option for the number of threads that convert records. */
export const JOBS_OPTION = [
  '--jobs <number>',
  'the number of threads; the output is the same',
  positiveInteger,
] as const

export function positiveInteger(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('it must be an integer above 0')
}

export const LIMITS_OPTION = [
  '--limits <profile>',
  'the limits of a vendor, deployment or model family (listed in the README of the wire)',
] as const

export const WIRE_OPTION = [
  '--wire <wire>',
  'the wire of the input (default: named by the record, or recognized)',
] as const
