import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../support/project.js'
import { runCli as runWith } from '../support/run-cli.js'

const program = join(projectRoot, 'test/conformance/programs.mjs')
const folder = mkdtempSync(join(tmpdir(), 'conformance-'))

/** The cases are beside the folder of adapters. */
const adapters = new URL('../../adapters/', import.meta.url)

function runCli(argv: readonly string[]) {
  return runWith(argv, '', { adapters })
}

function conformance(habit: string, ...more: readonly string[]) {
  const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(program)} ${habit}`
  return runCli(['conformance', '--command', command, ...more])
}

/** Returns the numbers of the line `all`. */
function totals(stdout: string): readonly number[] {
  const [, numbers = ''] = /^all(.*)$/m.exec(stdout) ?? []
  return numbers.trim().split(/\s+/).map(Number)
}

test('a program is tested over lines of JSON', async () => {
  const junit = join(folder, 'results.xml')
  const { stdout, status } = await conformance('translates', '--only', 'ends/*', '--junit', junit)
  const [passed = 0, , skipped = 0] = totals(stdout)
  expect(passed).toBeGreaterThan(0)
  expect(skipped).toBeGreaterThan(passed)
  expect(readFileSync(junit, 'utf8')).toContain('<skipped message="only answers of Claude"/>')
  expect(status).toBe(/✗/.test(stdout) ? 1 : 0)
})

describe('a program that', () => {
  test.each([
    ['ends at once', 'dead', 'the program ended with status 3'],
    ['writes for another case', 'lying', 'the program answered for "another case"'],
    ['writes no JSON', 'no-json', 'not a JSON object: hello'],
    ['never ends its line', 'endless', 'a line has more than'],
    ['gives no output', 'slow', 'no output within 200 ms'],
  ])('%s fails its cases', async (_name, habit, reason) => {
    // A program is slow or not whatever the machine: only the silent one reaches the limit.
    const timeout = habit === 'slow' ? '200' : '60000'
    const { stdout, status } = await conformance(habit, '--only', 'parallel/answer/*', '--timeout', timeout)
    expect(stdout.replace(/\s+/g, ' ')).toContain(reason)
    const [passed, failed = 0, skipped] = totals(stdout)
    expect({ passed, skipped, status }).toEqual({ passed: 0, skipped: 0, status: 1 })
    expect(failed).toBeGreaterThan(0)
  })

  test('ends later is started again, a few times', async () => {
    const { stdout } = await conformance('dies-later', '--only', 'parallel/*')
    expect(stdout).toContain('the program ended with status 4')
    expect(totals(stdout)[2]).toBeGreaterThanOrEqual(3)
  })
})

test('failures are expected once they are listed, and the list only shrinks', async () => {
  const file = join(folder, 'known.txt')
  const only = ['--only', 'ends/*', '--expected-failures', file]
  expect((await conformance('lying', ...only, '--update')).status).toBe(0)
  expect((await conformance('lying', ...only)).status).toBe(0)
  const { stdout, status } = await conformance('translates', ...only)
  expect(status).toBe(1)
  expect(stdout).toContain('listed as an expected failure')
})

test.each([
  ['nothing to test', ['conformance'], 'name a proxy (--base-url) or a program (--command)', 2],
  ['an unknown API', ['conformance', '--base-url', 'http://x', '--clients', 'chat'], 'chat is not one of', 2],
  [
    'a route without a model',
    ['conformance', '--base-url', 'http://x', '--route', 'openai-chat'],
    'api=model',
    2,
  ],
  ['a pattern without a case', ['conformance', '--command', 'x', '--only', 'nothing'], 'no case matches', 2],
])('%s is reported', async (_name, argv, words, expected) => {
  const { stderr, status } = await runCli(argv)
  expect(stderr).toContain(words)
  expect(status).toBe(expected)
})

test('the cases are printed as JSON Lines, with all digits', async () => {
  const { stdout } = await runCli(['conformance', '--list', '--only', 'arguments/large-integers/*'])
  expect(stdout).toContain('9007199254740993')
  const [line = ''] = stdout.split('\n')
  expect(JSON.parse(line)).toHaveProperty('must')
})
