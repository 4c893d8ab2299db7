import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { AdapterError } from '../../base/json/adapter-error.js'
import { counted } from '../../traffic/input/shown-text.js'
import { writeAtomically } from '../../traffic/replay/atomic.js'
import { type ConvertedSession, convertSession } from '../../traffic/sessions/convert-session.js'
import type { StoredAgent } from '../../traffic/sessions/session-places.js'
import { type SessionAgent, sessionAgents } from '../../traffic/sessions/session-types.js'
import { STDIN } from '../files.js'
import { reportNewFolder } from '../new-folder.js'
import { AT_OPTION, type CommandSession, type RecordOptions, WIRE_OPTION } from '../session.js'
import { addStoreCommands, agentOption } from '../sessions/commands.js'
import { storedSession } from '../sessions/find-sessions.js'
import { readSession, sessionRecords, type TimedConversation } from '../sessions/read-session.js'
import { writeMessage, writePieces } from '../standard-streams.js'

interface Options extends RecordOptions {
  readonly agent?: StoredAgent
  readonly to: SessionAgent
  readonly folder?: string
  readonly output?: string
  readonly install?: boolean
}

export function addSession(program: Command, session: CommandSession): void {
  const sessions = program
    .command('session')
    .description('list and search the sessions of coding agents, and move them between agents')
    .addHelpText('after', EXAMPLE)
  sessions
    .command('convert')
    .description('write a conversation as a session that an agent resumes')
    .argument('<session>', 'the id of a local session, or a file with a recorded conversation')
    .addOption(agentOption())
    .addOption(new Option('--to <agent>', 'the agent').choices(sessionAgents).makeOptionMandatory())
    .option('--folder <path>', 'the folder in which the agent works (default: this folder)')
    .addOption(
      new Option('--output <file>', 'the file to write (default: standard output)').conflicts('install'),
    )
    .option('--install', "write into the agent's own folder of sessions")
    .option(...WIRE_OPTION)
    .option(...AT_OPTION)
    .action((file: string, options: Options) => convert(file, options, session))
  addStoreCommands(sessions, session)
}

const EXAMPLE = `
Example: find a session, and read it
  toolwire session search parser --folder .
  toolwire session show 1b9d6bcd
Example: continue a session of Claude Code with Codex
  toolwire session convert session.jsonl --to codex --install
Example: write a conversation as a file that opencode imports
  toolwire session convert request.json --to opencode --output session.json`

const RESUME: Readonly<Record<SessionAgent, (id: string, file: string) => string>> = {
  'claude-code': (id) => `claude --resume ${id}`,
  codex: (id) => `codex resume ${id}`,
  opencode: (id, file) => `opencode import ${file} && opencode --session ${id}`,
}

async function convert(file: string, options: Options, session: CommandSession): Promise<void> {
  const { stderr } = session.streams
  const { to, folder = '.' } = options
  const { conversation, times } = await conversationIn(file, options, session)
  const registry = await session.registry()
  const converted = await convertSession(to, conversation, {
    ...{ folder: resolve(folder), time: Date.now(), times },
    load: async (wire) => registry.get(wire),
  })
  reportLosses(converted, to, session)
  const path = targetOf(converted, options)
  if (path === undefined) await writePieces([converted.text], session.streams.stdout)
  else {
    reportNewFolder(path, stderr)
    await writeAtomically(path, [converted.text])
  }
  writeMessage(stderr, `Resume it in ${resolve(folder)}: ${RESUME[to](converted.id, path ?? 'FILE')}`)
}

/**
 * Returns the path of the written file; undefined for standard output.
 * @throws AdapterError for an agent that only imports sessions.
 */
function targetOf({ path }: ConvertedSession, { output, install, to }: Options): string | undefined {
  if (install !== true) return output
  if (path === undefined)
    throw new AdapterError(
      'unsupported',
      '',
      `${to} imports sessions: use --output FILE, then ${to} import FILE`,
    )
  return join(homedir(), path)
}

/** Returns the latest conversation of a file that is not a subagent's, and reports what is left out. */
async function conversationIn(
  file: string,
  options: Options,
  session: CommandSession,
): Promise<TimedConversation> {
  const settings = { registry: await session.registry(), wire: options.wire }
  const isFile = existsSync(file) || file === STDIN
  const records = isFile
    ? session.entries([file], options)
    : await storedRecords(file, session, options.agent)
  const { conversations, failure } = await readSession(records, settings)
  const own = conversations.filter(({ isOfSubagent }) => !isOfSubagent)
  const last = own.at(-1)
  const reason = failure === undefined ? '' : `: ${failure.message}`
  if (last === undefined) throw new AdapterError('missing-field', '', `${file} has no conversation${reason}`)
  const { stderr } = session.streams
  if (failure !== undefined) writeMessage(stderr, failure.message)
  const earlier = own.length - 1
  if (earlier > 0)
    writeMessage(stderr, `${counted(earlier, 'earlier conversation')} of the file is not converted`)
  const subagents = conversations.length - own.length
  if (subagents > 0)
    writeMessage(stderr, `${counted(subagents, 'conversation')} of subagents is not converted`)
  return last
}

/** Returns the records of a local session. */
async function storedRecords(id: string, session: CommandSession, agent: StoredAgent | undefined) {
  const { read, file } = await storedSession(id, session, { agent })
  return sessionRecords(await read(), file, await session.registry())
}

function reportLosses({ notices, missing }: ConvertedSession, to: SessionAgent, session: CommandSession) {
  const { stderr } = session.streams
  if (missing.length > 0)
    writeMessage(stderr, `Calls of tools that ${to} does not have are text: ${missing.join(', ')}`)
  const losses = new Map<string, number>()
  for (const { severity, message } of notices)
    if (severity === 'warning') losses.set(message, (losses.get(message) ?? 0) + 1)
  for (const [message, count] of losses)
    writeMessage(stderr, count === 1 ? message : `${message} (${count} times)`)
}
