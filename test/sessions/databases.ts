import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { temporaryFolder } from '../support/replay.js'

// One session in the database of each agent, with a question, one call with its result, and an answer.

export const KEY = `sk-ant-api03-${'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA'.repeat(3)}-AA`
export const QUESTION = `Why does the parser fail? The key is ${KEY}`
export const RESULT = 'error in line 7 of größe.ts'
export const TIME = Date.UTC(2026, 10, 29, 12)

export const OPENCODE = {
  messages: [
    { id: 'msg_1', role: 'user', time: { created: TIME } },
    { id: 'msg_2', role: 'assistant', time: { created: TIME } },
  ],
  parts: [
    { id: 'prt_1', messageID: 'msg_1', type: 'text', text: QUESTION },
    {
      ...{ id: 'prt_2', messageID: 'msg_2', type: 'tool', tool: 'bash', callID: 'call_1' },
      state: { status: 'completed', input: { command: 'npm test' }, output: RESULT },
    },
    { id: 'prt_3', messageID: 'msg_2', type: 'text', text: 'A colon is missing.' },
  ],
}

export const GOOSE = [
  ['user', [{ type: 'text', text: QUESTION }]],
  ['assistant', [{ type: 'toolRequest', id: 'c', toolCall: { value: { name: 'shell', arguments: {} } } }]],
  ['user', [{ type: 'toolResponse', id: 'c', toolResult: { value: [{ type: 'text', text: RESULT }] } }]],
  ['assistant', [{ type: 'text', text: 'A colon is missing.' }]],
] as const

type Statement = readonly [statement: string, ...values: (string | number | null)[]]

/** Returns the bytes of a database after statements with values. */
export function database(statements: readonly Statement[]) {
  const path = join(temporaryFolder(), 'some.db')
  const open = new sqlite.Database(path)
  for (const [statement, ...values] of statements) open.run(statement, values)
  open.close()
  return readFileSync(path)
}

export function opencodeDatabase(more: readonly Statement[] = []) {
  return database([
    [
      'CREATE TABLE `session` (`id` text PRIMARY KEY, `parent_id` text, `directory` text, `title` text, `time_updated` integer)',
    ],
    ['CREATE TABLE `message` (`id` text PRIMARY KEY, `session_id` text, `data` text)'],
    ['CREATE TABLE `part` (`id` text PRIMARY KEY, `message_id` text, `session_id` text, `data` text)'],
    ['INSERT INTO session VALUES (?, NULL, ?, ?, ?)', 'ses_new', '/work/app', 'Parser', TIME + 20 * 60_000],
    ['INSERT INTO session VALUES (?, ?, ?, ?, ?)', 'ses_child', 'ses_new', '/work/app', 'Child', TIME],
    ...OPENCODE.messages.map(
      ({ id, ...data }) =>
        ['INSERT INTO message VALUES (?, ?, ?)', id, 'ses_new', JSON.stringify(data)] as const,
    ),
    ...OPENCODE.parts.map(
      ({ id, messageID, ...data }) =>
        ['INSERT INTO part VALUES (?, ?, ?, ?)', id, messageID, 'ses_new', JSON.stringify(data)] as const,
    ),
    ...more,
  ])
}

export function gooseDatabase(more: readonly Statement[] = []) {
  return database([
    [
      'CREATE TABLE sessions (id TEXT PRIMARY KEY, session_type TEXT, working_dir TEXT, updated_at TIMESTAMP)',
    ],
    [
      'CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER)',
    ],
    ['INSERT INTO sessions VALUES (?, ?, ?, ?)', '20261129_1', 'user', '/work/app', '2026-11-29 12:30:00'],
    [
      'INSERT INTO sessions VALUES (?, ?, ?, ?)',
      '20261129_2',
      'sub_agent',
      '/work/app',
      '2026-11-29 12:30:00',
    ],
    ...GOOSE.map(
      ([role, content]) =>
        [
          'INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES (?, ?, ?, ?)',
          ...['20261129_1', role, JSON.stringify(content), TIME / 1000],
        ] as const,
    ),
    ...more,
  ] as Parameters<typeof database>[0])
}
