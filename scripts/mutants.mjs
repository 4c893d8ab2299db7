// Tests the tests: inserts one fault after the other into a copy of the tree and runs the tests that must
// detect it. The faults are listed in `scripts/mutants/`; arguments select those whose names contain one of
// the words. With `--list` no test runs: it only reports which faults still apply to the code.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { parse } from 'yaml'

/**
 * `compiled`: the tests run the compiled code.
 * @typedef {{ name: string, file: string, replace: string, with: string, tests: string[], compiled?: true }}
 * Mutant
 */

const LISTS = 'scripts/mutants'
const LEFT_BEHIND = new Set(['node_modules', 'dist', 'build', 'coverage', '.git'])
const TIME_LIMIT = 300_000

const LIST = '--list'
const isListing = process.argv.includes(LIST)
const words = process.argv.slice(2).filter((word) => word !== LIST)
const mutants = readMutants().filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const copy = copyTree()
const counts = isListing
  ? { applies: 0, 'does not apply': 0 }
  : { killed: 0, survived: 0, 'does not apply': 0 }
try {
  const broken =
    mutants.length === 0 ? 'no fault has such a name' : isListing ? undefined : failureWithout(mutants)
  if (broken === undefined) for (const mutant of mutants) show(mutant, tryMutant(mutant))
  else console.log(`nothing was tried: ${broken}`)
  console.log(
    Object.entries(counts)
      .map(([verdict, count]) => `${count} ${verdict}`)
      .join(', '),
  )
  process.exitCode = broken === undefined && (counts.applies ?? counts.killed) === mutants.length ? 0 : 1
} finally {
  rmSync(copy, { recursive: true })
}

/**
 * Reads the lists of mutants.
 * @returns {Mutant[]}
 */
function readMutants() {
  return readdirSync(LISTS)
    .sort()
    .flatMap((list) => parse(readFileSync(join(LISTS, list), 'utf8')))
}

/**
 * Copies the working tree, including uncommitted changes. The copy has no corpus next to it, so laws run over
 * `fixtures/`.
 */
function copyTree() {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-mutants-'))
  cpSync('.', folder, {
    recursive: true,
    filter: (source) => !LEFT_BEHIND.has(relative('.', source).split(sep)[0] ?? ''),
  })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Returns the first failure without a fault. */
function failureWithout(mutants) {
  if (mutants.some(({ compiled }) => compiled)) compile()
  return firstFailure([...new Set(mutants.flatMap((mutant) => mutant.tests))])
}

function compile() {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`cannot be compiled: ${stdout}`)
}

/**
 * Tries a mutant. A test of each named file must fail. Code that does not load proves nothing about the
 * tests.
 */
function tryMutant({ file, replace, with: replacement, tests, compiled }) {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(replace).length !== 2) return { verdict: 'does not apply', detail: file }
  if (isListing) return { verdict: 'applies', detail: file }
  writeFileSync(
    path,
    original.replace(replace, () => replacement),
  )
  if (compiled) compile()
  const failures = tests.map((test) => firstFailure([test]))
  writeFileSync(path, original)
  const missing = tests.find((_, index) => failures[index] === undefined)
  return missing === undefined
    ? { verdict: 'killed', detail: failures.join('; ') }
    : { verdict: 'survived', detail: missing }
}

/** Returns the full name of the first failing test, or undefined if all pass. */
function firstFailure(tests) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--mode=deep',
      '--reporter=json',
      `--outputFile=${report}`,
      ...tests,
    ],
    { cwd: copy, timeout: TIME_LIMIT },
  )
  if (run.error !== undefined) return 'the tests ran for too long'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const unread = testResults.find(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  if (unread !== undefined) throw new Error(`${unread.name} cannot be loaded: ${unread.message}`)
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.fullName
}

function show({ name }, { verdict, detail }) {
  counts[verdict] += 1
  console.log(`${verdict.padEnd(15)} ${name}\n${' '.repeat(16)}${detail}`)
}
