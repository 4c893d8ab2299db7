import { type Command, InvalidArgumentError, Option } from 'commander'
import { AdapterError } from '../../base/json/adapter-error.js'
import { counted } from '../../traffic/input/shown-text.js'
import type { Matching } from '../../traffic/replay/recordings.js'
import type { Fault, Timing } from '../../traffic/replay/serve.js'
import { expectHttp } from '../../translate/exchange/registry.js'
import { reportNewFolder } from '../new-folder.js'
import { openReplay } from '../open-replay.js'
import {
  type ServingOptions,
  servedReplay,
  serveUntilStopped,
  targetUrl,
  withServingOptions,
} from '../serve-until-stopped.js'
import type { CommandSession } from '../session.js'
import { writeMessage } from '../standard-streams.js'

interface Options extends ServingOptions {
  readonly as?: string
  readonly mode: 'replay' | 'auto'
  readonly to?: string
  readonly timing: Timing
  readonly fault?: readonly Fault[]
  readonly faultCount?: number
  readonly match: Matching
  readonly ignore?: readonly string[]
}

export function addReplay(program: Command, session: CommandSession): void {
  const command = program
    .command('replay')
    .argument('<path>', 'a cassette, a fixture folder, or a folder of them')
    .description('answer from recordings as a local server, for clients in any language')
    .option('--as <wire>', 'answer clients of this wire, whatever wire was recorded')
    .addOption(
      new Option('--mode <mode>', 'auto sends and records unrecorded requests')
        .choices(['replay', 'auto'])
        .default('replay'),
    )
    .option('--target <url>', 'where mode auto sends unrecorded requests', targetUrl)
    .option('--to <file>', 'the cassette that mode auto appends to (default: the path)')
    .option('--timing <timing>', 'instant, recorded, or a factor such as 0.1', timing, 'instant')
    .option('--fault <fault>', FAULT_HELP, addFault)
    .option(
      '--fault-count <number>',
      'the number of requests that get the faults (default: all)',
      wholeNumber,
    )
    .addOption(
      new Option('--match <how>', 'which recording answers a request')
        .choices(['exact', 'in-order', 'best'])
        .default('exact'),
    )
    .option('--ignore <pointer>', IGNORE_HELP, addPointer)
  withServingOptions(command)
    .addHelpText('after', example(session.exampleWire))
    .action((path: string, options: Options) => replay(path, options, session))
}

const FAULT_HELP =
  'a failure to simulate, may be repeated: cut=BYTES, delay=MILLISECONDS, status=CODE[,header=value…], malformed-frame=N, duplicated-frame=N (frames count from 0)'

const IGNORE_HELP =
  'JSON Pointer into requests to what does not count, * for any one token; may be given again (with --as into what a miss shows: /system, /turns/*/…)'

const example = (wire: string) => `
Example: how does my program cope when the provider is busy once?
  toolwire replay fixtures/weather.cassette --port 4010 \\
    --fault status=429,retry-after=1 --fault-count 1
  toolwire replay fixtures/weather.cassette --port 4010 --fault cut=1000
Example: give a client of one provider what another one answered
  toolwire replay fixtures --port 4010 --as ${wire}`

async function replay(path: string, options: Options, session: CommandSession): Promise<void> {
  const { as, mode, to, match, fault = [] } = options
  if (mode === 'auto' && options.target === undefined)
    throw new AdapterError('missing-field', '', 'mode auto needs --target, where to send what is missing')
  const { streams } = session
  const { stderr } = streams
  const registry = await session.registry()
  const target = as === undefined ? undefined : registry.get(as)
  if (target !== undefined) expectHttp(target, '', registry.adapters)
  const log = session.requestLog(options)
  const shown = new Set<string>()
  let faultsLeft = options.faultCount ?? Number.POSITIVE_INFINITY
  const replay = await openReplay({
    from: path,
    to,
    mode,
    registry,
    matching: match,
    noise: { ignore: options.ignore ?? [] },
    timing: options.timing,
    as: target,
    faultsFor: () => (faultsLeft-- > 0 ? fault : []),
    onUnreadable: (id, error) => writeMessage(stderr, `passed over ${id}: ${error.message}`),
    onOutcome: log?.outcome,
    onNotices(id, notices) {
      for (const { severity, code, path, message } of notices) {
        const line = `${id}: ${severity} ${code} at ${path || '/'}: ${message}\n`
        if (!shown.has(line)) stderr.write(line)
        shown.add(line)
      }
    },
  })
  if (mode === 'auto') reportNewFolder(to ?? path, stderr)
  await serveUntilStopped(
    servedReplay(replay, log?.answered),
    options,
    { streams },
    `replaying ${counted(replay.size, 'recording')} of ${path}`,
  )
}

function timing(text: string): Timing {
  if (text === 'instant' || text === 'recorded') return text
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new InvalidArgumentError('it must be instant, recorded or a factor')
}

function addPointer(text: string, before: readonly string[] = []): readonly string[] {
  if (/^(\/([^~/]|~[01])*)+$/.test(text)) return [...before, text]
  throw new InvalidArgumentError('it must be a JSON Pointer such as /metadata or /messages/*/id')
}

function addFault(text: string, before: readonly Fault[] = []): readonly Fault[] {
  return [...before, parseFault(text)]
}

function parseFault(text: string): Fault {
  const [setting = '', ...headers] = text.split(',')
  const [type = '', value = ''] = setting.split('=')
  const number = wholeNumber(value)
  switch (type) {
    case 'cut':
      return { type, bytes: number }
    case 'delay':
      return { type, milliseconds: number }
    case 'malformed-frame':
    case 'duplicated-frame':
      return { type, frame: number }
    case 'status':
      return { type, status: errorStatus(number), headers: Object.fromEntries(headers.map(headerOf)) }
    default:
      throw new InvalidArgumentError(`there is no fault "${type}"`)
  }
}

function headerOf(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=')
  if (/^[\w-]+$/.test(name) && value !== '') return [name, value]
  throw new InvalidArgumentError(`"${text}" is not of the form header=value`)
}

function errorStatus(status: number): number {
  if (status >= 400 && status <= 599) return status
  throw new InvalidArgumentError('the status must be from 400 to 599')
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('it needs an integer')
}
