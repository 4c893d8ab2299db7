import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { SQL_STATE_TABLE, sqlState } from '../../src/tools/context/database.js'
import { lifetimeTests, type Open, storeTests } from './state-tests.js'

// Node 20 lacks it. CI runs this file also on the newest Node.
const sqlite = process.getBuiltinModule?.('node:sqlite')

describe.skipIf(sqlite === undefined)('in a file, with `node:sqlite`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-state-'))
  const file = join(folder, 'state.sqlite')
  const databases = [1, 2].flatMap(() => (sqlite === undefined ? [] : [new sqlite.DatabaseSync(file)]))
  for (const database of databases) database.exec(SQL_STATE_TABLE)
  afterAll(() => {
    for (const database of databases) database.close()
    rmSync(folder, { recursive: true })
  })
  let opened = 0
  const open: Open = (options) => {
    opened += 1
    const database = databases[opened % 2]
    const query = (statement: string, values: (string | number | null)[]) =>
      database?.prepare(statement).all(...values)
    return sqlState(query, { ...options, dialect: 'sqlite' })
  }
  storeTests(open)
  lifetimeTests(open)
})
