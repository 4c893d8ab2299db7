import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from './support/project.js'

const CHECK = join(projectRoot, 'scripts/release/check-bump.mjs')
let folder = ''

const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

function write(file: string, value: unknown): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), typeof value === 'string' ? value : JSON.stringify(value))
}

const manifest = (version: string, more = {}) => ({
  name: 'toolwire',
  version,
  scripts: { test: 'vitest' },
  ...more,
})
const lock = (version: string, more = {}) => ({
  version,
  packages: { '': { version }, 'node_modules/re2js': { version: '2.10.0', integrity: 'sha512-a', ...more } },
})

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bump-'))
  git('init', '--quiet')
  write('package.json', manifest('0.1.0'))
  write('package-lock.json', lock('0.1.0'))
  write('.changeset/quiet-cats.md', 'a change')
  git('add', '--all')
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'Begin')
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Stages files over the first commit, and returns the exit status and the message of the check. */
function checked(files: Readonly<Record<string, unknown>>): { status: number | null; said: string } {
  git('reset', '--hard', '--quiet')
  git('clean', '-dfq')
  for (const [file, value] of Object.entries(files)) write(file, value)
  git('add', '--all')
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { cwd: folder, encoding: 'utf8' })
  return { status, said: stderr }
}

const BUMP = {
  'package.json': manifest('0.2.0'),
  'package-lock.json': lock('0.2.0'),
  'CHANGELOG.md': '# 0.2.0',
}

test('a version, its changelog and change files pass', () => {
  expect(checked(BUMP)).toEqual({ status: 0, said: '' })
})

test.each([
  ['package.json', manifest('0.2.0', { scripts: { postinstall: 'node steal.mjs' } })],
  ['package-lock.json', lock('0.2.0', { integrity: 'sha512-b' })],
  ['package-lock.json', lock('0.2.0', { version: '2.11.0' })],
  ['src/index.ts', 'export {}'],
  ['.github/workflows/ci.yml', 'name: CI'],
  ['.changeset/config.json', '{}'],
  ['.changeset/deep/a.md', 'a'],
])('a change of %s is refused', (file, value) => {
  const { status, said } = checked({ ...BUMP, [file]: value })
  expect(status).toBe(1)
  expect(said).toContain(file)
})
