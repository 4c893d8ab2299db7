// Code in the documentation comes from files that are compiled and run. `<!-- from FILE -->` before a block names the file.
// The block shows the complete file, or the part between `// #region shown` and `// #endregion` with its imports of packages.
//   node scripts/snippets.mjs          lists the blocks that differ from their files, and the blocks without a file
//   node scripts/snippets.mjs --write  copies the files into the blocks
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BLOCK = /(?:<!-- from (\S+) -->\n+)?```(?:tsx?|js|typescript|javascript)\n([\s\S]*?)```/g

const FENCE = '```'
/** The widest line of a snippet, as in `biome.json`. */
const WIDTH = 72
/** An import of a package, not of a neighbouring file. */
const IMPORT = /^import (type )?([\w* ]+?)?(?:, )?(?:\{([^}]*)\})? from '([^.'][^']*)'$/gm

/** Returns every document with code, by its path from the project's root. */
export function documents() {
  const own = readdirSync('docs').filter((file) => file.endsWith('.md'))
  return ['README.md', 'CONTRIBUTING.md', ...own.map((file) => `docs/${file}`)]
}

/** Returns the code blocks of a text. */
export function blocksOf(text) {
  return [...text.matchAll(BLOCK)].map(([, file, code]) => ({ file, code }))
}

/** Returns the part of a file that its block shows. */
export function shownOf(file) {
  const text = readFileSync(file, 'utf8')
  const [, before = '', region = text] =
    /^([\s\S]*?)^ *\/\/ #region shown\n([\s\S]*?)^ *\/\/ #endregion/m.exec(text) ?? []
  const indent = Math.min(
    ...region
      .split('\n')
      .filter(Boolean)
      .map((line) => line.search(/\S/)),
  )
  const shown = region.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '')
  const imports = importsOf(before, shown)
  return imports === '' ? shown : `${imports}${shown.startsWith('import ') ? '' : '\n'}${shown}`
}

/** Returns the imports of packages before a region, limited to the names that the region uses. */
function importsOf(before, region) {
  const isUsed = (name) => new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(region)
  return [...before.matchAll(IMPORT)]
    .map(([, type = '', whole, list = '', from]) => {
      const named = list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && isUsed(name.split(' ').at(-1)))
      const isWhole = whole !== undefined && isUsed(whole.split(' ').at(-1))
      if (!isWhole && named.length === 0) return ''
      const names = [isWhole ? whole : '', braced(named, '{ ', ', ', ' }')].filter(Boolean).join(', ')
      const line = `import ${type}${names} from '${from}'\n`
      return line.length <= WIDTH + 1 || named.length < 2
        ? line
        : line.replace(braced(named, '{ ', ', ', ' }'), braced(named, '{\n  ', ',\n  ', ',\n}'))
    })
    .join('')
}

function braced(names, begin, between, end) {
  return names.length === 0 ? '' : begin + names.join(between) + end
}

/** Returns a line for each stale block. */
export function staleBlocks(paths = documents()) {
  return paths.flatMap((path) =>
    blocksOf(readFileSync(path, 'utf8')).flatMap(({ file, code }) => {
      const begin = code.split('\n')[0]
      if (file === undefined) return [`${path}: no file is named before the code that begins "${begin}"`]
      if (!existsSync(file)) return [`${path}: ${file} does not exist`]
      return code === shownOf(file) ? [] : [`${path}: the code differs from ${file}`]
    }),
  )
}

function write(path) {
  const text = readFileSync(path, 'utf8')
  const fresh = text.replace(BLOCK, (block, file, code) =>
    file === undefined || !existsSync(file)
      ? block
      : block.slice(0, -(code.length + FENCE.length)) + shownOf(file) + FENCE,
  )
  if (fresh !== text) writeFileSync(path, fresh)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) documents().forEach(write)
  const stale = staleBlocks()
  for (const line of stale) console.log(line)
  process.exitCode = stale.length > 0 ? 1 : 0
}
