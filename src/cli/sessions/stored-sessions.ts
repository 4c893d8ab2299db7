import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { AdapterError } from '../../base/json/adapter-error.js'
import type { JsonObject } from '../../base/json/json-types.js'
import { stringifyExact, tryParseJson } from '../../base/json/parse.js'
import { objectIn, stringOr } from '../../base/json/read-json.js'
import { printedError } from '../../traffic/input/printed-error.js'
import { timeOf } from '../../traffic/input/record-times.js'
import { opencodeExport, sessionsIn } from '../../traffic/sessions/database-sessions.js'
import { type SessionPlace, type StoredAgent, sessionPlaces } from '../../traffic/sessions/session-places.js'
import { openedDatabase } from '../opened-database.js'
import type { Streams } from '../standard-streams.js'

/** A session in a local store. Its content is read when it is needed. */
export interface StoredSession {
  readonly agent: StoredAgent | 'file'
  /** The id, or the beginning of the id if the name of the file has no more. */
  readonly id: string
  /** The time of the latest change in milliseconds since 1970. */
  readonly time: number
  /** The file, or the database. */
  readonly file: string
  /** The folder in which the agent worked, if the store names it outside of the session. */
  readonly folder?: string | undefined
  /**
   * Returns the content.
   * @throws an error of the file system, or AdapterError for a file that is too large or damaged.
   */
  read(): Promise<Uint8Array>
}

export interface StoreOptions {
  readonly agent?: StoredAgent | undefined
  readonly env: Streams['env']
  /** Reports a file or folder that cannot be read. */
  onSkipped(file: string, reason: string): void
}

/** Returns the sessions of all local stores, newest first. Stores are only read, without locks. */
export async function storedSessions(options: StoreOptions): Promise<StoredSession[]> {
  const { agent: wanted, env = {}, onSkipped } = options
  const home = env.HOME || env.USERPROFILE || homedir()
  const places = sessionPlaces({ home, env }).filter(({ agent }) => wanted === undefined || agent === wanted)
  const found: StoredSession[] = []
  for (const place of places) {
    for (const path of await filesBelow(place.folder, place.files, onSkipped)) {
      const file = join(place.folder, path)
      try {
        found.push(...(await sessionsAt(file, place)))
      } catch (error) {
        onSkipped(file, printedError(error).message)
      }
    }
  }
  found.sort((a, b) => b.time - a.time)
  return distinct(found)
}

/** Removes older copies: some agents keep the files of a store that they have moved into a database. */
function distinct(sessions: readonly StoredSession[]): StoredSession[] {
  const seen = new Set<string>()
  return sessions.filter(({ agent, id }) => {
    const key = `${agent} ${id}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Returns the paths of files below a folder that match, down to the depth of the deepest session. */
async function filesBelow(
  folder: string,
  files: RegExp,
  onSkipped: StoreOptions['onSkipped'],
): Promise<string[]> {
  if (!existsSync(folder)) return []
  const found: string[] = []
  const list = async (below: string, depth: number) => {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isFile() && files.test(path)) found.push(path)
      if (entry.isDirectory() && depth < DEEPEST)
        await list(path, depth + 1).catch((error) => onSkipped(path, printedError(error).message))
    }
  }
  await list('', 1).catch((error) => onSkipped(folder, printedError(error).message))
  return found
}

/** Codex has a folder for each day: `2026/11/29`. */
const DEEPEST = 4

async function sessionsAt(file: string, place: SessionPlace): Promise<StoredSession[]> {
  const { agent, form, files, folder } = place
  if (form === 'opencode-database' || form === 'goose-database') return databaseSessions(file, place)
  const { mtimeMs } = await stat(file)
  const id = files.exec(file.slice(folder.length + 1))?.at(-1) ?? ''
  if (form === 'opencode-folder') return opencodeFolderSession(file, id, agent)
  const read = () => contentOf(file)
  const known = { agent, id, file, time: mtimeMs, read }
  return [{ ...known, folder: await folderBeside(file, id, place) }]
}

/** Returns the sessions of a database, except those that its agent does not list. */
async function databaseSessions(file: string, { agent }: SessionPlace): Promise<StoredSession[]> {
  return sessionsIn(openedDatabase(file))
    .filter(({ isOfSubagent }) => !isOfSubagent)
    .map(({ id, folder, time, read }) => ({
      ...{ agent, id, folder, file, time: typeof time === 'number' ? time : (timeOf(time) ?? 0) },
      read: async () => new TextEncoder().encode(stringifyExact(read())),
    }))
}

/** Returns the session of a file with its facts. Its messages and parts are in files of other folders. */
async function opencodeFolderSession(file: string, id: string, agent: StoredAgent): Promise<StoredSession[]> {
  const info = objectIn(tryParseJson(await readFile(file, 'utf8')))
  if (info.parentID !== undefined) return []
  const storage = join(dirname(file), '../..')
  const read = async () => {
    const messages = await objectsBelow(join(storage, 'message', id))
    const parts = await Promise.all(
      messages.map((message) => objectsBelow(join(storage, 'part', stringOr(message.id, '')))),
    )
    return new TextEncoder().encode(stringifyExact(opencodeExport(info, messages, parts.flat())))
  }
  const { updated, created } = objectIn(info.time)
  const time = [updated, created].find((one) => typeof one === 'number') ?? (await stat(file)).mtimeMs
  return [{ agent, id, file, time: Number(time), folder: stringOr(info.directory, undefined), read }]
}

async function objectsBelow(folder: string): Promise<JsonObject[]> {
  const names = existsSync(folder) ? await readdir(folder) : []
  return Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => objectIn(tryParseJson(await readFile(join(folder, name), 'utf8')))),
  )
}

/** Larger files are not read: their text might be longer than a string can be. */
const MOST_BYTES = 1 << 28

async function contentOf(file: string): Promise<Uint8Array> {
  const { size } = await stat(file)
  if (size > MOST_BYTES)
    throw new AdapterError('unsupported', '', `it has ${size} bytes, more than ${MOST_BYTES}`)
  return readFile(file)
}

/** Returns the folder of a session that a file beside it names. */
async function folderBeside(file: string, id: string, { folderFile }: SessionPlace) {
  if (folderFile === undefined) return undefined
  const path = join(dirname(file), folderFile.path.replace('ID', id))
  const text = existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined
  return text === undefined ? undefined : folderFile.read(tryParseJson(text) ?? text, id)
}
