import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Declaration, declarationsOf } from './support/declarations.js'
import { projectRoot } from './support/project.js'

const entries = entriesOf(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).exports)

/**
 * Returns the source files of the `exports` in package.json; for adapters, of all adapters that have the
 * file.
 */
function entriesOf(exported: Record<string, { readonly default?: string }>): string[] {
  const files = Object.values(exported).flatMap((target) => target.default ?? [])
  return files
    .flatMap((file) => {
      const source = file.replace('./dist/', '').replace(/\.js$/, '.ts')
      if (!source.includes('*')) return [source]
      return readdirSync(join(projectRoot, dirname(dirname(source)))).map((name) => source.replace('*', name))
    })
    .filter((file) => file.endsWith('/index.ts') || existsSync(join(projectRoot, file)))
    .sort()
}

const declarations = entries.flatMap(declarationsOf)

/** Returns every global name of the language, of browsers and of servers. */
function globalNames(): Set<string> {
  const scope = join(projectRoot, 'node_modules/@typescript')
  const [platform = ''] = readdirSync(scope).filter((name) => name.startsWith('typescript-'))
  const folder = join(scope, platform, 'lib')
  const libraries = readdirSync(folder).filter((name) => /^lib\.(dom|es\d|esnext|decorators)/.test(name))
  const names = libraries.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(GLOBAL)].map((match) => match[1] ?? ''),
  )
  return new Set(names)
}

const GLOBAL = /^(?:declare )?(?:var|function|const|class|interface|type|namespace) (\w+)/gm

describe('importable names', () => {
  test('is found', () => {
    const names = declarations.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['translate', 'ToolCall', 'createReplay', 'useCassette']))
    expect(names.length).toBeGreaterThan(300)
  })

  test('has no name that everybody has already', () => {
    const globals = globalNames()
    expect([...globals]).toEqual(expect.arrayContaining(['Response', 'MediaSource', 'Promise']))
    expect(declarations.filter(({ name }) => globals.has(name))).toEqual([])
  })

  /** The public functions of all adapters have the same names; types differ. */
  test('has the same meaning in every entry point', () => {
    const isOwnWord = ({ file, isType }: Declaration) => file.startsWith('adapters/') && !isType
    const places = new Map<string, Set<string>>()
    for (const declaration of declarations) {
      if (isOwnWord(declaration)) continue
      const files = places.get(declaration.name) ?? new Set()
      places.set(declaration.name, files.add(declaration.file))
    }
    const ambiguous = [...places].filter(([, files]) => files.size > 1)
    expect(ambiguous.map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
  })

  test('is in one entry point only', () => {
    const places = new Map<string, string[]>()
    // The specification repeats the types of the model for other implementations.
    const own = entries.filter((file) => !file.startsWith('adapters/') && file !== 'src/spec.ts')
    for (const entry of own)
      for (const name of new Set(declarationsOf(entry).map((declaration) => declaration.name)))
        places.set(name, [...(places.get(name) ?? []), entry])
    const repeated = [...places].filter(([, files]) => files.length > 1)
    expect(repeated.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([])
  })

  test('an adapter has its name and a short name, and no default', () => {
    const ofAdapters = entries.filter((file) => /^adapters\/.*\/index\.ts$/.test(file))
    expect(ofAdapters.length).toBeGreaterThan(10)
    for (const entry of ofAdapters)
      expect(declarationsOf(entry).map(({ name }) => name)).not.toContain('default')
  })
})
