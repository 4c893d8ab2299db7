// Checks one adapter while it is worked on: its types and style, its own tests, conformance, and the laws as far as they
// concern it, with a share of the cases of the long ones. `npm test` tests everything it shares with others.
//   npm run wire mistral-chat
//   npm run wire mistral-chat -- --watch
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import './adapters.mjs'

const TESTS = 'test/adapters'
const CACHE = 'node_modules/.cache'
/** The long tests try one of so many cases; `npm test` tries one of twenty. */
const SHARE = '60'
const QUIET_MS = 200

const ids = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isWatching = process.argv.includes('--watch')
const adapters = readdirSync('adapters')
const [id = ''] = ids
if (!adapters.includes(id)) {
  console.error(`There is no adapter "${id}". There are: ${adapters.join(', ')}.`)
  process.exit(2)
}

const PARTS = { types: checkTypes, style: checkStyle, tests: runTests }

const passed = await check(Object.keys(PARTS))
if (isWatching) watchFiles()
else process.exitCode = passed ? 0 : 1

/** Runs parts at the same time. @returns whether all of them passed. */
async function check(names) {
  const started = performance.now()
  const outcomes = await Promise.all(names.map((name) => PARTS[name]()))
  const allPassed = outcomes.every(Boolean)
  console.log(`${allPassed ? 'passed' : 'FAILED'}  ${id}, ${seconds(started)} s`)
  return allPassed
}

/**
 * Checks the types of all adapters, which share metadata keys, and of its tests. `npm run types` checks the
 * rest.
 */
function checkTypes() {
  const file = `${CACHE}/tsconfig.wire.json`
  mkdirSync(CACHE, { recursive: true })
  const compilerOptions = {
    noEmit: true,
    rootDir: '../..',
    incremental: true,
    tsBuildInfoFile: 'wire.tsbuildinfo',
  }
  const include = ['adapters', ...ownTests()].map((path) => `../../${path}`)
  writeFileSync(file, JSON.stringify({ extends: '../../tsconfig.json', compilerOptions, include }))
  return run('types', ['node_modules/typescript/bin/tsc', '-p', file])
}

function checkStyle() {
  const files = [`adapters/${id}`, ...ownTests()]
  return run('style', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...files])
}

/** One process for all tests: test/support/one-wire.ts skips laws of other wires. */
function runTests() {
  const own = ownTests()
  const given = ['--maxWorkers=1', '--coverage.enabled=false', '--reporter=./scripts/wire-reporter.mjs']
  const files = [...own, `${TESTS}/cases.test.ts`, 'test/conformance.test.ts', 'test/laws']
  const title = `own tests (${own.length} files), cases, conformance and laws`
  return run(title, ['node_modules/vitest/vitest.mjs', 'run', ...given, ...files], { WIRE: id, SHARE })
}

/** Returns the tests that load the adapter and are not named after another one. */
function ownTests() {
  return readdirSync(TESTS)
    .filter((name) => name.endsWith('.test.ts') && [id, undefined].includes(calledAfter(name)))
    .map((name) => `${TESTS}/${name}`)
    .filter((file) => readFileSync(file, 'utf8').includes(`adapters/${id}/`))
}

/** `ai-sdk-rust.test.ts` belongs to `ai-sdk-rust`, not to `ai-sdk`. */
function calledAfter(name) {
  const fitting = adapters.filter(
    (adapter) => name.startsWith(`${adapter}.`) || name.startsWith(`${adapter}-`),
  )
  return fitting.sort((one, other) => other.length - one.length)[0]
}

/** Runs a script of Node, and prints its output as it arrives. */
function run(title, given, env = {}) {
  const started = performance.now()
  console.log(`begins  ${title}`)
  const color = process.stdout.isTTY ? '1' : '0'
  const child = spawn(process.execPath, given, {
    env: { ...process.env, FORCE_COLOR: color, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => process.stdout.write(indented(String(piece))))
  return new Promise((resolve) =>
    child.on('close', (status) => {
      console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${title}, ${seconds(started)} s`)
      resolve(status === 0)
    }),
  )
}

function indented(text) {
  return text.replace(/^(?=.)/gm, '        ')
}

function seconds(started) {
  return ((performance.now() - started) / 1000).toFixed(0)
}

/** Runs the affected parts again whenever files of the adapter, its fixtures or its tests change. */
function watchFiles() {
  const due = new Set()
  let timer
  let isBusy = false
  const changed = (names) => {
    for (const name of names) due.add(name)
    clearTimeout(timer)
    if (!isBusy) timer = setTimeout(again, QUIET_MS)
  }
  const again = async () => {
    isBusy = true
    const names = [...due]
    due.clear()
    await check(names)
    isBusy = false
    if (due.size > 0) changed([])
  }
  const everything = Object.keys(PARTS)
  watch(`adapters/${id}`, { recursive: true }, () => changed(everything))
  if (existsSync(`fixtures/${id}`)) watch(`fixtures/${id}`, { recursive: true }, () => changed(['tests']))
  watch(TESTS, (_event, name) => {
    if (ownTests().includes(`${TESTS}/${name}`)) changed(everything)
  })
  console.log(`watching adapters/${id}, fixtures/${id} and its tests; Ctrl+C ends`)
}
