import { asChecked } from '../../base/json/read-json.js'
import type { ConversationStore } from './conversation-store.js'
import { SQL_CONVERSATION_TABLE, sqlConversations } from './sql-conversations.js'

/** The members of an open database that `sqliteConversations` uses, as of `node:sqlite` and `better-sqlite3`. */
export interface SqliteDatabase {
  /** Runs statements without values. */
  exec(statements: string): unknown
  /** Prepares a statement. */
  prepare(statement: string): {
    /** Runs the statement and returns its rows. */
    all(...values: (string | number | null)[]): unknown
  }
}

/**
 * Creates a store of conversations in an SQLite file. The processes of one machine can share it.
 * @param database the file, or an open database. A file needs `node:sqlite` (Node 22.13) or the package
 * `better-sqlite3`.
 * @example const store = sqliteConversations('chats.sqlite')
 */
export function sqliteConversations(database: string | SqliteDatabase): ConversationStore {
  let opened: Promise<SqliteDatabase> | undefined
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()
  const query = async (statement: string, values: (string | number | null)[]) => {
    opened ??= ready(database)
    const open = await opened
    const prepared = statements.get(statement) ?? open.prepare(statement)
    statements.set(statement, prepared)
    return prepared.all(...values)
  }
  return sqlConversations(query, { dialect: 'sqlite' })
}

async function ready(database: string | SqliteDatabase): Promise<SqliteDatabase> {
  const open = typeof database === 'string' ? await openFile(database) : database
  // With a write-ahead log, readers do not wait for writers. Each entry is on the disk before `append` returns.
  open.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  for (const statement of SQL_CONVERSATION_TABLE) open.exec(statement)
  return open
}

type Opener = new (file: string) => SqliteDatabase

async function openFile(file: string): Promise<SqliteDatabase> {
  // The module is not imported, so that bundles for other platforms do not need it.
  const builtIn = globalThis.process?.getBuiltinModule?.('node:sqlite')
  if (builtIn !== undefined) return new builtIn.DatabaseSync(file)
  const { default: Database } = await betterSqlite()
  return new Database(file)
}

async function betterSqlite(): Promise<{ readonly default: Opener }> {
  const name = 'better-sqlite3'
  try {
    return asChecked(await import(name))
  } catch (cause) {
    const message = `A file of SQLite needs Node 22.13 or the package ${name}: npm install ${name}`
    throw new Error(message, { cause })
  }
}
