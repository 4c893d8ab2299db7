import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vitest/node'

/** Not imported from the adapters' support, which loads all adapters. */
export const projectRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** A regular expression in the code. */
export interface InCode {
  /** `src/…/x.ts:12` */
  readonly place: string
  readonly expression: RegExp
}

/** The sources of regular expressions in files. */
export interface Expressions {
  readonly literals: readonly InCode[]
  /** Positions of `new RegExp(…)`. */
  readonly made: readonly string[]
  /** Values of members named `pattern`, which are compiled elsewhere. */
  readonly patterns: readonly string[]
}

/** Returns all regular expressions in some folders, from the syntax tree of each file. */
export function expressionsIn(folders: readonly string[]): Expressions {
  const literals: InCode[] = []
  const made: string[] = []
  const patterns: string[] = []
  for (const file of folders.flatMap(filesIn)) {
    const code = readFileSync(join(projectRoot, file), 'utf8')
    for (const node of nodesIn(parseAst(code, { lang: 'ts' }))) {
      const place = () => `${file}:${lineOf(code, node.start)}`
      if (isRecord(node.regex)) {
        const { pattern, flags } = node.regex
        literals.push({ place: place(), expression: new RegExp(String(pattern), String(flags)) })
      }
      const isMade = node.type === 'NewExpression' || node.type === 'CallExpression'
      if (isMade && isRecord(node.callee) && node.callee.name === 'RegExp') made.push(place())
      const isPattern = node.type === 'Property' && isRecord(node.key) && node.key.name === 'pattern'
      if (isPattern && isRecord(node.value) && typeof node.value.value === 'string')
        patterns.push(node.value.value)
    }
  }
  return { literals, made, patterns }
}

function filesIn(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${folder}/${file.split(sep).join('/')}`)
    .sort()
}

function* nodesIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  else if (isRecord(value)) {
    yield value
    for (const inner of Object.values(value)) yield* nodesIn(inner)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function lineOf(code: string, offset: unknown): number {
  return code.slice(0, Number(offset)).split('\n').length
}
