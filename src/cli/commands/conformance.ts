import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { stringifyExact } from '../../base/json/parse.js'
import type { ConformanceCase, ConformanceReport, ServerApi, Subject } from '../../conformance/index.js'
import {
  httpSubject,
  isGreen,
  junitReport,
  matchesId,
  PlayedServers,
  parseExpectedFailures,
  runConformance,
} from '../../conformance/index.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { type LocalServer, serveFetch } from '../../traffic/replay/server.js'
import { bundledCases, casesIn } from '../conformance/bundled-cases.js'
import { CommandSubject } from '../conformance/command-subject.js'
import { printedReport } from '../conformance/printed-report.js'
import { Progress } from '../progress.js'
import { FAILED_STATUS } from '../pump.js'
import { type CommandSession, positiveInteger } from '../session.js'
import { writeMessage } from '../standard-streams.js'

interface Options {
  readonly baseUrl?: string
  readonly command?: string
  readonly list?: boolean
  readonly port: number
  readonly host?: string
  readonly clients?: readonly ServerApi[]
  readonly servers?: readonly ServerApi[]
  readonly route: Partial<Readonly<Record<ServerApi, string>>>
  readonly key?: string
  readonly only?: readonly string[]
  readonly cases?: string
  readonly expectedFailures?: string
  readonly update?: boolean
  readonly timeout?: number
  readonly junit?: string
  readonly json?: string
}

const APIS: readonly ServerApi[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'google-generate-content',
  'bedrock-converse',
  'mistral-chat',
  'cohere-chat',
  'ollama-chat',
]
const COMMON = APIS.slice(0, 4)

export function addConformance(program: Command, session: CommandSession): void {
  program
    .command('conformance')
    .description('test a translator of LLM calls with the public conformance cases')
    .addOption(new Option('--base-url <url>', 'the address of the proxy to test').conflicts('command'))
    .option('--command <line>', 'the program to test: a case per line of input, an output per line')
    .option('--list', 'print the cases as lines of JSON, and test nothing')
    .option('--port <port>', 'the port of the servers that are played for a proxy', positiveInteger, 8790)
    .option('--host <address>', 'the address of these servers (default: this machine only)')
    .option(
      '--clients <apis>',
      'the APIs that the proxy offers (default: Chat, Responses, Messages and Gemini)',
      apis,
    )
    .option('--servers <apis>', 'the APIs of the servers behind the proxy (default: the same)', apis)
    .option(
      '--route <api=model>',
      'the model that reaches the server of an API; {model} is that of the case',
      route,
      {},
    )
    .option('--key <key>', 'the key that the client sends to the proxy (default: conformance)')
    .option('--only <pattern...>', 'the ids to test, with * for any text')
    .option('--cases <folder>', 'a folder of cases (default: those of this version)')
    .option('--expected-failures <file>', 'a file of ids that fail, with * for any text')
    .option('--update', 'write the ids that fail to the file of expected failures')
    .option('--timeout <milliseconds>', 'the time limit of a case (default: 10000)', positiveInteger)
    .option('--junit <file>', 'write the results as JUnit XML')
    .option('--json <file>', 'write the results as JSON')
    .addHelpText('after', EXAMPLE)
    .action((options: Options) => conformance(options, session))
}

const EXAMPLE = `
Exit status: 0 all passed or expected, 1 a case failed, 2 nothing was tested.
Example: a proxy whose servers are at http://127.0.0.1:8790/<api>
  toolwire conformance --base-url http://127.0.0.1:4000 \\
    --servers anthropic-messages --route anthropic-messages=claude
Example: a program
  toolwire conformance --command "python translate.py"`

function apis(text: string): readonly ServerApi[] {
  const names = text.split(',').map((name) => name.trim())
  return names.map((name) => {
    const api = APIS.find((known) => known === name)
    if (api === undefined) throw new InvalidArgumentError(`${name} is not one of ${APIS.join(', ')}.`)
    return api
  })
}

function route(text: string, before: Options['route']): Options['route'] {
  const [api = '', ...model] = text.split('=')
  const [known] = apis(api)
  if (known === undefined || model.length === 0) throw new InvalidArgumentError('Write it as api=model.')
  return { ...before, [known]: model.join('=') }
}

async function conformance(options: Options, session: CommandSession): Promise<void> {
  const cases = await chosenCases(options, session)
  if (options.list) {
    for (const test of cases) session.streams.stdout.write(`${stringifyExact(test)}\n`)
    return
  }
  const opened = await openSubject(options)
  if (opened === undefined || cases.length === 0) {
    const why =
      opened === undefined ? 'name a proxy (--base-url) or a program (--command)' : 'no case matches --only'
    writeMessage(session.streams.stderr, `nothing is tested: ${why}`)
    session.exitCode = 2
    return
  }
  try {
    await tested(opened.subject, cases, options, session)
  } finally {
    await opened.close()
  }
}

async function chosenCases({ cases: folder, only }: Options, session: CommandSession) {
  const all = await (folder === undefined
    ? bundledCases(new URL('..', session.adaptersFolder))
    : casesIn(folder))
  return only === undefined ? all : all.filter(({ id }) => only.some((pattern) => matchesId(pattern, id)))
}

interface OpenedSubject {
  readonly subject: Subject
  close(): Promise<void>
}

async function openSubject({ command, baseUrl, ...options }: Options): Promise<OpenedSubject | undefined> {
  if (command !== undefined) {
    const subject = new CommandSubject(command)
    return { subject, close: async () => subject.close() }
  }
  if (baseUrl === undefined) return undefined
  const servers = new PlayedServers()
  const { port, host, clients = COMMON, key } = options
  const served: LocalServer = await serveFetch(servers.fetch, { port, host, anyHost: true })
  const named = (options.servers ?? COMMON).map((api) => [api, `conformance-${api}`] as const)
  const models = { ...Object.fromEntries(named), ...options.route }
  const subject = httpSubject({ baseUrl, servers, clients, models, key })
  return { subject, close: () => served.close() }
}

async function tested(
  subject: Subject,
  cases: readonly ConformanceCase[],
  options: Options,
  session: CommandSession,
): Promise<void> {
  const { streams } = session
  const progress = new Progress(streams.stderr)
  const report = await runConformance({
    ...{ subject, cases, timeout: options.timeout },
    expectedFailures: await expectedFailures(options),
    onResult: ({ state }) => progress.count(state === 'failed'),
  })
  progress.clear()
  streams.stdout.write(printedReport(report, session.paint('stdout')))
  await writeReports(report, options)
  if (!isGreen(report) && !options.update) session.exitCode = FAILED_STATUS
}

async function expectedFailures({ expectedFailures: file, update }: Options): Promise<readonly string[]> {
  if (file === undefined || update) return []
  return parseExpectedFailures(await readFile(file, 'utf8'))
}

async function writeReports(report: ConformanceReport, options: Options): Promise<void> {
  const { junit, json, expectedFailures: file, update } = options
  if (junit !== undefined) await writeAtomically(junit, [junitReport(report)])
  if (json !== undefined) await writeAtomically(json, [`${JSON.stringify(report, undefined, 2)}\n`])
  if (file !== undefined && update) {
    const failed = report.results.filter(({ state, isChoice }) => state === 'failed' && !isChoice)
    await writeAtomically(
      file,
      failed.map(({ id }) => `${id}\n`),
    )
  }
}
