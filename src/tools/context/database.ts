import { asJson, isObject } from '../../base/json/read-json.js'
import { type Called, expectFunction, expectGiven, expectWord } from '../../base/model/expect.js'
import type { StateStore } from './context-types.js'
import { type DatabaseStateOptions, inTime, storeSettings } from './store-options.js'

/**
 * A function that sends a command to Redis and returns the answer, such as `(...words) =>
 * client.call(...words)` with ioredis.
 */
export type SendCommand = (...words: [string, ...string[]]) => Promise<unknown>

/**
 * Creates a state in Redis, with your client. Processes with the same database and scope share it.
 * @param send passes a command to the client.
 * @throws RangeError if `ttl` or `timeout` is not a positive number, or too large.
 * @example
 * redisState((...words) => client.call(...words), { scope: id }) // ioredis
 * redisState((...words) => client.sendCommand(words), { scope: id }) // node-redis
 */
export function redisState(send: SendCommand, options: DatabaseStateOptions = {}): StateStore {
  expectFunction(
    send,
    ['redisState needs what sends a command', 'redisState((...words) => client.call(...words))'],
    '/send',
  )
  const { nameOf, ttl, ask } = settingsOf(options)
  const life = ttl === undefined ? [] : ['PX', String(Math.ceil(ttl))]
  return {
    get: async (key) => expectText(await ask(send('GET', nameOf(key)))),
    async set(key, text) {
      await ask(send('SET', nameOf(key), text, ...life))
    },
    async replace(key, expected, text) {
      const before = expected === undefined ? ['0', ''] : ['1', expected]
      return Number(await ask(send('EVAL', REPLACE, '1', nameOf(key), ...before, text, ...life))) === 1
    },
  }
}

/**
 * KEYS: the key. ARGV: 1 if a text existed, the old text, the new text, the expiry of the new text as
 * arguments of SET.
 */
const REPLACE = `
local text = redis.call('GET', KEYS[1])
if (ARGV[1] == '1') ~= (text ~= false) or (text and text ~= ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[3], unpack(ARGV, 4))
return 1`

/** Options of `sqlState`. */
export interface SqlStateOptions extends DatabaseStateOptions {
  /** The placeholder style of values in a statement: `?` in SQLite, `$1` in Postgres. */
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * The table, in the form of `SQL_STATE_TABLE`, with a name that needs no quotes. Default: `toolwire_state`.
   */
  readonly table?: string | undefined
}

/** A function that runs a statement with its values and returns the rows. */
export type SqlQuery = (statement: string, values: (string | number | null)[]) => unknown

/** The statement that creates the table of `sqlState`, for SQLite and Postgres. */
export const SQL_STATE_TABLE =
  'CREATE TABLE IF NOT EXISTS toolwire_state (name TEXT PRIMARY KEY, text TEXT NOT NULL, expires BIGINT)'

const SQL: Called = [
  'sqlState needs what runs a statement, and its dialect',
  "sqlState((statement, values) => …, { dialect: 'postgres' })",
]

/**
 * Creates a state in SQLite (3.35 or later) or Postgres, with your client; `SQL_STATE_TABLE` creates the
 * table. Processes with the same database and scope share it.
 * @param query runs a statement and returns its rows as objects, or a promise of them.
 * @throws RangeError if `ttl` or `timeout` is not a positive number, or too large, or if the table name needs
 * quotes.
 * @example
 * sqlState((statement, values) => database.prepare(statement).all(...values), { dialect: 'sqlite', scope: id })
 * sqlState(async (statement, values) => (await pool.query(statement, values)).rows, { dialect: 'postgres', scope: id })
 */
export function sqlState(query: SqlQuery, options: SqlStateOptions): StateStore {
  expectFunction(query, SQL, '/query')
  expectGiven(options, SQL, '/options')
  const { table = 'toolwire_state', dialect, ...others } = options
  expectWord(dialect ?? null, ['sqlite', 'postgres'], '/dialect')
  const { nameOf, ttl, ask } = settingsOf(others)
  if (!/^\w+$/.test(table))
    throw new RangeError(`the name of the table may have letters, digits and _ only, got ${table}`)
  const run = async ({ parts, values }: Statement): Promise<readonly unknown[]> => {
    const marked = parts.map((part, at) =>
      at === 0 ? part : `${dialect === 'sqlite' ? '?' : `$${at}`}${part}`,
    )
    const statement = marked.join('').replaceAll('TABLE', table)
    const rows = await ask((async () => query(statement, [...values]))())
    if (Array.isArray(rows)) return rows
    throw new TypeError('The query did not return a list of rows.')
  }
  const expiry = () => (ttl === undefined ? null : Date.now() + ttl)
  return {
    async get(key) {
      const [row] = await run(
        sql`SELECT text FROM TABLE WHERE name = ${nameOf(key)} AND (expires IS NULL OR expires > ${Date.now()})`,
      )
      const found = asJson(row)
      return expectText(isObject(found) ? found['text'] : undefined)
    },
    async set(key, text) {
      await run(
        sql`INSERT INTO TABLE (name, text, expires) VALUES (${nameOf(key)}, ${text}, ${expiry()}) ON CONFLICT (name) DO UPDATE SET text = excluded.text, expires = excluded.expires RETURNING name`,
      )
    },
    async replace(key, expected, text) {
      const name = nameOf(key)
      const rows = await run(
        expected === undefined
          ? sql`INSERT INTO TABLE (name, text, expires) VALUES (${name}, ${text}, ${expiry()}) ON CONFLICT (name) DO UPDATE SET text = excluded.text, expires = excluded.expires WHERE TABLE.expires <= ${Date.now()} RETURNING name`
          : sql`UPDATE TABLE SET text = ${text}, expires = ${expiry()} WHERE name = ${name} AND text = ${expected} AND (expires IS NULL OR expires > ${Date.now()}) RETURNING name`,
      )
      return rows.length === 1
    },
  }
}

interface Statement {
  readonly parts: readonly string[]
  readonly values: readonly (string | number | null)[]
}

function sql(parts: TemplateStringsArray, ...values: (string | number | null)[]): Statement {
  return { parts, values }
}

function settingsOf(options: DatabaseStateOptions) {
  expectGiven(options, ['a state in a database', '{ scope, ttl }'], '/options')
  const { nameOf, timeout, ttl } = storeSettings(options)
  const late = () => new Error(`The database did not answer within ${timeout} ms.`)
  const ask = <Answer>(answer: Promise<Answer>) => inTime(answer, timeout, late)
  return { nameOf, ttl, ask }
}

/** Checks the answer of a client: a text, or null if the key is absent. */
function expectText(answer: unknown): string | undefined {
  if (typeof answer === 'string') return answer
  if (answer === null || answer === undefined) return undefined
  throw new TypeError('The database returned something other than text.')
}
