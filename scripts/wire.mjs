// Checks one adapter while it is worked on: its types and style, its own tests, conformance, and the laws as far as they
// speak of it, with a twentieth of the cases of the long ones. What it shares with the others, `npm test` tests.
//   npm run wire mistral-chat
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import './adapters.mjs'

const TESTS = 'test/adapters'

const [id = ''] = process.argv.slice(2)
const adapters = readdirSync('adapters')
if (!adapters.includes(id)) {
  console.error(`There is no adapter "${id}". There are: ${adapters.join(', ')}.`)
  process.exit(2)
}
const own = ownTests()
// Ids are parts of others: `ai-sdk` of `ai-sdk-rust`.
const named = `(?<![\\w-])${id}(?![\\w-])`
const started = performance.now()
const outcomes = await Promise.all([
  run('types', [
    'tsc',
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/wire.tsbuildinfo',
  ]),
  run('style', ['biome', 'check', '--error-on-warnings', `adapters/${id}`, ...own]),
  run(`tests of its own (${own.length} files)`, [
    'vitest',
    'run',
    '--maxWorkers=1',
    '--passWithNoTests',
    ...own,
  ]),
  run('cases, conformance and laws', [
    'vitest',
    'run',
    '--maxWorkers=2',
    '-t',
    named,
    'test/adapters/cases.test.ts',
    'test/conformance.test.ts',
    'test/laws',
  ]),
])
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`)
process.exitCode = outcomes.every(Boolean) ? 0 : 1

/** Those that load it, and are not called after another. */
function ownTests() {
  return readdirSync(TESTS)
    .filter((name) => name.endsWith('.test.ts') && [id, undefined].includes(calledAfter(name)))
    .map((name) => `${TESTS}/${name}`)
    .filter((file) => readFileSync(file, 'utf8').includes(`adapters/${id}/`))
}

/** `ai-sdk-rust.test.ts` is called after `ai-sdk-rust`, not after `ai-sdk`. */
function calledAfter(name) {
  const fitting = adapters.filter(
    (adapter) => name.startsWith(`${adapter}.`) || name.startsWith(`${adapter}-`),
  )
  return fitting.sort((one, other) => other.length - one.length)[0]
}

/** Runs a tool, and shows what it said if it fails. */
function run(title, given) {
  const child = spawn('npx', ['--no-install', ...given], {
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece))
  return new Promise((resolve) =>
    child.on('close', (status) => {
      const passed = status === 0
      console.log(`${passed ? 'ok    ' : 'failed'}  ${title}`)
      if (!passed) process.stdout.write(Buffer.concat(said))
      resolve(passed)
    }),
  )
}
