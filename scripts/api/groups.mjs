// The groups in which an entry point names what it exports: a comment with an empty line after it begins one.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const GROUP = /^\/\/ (.+(?:\n\/\/ .+)*)\n\n([\s\S]*?)(?=^\/\/ |$(?![\s\S]))/gm
const EXPORT = /^export (?:type )?(?:\*|\{([^}]*)\}) from '([^']+)'/gm

/**
 * @param source an entry point of the package.
 * @returns the titles in their order, and the one of an exported name, by the name or by the file that declares it.
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
