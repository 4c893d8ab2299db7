import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { printedError, unreadFile } from '../traffic/input/printed-error.js'
import { ADAPTERS_FOLDER } from './adapters.js'
import { CommandSession, FILES_ARGUMENT } from './session.js'
import { type Streams, writeMessage } from './standard-streams.js'

const { version }: { readonly version: string } = createRequire(import.meta.url)('toolwire/package.json')

/** The exit status for a wrong command line, or an unreadable file named in it. */
const UNUSABLE = 2

const RECORD_HELP = `
A record is {"id"?, "wire"?, "request"?, "response"?, "sse"?, "chunks"?}: native
bodies, an event stream's text or its events. A body, a list of messages or of
records, JSON Lines, an event stream, a cassette, HAR and a folder of fixtures
are read as well. With files, each line of output names its source: "file", and
"line" or "item".
Exit status: 0 all records were read, 1 a record failed (the output says why in
its place), 2 the command could not run.`

/** Runs the command line. Returns the exit status and never throws. */
export async function run(
  argv: readonly string[],
  streams: Streams,
  adaptersFolder = ADAPTERS_FOLDER,
  Run = CommandSession,
): Promise<number> {
  try {
    const session = new Run(streams, adaptersFolder, argv)
    const program = await createProgram(session)
    await program.parseAsync(reportingUnknown(argv), { from: 'user' })
    return session.exitCode
  } catch (error) {
    // Commander has already printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : UNUSABLE
    writeMessage(streams.stderr, explain(error))
    return UNUSABLE
  }
}

async function createProgram(session: CommandSession): Promise<Command> {
  const { stdin, stdout, stderr } = session.streams
  const program = new Command('toolwire')
    .description('Reads, converts and checks recorded LLM traffic with tool calls, of any provider.')
    .version(version)
    .option('--no-color', 'no colors. NO_COLOR does the same, FORCE_COLOR=1 turns them on')
    .hook('preAction', (command, action) => {
      session.colors = command.opts().color
      // Without files, the command would wait for the user to type records.
      if (stdin.isTTY === true && readsRecords(action) && action.args.length === 0)
        action.help({ error: true })
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
    })
    .showHelpAfterError('(add --help for the options and an example)')
  await addCommands(program, session)
  return program
}

/**
 * Returns the arguments, or only the command if it is unknown: Commander answers `help bogus` and
 * `bogus --help` with the general help, without an error.
 */
function reportingUnknown(argv: readonly string[]): readonly string[] {
  const [first, second] = argv.filter((argument) => !argument.startsWith('-'))
  const named = first === HELP ? second : first
  return named === undefined || named === HELP || COMMANDS.has(named) ? argv : [named]
}

/** Commander's command for the help of a command. */
const HELP = 'help'

/** Returns true for a command that reads records from standard input if no file is named. */
function readsRecords({ registeredArguments: [first] }: Command): boolean {
  return first?.name() === FILES_ARGUMENT
}

/** Loads the named command, or all commands if no command is named, for the help, and for completion. */
async function addCommands(program: Command, session: CommandSession): Promise<void> {
  const name = session.argv.find((argument) => !argument.startsWith('-')) ?? ''
  const named = name === COMPLETION ? undefined : COMMANDS.get(name)
  const loads = named === undefined ? [...COMMANDS.values()] : [named]
  for (const add of await Promise.all(loads.map((load) => load()))) add(program, session)
  if (named !== undefined) return
  const { wrapped } = await import('./printed-text.js')
  const wires = wrapped(`Wires: ${await knownWires(session)}`, 80).join('\n')
  program.addHelpText('after', `${RECORD_HELP}\n${wires}`)
}

/** Lists the wires with their short names. Folders without an adapter are skipped. */
async function knownWires(session: CommandSession): Promise<string> {
  const { adapters } = await session.registry()
  const names = await session.wireNames()
  const known = names.filter(([wire]) => adapters.some(({ id }) => id === wire))
  return known
    .map(([wire, ...short]) => (short.length === 0 ? wire : `${wire} (${short.join(', ')})`))
    .join(', ')
}

/** The name of the command that needs the definitions of the other commands. */
const COMPLETION = 'completion'

/** The commands, in the order of the help. */
const COMMANDS = new Map([
  ['calls', async () => (await import('./commands/calls.js')).addCalls],
  ['decode', async () => (await import('./commands/decode.js')).addDecode],
  ['encode', async () => (await import('./commands/encode.js')).addEncode],
  ['translate', async () => (await import('./commands/translate.js')).addTranslate],
  ['lint', async () => (await import('./commands/lint.js')).addLint],
  ['models', async () => (await import('./commands/models.js')).addModels],
  ['inspect', async () => (await import('./commands/inspect.js')).addInspect],
  ['record', async () => (await import('./commands/record.js')).addRecord],
  ['replay', async () => (await import('./commands/replay.js')).addReplay],
  ['mock', async () => (await import('./commands/mock.js')).addMock],
  ['proxy', async () => (await import('./commands/proxy.js')).addProxy],
  ['session', async () => (await import('./commands/session.js')).addSession],
  ['scan', async () => (await import('./commands/scan.js')).addScan],
  ['conformance', async () => (await import('./commands/conformance.js')).addConformance],
  ['check', async () => (await import('./commands/check.js')).addCheck],
  ['import', async () => (await import('./commands/import.js')).addImport],
  ['export', async () => (await import('./commands/export.js')).addExport],
  [COMPLETION, async () => (await import('./commands/completion.js')).addCompletion],
])

function explain(error: unknown): string {
  const unread = unreadFile(error)
  if (unread !== undefined) return unread
  return error instanceof Error && 'code' in error ? error.message : printedError(error).message
}
