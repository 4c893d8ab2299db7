import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import sqlite from 'node-sqlite3-wasm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  memoryConversations,
  redisConversations,
  SQL_CONVERSATION_TABLE,
  sqlConversations,
  sqliteConversations,
} from '../../src/chat/conversation/index.js'
import { describeWithPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'
import { newId, storeTests } from './store-tests.js'

describe('in memory', () => {
  const store = memoryConversations()
  storeTests(() => store)
})

describe('in SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-conversations-'))
  const file = join(folder, 'chats.sqlite')
  const databases = [new sqlite.Database(file), new sqlite.Database(file)]
  let opened = 0
  beforeAll(() => {
    for (const statement of SQL_CONVERSATION_TABLE) databases[0]?.exec(statement)
  })
  afterAll(() => {
    for (const database of databases) database.close()
    rmSync(folder, { recursive: true })
  })
  storeTests(() => {
    opened += 1
    const database = databases[opened % 2]
    return sqlConversations((statement, values) => database?.all(statement, values), { dialect: 'sqlite' })
  })

  test('a file without a package for it is an error that names the package', async () => {
    if (process.getBuiltinModule?.('node:sqlite') !== undefined) return
    const store = sqliteConversations(join(folder, 'other.sqlite'))
    await expect(store.read('c', 0)).rejects.toThrow('npm install better-sqlite3')
  })

  test('an open database is prepared and used', async () => {
    const database = new sqlite.Database(join(folder, 'opened.sqlite'))
    const store = sqliteConversations({
      // The WebAssembly build has no write-ahead log.
      exec: (statements) => database.exec(statements.replace('PRAGMA journal_mode = WAL;', '')),
      prepare: (statement) => ({ all: (...values) => database.all(statement, values) }),
    })
    expect(await store.append('c', 0, 'x', 'idle')).toBe(true)
    expect(await store.read('c', 0)).toEqual(['x'])
    database.close()
  })
})

describeWithPostgres('in PostgreSQL', () => {
  let postgres: TestPostgres
  let pools: Pool[] = []
  let opened = 0
  beforeAll(async () => {
    postgres = await startPostgres()
    pools = [postgres.pool(), postgres.pool()]
    for (const statement of SQL_CONVERSATION_TABLE) await pools[0]?.query(statement)
  })
  afterAll(() => postgres.close())
  storeTests(() => {
    opened += 1
    const pool = pools[opened % 2]
    return sqlConversations(async (statement, values) => (await pool?.query(statement, values))?.rows, {
      dialect: 'postgres',
    })
  })
})

describeWithRedis('in Redis', () => {
  let redis: TestRedis
  const clients: Redis[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    for (const client of clients) client.disconnect()
    await redis.close()
  })
  const open = (options?: Parameters<typeof redisConversations>[1]) => {
    const client = new Redis(redis.url)
    clients.push(client)
    return redisConversations((...words) => client.call(...words), options)
  }
  storeTests(() => open())

  test('`list` receives only the conversations of its state', async () => {
    const client = new Redis(redis.url)
    clients.push(client)
    const answers: unknown[] = []
    const store = redisConversations(
      async (...words) => {
        const answer = await client.call(...words)
        answers.push(answer)
        return answer
      },
      { prefix: 'many' },
    )
    await Promise.all(Array.from({ length: 50 }, (_, at) => store.append(`idle ${at}`, 0, 'x', 'idle')))
    await store.append('one', 0, 'x', 'waiting')
    answers.length = 0
    expect(await store.list('waiting')).toEqual(['one'])
    expect(answers).toEqual([['one']])
  })

  test('an entry that no replica has does not count as recorded', async () => {
    const store = open({ replicas: 1, timeout: 10 })
    await expect(store.append(newId(), 0, 'x', 'idle')).rejects.toThrow('0 of 1 replicas')
  })
})
