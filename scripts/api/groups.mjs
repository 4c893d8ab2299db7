// The groups of an entry point's exports. A comment followed by an empty line begins a group.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const GROUP = /^\/\/ (.+(?:\n\/\/ .+)*)\n\n([\s\S]*?)(?=^\/\/ |$(?![\s\S]))/gm
const EXPORT = /^export (?:type )?(?:\*|\{([^}]*)\}) from '([^']+)'/gm

/**
 * Reads the groups of exports in an entry point.
 * @param source an entry point of the package.
 * @returns the titles in order, and the title of an exported name, found by the name or by its source file.
 */
export function groupsOf(source) {
  const titles = []
  const byName = new Map()
  const byFile = new Map()
  for (const [, comment, body] of readFileSync(source, 'utf8').matchAll(GROUP)) {
    const title = comment.replaceAll('\n// ', ' ').split(/[.:;](?: |$)/)[0]
    if (!/^export /m.test(body)) continue
    titles.push(title)
    for (const [, names = '', from] of body.matchAll(EXPORT)) {
      for (const name of names.match(/\w+(?=\s*(?:,|$))/g) ?? []) byName.set(name, title)
      if (names === '') byFile.set(posix.join(posix.dirname(source), from).replace(/\.js$/, '.ts'), title)
    }
  }
  return { titles, titleOf: (name, file) => byName.get(name) ?? byFile.get(file) }
}
