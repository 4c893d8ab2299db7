import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, documents, staleBlocks } from '../scripts/snippets.mjs'
import type { Message } from '../src/index.js'
import { someOf } from './support/cases.js'
import { projectRoot } from './support/project.js'

const run = promisify(execFile)

/** Returns the last line of a program's error output. */
async function lastLine(given: readonly string[]): Promise<string> {
  const { stderr } = await run(process.execPath, given)
  return stderr.slice(stderr.lastIndexOf('\n') + 1)
}

/** The programs of the documentation, with the wires whose fixtures each must continue. */
const PROGRAMS: readonly (readonly [file: string, ...wires: string[]])[] = [
  ['streaming-agent', 'openai-chat'],
  ['snippets/loop-by-hand', 'openai-chat'],
  ['snippets/steer', 'openai-chat'],
  ['switch-providers', 'openai-responses', 'anthropic-messages', 'google-generate-content'],
  ['snippets/other-provider', 'anthropic-messages'],
  ['snippets/native-messages', 'openai-chat'],
  ['snippets/native-streams', 'anthropic-messages'],
  ['snippets/per-turn', 'anthropic-messages'],
  ['snippets/everyday-words', 'anthropic-messages'],
  ['snippets/approval', 'openai-chat'],
  ['snippets/stored-conversation', 'openai-chat', 'anthropic-messages'],
]
/** Programs without tool calls: they only have to run. */
const OTHERS = [
  'snippets/ai-sdk-history',
  'snippets/live-translation',
  'snippets/messages-alone',
  'snippets/proxy',
  'snippets/proxy-substitute',
  'snippets/mock',
  'snippets/replay',
  'snippets/abort',
  'snippets/bare-fetch',
  'local-model',
  'log-table',
  'snippets/fetch-send',
  'snippets/fetch-send-options',
  'snippets/first-of',
  'snippets/answered-by',
  'snippets/answered-by-clients',
  'snippets/by-name',
  'snippets/durable-conversation',
  'snippets/executor',
  'snippets/formats',
  'snippets/by-hand-openai',
  'snippets/home',
  'snippets/hosted-tools',
  'snippets/limits',
  'snippets/live-session',
  'snippets/recorded-session',
  'snippets/models',
  'snippets/own-models',
  'snippets/cost',
  'snippets/mcp',
  'snippets/mcp-pins',
  'snippets/notices',
  'snippets/one-call',
  'snippets/partial-arguments',
  'snippets/response-error',
  'snippets/repair',
  'snippets/explain-refusal',
  'snippets/refusal-row',
  'snippets/check-calls',
  'snippets/strict',
  'snippets/structured-output',
  'snippets/tool-context',
  'snippets/stored-state',
  'snippets/run-command',
  'snippets/text-calls',
  'snippets/chat-template',
  'snippets/traces',
  'snippets/traces-of-logs',
  'snippets/policy',
  'snippets/prompt-cache',
  'snippets/settings',
  'snippets/tools',
  'snippets/which-calls',
  'snippets/tool-events',
  'snippets/tool-errors',
  'web-search-history',
]
/** Workflows, which `npm run engines` runs in their engines. */
const IN_ENGINES = ['examples/durable-dbos/workflow.ts', 'examples/durable-restate/workflow.ts']
/** A page and its servers, which `npm run chat-pages` opens in Chromium. */
const IN_CHROMIUM = 'examples/chat-page/'
/** Compiled only: their engines need services. The documentation states so. */
const ONLY_COMPILED = ['examples/durable-others.ts', 'examples/snippets/conformance.ts']
/** Run separately, because it resumes at its previous end. */
const RESTARTED = 'examples/agent-with-approval.ts'
/** Chat routes, which answer requests. */
const ROUTES = [
  'chat-route',
  'snippets/chat-stored',
  'snippets/chat-hono',
  'snippets/chat-express',
  'snippets/ag-ui-route',
]
/** Programs that need a Redis server: test/bullmq/snippets.test.ts runs them. */
const ON_REDIS = ['examples/snippets/queue-worker.ts', 'examples/snippets/queue-executor.ts']

/** Programs shown in the README. */
const SHOWN = [
  'streaming-agent',
  'switch-providers',
  'log-table',
  'conversation-by-hand',
  'web-search-history',
  'structured-output',
]

test('trap 11: every code block of the documentation equals the current version of a file', () => {
  expect(staleBlocks()).toEqual([])
})

test('every such file is run here', () => {
  const shown = documents().flatMap((path) => blocksOf(readFileSync(join(projectRoot, path), 'utf8')))
  const files = new Set(shown.flatMap(({ file }) => file ?? []))
  const known = [...PROGRAMS.map(([file]) => file), ...OTHERS, ...SHOWN, ...ROUTES].map(
    (file) => `examples/${file}.ts`,
  )
  const isRunElsewhere = (file: string) =>
    file.endsWith('.test.ts') ||
    file.startsWith('examples/compare/') ||
    file.startsWith(IN_CHROMIUM) ||
    [RESTARTED, ...ON_REDIS, ...IN_ENGINES, ...ONLY_COMPILED].includes(file)
  expect([...files].filter((file) => !known.includes(file) && !isRunElsewhere(file))).toEqual([])
})

/** Fixtures that do not answer the requests of a program, because it returns native messages unchanged. */
const NOT_REQUESTED = new Map([
  // The program sends `tools`. A `function_call` answers only requests with `functions`.
  ['snippets/native-messages', 'legacy-function-call'],
  // Only requests with `fallbacks` are answered by a second model. Calls before its block must be omitted.
  ['snippets/native-streams', 'fallback'],
  ['snippets/everyday-words', 'fallback'],
])

/** Returns the fixtures of a wire that contain an answer to the program. */
function answersFor(file: string, wire: string): string[] {
  const folder = join(projectRoot, 'fixtures', wire)
  return readdirSync(folder).filter(
    (name) =>
      NOT_REQUESTED.get(file) !== name &&
      ['response.json', 'stream.sse'].some((answer) => existsSync(join(folder, name, answer))),
  )
}

describe('against every fixture it leaves no call unanswered, and runs none that the provider ran', () => {
  const pairs = PROGRAMS.flatMap(([file, ...wires]) =>
    wires.map((wire) => ({ file, wire, names: someOf(answersFor(file, wire), 3, `${file} ${wire}`) })),
  )
  let outcomes: { readonly runs: number; readonly found: readonly string[] }[]

  // One process loads the official clients only once.
  beforeAll(async () => {
    const given = pairs.flatMap(({ file, wire, names }) => [
      `build/examples/${file}.js`,
      wire,
      names.join(','),
    ])
    outcomes = JSON.parse(await lastLine(['test/support/run-snippet.mjs', ...given]))
  })

  test.each(pairs.map((pair, index) => ({ ...pair, index })))(
    '$file, $wire',
    ({ index, file, wire, names }) => {
      expect(outcomes[index]?.found).toEqual([])
      expect(outcomes[index]?.runs).toBe(names.length)
      expect(answersFor(file, wire).length).toBeGreaterThan(10)
    },
  )
})

test('one of the programs that the README shows runs offline and prints text, in a separate process', async () => {
  for (const file of someOf(SHOWN, 1)) {
    const { stdout } = await run(process.execPath, [
      '--import',
      './examples/offline.mjs',
      `build/examples/${file}.js`,
    ])
    expect(stdout, file).toMatch(/\w/)
  }
})

test('all programs run offline, and those that the README shows print text', async () => {
  const programs = [...new Set([...SHOWN, ...OTHERS])].map((file) => `build/examples/${file}.js`)
  const outcome = JSON.parse(await lastLine(['test/support/run-offline.mjs', ...programs]))
  expect(outcome).toMatchObject({ ran: programs.length, thrown: {} })
  expect(SHOWN.filter((file) => outcome.silent.includes(`build/examples/${file}.js`))).toEqual([])
})

test("each chat route answers offline, with the model's final text", async () => {
  const answers = JSON.parse(await lastLine(['test/support/run-chat-routes.mjs']))
  expect(Object.keys(answers)).toHaveLength(ROUTES.length)
  for (const file of ROUTES) expect(answers[file.replace('snippets/', '')], file).toMatch(/It rains in \w+/)
})

test('the agent with approval sends its request, and continues in another process after the answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-'))
  try {
    const agent = ['--import', './examples/offline.mjs', 'build/examples/agent-with-approval.js']
    const said: string[] = []
    for (const answer of ['', 'yes'])
      said.push((await run(process.execPath, [...agent, join(folder, 'talk.json'), answer])).stdout)
    expect(said[0]).toContain('May find run?')
    expect(said[1]).toBe('They stand behind the converter.\n')
    const results = JSON.parse(readFileSync(join(folder, 'talk.json'), 'utf8')).flatMap(
      ({ parts }: Message) => parts.filter(({ type }) => type === 'tool-result'),
    )
    expect(results).toMatchObject([{ preliminary: true }, { isError: false }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['streaming-agent.ts', 24],
  ['switch-providers.ts', 59],
  ['agent-with-approval.ts', 51],
  ['structured-output.ts', 20],
  ['chat-route.ts', 30],
  ['log-table.ts', 30],
  ['cassette.test.ts', 30],
  ['conversation-by-hand.ts', 33],
])('%s is at most %i lines long', (file, most) => {
  const lines = readFileSync(join(projectRoot, 'examples', file), 'utf8').split('\n')
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(most)
})
