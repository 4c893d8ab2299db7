// Checks what the job `version` of the release workflow wrote: change files and the changelog, and in package.json and its lock the
// version alone. The staged files are compared with the last commit.
import { execFileSync } from 'node:child_process'

const WRITTEN = /^(?:\.changeset\/[\w-]+\.md|CHANGELOG\.md)$/
const VERSIONED = ['package.json', 'package-lock.json']

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' })
const files = git('diff', '--cached', '--name-only', '--no-renames').split('\n').filter(Boolean)
const refused = files.filter(
  (file) => !(VERSIONED.includes(file) ? changesVersionOnly(file) : WRITTEN.test(file)),
)
if (refused.length > 0) {
  console.error(
    `a release changes only the version, the changelog and change files, not ${refused.join(', ')}`,
  )
  process.exitCode = 1
}

function changesVersionOnly(file) {
  return withoutVersion(git('show', `HEAD:${file}`)) === withoutVersion(git('show', `:${file}`))
}

/** The version is at the top of both files, and in the lock also in the entry of the project. */
function withoutVersion(text) {
  const { version, packages, ...rest } = JSON.parse(text)
  if (packages?.[''] !== undefined) delete packages[''].version
  return JSON.stringify({ ...rest, packages })
}
