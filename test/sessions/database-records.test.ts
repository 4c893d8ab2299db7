import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { database, gooseDatabase, opencodeDatabase, QUESTION, RESULT, TIME } from './databases.js'

// Databases of agents as input of the commands that read files.

interface Printed {
  readonly item?: number
  readonly request?: {
    readonly toolCalls: readonly { readonly id: string; readonly arguments?: unknown }[]
    readonly toolResults: readonly { readonly callId: string }[]
  }
  readonly error?: { readonly code: string; readonly message: string }
}

/** More digits than a double has. */
const LONG = '12345678901234567890'

const NEXT = TIME / 1000
const goose = (session: string, role: string, content: string) =>
  [
    'INSERT INTO messages (session_id, role, content_json, created_timestamp) VALUES (?, ?, ?, ?)',
    ...[session, role, content, NEXT],
  ] as const
const opencode = (id: string, part: string) =>
  [
    ['INSERT INTO message VALUES (?, ?, ?)', `msg_${id}`, id, '{"role":"assistant"}'],
    ['INSERT INTO part VALUES (?, ?, ?, ?)', `prt_${id}`, `msg_${id}`, id, part],
  ] as const

/** Databases with two sessions: one of the user, and one of a subagent with a call that has no result. */
const DATABASES = {
  goose: () =>
    gooseDatabase([
      ['INSERT INTO sessions VALUES (?, ?, ?, ?)', 'empty', 'user', '/work/app', '2026-11-29 12:30:00'],
      goose(
        '20261129_2',
        'assistant',
        `[{"type":"toolRequest","id":"d","toolCall":{"value":{"name":"shell","arguments":{"n":${LONG}}}}}]`,
      ),
    ]),
  opencode: () =>
    opencodeDatabase(
      opencode(
        'ses_child',
        `{"type":"tool","tool":"bash","callID":"d","state":{"status":"running","input":{"n":${LONG}}}}`,
      ),
    ),
}

async function run(command: readonly string[], input = '', bytes?: Uint8Array) {
  const { stdout } = await runCli([...command], bytes ?? input, { adapters: ADAPTERS_FOLDER })
  return stdout
}

const linesIn = (text: string): Printed[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))

function stored(bytes: Uint8Array): string {
  const file = join(temporaryFolder(), 'sessions.db')
  writeFileSync(file, bytes)
  return file
}

describe.each(Object.entries(DATABASES))('the database of %s', (_agent, bytes) => {
  test.each(['a file', 'standard input'])('its sessions are records of calls: %s', async (way) => {
    const file = way === 'a file' ? [stored(bytes())] : []
    const printed = linesIn(await run(['calls', ...file], '', file.length === 0 ? bytes() : undefined))
    if (way === 'a file') expect(printed.map(({ item }) => item)).toEqual([1, 2])
    const pairs = printed.map(({ request }) => [request?.toolCalls.length, request?.toolResults.length])
    expect(pairs.toSorted()).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  test('long numbers keep their digits', async () => {
    expect(await run(['calls', stored(bytes())])).toContain(LONG)
  })

  test('other commands read it, too', async () => {
    const file = stored(bytes())
    expect(await run(['inspect', file])).toContain(RESULT)
    expect(await run(['decode', file])).toContain(JSON.stringify(QUESTION).slice(1, 20))
    for (const { error } of linesIn(await run(['lint', file, '--json']))) expect(error).toBeUndefined()
  })

  test('--at is the path in the export of each session', async () => {
    const printed = linesIn(await run(['calls', stored(bytes()), '--at', '/nothing']))
    expect(printed.map(({ error }) => error?.code)).toEqual(['missing-field', 'missing-field'])
  })
})

/** Returns a write-ahead log with all pages of a database: https://www.sqlite.org/fileformat2.html#walformat */
function logOf(
  bytes: Uint8Array,
  { isCommitted = true, salt = 7n }: { isCommitted?: boolean; salt?: bigint } = {},
) {
  const pageSize = Buffer.from(bytes).readUInt16BE(16)
  const header = Buffer.alloc(32)
  header.writeUInt32BE(0x377f0682, 0)
  header.writeUInt32BE(pageSize, 8)
  header.writeBigUInt64BE(7n, 16)
  const count = bytes.length / pageSize
  const frames = Array.from({ length: count }, (_, index) => {
    const frame = Buffer.alloc(24)
    frame.writeUInt32BE(index + 1, 0)
    frame.writeUInt32BE(isCommitted && index === count - 1 ? count : 0, 4)
    frame.writeBigUInt64BE(salt, 8)
    return Buffer.concat([frame, bytes.subarray(index * pageSize, (index + 1) * pageSize)])
  })
  return Buffer.concat([header, ...frames])
}

test.each([
  ['committed', {}, { request: {} }],
  ['not committed', { isCommitted: false }, { error: { code: 'missing-field' } }],
  ['left by an earlier log', { salt: 6n }, { error: { code: 'missing-field' } }],
])('messages in the write-ahead log count if they are committed: %s', async (_title, log, printed) => {
  const file = stored(gooseDatabase([['DELETE FROM messages']]))
  writeFileSync(`${file}-wal`, logOf(gooseDatabase(), log))
  const [first] = linesIn(await run(['calls', file]))
  expect(first).toMatchObject(printed)
})

test('a database without messages, or of another program, is refused', async () => {
  const none = gooseDatabase([['DELETE FROM messages']])
  const other = database([['CREATE TABLE cookies (name TEXT)']])
  const codes = async (bytes: Uint8Array) => linesIn(await run(['calls', stored(bytes)]))
  expect(await codes(none)).toMatchObject([{ error: { code: 'missing-field' } }])
  expect(await codes(other)).toMatchObject([{ error: { code: 'unsupported' } }])
})
