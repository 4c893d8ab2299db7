import { type Command, Option } from 'commander'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import type { InputRecord } from '../../traffic/input/input-record.js'
import { type LintedRecord, lintRecord, type RulesByWire } from '../../traffic/input/lint-record.js'
import { printedError } from '../../traffic/input/printed-error.js'
import { counted } from '../../traffic/input/shown-text.js'
import { loadRules } from '../adapters.js'
import { fixed, printedRequest, toldFixes, writeFixed } from '../lint/lint-fix.js'
import { type CheckedRequest, gitHubAnnotations, sarifLog } from '../lint/lint-formats.js'
import { listed } from '../lint/lint-listing.js'
import { sourceOf } from '../lint/source-text.js'
import { FAILED_STATUS } from '../pump.js'
import {
  type CommandSession,
  JOBS_OPTION,
  LIMITS_OPTION,
  type RecordOptions,
  recordCommand,
  WIRE_OPTION,
} from '../session.js'
import { writeMessage } from '../standard-streams.js'
import type { RecordCommand } from './command.js'

interface Options extends RecordOptions {
  readonly limits?: string
  readonly format?: 'text' | 'json' | 'sarif' | 'github'
  readonly fix?: true
  readonly write?: true
}

export function addLint(program: Command, session: CommandSession): void {
  const command = recordCommand(program, 'lint')
    .description('check requests against the known rules of their provider; exit status 1 on an error')
    .option(...WIRE_OPTION)
    .option(...LIMITS_OPTION)
    .option(...JOBS_OPTION)
    .addOption(FORMAT_OPTION())
    .option(
      '--fix',
      'fix all fixable problems and print the requests; the changes are listed on standard error',
    )
    .option('--write', 'with --fix: overwrite the files instead')
    .addHelpText('after', EXAMPLE)
  command.action(async (files: readonly string[], options: Options) => {
    const { wire, limits, fix, write } = options
    if (write && !fix) command.error('error: --write requires --fix')
    if (wire !== undefined) await session.target(wire, limits)
    const { format = session.streams.stdout.isTTY ? 'text' : 'json' } = options
    if (fix) await fixAll(files, options, session)
    else if (format === 'json') await printLines(files, options, session)
    else await printReport(files, { ...options, format }, session)
  })
}

const FORMAT_OPTION = () =>
  new Option('--format <format>', 'human-readable text, lines of JSON, SARIF 2.1.0, or annotations of GitHub')
    .choices(['text', 'json', 'sarif', 'github'])
    .default(undefined, 'text on a terminal, else json')

const EXAMPLE = `
Example: why did the provider answer with status 400, and what would it take?
  toolwire lint request.json \\
    | jq -r '.violations[] | "\\(.severity) \\(.rule) \\(.path): \\(.message)"'
  toolwire lint --fix request.json > fixed.json`

async function loadAllRules(session: CommandSession): Promise<RulesByWire> {
  const { adaptersFolder } = session
  const { adapters } = await session.registry()
  const ids = adapters.map(({ id }) => id)
  return new Map(await Promise.all(ids.map(async (id) => [id, await loadRules(id, adaptersFolder)] as const)))
}

function failOn(session: CommandSession, violations: LintedRecord['violations']): void {
  if (violations.some(({ severity }) => severity === 'error')) session.exitCode = FAILED_STATUS
}

/** Prints one line per record with the rules that its request breaks. Paths are relative to the request. */
async function printLines(
  files: readonly string[],
  options: Options,
  session: CommandSession,
): Promise<void> {
  const rules = await loadAllRules(session)
  const command: RecordCommand = (value, { registry, wire }) => {
    const { wire: found, violations } = lintRecord(value, rules, { registry, wire, limits: options.limits })
    failOn(session, violations)
    return { wire: found, violations }
  }
  await session.convertRecords(files, { ...options, requestsOnly: true }, command)
}

/** Calls a function for each record. An unreadable record is reported and does not stop the others. */
async function eachLinted(
  files: readonly string[],
  options: Options,
  session: CommandSession,
  use: (linted: LintedRecord, entry: InputRecord) => void | Promise<void>,
): Promise<void> {
  const rules = await loadAllRules(session)
  const registry = await session.registry()
  const { wire, limits } = options
  for await (const entry of session.entries(files, { ...options, requestsOnly: true })) {
    try {
      await use(lintRecord(entry.read().value, rules, { registry, wire, limits }), entry)
    } catch (error) {
      const { message, path } = printedError(error)
      const at = path === undefined || path === '' ? '' : ` (at ${path})`
      writeMessage(session.streams.stderr, `${entry.place.file ?? 'standard input'}: ${message}${at}`)
      session.exitCode = FAILED_STATUS
    }
  }
}

/** Returns the request, or its list of messages if the record is a bare list. */
function nativeOf({ list }: LintedRecord, request: JsonObject): JsonValue {
  return list === undefined ? request : (request[list] ?? [])
}

async function fixAll(files: readonly string[], options: Options, session: CommandSession): Promise<void> {
  const { stdout, stderr } = session.streams
  await eachLinted(files, options, session, async (linted, { place }) => {
    const result = fixed(linted, options.limits)
    const native = nativeOf(linted, result.request)
    if (options.write !== true) stdout.write(printedRequest(native))
    else if (result.fixed.length > 0) await writeFixed(place, linted.path, native)
    stderr.write(toldFixes(result, place))
    failOn(session, result.left)
  })
}

async function printReport(
  files: readonly string[],
  options: Options & { readonly format: string },
  session: CommandSession,
): Promise<void> {
  const { stdout } = session.streams
  const all: CheckedRequest[] = []
  const columns = Math.min(stdout.columns ?? 80, 120)
  await eachLinted(files, options, session, (linted, { place }) => {
    const { violations, request, path, rules } = linted
    const native = nativeOf(linted, request)
    const checked = { place, rules, violations, source: sourceOf(place, path, native) }
    if (options.format === 'text') stdout.write(listed(checked, session.paint('stdout'), columns))
    if (options.format === 'github') stdout.write(gitHubAnnotations(checked))
    all.push(options.format === 'sarif' ? checked : { ...checked, source: { ...checked.source, text: '' } })
    failOn(session, violations)
  })
  if (options.format === 'sarif') stdout.write(`${JSON.stringify(sarifLog(all), null, 2)}\n`)
  if (options.format === 'text') stdout.write(`${summaryOf(all)}\n`)
}

function summaryOf(all: readonly CheckedRequest[]): string {
  const found = all.flatMap(({ violations }) => violations)
  const count = (severity: string) => found.filter((violation) => violation.severity === severity).length
  const fixes = found.filter(({ fix }) => fix !== undefined).length
  const ending = fixes === 0 ? '' : `; --fix repairs ${fixes}`
  return `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${count('info')} to know, in ${counted(all.length, 'request')}${ending}`
}
