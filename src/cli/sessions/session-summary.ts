import { AdapterError } from '../../base/json/adapter-error.js'
import { tryParseJson } from '../../base/json/parse.js'
import { compact, stringifyJson } from '../../base/json/write-json.js'
import type { Part } from '../../base/model/types.js'
import { outputText } from '../../codec/shape/results.js'
import type { InputRecord } from '../../traffic/input/input-record.js'
import { redactJson } from '../../traffic/redaction/redact.js'
import { namedFacts, type StoredAgent } from '../../traffic/sessions/session-places.js'
import type { Registry } from '../../translate/exchange/registry.js'
import { readSession, sessionRecords, type TimedConversation } from './read-session.js'
import type { StoredSession } from './stored-sessions.js'

/** A session in a list. */
export interface SessionSummary {
  readonly agent: StoredAgent | 'file'
  readonly id: string
  /** The time of the latest change in ISO 8601. */
  readonly time: string
  /** The folder in which the agent worked. */
  readonly folder?: string
  /** The first text of the user, without secrets. */
  readonly words: string
  /** The number of messages, and of calls, outside of subagents. */
  readonly messages: number
  readonly calls: number
  readonly file: string
}

/** A session with its conversations. */
export interface OpenedSession {
  readonly summary: SessionSummary
  readonly conversations: readonly TimedConversation[]
}

/** Reads the records of a session in another way, such as without their secrets. */
export type ChangeRecord = (record: InputRecord) => InputRecord

/**
 * Reads a session.
 * @returns undefined for a session without messages.
 * @throws AdapterError for a session that cannot be read.
 */
export async function openStored(
  stored: StoredSession,
  registry: Registry,
  change: ChangeRecord = (record) => record,
): Promise<OpenedSession | undefined> {
  const bytes = await stored.read()
  const records = changed(sessionRecords(bytes, stored.file, registry), change)
  const { conversations, failure } = await readSession(records, { registry })
  if (conversations.length === 0 && failure !== undefined)
    throw new AdapterError('unsupported', failure.path, failure.message)
  const summary = summaryOf(stored, bytes, conversations)
  return summary.messages === 0 ? undefined : { summary, conversations }
}

async function* changed(records: AsyncIterable<InputRecord>, change: ChangeRecord) {
  for await (const record of records) yield change(record)
}

function summaryOf(
  { agent, id, time, folder, file }: StoredSession,
  bytes: Uint8Array,
  conversations: readonly TimedConversation[],
): SessionSummary {
  const messages = conversations
    .filter(({ isOfSubagent }) => !isOfSubagent)
    .flatMap(({ conversation }) => conversation.messages)
  const parts = messages.flatMap((message) => message.parts)
  const named = namedFacts(firstValues(bytes))
  const said = messages.flatMap((message) => (message.role === 'user' ? message.parts : []))
  return compact({
    ...{ agent, id: named.id?.startsWith(id) ? named.id : id, time: new Date(time).toISOString() },
    folder: folder ?? named.folder,
    words: firstWords(said.flatMap((part) => (part.type === 'text' ? part.text : []))),
    messages: messages.length,
    calls: parts.filter(({ type }) => type === 'tool-call').length,
    file,
  })
}

/** Number of characters and lines in which the facts of a session are found. */
const BEGINNING = 1 << 20
const LINES = 20

function firstValues(bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes.subarray(0, BEGINNING))
  return text.split('\n', LINES).flatMap((line) => tryParseJson(line) ?? [])
}

/** Matches texts that programs add to the user's: the environment, instructions of the folder, commands. */
const ADDED = /^\s*(?:<|# AGENTS\.md|Caveat:)/
const MOST_WORDS = 300

function firstWords(texts: readonly string[]): string {
  const own = texts.find((text) => text.trim() !== '' && !ADDED.test(text)) ?? texts[0] ?? ''
  return secretless(own).trim().slice(0, MOST_WORDS)
}

/** Returns a text without secrets. */
export function secretless(text: string): string {
  const redacted = redactJson(text)
  return typeof redacted === 'string' ? redacted : ''
}

/** Returns the text of a part in which words are searched. */
export function searchedText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool-call':
      return `${part.name} ${part.rawArguments ?? stringifyJson(part.arguments ?? '')}`
    case 'tool-result':
      return outputText(part.output)
    default:
      return ''
  }
}
