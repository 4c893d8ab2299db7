// The day of each file's last change, from the history of the repository.
import { spawnSync } from 'node:child_process'
import { ROOT } from './sources.mjs'

/**
 * Returns the time of each file's last commit in milliseconds, by its path. Empty without git or without a
 * history.
 */
export function lastChanges() {
  const { stdout = '' } = spawnSync(
    'git',
    ['log', '--format=%ct', '--name-only', '--', 'docs', 'adapters', '*.md'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  const changes = new Map()
  let time = 0
  for (const line of (stdout ?? '').split('\n')) {
    if (/^\d+$/.test(line)) time = Number(line) * 1000
    else if (line !== '' && !changes.has(line)) changes.set(line, time)
  }
  return changes
}
