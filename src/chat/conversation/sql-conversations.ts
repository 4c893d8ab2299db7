import { asJson, objectIn, stringOr } from '../../base/json/read-json.js'
import { expectOptions, type KnownOptions } from '../../base/model/expect.js'
import type { SqlQuery } from '../../tools/context/database.js'
import type { ConversationState, ConversationStore } from './conversation-store.js'

/** Options of `sqlConversations`. */
export interface SqlConversationsOptions {
  /** The placeholder style of values in a statement: `?` in SQLite, `$1` in Postgres. */
  readonly dialect: 'sqlite' | 'postgres'
  /** The table, in the form of `SQL_CONVERSATION_TABLE`, with a name that needs no quotes. Default: `toolwire_conversation`. */
  readonly table?: string | undefined
}

/** The statements that create the table of `sqlConversations`, for SQLite and Postgres. */
export const SQL_CONVERSATION_TABLE: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS toolwire_conversation (id TEXT NOT NULL, position BIGINT NOT NULL, state TEXT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (id, position))',
  'CREATE INDEX IF NOT EXISTS toolwire_conversation_state ON toolwire_conversation (state)',
]

const OPTIONS: KnownOptions<SqlConversationsOptions> = { dialect: true, table: true }

/**
 * Creates a store of conversations in SQLite (3.35 or later) or Postgres, with your client. The statements of
 * `SQL_CONVERSATION_TABLE` create the table.
 * @param query runs a statement and returns its rows as objects, or a promise of them.
 * @throws RangeError if the table name needs quotes.
 * @example
 * sqlConversations(async (statement, values) => (await pool.query(statement, values)).rows, { dialect: 'postgres' })
 */
export function sqlConversations(query: SqlQuery, options: SqlConversationsOptions): ConversationStore {
  expectOptions(options, OPTIONS, ['sqlConversations', "sqlConversations(query, { dialect: 'sqlite' })"])
  const { dialect, table = 'toolwire_conversation' } = options
  if (!/^\w+$/.test(table))
    throw new RangeError(`the name of the table may have letters, digits and _ only, got ${table}`)
  const run = async (statement: string, ...values: (string | number)[]): Promise<readonly unknown[]> => {
    const rows = await query(inDialect(statement.replaceAll('TABLE', table), dialect), values)
    if (Array.isArray(rows)) return rows
    throw new TypeError('The query did not return a list of rows.')
  }
  return {
    async read(id, after) {
      const rows = await run(
        'SELECT entry FROM TABLE WHERE id = ? AND position > ? ORDER BY position',
        id,
        after,
      )
      return textsOf(rows, 'entry')
    },
    async append(id, after, entry, state) {
      const rows = await run(APPEND, id, after + 1, state, entry, id, after)
      return rows.length === 1
    },
    list: async (state: ConversationState) => textsOf(await run(LIST, state), 'id'),
    async delete(id) {
      await run('DELETE FROM TABLE WHERE id = ? RETURNING position', id)
    },
  }
}

/**
 * The primary key rejects a position that another process has used. The condition on the previous position
 * prevents gaps.
 */
const APPEND = `INSERT INTO TABLE (id, position, state, entry)
SELECT CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT)
WHERE (SELECT COALESCE(MAX(position), 0) FROM TABLE WHERE id = ?) = ?
ON CONFLICT DO NOTHING RETURNING position`

const LIST = `SELECT id FROM TABLE AS latest WHERE state = ?
AND position = (SELECT MAX(position) FROM TABLE WHERE id = latest.id) ORDER BY id`

function inDialect(statement: string, dialect: SqlConversationsOptions['dialect']): string {
  let count = 0
  return dialect === 'sqlite' ? statement : statement.replace(/\?/g, () => `$${++count}`)
}

function textsOf(rows: readonly unknown[], column: string): string[] {
  return rows.map((row) => stringOr(objectIn(asJson(row))[column], ''))
}
