import { createRequire } from 'node:module'
import { Command, CommanderError } from 'commander'
import { ADAPTERS_FOLDER, loadRegistry } from './adapters.js'
import { addCalls } from './commands/calls.js'
import { addCheck } from './commands/check.js'
import { addDecode } from './commands/decode.js'
import { addEncode } from './commands/encode.js'
import { addExport } from './commands/export.js'
import { addImport } from './commands/import.js'
import { addInspect } from './commands/inspect.js'
import { addLint } from './commands/lint.js'
import { addRecord } from './commands/record.js'
import { addReplay } from './commands/replay.js'
import { addTranslate } from './commands/translate.js'
import { failureOf } from './failure.js'
import { Session } from './session.js'
import type { Streams } from './streams.js'

const { version }: { readonly version: string } = createRequire(import.meta.url)('toolwire/package.json')

/** The exit status when the command line itself is wrong, or its file cannot be read. */
const UNUSABLE = 2

const RECORD_HELP = `
A record is {"id"?, "wire"?, "request"?, "response"?, "sse"?, "chunks"?}: native bodies, an event stream's text or its
events. A bare request or response body, an array of records and an event-stream file are understood too.
Exit status: 0 all went well, 1 a record failed (its place in the output says why), 2 the command could not run.`

/** Runs the command line. Returns the exit status; throws nothing. */
export async function run(
  argv: readonly string[],
  streams: Streams,
  adaptersFolder = ADAPTERS_FOLDER,
  Run = Session,
): Promise<number> {
  try {
    const session = new Run(streams, await loadRegistry(adaptersFolder), adaptersFolder, argv)
    await createProgram(session).parseAsync(argv, { from: 'user' })
    return session.exitCode
  } catch (error) {
    // Commander has already printed what it has to say.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : UNUSABLE
    streams.stderr.write(`toolwire: ${explain(error)}\n`)
    return UNUSABLE
  }
}

function createProgram(session: Session): Command {
  const { stdout, stderr } = session.streams
  const wires = session.registry.adapters.map(({ id }) => id).join(', ')
  const program = new Command('toolwire')
    .description('Reads, converts and checks recorded LLM traffic with tool calls, whatever the provider.')
    .version(version)
    .addHelpText('after', `${RECORD_HELP}\nWires: ${wires}`)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 100,
    })
    .showHelpAfterError('(add --help for the options and an example)')
  addCalls(program, session)
  addDecode(program, session)
  addEncode(program, session)
  addTranslate(program, session)
  addLint(program, session)
  addInspect(program, session)
  addRecord(program, session)
  addReplay(program, session)
  addCheck(program, session)
  addImport(program, session)
  addExport(program, session)
  return program
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'no permission to read it',
  EISDIR: 'it is a folder; name a file in it',
}

function explain(error: unknown): string {
  if (!(error instanceof Error && 'code' in error)) return failureOf(error).message
  const reason = FILE_ERRORS[String(error.code)]
  const file = 'path' in error ? String(error.path) : 'the input'
  return reason === undefined ? error.message : `cannot read ${file}: ${reason}`
}
