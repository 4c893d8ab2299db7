import { type Command, Option } from 'commander'
import { stringifyJson } from '../../base/json/write-json.js'
import { shown, shownJson } from '../../traffic/input/shown-text.js'
import { storedAgents } from '../../traffic/sessions/session-places.js'
import type { Style } from '../printed-table.js'
import { fitted } from '../printed-text.js'
import { type CommandSession, positiveInteger } from '../session.js'
import { writeMessage, writePieces } from '../standard-streams.js'
import { type FindOptions, foundSessions, openedSession, sessionsWith } from './find-sessions.js'
import { sessionLines, summaryLines } from './printed-session.js'
import type { OpenedSession } from './session-summary.js'

interface ListOptions extends FindOptions {
  readonly limit: number
  readonly json?: boolean
}

const DEFAULT_LIMIT = 20
const DEFAULT_WIDTH = 80

/** Adds the commands that read the local sessions of agents. */
export function addStoreCommands(sessions: Command, session: CommandSession): void {
  listed(
    sessions.command('list').description('list the local sessions of coding agents, newest first'),
  ).action((options: ListOptions) => list(options, session))
  sessions
    .command('show')
    .description('print the conversation of a session, without secrets')
    .argument('<session>', 'the id of a local session, or its beginning, or a file')
    .addOption(agentOption())
    .option('--json', 'the session and its messages as JSON')
    .option('--full', 'long texts completely')
    .option('--secrets', 'with secrets')
    .action((id: string, options: ShowOptions) => show(id, options, session))
  listed(
    sessions
      .command('search')
      .description('list the local sessions that contain all words')
      .argument('<words...>', 'the words, in any case'),
  ).action((words: readonly string[], options: ListOptions) => search(words, options, session))
}

export function agentOption(): Option {
  return new Option('--agent <agent>', 'only of this agent').choices(storedAgents)
}

/** Adds the options of lists. */
function listed(command: Command): Command {
  return command
    .addOption(agentOption())
    .option('--folder <path>', 'only of this folder and the folders below it')
    .option('--limit <number>', 'the most sessions', positiveInteger, DEFAULT_LIMIT)
    .option('--json', 'a line of JSON for each session')
}

function styleOf(session: CommandSession): Style {
  return { paint: session.paint('stdout'), width: session.streams.stdout.columns ?? DEFAULT_WIDTH }
}

async function list(options: ListOptions, session: CommandSession): Promise<void> {
  const style = styleOf(session)
  await print(foundSessions(options, session), options, session, ({ summary }) =>
    options.json ? [shownJson(stringifyJson(summary))] : summaryLines(summary, style),
  )
}

async function search(
  words: readonly string[],
  options: ListOptions,
  session: CommandSession,
): Promise<void> {
  const style = styleOf(session)
  const found = sessionsWith(words, options, session)
  await print(found, options, session, ({ opened: { summary }, role, excerpt }) => {
    if (options.json) return [shownJson(stringifyJson({ ...summary, role, excerpt }))]
    const line = fitted(shown(`${role}: ${excerpt}`, style.width * 2), style.width - 2)
    return [...summaryLines(summary, style), `  ${line}`]
  })
}

/** Prints the first items, up to the limit. */
async function print<Item>(
  items: AsyncIterable<Item>,
  { limit, json }: ListOptions,
  { streams: { stdout, stderr } }: CommandSession,
  linesOf: (item: Item) => readonly string[],
): Promise<void> {
  let count = 0
  const pieces = async function* () {
    for await (const item of items) {
      yield `${linesOf(item).join('\n')}\n`
      count += 1
      if (count === limit) return
    }
  }
  await writePieces(pieces(), stdout)
  if (json) return
  if (count === 0) writeMessage(stderr, 'no sessions are found')
  if (count === limit) writeMessage(stderr, `the newest ${limit} are listed: use --limit for more`)
}

interface ShowOptions extends Pick<FindOptions, 'agent'> {
  readonly json?: boolean
  readonly full?: boolean
  readonly secrets?: boolean
}

async function show(
  id: string,
  { agent, json, full = false, secrets = false }: ShowOptions,
  session: CommandSession,
) {
  const opened = await openedSession(id, session, { agent, isRedacted: !secrets })
  const lines = json ? [jsonOf(opened)] : sessionLines(opened, { ...styleOf(session), isFull: full })
  const pieces = function* () {
    for (const line of lines) yield `${line}\n`
  }
  await writePieces(pieces(), session.streams.stdout)
}

function jsonOf({ summary, conversations }: OpenedSession): string {
  const told = conversations.map(({ conversation, times, isOfSubagent }) => ({
    ...conversation,
    ...(isOfSubagent && { subagent: true }),
    times: times.map((time) => (time === undefined ? null : new Date(time).toISOString())),
  }))
  return shownJson(stringifyJson({ ...summary, conversations: told }))
}
