import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { toBase64 } from '../../base/json/base64.js'
import { stringifyJson } from '../../base/json/write-json.js'
import { redactExchange } from '../../traffic/redaction/redact.js'
import { expectCreatable, writeAtomically } from '../../traffic/replay/atomic.js'
import { CassetteWriter } from '../../traffic/replay/cassette.js'
import { CASSETTE_EXTENSION, type RecordingSource, readCase } from '../../traffic/replay/find-recordings.js'
import { type Imported, type ImportedEntry, importedOf } from '../../traffic/replay/import/imported.js'
import {
  IMPORT_FORMATS,
  type ImportRecordingsOptions,
  importRecordings,
} from '../../traffic/replay/import/index.js'
import { cassetteText } from '../../traffic/replay/read-cassette.js'
import { isBinaryStream } from '../../traffic/replay/recorded-streams.js'
import { inputsAt } from '../files.js'
import { following } from '../following.js'
import { reportNewFolder } from '../new-folder.js'
import { Progress } from '../progress.js'
import { FAILED_STATUS } from '../pump.js'
import type { CommandSession } from '../session.js'
import { writeMessage } from '../standard-streams.js'

interface Options {
  readonly to: string
  readonly format?: string
  readonly wire?: string | undefined
  readonly url?: string
  readonly redact?: readonly string[]
  readonly append?: true
  readonly force?: true
}

export function addImport(program: Command, session: CommandSession): void {
  program
    .command('import')
    .description('convert recordings of other tools to a cassette, with credentials redacted')
    .argument('<files...>', 'the files and folders to read')
    .requiredOption('--to <cassette>', 'the cassette file to write')
    .addOption(formatOption())
    .option(
      '--wire <wire>',
      'the wire of the recordings (default: recognized); for aimock, the wire to write',
    )
    .option('--url <url>', 'the URL of the requests, for files with only answers')
    .option('--redact <pointer...>', 'more values of bodies to redact, as JSON Pointers (* for any token)')
    .option('--append', 'append to an existing cassette')
    .option('--force', 'replace an existing cassette')
    .addHelpText('after', `\n${formatHelp()}\n${example(session.exampleWire)}`)
    .action(async (files: readonly string[], options: Options) => {
      await importFiles(files, options, session)
    })
}

function formatOption(): Option {
  const names = IMPORT_FORMATS.map(({ name }) => name)
  return new Option('--format <format>', 'the format of the files (default: recognized by content)').choices(
    names,
  )
}

function formatHelp(): string {
  const lines = IMPORT_FORMATS.map(({ name, title }) => `  ${name.padEnd(8)}${title}`)
  return ['Formats:', ...lines].join('\n')
}

const example = (wire: string) => `
Example: replay what a browser or a proxy saved
  toolwire import traffic.har --to fixtures/traffic.cassette

Example: keep the cassettes of a Python project
  toolwire import tests/cassettes/*.yaml --to fixtures/python.cassette

Example: a stream that was saved without its request
  toolwire import answer.chunks.txt --wire ${wire} \\
    --to fixtures/answer.cassette`

async function importFiles(
  files: readonly string[],
  options: Options,
  session: CommandSession,
): Promise<void> {
  refuseExisting(options)
  // A cassette contains wire ids, not short names.
  const wire = options.wire && (await session.registry()).get(options.wire).id
  await expectCreatable(options.to)
  const { stderr } = session.streams
  const imported = readFiles(files, { ...options, wire }, session)
  const first = await imported.next()
  if (first.done) return writeMessage(stderr, `${options.to} is not written, because it would be empty`)
  reportNewFolder(options.to, stderr)
  const all = following(first, imported)
  if (options.append) await appendTo(options.to, all)
  else await writeAtomically(options.to, cassetteText(all))
}

function refuseExisting({ to, append, force }: Options): void {
  if (append || force || !existsSync(to)) return
  throw new AdapterError(
    'unsupported',
    '',
    `${to} is there already; --append adds to it, --force replaces it`,
  )
}

/** Yields the exchanges of all files. Errors are reported as they occur, and the import continues. */
async function* readFiles(
  files: readonly string[],
  { format, wire, url, redact }: Options,
  session: CommandSession,
): AsyncGenerator<RecordedExchange, void, undefined> {
  const registry = await session.registry()
  const progress = new Progress(session.streams.stderr)
  let count = 0
  let failed = 0
  for await (const input of importedInputs(files)) {
    const { path } = input
    const settings = { name: basename(path), registry, format, wire, url, redact: { bodyPaths: redact } }
    const imported = await importInput(input, settings)
    tell(path, imported, session)
    failed += imported.failures.length
    for (const exchange of imported.exchanges) {
      yield exchange
      count += 1
      progress.count(false)
    }
  }
  progress.finish()
  if (failed > 0) session.exitCode = FAILED_STATUS
  const skipped = failed === 0 ? '' : `; ${failed} could not be read`
  writeMessage(session.streams.stderr, `${count} exchanges imported${skipped}`)
}

/** Skips cassettes in a folder, because they are the output of imports. */
async function* importedInputs(paths: readonly string[]): AsyncGenerator<RecordingSource> {
  for await (const input of inputsAt(paths)) {
    if (input.type === 'stdin') continue
    if (paths.includes(input.path) || !input.path.endsWith(CASSETTE_EXTENSION)) yield input
  }
}

async function importInput(input: RecordingSource, options: ImportRecordingsOptions): Promise<Imported> {
  try {
    if (input.type === 'case') return await importCase(input, options)
    return await importBytes(await readFile(input.path), options)
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error
    return importedOf([{ item: 1, failure: error }])
  }
}

async function importCase(
  { path, names }: RecordingSource,
  { registry, redact }: ImportRecordingsOptions,
): Promise<Imported> {
  const entries: ImportedEntry[] = []
  for await (const { exchange } of readCase(path, names, registry))
    entries.push({ item: entries.length + 1, exchange: redactExchange(exchange, redact) })
  return importedOf(entries)
}

async function importBytes(bytes: Uint8Array, options: ImportRecordingsOptions): Promise<Imported> {
  if (!isBinaryStream(bytes)) return importRecordings(new TextDecoder().decode(bytes), options)
  const record = { id: options.name ?? 'stream', eventStreamBase64: toBase64(bytes) }
  return importRecordings(stringifyJson(record), { ...options, format: 'jsonl' })
}

function tell(file: string, { failures, notices }: Imported, { streams }: CommandSession): void {
  for (const { message } of failures) writeMessage(streams.stderr, `${file}: ${message}`)
  for (const { code, path, message } of notices)
    writeMessage(streams.stderr, `${file}: ${code} at ${path || '/'}: ${message}`)
}

/** Appends to a cassette. It is not replaced, because other processes may be writing to it. */
async function appendTo(path: string, exchanges: AsyncIterable<RecordedExchange>): Promise<void> {
  const writer = await CassetteWriter.open(path)
  try {
    for await (const exchange of exchanges) await writer.append(exchange)
  } finally {
    await writer.close()
  }
}
