import { AdapterError, attempt } from '../../base/json/adapter-error.js'
import type { JsonObject, JsonValue } from '../../base/json/json-types.js'
import { parseExact } from '../../base/json/parse.js'
import { objectIn, stringOr } from '../../base/json/read-json.js'
import { SqliteFile, type SqliteRow, type SqliteValue } from './sqlite-file.js'

/** A session in a database of an agent. */
export interface DatabaseSession {
  readonly id: string
  /** The time of the latest change, as the database has it. */
  readonly time: string | number
  readonly folder: string
  /** True for the session of a subagent, which its agent does not list. */
  readonly isOfSubagent: boolean
  /** Returns the session in the form of the agent's export, for `stringifyExact`. */
  read(): JsonObject
}

/** Opens a database of which all bytes are in memory. */
export function databaseIn(bytes: Uint8Array): SqliteFile {
  const read = (position: number, length: number) => bytes.subarray(position, position + length)
  return new SqliteFile({ size: bytes.length, read })
}

/**
 * Returns the sessions in a database of an agent.
 * @throws AdapterError for a database of another program, or a damaged file.
 */
export function sessionsIn(database: SqliteFile): DatabaseSession[] {
  if (database.has('sessions') && database.has('messages')) return gooseSessions(database)
  if (database.has('session') && database.has('message')) return opencodeSessions(database)
  throw new AdapterError('unsupported', '', UNKNOWN)
}

const UNKNOWN =
  'this file is an SQLite database of another program than goose and opencode. Export its conversations as JSON'

/** Returns the sessions in the database of opencode 1.2 and later. Sessions of subagents have a parent. */
function opencodeSessions(database: SqliteFile): DatabaseSession[] {
  const messages = grouped(database, 'message', 'session_id')
  const parts = grouped(database, 'part', 'session_id')
  return [...database.rows('session')].map((row) => {
    const id = textOf(row('id'))
    const folder = textOf(row('directory'))
    const isOfSubagent = row('parent_id') !== null
    const read = () =>
      opencodeExport(
        { id, directory: folder, title: textOf(row('title')) },
        valuesOf(messages().get(id)),
        valuesOf(parts().get(id)),
      )
    return { id, folder, time: timeOf(row('time_updated')), isOfSubagent, read }
  })
}

/** Joins the messages and parts of a session in the form of `opencode export`. Their ids are in order of time. */
export function opencodeExport(
  info: JsonObject,
  messages: readonly JsonObject[],
  parts: readonly JsonObject[],
): JsonObject {
  const ofMessage = groupedBy(parts, ({ messageID }) => messageID)
  return {
    info,
    messages: inOrder(messages).map((message) => ({
      info: message,
      parts: inOrder(ofMessage.get(message.id) ?? []),
    })),
  }
}

function inOrder(objects: readonly JsonObject[]): JsonObject[] {
  return objects.toSorted((a, b) => (stringOr(a.id, '') < stringOr(b.id, '') ? -1 : 1))
}

function valuesOf(rows: readonly SqliteRow[] = []): JsonObject[] {
  return rows.map((row) => ({
    ...objectIn(jsonIn(row('data'))),
    id: textOf(row('id')),
    messageID: textOf(row('message_id')),
  }))
}

/** Types of sessions that goose starts internally. */
const UNSEEN = new Set(['sub_agent', 'specialist', 'hidden'])

/** Returns the sessions in the database of goose 1.10 and later. */
function gooseSessions(database: SqliteFile): DatabaseSession[] {
  const messages = grouped(database, 'messages', 'session_id')
  return [...database.rows('sessions')].map((row) => {
    const id = textOf(row('id'))
    const folder = textOf(row('working_dir'))
    const isOfSubagent = UNSEEN.has(textOf(row('session_type')))
    const read = () => ({
      ...{ id, working_dir: folder },
      conversation: (messages().get(id) ?? []).map(
        (message): JsonObject => ({
          role: textOf(message('role')),
          created: timeOf(message('created_timestamp')),
          content: jsonIn(message('content_json')) ?? [],
        }),
      ),
    })
    return { id, folder, time: timeOf(row('updated_at')), isOfSubagent, read }
  })
}

/** Returns a function that returns the rows of a table by a column. The table is read at the first call. */
function grouped(database: SqliteFile, table: string, column: string) {
  let groups: Map<SqliteValue, SqliteRow[]> | undefined
  return () => {
    groups ??= groupedBy(database.rows(table), (row) => row(column))
    return groups
  }
}

function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function textOf(value: SqliteValue): string {
  return typeof value === 'string' ? value : ''
}

/** Parses a value with all digits of its numbers. Broken JSON is undefined. */
function jsonIn(value: SqliteValue): JsonValue | undefined {
  const parsed = attempt(() => parseExact(textOf(value)))
  return 'value' in parsed ? parsed.value : undefined
}

function timeOf(value: SqliteValue): string | number {
  return typeof value === 'string' || typeof value === 'number' ? value : 0
}
