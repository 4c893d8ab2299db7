import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import sqlite from 'node-sqlite3-wasm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConversationStore,
  memoryConversations,
  openConversation,
  redisConversations,
  SQL_CONVERSATION_TABLE,
  sqlConversations,
  sqliteConversations,
} from '../../src/chat/conversation/index.js'
import { describeWithPostgres, startPostgres, type TestPostgres } from '../support/postgres.js'
import { describeWithRedis, startRedis, type TestRedis } from '../support/redis.js'

/** Opens the store once more, with another connection. */
type Open = () => ConversationStore

let count = 0
function newId(): string {
  count += 1
  return `c ${count} 'é"`
}

function storeTests(open: Open) {
  test('returns what another process added, from any position', async () => {
    const id = newId()
    const [one, other] = [open(), open()]
    expect(await one.read(id, 0)).toEqual([])
    expect(await one.append(id, 0, '{"a":"\u00e9 \\" \u{1f600}"}', 'running')).toBe(true)
    expect(await other.append(id, 1, '2', 'idle')).toBe(true)
    expect(await one.read(id, 0)).toEqual(['{"a":"\u00e9 \\" \u{1f600}"}', '2'])
    expect(await one.read(id, 1)).toEqual(['2'])
    expect(await one.read(id, 2)).toEqual([])
  })

  test('adds one of several entries at the same position', async () => {
    const id = newId()
    const stores = [open(), open()]
    for (let position = 0; position < 5; position += 1) {
      const added = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          stores[at % 2]?.append(id, position, `${position} ${at}`, 'idle'),
        ),
      )
      expect(added.filter(Boolean)).toHaveLength(1)
    }
    expect(await open().read(id, 0)).toHaveLength(5)
  })

  test('leaves no gap', async () => {
    const id = newId()
    expect(await open().append(id, 3, 'x', 'idle')).toBe(false)
    expect(await open().read(id, 0)).toEqual([])
  })

  test('lists conversations by the state of their last entry, and deletes one', async () => {
    const [one, other] = [newId(), newId()]
    const store = open()
    await store.append(one, 0, '1', 'waiting')
    await store.append(other, 0, '1', 'waiting')
    await store.append(other, 1, '2', 'unknown')
    expect(await open().list('waiting')).toEqual([one])
    expect(await open().list('unknown')).toEqual([other])
    await store.delete(other)
    expect(await open().list('unknown')).toEqual([])
    expect(await open().read(other, 0)).toEqual([])
    await store.delete(one)
  })

  test('lists a conversation in one state, also after changes at once and a deletion', async () => {
    const [one, other] = [newId(), newId()]
    const stores = [open(), open()]
    const states = ['waiting', 'running', 'idle', 'unknown', 'cut'] as const
    const listed = async () => {
      const found = await Promise.all(states.map(async (state) => [state, await open().list(state)] as const))
      return found.flatMap(([state, ids]) =>
        ids.flatMap((id) => (id === one || id === other ? `${id} ${state}` : [])),
      )
    }
    for (const [position, state] of (['running', 'waiting', 'running'] as const).entries())
      for (const id of [one, other]) await stores[0]?.append(id, position, 'x', state)
    expect((await listed()).sort()).toEqual([`${one} running`, `${other} running`])
    const added = await Promise.all(
      states.map((state, at) =>
        stores[at % 2]?.append(one, 3, state, state).then((isAdded) => isAdded && state),
      ),
    )
    const [state] = added.filter((one) => typeof one === 'string')
    expect(await open().read(one, 3)).toEqual([state])
    expect((await listed()).sort()).toEqual([`${one} ${state}`, `${other} running`].sort())
    await Promise.all([stores[0]?.delete(one), stores[1]?.append(other, 3, 'x', 'idle')])
    expect(await listed()).toEqual([`${other} idle`])
    expect(await stores[1]?.append(one, 0, 'again', 'waiting')).toBe(true)
    expect((await listed()).sort()).toEqual([`${one} waiting`, `${other} idle`].sort())
    for (const id of [one, other]) await stores[0]?.delete(id)
    expect(await listed()).toEqual([])
  })

  test('serves two holders who say something at the same time', async () => {
    const id = newId()
    const holders = await Promise.all([open(), open()].map((store) => openConversation(id, { store })))
    await Promise.all(holders.flatMap((holder, at) => [0, 1, 2].map((turn) => holder.say(`${at} ${turn}`))))
    const { messages } = await openConversation(id, { store: open() })
    expect(messages).toHaveLength(6)
  })
}

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
