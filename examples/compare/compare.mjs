// Runs each program with Toolwire, with AI SDK 7 and, where there is one, with LangChain 1, offline, and prints how long each is and whether it finished.
//   npm run compare      (from the project's root)
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const PROGRAMS = [
  ['streaming-agent', 'a streaming agent'],
  ['switch-providers', 'a conversation over three providers'],
  ['web-search-history', 'the same after the first one searched the web'],
  ['log-table', 'logs of all providers to a table'],
  ['conversation-by-hand', 'one conversation by hand, as every provider wants it'],
  ['cassette.test', 'a test that asks no network'],
]

const rows = PROGRAMS.map(([name, title]) => ({
  program: title,
  'lines, Toolwire': linesOf(`examples/${name}.ts`),
  'lines, AI SDK': linesOf(`examples/compare/${name}.mjs`),
  Toolwire: name.endsWith('.test') ? testOf(`examples/${name}.ts`) : outcomeOf(`dist/examples/${name}.js`),
  'AI SDK': outcomeOf(`examples/compare/${name}.mjs`),
  LangChain: outcomeOf(`examples/compare/${name}.langchain.mjs`),
}))
console.table(rows)
process.exitCode = rows.every(({ Toolwire }) => Toolwire === 'finishes') ? 0 : 1

function linesOf(file) {
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function testOf(file) {
  const { status } = spawnSync('npx', ['vitest', 'run', file], { env: { ...process.env, CI: '' } })
  return status === 0 ? 'finishes' : 'fails'
}

function outcomeOf(file) {
  if (!existsSync(file)) return undefined
  const { status, stderr } = spawnSync(process.execPath, ['--import', './examples/offline.mjs', file], {
    encoding: 'utf8',
  })
  return status === 0
    ? 'finishes'
    : `throws ${/\[?(AI_\w+|\w+Error)\b/.exec(stderr)?.[1] ?? `(status ${status})`}`
}
