import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import sqlite from 'node-sqlite3-wasm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StateStore } from '../../src/tools/context/context-types.js'
import { redisState, SQL_STATE_TABLE, sqlState } from '../../src/tools/context/database.js'
import { memoryStates } from '../../src/tools/context/memory-state.js'
import type { DatabaseStateOptions } from '../../src/tools/context/store-options.js'
import { createToolContext } from '../../src/tools/context/tool-context.js'
import { describeWithPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { sleep } from '../support/waiting.js'

type Open = (options?: DatabaseStateOptions) => StateStore

const key = fc.constantFrom('a', 'b')
const action = fc.oneof(
  fc.record({ do: fc.constant('set'), key, text: fc.constantFrom('1', '2', '') }),
  fc.record({
    do: fc.constant('replace'),
    key,
    text: fc.constantFrom('1', '2', ''),
    expected: fc.constantFrom(undefined, '1', '2', ''),
  }),
)

/** Tests that every store must pass. */
function storeTests(open: Open): void {
  test('does what a map does, whatever comes second', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), async (actions) => {
        round += 1
        const [store, other] = [open({ scope: `round ${round}` }), open({ scope: `round ${round}:` })]
        await other.set('a', 'apart')
        const expected = new Map<string, string>()
        for (const given of actions) {
          const isDone = !('expected' in given) || expected.get(given.key) === given.expected
          if ('expected' in given)
            expect(await store.replace?.(given.key, given.expected, given.text)).toBe(isDone)
          else await store.set(given.key, given.text)
          if (isDone) expected.set(given.key, given.text)
          for (const name of ['a', 'b']) expect(await store.get(name)).toBe(expected.get(name))
        }
        expect(await other.get('a')).toBe('apart')
      }),
      { numRuns: 30 },
    )
  })

  test('of changes made at once by many handles none is lost', async () => {
    const add = (item: string) =>
      createToolContext({ state: open({ scope: 'cart' }) }).updateState<string[]>('cart', [], (items) => [
        ...items,
        item,
      ])
    const items = Array.from({ length: 10 }, (_, at) => `item ${at}`)
    await Promise.all(items.map(add))
    const kept = await createToolContext({ state: open({ scope: 'cart' }) }).getState<string[]>('cart', [])
    expect([...kept].sort()).toEqual(items)
  })
}

function lifetimeTests(open: Open): void {
  test('a text that is over is not there, neither for who reads nor for who replaces', async () => {
    const short = open({ scope: 'ttl', ttl: 20 })
    const long = open({ scope: 'ttl', ttl: 60_000 })
    await long.set('a', '0')
    expect(await long.get('a')).toBe('0')
    await short.set('a', '1')
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
    expect(await long.replace?.('a', '1', '2')).toBe(false)
    expect(await short.replace?.('a', undefined, '3')).toBe(true)
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
    expect(await long.replace?.('a', undefined, '4')).toBe(true)
    expect(await long.replace?.('a', undefined, '5')).toBe(false)
    expect(await short.replace?.('a', '4', '6')).toBe(true)
    await sleep(60)
    expect(await long.get('a')).toBeUndefined()
  })

  test('a time that cannot be meant is refused', () => {
    expect(() => open({ ttl: 0 })).toThrow(RangeError)
    expect(() => open({ timeout: Number.NaN })).toThrow(RangeError)
  })
}

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
