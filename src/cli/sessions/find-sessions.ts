import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AdapterError } from '../../base/json/adapter-error.js'
import { printedError } from '../../traffic/input/printed-error.js'
import type { StoredAgent } from '../../traffic/sessions/session-places.js'
import { withoutSecrets } from '../redacted-record.js'
import type { CommandSession } from '../session.js'
import { writeMessage } from '../standard-streams.js'
import {
  type ChangeRecord,
  type OpenedSession,
  openStored,
  searchedText,
  secretless,
} from './session-summary.js'
import { type StoredSession, storedSessions } from './stored-sessions.js'

/** The sessions that the user wants. */
export interface FindOptions {
  readonly agent?: StoredAgent | undefined
  readonly folder?: string
}

/** Returns the stored sessions, newest first, and reports files that cannot be read. */
export function listStored(
  { agent }: Pick<FindOptions, 'agent'>,
  session: CommandSession,
): Promise<StoredSession[]> {
  const onSkipped = skipping(session)
  return storedSessions({ agent, env: session.streams.env, onSkipped })
}

function skipping({ streams: { stderr } }: CommandSession) {
  return (file: string, reason: string) => writeMessage(stderr, `${file} is skipped: ${reason}`)
}

/**
 * Yields the sessions, newest first. A session that cannot be read is skipped with a message.
 * @param mayMatch returns false for the bytes of a session that need not be decoded. Default: all are decoded.
 */
export async function* foundSessions(
  { agent, folder }: FindOptions,
  session: CommandSession,
  mayMatch: (bytes: Uint8Array) => boolean = () => true,
): AsyncGenerator<OpenedSession, void, undefined> {
  const onSkipped = skipping(session)
  const wanted = folder === undefined ? undefined : resolve(folder)
  const isWanted = (own: string | undefined) =>
    wanted === undefined || (own !== undefined && isBelow(own, wanted))
  for (const stored of await listStored({ agent }, session)) {
    if (stored.folder !== undefined && !isWanted(stored.folder)) continue
    try {
      const bytes = await stored.read()
      if (!mayMatch(bytes)) continue
      const opened = await openStored({ ...stored, read: async () => bytes }, await session.registry())
      if (opened !== undefined && isWanted(opened.summary.folder)) yield opened
    } catch (error) {
      onSkipped(stored.file, printedError(error).message)
    }
  }
}

function isBelow(folder: string, wanted: string): boolean {
  return folder === wanted || folder.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`)
}

/**
 * Returns the session with an id, or with the beginning of one.
 * @throws AdapterError without such a session, or with several.
 */
export async function storedSession(
  id: string,
  session: CommandSession,
  options: Pick<FindOptions, 'agent'> = {},
): Promise<StoredSession> {
  const all = await listStored(options, session)
  const same = all.filter((stored) => stored.id === id)
  const [found, ...others] = same.length > 0 ? same : all.filter((stored) => isBeginning(id, stored.id))
  if (found === undefined)
    throw new AdapterError(
      'missing-field',
      '',
      `there is no file or session ${id}: see toolwire session list`,
    )
  if (others.length === 0) return found
  const names = [found, ...others].map((stored) => `${stored.agent} ${stored.id}`)
  throw new AdapterError(
    'unsupported',
    '',
    `several sessions begin with ${id}; choose with --agent, or more of the id: ${names.join(', ')}`,
  )
}

/** Returns true for the beginning of an id. The names of some files have only the beginning, too. */
function isBeginning(id: string, stored: string): boolean {
  return id.length >= SHORTEST && (stored.startsWith(id) || id.startsWith(stored))
}

const SHORTEST = 4

interface OpenOptions extends Pick<FindOptions, 'agent'> {
  readonly isRedacted: boolean
}

/** Opens a session by its id or its file. */
export async function openedSession(
  idOrFile: string,
  session: CommandSession,
  { isRedacted, agent }: OpenOptions,
): Promise<OpenedSession> {
  const registry = await session.registry()
  const change: ChangeRecord = isRedacted ? withoutSecrets : (record) => record
  const stored = existsSync(idOrFile)
    ? await fileSession(idOrFile, session)
    : await storedSession(idOrFile, session, { agent })
  const opened = await openStored(stored, registry, change)
  if (opened === undefined) throw new AdapterError('missing-field', '', `${idOrFile} has no conversation`)
  return opened
}

/** Returns the session of a file. A file outside of the stores has the facts in its content. */
async function fileSession(file: string, session: CommandSession): Promise<StoredSession> {
  const path = resolve(file)
  const known = (await listStored({}, session)).find((stored) => stored.file === path)
  if (known !== undefined) return known
  const { mtimeMs } = await stat(file)
  return { agent: 'file', id: '', time: mtimeMs, file, read: () => readFile(file) }
}

/** A session with the text in which words were found. */
export interface FoundWords {
  readonly opened: OpenedSession
  /** The role of the message, and a piece of its text around the first word. */
  readonly role: string
  readonly excerpt: string
}

/** Yields the sessions that contain all words, in any case. Words in secrets are not found. */
export async function* sessionsWith(
  words: readonly string[],
  options: FindOptions,
  session: CommandSession,
): AsyncGenerator<FoundWords, void, undefined> {
  const wanted = words.map((word) => word.toLowerCase())
  const mayMatch = (bytes: Uint8Array) => {
    const text = new TextDecoder().decode(bytes).toLowerCase()
    return wanted.every((word) => !PLAIN_WORD.test(word) || text.includes(word))
  }
  for await (const opened of foundSessions(options, session, mayMatch)) {
    const found = excerptOf(opened, wanted)
    if (found !== undefined) yield { opened, ...found }
  }
}

/** Matches words that JSON does not escape. */
const PLAIN_WORD = /^[\w.-]+$/

function excerptOf({ conversations }: OpenedSession, words: readonly string[]) {
  const missing = new Set(words)
  let best: { readonly role: string; readonly excerpt: string } | undefined
  for (const { conversation } of conversations)
    for (const { role, parts } of conversation.messages.filter(({ role }) => role !== 'system'))
      for (const part of parts) {
        const text = searchedText(part)
        if (!words.some((word) => text.toLowerCase().includes(word))) continue
        const shown = secretless(text)
        const here = words.filter((word) => shown.toLowerCase().includes(word))
        for (const word of here) missing.delete(word)
        if (here.length > 0) best ??= { role, excerpt: around(shown, here[0] ?? '') }
        if (missing.size === 0) return best
      }
  return undefined
}

/** Number of characters before the word. */
const BEFORE = 30

function around(text: string, word: string): string {
  const start = Math.max(0, text.toLowerCase().indexOf(word) - BEFORE)
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 200).replace(/\s+/g, ' ')}`
}
