import { homedir } from 'node:os'
import stringWidth from 'string-width'
import { stringifyJson } from '../../base/json/write-json.js'
import type { Message, Part } from '../../base/model/types.js'
import { outputText } from '../../codec/shape/results.js'
import { counted, shown, shownControls } from '../../traffic/input/shown-text.js'
import type { Style } from '../printed-table.js'
import { fitted, wrapped } from '../printed-text.js'
import type { TimedConversation } from './read-session.js'
import type { OpenedSession, SessionSummary } from './session-summary.js'

const INDENT = '  '
/** Number of columns for the name of an agent and for the number of calls. */
const AGENT = 11
const CALLS = 9
/** The most columns for a folder. */
const FOLDER = 30
/** More characters than a line has. */
const LONGEST = 1000

/** Returns the lines of a session in a list. */
export function summaryLines(summary: SessionSummary, { paint, width }: Style): string[] {
  const { agent, id, time, calls, words } = summary
  const first = [
    dateOf(time),
    paint.cyan(agent.padEnd(AGENT)),
    counted(calls, 'call').padEnd(CALLS),
    paint.bold(fitted(shown(id, LONGEST), width - 42)),
  ]
  const folder = placeOf(summary)
  const begin = fitted(shown(folder, LONGEST), FOLDER)
  const rest = width - INDENT.length - stringWidth(begin) - 2
  const said = fitted(shown(words.replace(/\s+/g, ' '), LONGEST), rest)
  return [first.join(INDENT), `${INDENT}${paint.dim(begin)}${begin === '' ? '' : INDENT}${said}`]
}

/** Returns the folder; the home folder is `~`, and only the end of a long folder is printed. */
function placeOf({ folder = '' }: SessionSummary): string {
  const home = homedir()
  const short = folder.startsWith(`${home}/`) ? `~${folder.slice(home.length)}` : folder
  return short.length > FOLDER ? `…${short.slice(1 - FOLDER).replace(/^[^/]+(?=\/.)/, '')}` : short
}

/** Returns a date and time in the zone of the user, such as `2026-11-29 11:08`. */
function dateOf(time: string | number): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date(time))
}

export interface PrintOptions extends Style {
  /** True to print long texts completely. Default: their first lines. */
  readonly isFull: boolean
}

/** Yields the lines of a session: its facts and its conversations. */
export function* sessionLines(
  { summary, conversations }: OpenedSession,
  options: PrintOptions,
): Generator<string, void, undefined> {
  const { paint } = options
  const { agent, id, time, folder, messages, calls } = summary
  yield `${paint.cyan(agent)}${INDENT}${paint.bold(shown(id, LONGEST))}`
  const facts = [dateOf(time), counted(messages, 'message'), counted(calls, 'call')]
  yield paint.dim(facts.join(', '))
  if (folder !== undefined) yield paint.dim(fitted(shown(folder, LONGEST), options.width))
  for (const [index, conversation] of conversations.entries()) {
    const count = `conversation ${index + 1} of ${conversations.length}`
    if (conversations.length > 1)
      yield* ['', paint.bold(conversation.isOfSubagent ? `${count}, of a subagent` : count)]
    yield* conversationLines(conversation, options)
  }
}

function* conversationLines(
  { conversation, times }: TimedConversation,
  options: PrintOptions,
): Generator<string, void, undefined> {
  const names = new Map<string, string>()
  for (const [index, message] of conversation.messages.entries()) {
    for (const part of message.parts) if (part.type === 'tool-call') names.set(part.id, part.name)
    yield* ['', headOf(message, times[index], options)]
    const most = message.role === 'system' ? MOST_LINES.call : MOST_LINES.text
    for (const part of joinedParts(message.parts)) yield* partLines(part, names, { ...options, most })
  }
}

/** Joins pieces of reasoning that follow each other. */
function joinedParts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (part.type === 'reasoning' && last?.type === 'reasoning')
      joined[joined.length - 1] = { ...last, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

function headOf({ role, origin }: Message, time: number | undefined, { paint }: Style): string {
  const painted = role === 'user' ? paint.green(role) : paint.bold(role)
  const facts = [
    ...(time === undefined ? [] : [dateOf(time)]),
    ...(origin?.model === undefined ? [] : [origin.model]),
  ]
  return [painted, ...facts.map((fact) => paint.dim(shown(fact, LONGEST)))].join(INDENT)
}

/** The numbers of lines of texts, and of calls and results, that are printed without `--full`. */
const MOST_LINES = { text: 60, call: 6, result: 8 }

interface PartOptions extends PrintOptions {
  /** The number of lines of a text that are printed without `--full`. */
  readonly most: number
}

function partLines(part: Part, names: ReadonlyMap<string, string>, options: PartOptions): string[] {
  const { paint } = options
  switch (part.type) {
    case 'text':
      return textLines(part.text, options.most, options)
    case 'reasoning':
      return textLines(part.text, MOST_LINES.call, options).map(paint.dim)
    case 'tool-call': {
      const given = part.rawArguments ?? stringifyJson(part.arguments ?? '')
      return textLines(`→ ${part.name} ${given}`, MOST_LINES.call, options).map(paint.yellow)
    }
    case 'tool-result': {
      const name = part.name || (names.get(part.callId) ?? part.callId)
      const said = `${part.isError ? '✗' : '←'} ${name}: ${outputText(part.output)}`
      return textLines(said, MOST_LINES.result, options).map(part.isError ? paint.red : paint.dim)
    }
    default:
      return textLines(`[${part.type}]`, 1, options).map(paint.dim)
  }
}

/** Wraps a text, and prints the number of lines that are left out. */
function textLines(text: string, most: number, { width, isFull }: PrintOptions): string[] {
  const given = shownControls(text.trimEnd()).replaceAll('\t', '    ').split('\n')
  const lines: string[] = []
  for (const [index, line] of given.entries()) {
    if (!isFull && lines.length >= most)
      return [...lines.slice(0, most), `${INDENT}… ${counted(given.length - index, 'more line')}`]
    const cut = isFull ? line : line.slice(0, LONGEST)
    lines.push(...indented(cut, width))
  }
  return lines
}

/** Minimum width, in columns, of a line that keeps its indentation. */
const LEAST = 20

/** Wraps a line, and keeps its own indentation. */
function indented(line: string, width: number): string[] {
  const own = /^ */.exec(line)?.[0] ?? ''
  const margin = INDENT + own.slice(0, Math.max(0, width - INDENT.length - LEAST))
  return wrapped(line.trim(), width - margin.length).map((piece) => (margin + piece).trimEnd())
}
