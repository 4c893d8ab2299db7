import { createHash } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toolCall, toolMessage, toolResult, userMessage } from '../../src/base/model/create.js'
import { ADAPTERS_FOLDER } from '../../src/cli/adapters.js'
import { convertSession } from '../../src/traffic/sessions/convert-session.js'
import { sessionPlaces, storedAgents } from '../../src/traffic/sessions/session-places.js'
import { registry } from '../support/adapters.js'
import { temporaryFolder } from '../support/replay.js'
import { runCli } from '../support/run-cli.js'
import { GOOSE, gooseDatabase, OPENCODE, opencodeDatabase, QUESTION, RESULT, TIME } from './databases.js'

// One session of each store. Each has the same question, one call with its result, and an answer.

const ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'
const CALL = toolCall('call_1', 'Bash', { command: 'npm test' })
const CONVERSATION = {
  messages: [
    userMessage(QUESTION),
    { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'I look.' }, CALL] },
    toolMessage([toolResult(CALL, RESULT)]),
    { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'A colon is missing.' }] },
  ],
}

/** Writes a file, whose time is as many minutes after `TIME`. */
type Write = (path: string, content: string | Uint8Array, minutes?: number) => void

function writerIn(home: string): Write {
  return (path, content, minutes = 0) => {
    const file = join(home, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    const time = new Date(TIME + minutes * 60_000)
    utimesSync(file, time, time)
  }
}

const lines = (...values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

async function written(agent: 'claude-code' | 'codex') {
  const facts = { folder: '/work/app', time: TIME, load: async (wire: string) => registry.get(wire) }
  const { path, text } = await convertSession(agent, CONVERSATION, facts)
  return { path: path ?? '', text }
}

const ANTHROPIC_MESSAGES = [
  { role: 'user', content: [{ type: 'text', text: QUESTION }], ts: TIME },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'execute_command', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: RESULT }] },
  { role: 'assistant', content: [{ type: 'text', text: 'A colon is missing.' }] },
]

/** Writes a session into every store. Returns the home folder. */
async function homeWithSessions(): Promise<string> {
  const home = temporaryFolder()
  const write = writerIn(home)
  const claude = await written('claude-code')
  write(claude.path.replace(/[^/]+$/, `${ID}.jsonl`), claude.text, 70)
  write(claude.path.replace(/[^/]+$/, 'agent-1234.jsonl'), claude.text, 70)
  const codex = await written('codex')
  write(codex.path, codex.text, 60)
  write('.local/share/opencode/opencode.db', opencodeDatabase())
  const storage = '.local/share/opencode/storage'
  const info = { id: 'ses_old', directory: '/work/app', time: { updated: TIME + 10 * 60_000 } }
  write(`${storage}/session/global/ses_old.json`, JSON.stringify(info))
  for (const message of OPENCODE.messages)
    write(`${storage}/message/ses_old/${message.id}.json`, JSON.stringify(message))
  for (const part of OPENCODE.parts)
    write(`${storage}/part/${part.messageID}/${part.id}.json`, JSON.stringify(part))
  write('.local/share/goose/sessions/sessions.db', gooseDatabase())
  write(
    '.local/share/goose/sessions/old-one.jsonl',
    lines(
      { working_dir: '/work/app', description: '' },
      ...GOOSE.map(([role, content]) => ({ role, content })),
    ),
    5,
  )
  write(
    '.pi/agent/sessions/--work-app--/2026-11-29T12-00-00-000Z_0192f0c1-aaaa.jsonl',
    lines(
      { type: 'session', id: '0192f0c1-aaaa', cwd: '/work/app' },
      { type: 'message', id: 'a', parentId: null, message: { role: 'user', content: QUESTION } },
      {
        ...{ type: 'message', id: 'b', parentId: 'a' },
        message: { role: 'assistant', content: [{ type: 'toolCall', id: 'c', name: 'bash', arguments: {} }] },
      },
      {
        ...{ type: 'message', id: 'd', parentId: 'b' },
        message: {
          role: 'toolResult',
          toolCallId: 'c',
          toolName: 'bash',
          content: [{ type: 'text', text: RESULT }],
        },
      },
    ),
    50,
  )
  write('.gemini/tmp/app/.project_root', '/work/app')
  write(
    '.gemini/tmp/app/chats/session-2026-11-29T12-00-aa6e5780.jsonl',
    lines(
      { sessionId: 'aa6e5780-69a5-4749-8b6f-cebb2c136c4a', projectHash: 'h' },
      { id: '0', type: 'user', content: [{ text: '<session_context>\nfiles\n</session_context>' }] },
      { id: '1', type: 'user', content: [{ text: QUESTION }] },
      {
        ...{ id: '2', type: 'gemini', content: '' },
        toolCalls: [
          {
            ...{ id: 'c', name: 'run_shell_command', args: {} },
            result: [
              { functionResponse: { id: 'c', name: 'run_shell_command', response: { output: RESULT } } },
            ],
          },
        ],
      },
      // The program writes results again when it resumes a chat.
      {
        id: '3',
        type: 'user',
        content: [{ functionResponse: { id: 'c', name: 'x', response: { output: RESULT } } }],
      },
    ),
    40,
  )
  write(
    '.cline/data/sessions/1796000000000_abcde/1796000000000_abcde.json',
    JSON.stringify({ cwd: '/work/app' }),
  )
  write(
    '.cline/data/sessions/1796000000000_abcde/1796000000000_abcde.messages.json',
    JSON.stringify({
      version: 1,
      agent: 'lead',
      sessionId: '1796000000000_abcde',
      messages: ANTHROPIC_MESSAGES,
    }),
    3,
  )
  const extension = '.config/Code/User/globalStorage/saoudrizwan.claude-dev'
  write(`${extension}/tasks/1795999/api_conversation_history.json`, JSON.stringify(ANTHROPIC_MESSAGES), 2)
  write(
    `${extension}/state/taskHistory.json`,
    JSON.stringify([{ id: '1795999', task: QUESTION, cwdOnTaskInitialization: '/work/app' }]),
  )
  return home
}

const ORDER = [
  ['claude-code', ID],
  ['codex', expect.stringMatching(/^[0-9a-f-]{36}$/)],
  ['pi', '0192f0c1-aaaa'],
  ['gemini-cli', 'aa6e5780-69a5-4749-8b6f-cebb2c136c4a'],
  ['goose', '20261129_1'],
  ['opencode', 'ses_new'],
  ['opencode', 'ses_old'],
  ['goose', 'old-one'],
  ['cline', '1796000000000_abcde'],
  ['cline', '1795999'],
]

function session(home: string, argv: readonly string[]) {
  return runCli(['session', ...argv], '', { adapters: ADAPTERS_FOLDER, env: { HOME: home } })
}

/** Returns the digests and times of all files below a folder. */
function stateOf(folder: string) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.sort().map((path) => {
    const file = join(folder, path)
    const { mtimeMs, isDirectory } = {
      mtimeMs: statSync(file).mtimeMs,
      isDirectory: statSync(file).isDirectory(),
    }
    const digest = isDirectory ? '' : createHash('sha256').update(readFileSync(file)).digest('hex')
    return [path, mtimeMs, digest]
  })
}

describe('the local sessions', () => {
  test('are listed with their facts, newest first, and without secrets', async () => {
    const { lines: listed, stdout, stderr } = await session(await homeWithSessions(), ['list', '--json'])
    expect(stderr).toBe('')
    expect(listed.map(({ agent, id }) => [agent, id])).toEqual(ORDER)
    expect(new Set(listed.map(({ agent }) => agent))).toEqual(new Set(storedAgents))
    for (const one of listed)
      expect(one).toMatchObject({
        ...{ folder: '/work/app', calls: 1, words: 'Why does the parser fail? The key is [redacted]' },
        time: expect.stringMatching(/^2026-11-29T1[23]:/),
      })
    expect(stdout).not.toContain('sk-ant')
  })

  test('fit in 80 columns', async () => {
    const { stdout } = await session(await homeWithSessions(), ['list', '--limit', '3'])
    const printed = stdout.trimEnd().split('\n')
    expect(printed).toHaveLength(6)
    for (const line of printed) expect(line.length).toBeLessThanOrEqual(80)
    expect(printed[1]).toBe('  /work/app  Why does the parser fail? The key is [redacted]')
  })

  test('of one agent, of a folder, and a number of them are listed', async () => {
    const home = await homeWithSessions()
    const listed = async (...argv: string[]) =>
      (await session(home, ['list', '--json', ...argv])).lines.map(({ id }) => id)
    expect(await listed('--agent', 'opencode')).toEqual(['ses_new', 'ses_old'])
    expect(await listed('--limit', '1')).toEqual([ID])
    expect(await listed('--folder', '/work')).toHaveLength(ORDER.length)
    expect(await listed('--folder', '/work/ap')).toEqual([])
  })

  test.each(ORDER.map(([agent, id], index) => [agent, id, index]))(
    '%s %s is printed',
    async (agent, _id, index) => {
      const home = await homeWithSessions()
      const { lines: listed } = await session(home, ['list', '--json'])
      const { stdout, status } = await session(home, ['show', String(listed[Number(index)]?.id)])
      expect(status).toBe(0)
      expect(stdout.split('\n')[0]).toBe(`${agent}  ${listed[Number(index)]?.id}`)
      expect(stdout.split(RESULT).length - 1).toBe(1)
      expect(stdout).toMatch(/\n {2}→ \w+ \{/)
      expect(stdout).toContain('[redacted]')
      expect(stdout).not.toContain('sk-ant')
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    },
  )

  test('are searched for all words, in any case, also in results', async () => {
    const home = await homeWithSessions()
    const found = async (...words: string[]) => (await session(home, ['search', '--json', ...words])).lines
    expect(await found('PARSER', 'größe')).toHaveLength(ORDER.length)
    expect(await found('parser', 'absent')).toEqual([])
    expect(await found('sk-ant-api03')).toEqual([])
    const [first] = await found('LINE 7')
    expect(first).toMatchObject({ role: 'tool', excerpt: expect.stringContaining(RESULT) })
  })

  test('are converted by the beginning of their ids', async () => {
    const home = await homeWithSessions()
    const { stdout, status } = await session(home, ['convert', 'ses_n', '--to', 'claude-code'])
    expect(status).toBe(0)
    expect(stdout).toContain('"name":"Bash"')
  })

  test('are not changed', async () => {
    const home = await homeWithSessions()
    const before = stateOf(home)
    await session(home, ['list'])
    await session(home, ['search', 'parser'])
    await session(home, ['show', 'ses_new'])
    expect(stateOf(home)).toEqual(before)
  })

  test('that are damaged or too large are named and skipped', async () => {
    const home = await homeWithSessions()
    const write = writerIn(home)
    write('.claude/projects/-work/broken.jsonl', '{"type": "user", "message"\n\u0000\u0001')
    write('.local/share/opencode/opencode-dev.db', 'no database')
    write(
      '.codex/sessions/2026/11/29/rollout-2026-11-29T12-00-00-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bee.jsonl',
      '',
    )
    truncateSync(
      join(
        home,
        '.codex/sessions/2026/11/29/rollout-2026-11-29T12-00-00-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bee.jsonl',
      ),
      2 ** 28 + 1,
    )
    const { lines: listed, stderr, status } = await session(home, ['list', '--json'])
    expect(status).toBe(0)
    expect(listed).toHaveLength(ORDER.length)
    expect(stderr).toMatch(/broken\.jsonl is skipped: /)
    expect(stderr).toMatch(/opencode-dev\.db is skipped: the file is not an SQLite database/)
    expect(stderr).toMatch(/4bee\.jsonl is skipped: it has 268435457 bytes, more than 268435456/)
  })

  test.each([
    [['show', 'nothing-like-it'], 'there is no file or session nothing-like-it: see toolwire session list'],
    [['show', '1796'], 'there is no file'],
    [['list', '--agent', 'cursor'], 'Allowed choices are claude-code, codex, opencode, pi'],
  ])('%j is refused', async (argv, words) => {
    const { stderr, status } = await session(temporaryFolder(), argv)
    expect(status).toBe(2)
    expect(stderr).toContain(words)
  })

  test('with the same beginning are named', async () => {
    const home = await homeWithSessions()
    writerIn(home)(
      '.claude/projects/-work/ses_news.jsonl',
      lines({ type: 'user', uuid: 'u', message: { role: 'user', content: 'x' } }),
    )
    const { stderr } = await session(home, ['show', 'ses_ne'])
    expect(stderr).toMatch(/several sessions begin with ses_ne.*opencode ses_new/)
    expect((await session(home, ['show', 'ses_ne', '--agent', 'opencode'])).status).toBe(0)
  })
})

test('the places follow the variables of the agents', () => {
  const env = {
    ...{ CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', XDG_DATA_HOME: '/d', GEMINI_CLI_HOME: '/g' },
    ...{ PI_CODING_AGENT_DIR: '/p', GOOSE_PATH_ROOT: '/o', CLINE_DATA_DIR: '/l' },
  }
  const folders = sessionPlaces({ home: '/h', env }).map(({ folder }) => folder)
  for (const folder of [
    ...['/c/projects', '/x/sessions', '/d/opencode', '/g/.gemini/tmp', '/p/sessions', '/o/data/sessions'],
    ...['/l/sessions', '/l/tasks'],
  ])
    expect(folders).toContain(folder)
  expect(folders.filter((folder) => folder.startsWith('/h/.c') && !folder.startsWith('/h/.config/'))).toEqual(
    [],
  )
})
