import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import sqlite from 'node-sqlite3-wasm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { redisState, SQL_STATE_TABLE, sqlState } from '../../src/tools/context/database.js'
import { memoryStates } from '../../src/tools/context/memory-state.js'
import { createToolContext } from '../../src/tools/context/tool-context.js'
import { describeWithPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { lifetimeTests, type Open, storeTests } from './state-tests.js'

describe('in memory', () => {
  const stateOf = memoryStates()
  storeTests(({ scope = '' } = {}) => stateOf(scope))
})

describe('in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-state-'))
  const file = join(folder, 'state.sqlite')
  const databases = [new sqlite.Database(file), new sqlite.Database(file)]
  let opened = 0
  const open: Open = (options) => {
    opened += 1
    const database = databases[opened % 2]
    return sqlState((statement, values) => database?.all(statement, values), {
      ...options,
      dialect: 'sqlite',
    })
  }
  beforeAll(() => databases[0]?.exec(SQL_STATE_TABLE))
  afterAll(() => {
    for (const database of databases) database.close()
    rmSync(folder, { recursive: true })
  })
  storeTests(open)
  lifetimeTests(open)
})

describeWithPostgres('in PostgreSQL', () => {
  let postgres: TestPostgres
  let pools: Pool[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    pools = [postgres.pool(), postgres.pool()]
    await pools[0]?.query(SQL_STATE_TABLE)
  })
  afterAll(() => postgres.close())
  let opened = 0
  const open: Open = (options) => {
    opened += 1
    const pool = pools[opened % 2]
    return sqlState(async (statement, values) => (await pool?.query(statement, values))?.rows, {
      ...options,
      dialect: 'postgres',
    })
  }
  storeTests(open)
  lifetimeTests(open)
})

describe('in Postgres', () => {
  test('the statements number their values', async () => {
    const said: unknown[] = []
    const store = sqlState(async (...given) => said.push(given) && [], {
      dialect: 'postgres',
      table: 'states',
      scope: 'c',
    })
    await store.get('k')
    await store.replace?.('k', '1', '2')
    expect(said).toEqual([
      [
        'SELECT text FROM states WHERE name = $1 AND (expires IS NULL OR expires > $2)',
        ['state:c:k', expect.any(Number)],
      ],
      [
        'UPDATE states SET text = $1, expires = $2 WHERE name = $3 AND text = $4 AND (expires IS NULL OR expires > $5) RETURNING name',
        ['2', null, 'state:c:k', '1', expect.any(Number)],
      ],
    ])
    expect(() => sqlState(() => [], { dialect: 'postgres', table: 'a; DROP' })).toThrow(RangeError)
  })
})

describe('a database that fails', () => {
  const states = {
    redis: (answer: () => Promise<unknown>) => redisState(answer, { timeout: 20 }),
    sql: (answer: () => Promise<unknown>) => sqlState(answer, { dialect: 'sqlite', timeout: 20 }),
  }
  test.each(Object.entries(states))(
    '%s: reports to writers, and gives the fallback to readers',
    async (_name, make) => {
      const answers = [
        () => Promise.reject(new Error('down')),
        () => new Promise<never>(() => {}),
        () => {
          throw new Error('down at once')
        },
      ]
      for (const answer of answers) {
        const context = createToolContext({ state: make(answer), onWarning: () => {} })
        await expect(context.setState('cart', 1)).rejects.toMatchObject({ category: 'server_error' })
        await expect(context.updateState('cart', 1, (n) => n)).rejects.toMatchObject({
          category: 'server_error',
        })
        expect(await context.getState('cart', 'fallback')).toBe('fallback')
      }
      await expect(async () => make(async () => 7).get('cart')).rejects.toThrow(TypeError)
    },
  )
})

describeWithRedis('in Redis', () => {
  let redis: TestRedis
  let clients: Redis[] = []
  beforeAll(async () => {
    redis = await startRedis()
    clients = [new Redis(redis.url), new Redis(redis.url)]
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await redis.close()
  })
  let opened = 0
  const open: Open = (options) => {
    opened += 1
    const client = clients[opened % 2]
    return redisState((...words) => client?.call(...words) ?? Promise.reject(new Error('no client')), options)
  }
  storeTests(open)
  lifetimeTests(open)
})
