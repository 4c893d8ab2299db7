import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { sqliteConversations } from '../../src/chat/conversation/index.js'
import { storeTests } from './store-tests.js'

// Node 20 lacks it. CI runs this file also on the newest Node.
const hasNodeSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined

describe.skipIf(!hasNodeSqlite)('in a file, with `node:sqlite`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-conversations-'))
  const file = join(folder, 'chats.sqlite')
  const stores = [sqliteConversations(file), sqliteConversations(file)]
  let opened = 0
  afterAll(() => rmSync(folder, { recursive: true }))
  storeTests(() => {
    opened += 1
    return stores[opened % 2] ?? sqliteConversations(file)
  })
})
