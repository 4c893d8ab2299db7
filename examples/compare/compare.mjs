// Runs each program offline with Toolwire, with AI SDK 7 and, if there is a version, with LangChain 1, and
// prints the length of each and if it finished. Then prints what of a history arrives after its translation.
//     npm run compare      (from the project's root)
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { arrived, facts } from './arrived.mjs'

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
  'lines, LangChain': linesOf(`examples/compare/${name}.langchain.mjs`),
  Toolwire: name.endsWith('.test') ? testOf(`examples/${name}.ts`) : outcomeOf(`build/examples/${name}.js`),
  'AI SDK': outcomeOf(`examples/compare/${name}.mjs`),
  LangChain: outcomeOf(`examples/compare/${name}.langchain.mjs`),
}))
console.table(rows)
const stale = PROGRAMS.filter(([name], index) => !isDocumented(name, rows[index]))
for (const [name] of stale) console.log(`docs/comparison.md has other figures of ${name}.`)

const TRANSLATORS = {
  Toolwire: 'build/examples/translate-history.js',
  'llm-bridge': 'examples/compare/translate-history.llm-bridge.mjs',
}
const history = Object.values(TRANSLATORS).map((file) => arrived(outputOf(file)))
const arrivals = facts.map((fact) => history.map((names) => (names.includes(fact) ? 'yes' : 'no')))
console.table(
  Object.fromEntries(
    facts.map((fact, row) => [
      fact,
      Object.fromEntries(Object.keys(TRANSLATORS).map((name, column) => [name, arrivals[row][column]])),
    ]),
  ),
)
const page = readFileSync('docs/comparison.md', 'utf8').split('\n')
const rosetta = outcomeOf('examples/compare/translate-history.rosetta-ai.mjs')
console.log(`rosetta-ai, whose messages AI SDK sends: ${rosetta}`)
if (!page.some((line) => line.includes(`the program ${rosetta.replace(/\w+Error/, '`$&`')}`))) {
  console.log('docs/comparison.md has another outcome of rosetta-ai.')
  stale.push(['rosetta-ai'])
}
for (const [row, fact] of facts.entries()) {
  const line = `| ${fact} | ${arrivals[row].join(' | ')} |`
  if (page.includes(line)) continue
  console.log(`docs/comparison.md lacks the row: ${line}`)
  stale.push([fact])
}
process.exitCode = stale.length === 0 && rows.every(({ Toolwire }) => Toolwire === 'finishes') ? 0 : 1

/** Returns true if the table of docs/comparison.md has the same lines for a program. */
function isDocumented(name, row) {
  const line = readFileSync('docs/comparison.md', 'utf8')
    .split('\n')
    .find((one) => one.includes(`examples/${name}.ts) |`))
  const documented = line
    ?.split('|')
    .slice(2, 5)
    .map((cell) => Number.parseInt(cell, 10))
  const measured = ['lines, Toolwire', 'lines, AI SDK', 'lines, LangChain'].map(
    (column) => row[column] ?? Number.NaN,
  )
  return JSON.stringify(documented) === JSON.stringify(measured)
}

function linesOf(file) {
  if (!existsSync(file)) return undefined
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function outputOf(file) {
  return spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout
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
