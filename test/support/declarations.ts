import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './project.js'

/** An importable name, and the file that declares it. */
export interface Declaration {
  readonly name: string
  readonly file: string
  readonly isType: boolean
}

const DECLARATION = /^export (?:declare |abstract |async )*(const|function\*?|class|interface|type) (\w+)/gm
const NAMED = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const STARRED = /^export (?:type )?\* from '([^']+)'/gm

/** Returns the exports of a project file, with the declaring file of each. */
export function declarationsOf(file: string): Declaration[] {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  const target = (specifier: string) => join(dirname(file), specifier).replace(/\.js$/, '.ts')
  const own = [...text.matchAll(DECLARATION)].map(([, kind, name = '']) => ({
    name,
    file,
    isType: kind === 'interface' || kind === 'type',
  }))
  const named = [...text.matchAll(NAMED)].flatMap(([, list = '', from]) => {
    if (from === undefined) return []
    const names = new Set(list.match(/\w+(?=\s*(?:,|$))/g))
    return declarationsOf(target(from)).filter(({ name }) => names.has(name))
  })
  const starred = [...text.matchAll(STARRED)].flatMap(([, from = '']) => declarationsOf(target(from)))
  return [...own, ...named, ...starred]
}
