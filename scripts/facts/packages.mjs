// Installs packages into a temporary folder.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Options that keep npm silent, and scripts of packages from running. */
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']

/**
 * Installs packages with their dependencies, and others without them.
 * @param before a day: newer versions of the packages with dependencies are not installed. Default: the newest ones are.
 * @returns the folder, which the caller deletes.
 */
export function install({ packages, bare, before }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-facts-'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  const until = before === undefined ? [] : ['--before', before]
  run(folder, ['install', ...QUIET, ...until, ...packages])
  for (const spec of bare) unpack(folder, spec)
  return folder
}

function unpack(folder, spec) {
  const name = spec.replace(/(?<=.)@.*$/, '')
  const file = run(folder, ['pack', '--silent', spec]).trim()
  execFileSync('tar', ['xzf', file], { cwd: folder })
  const target = join(folder, 'node_modules', name)
  mkdirSync(target, { recursive: true })
  cpSync(join(folder, 'package'), target, { recursive: true })
  rmSync(join(folder, 'package'), { recursive: true })
}

function run(folder, args) {
  return execFileSync('npm', args, { cwd: folder, encoding: 'utf8' })
}

/** Returns the installed versions of packages by name. */
export function versionsIn(folder, names) {
  return Object.fromEntries(
    names.map((name) => {
      const file = join(folder, 'node_modules', name, 'package.json')
      return [name, JSON.parse(readFileSync(file, 'utf8')).version]
    }),
  )
}
