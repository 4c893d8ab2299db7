// Installs packages into a temporary folder.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Options that keep npm silent, and scripts of packages from running. */
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent']

/**
 * Installs packages with their dependencies, and others without them.
 * @returns the folder, which the caller deletes.
 */
export function install({ packages, bare }) {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-facts-'))
  writeFileSync(join(folder, 'package.json'), '{"private": true}')
  run(folder, ['install', ...QUIET, ...packages])
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

/** Returns the package with its highest version before a day. npm's own option skips versions that the running Node is too old for. */
export function before(day, name) {
  const times = JSON.parse(execFileSync('npm', ['view', name, 'time', '--json'], { encoding: 'utf8' }))
  const versions = Object.keys(times).filter(
    (version) => /^\d+\.\d+\.\d+$/.test(version) && times[version] < day,
  )
  const [highest = 'latest'] = versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return `${name}@${highest}`
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
