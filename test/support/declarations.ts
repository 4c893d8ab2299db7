import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from './project.js'

/** Where a name that can be imported was declared. */
export interface Declaration {
  readonly name: string
  readonly file: string
  readonly isType: boolean
}

const DECLARATION = /^export (?:declare |abstract |async )*(const|function\*?|class|interface|type) (\w+)/gm
const NAMED = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const STARRED = /^export (?:type )?\* from '([^']+)'/gm

/** What a file of the project exports, wherever it stands. */
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
