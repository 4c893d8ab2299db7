import { access, constants } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RecordedExchange } from '../../base/http/recorded-exchange.js'
import { AdapterError } from '../../base/json/adapter-error.js'
import { writeOtlp } from '../../tools/telemetry/otlp.js'
import { timeOf } from '../../traffic/input/record-times.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { readExchanges } from '../../traffic/replay/cassette.js'
import { writeHar } from '../../traffic/replay/export-har.js'
import { STDIN } from '../files.js'
import { following } from '../following.js'
import { reportNewFolder } from '../new-folder.js'
import { recordedSpans, type SpanOptions } from '../otlp-spans.js'
import { Progress } from '../progress.js'
import { FAILED_STATUS } from '../pump.js'
import { AT_OPTION, type CommandSession, JSONL_OPTION, WIRE_OPTION } from '../session.js'
import { writeMessage, writePieces } from '../standard-streams.js'

interface Options extends SpanOptions {
  readonly to?: string | undefined
  readonly format?: Format
}

type Format = 'har' | 'otlp'

export function addExport(program: Command, session: CommandSession): void {
  program
    .command('export')
    .description('write recordings in a format that other tools read')
    .argument('<files...>', 'cassettes; with otlp any recordings, logs and folders')
    .addOption(new Option('--format <format>', 'the format to write (default: har)').choices(FORMATS))
    .option('--to <file>', 'the file to write or replace, or "otlp" (default: standard output)')
    .option('--content', 'otlp: also write messages, tool definitions, arguments, results')
    .option('--start <time>', 'otlp: the time of spans without a recorded time', isoTime)
    .option(...WIRE_OPTION)
    .option(...JSONL_OPTION)
    .option(...AT_OPTION)
    .addHelpText('after', EXAMPLE)
    .action(async (files: readonly string[], given: Options) => {
      const { format, to, ...options } = withFormat(given)
      // No output is written if a file cannot be read, or is not a cassette.
      for (const file of files) if (file !== STDIN) await access(file, constants.R_OK)
      const text =
        format === 'otlp'
          ? await spansText(files, options, session)
          : await harText(files, { ...options, to }, session)
      if (text === undefined) return
      if (to === undefined) return writePieces(text, session.streams.stdout)
      reportNewFolder(to, session.streams.stderr)
      await writeAtomically(to, text)
    })
}

const FORMATS: readonly Format[] = ['har', 'otlp']
const EXAMPLE = `
Example: look at a recording in the network tab of a browser
  toolwire export fixtures/traffic.cassette --format har --to traffic.har
Example: send a recording to a collector of OpenTelemetry
  toolwire export fixtures/traffic.cassette --to otlp \\
    | curl -H 'content-type: application/json' --data-binary @- \\
      http://localhost:4318/v1/traces`

/** `--to otlp` names the format, as `--to` of other commands does. A file of this name is `./otlp`. */
function withFormat({ format, to, ...options }: Options) {
  if (format === undefined && to === 'otlp') return { ...options, format: 'otlp' as const, to: undefined }
  return { ...options, format: format ?? 'har', to }
}

function isoTime(text: string): number {
  const time = timeOf(text)
  if (time !== undefined) return time
  throw new InvalidArgumentError('it must be a time in ISO 8601, such as 2026-11-29T12:00:00Z')
}

/** Returns undefined if no record can be read. */
async function spansText(
  files: readonly string[],
  options: SpanOptions,
  session: CommandSession,
): Promise<AsyncIterable<string> | undefined> {
  const spans = recordedSpans(files, options, session)
  const first = await spans.next()
  if (first.done && session.exitCode !== 0) return undefined
  return writeOtlp(following(first, spans))
}

async function harText(
  files: readonly string[],
  { to, content, start, wire, jsonl, at }: Options,
  session: CommandSession,
): Promise<AsyncIterable<string>> {
  const [unused] =
    Object.entries({ content, start, wire, jsonl, at }).find(([, value]) => value !== undefined) ?? []
  if (unused !== undefined)
    throw new AdapterError('unsupported', '', `--${unused} has no effect without --format otlp`)
  if (to === undefined) for (const file of files) await expectCassette(file)
  return writeHar(readCassettes(files, session))
}

/** @throws the errors of reading, before the first output. Torn exchanges are reported when they are written. */
async function expectCassette(path: string): Promise<void> {
  const exchanges = readExchanges(path, () => undefined)
  while (!(await exchanges.next()).done);
}

async function* readCassettes(
  paths: readonly string[],
  session: CommandSession,
): AsyncGenerator<RecordedExchange, void, undefined> {
  const { stderr } = session.streams
  const progress = new Progress(stderr)
  for (const path of paths) {
    const onTorn = (start: number) => {
      session.exitCode = FAILED_STATUS
      writeMessage(stderr, `${path}: the exchange at byte ${start} is incomplete and skipped`)
    }
    for await (const { exchange } of readExchanges(path, onTorn)) {
      yield exchange
      progress.count(false)
    }
  }
  progress.finish()
}
