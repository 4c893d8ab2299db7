// Code in the documentation stands in files that are compiled and run: `<!-- from FILE -->` before a block names the
// file, of which the block shows the part between `// #region shown` and `// #endregion`, or all of it.
//   node scripts/snippets.mjs          says which blocks differ from their files, or have none
//   node scripts/snippets.mjs --write  puts the files' text into the blocks
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const BLOCK = /(?:<!-- from (\S+) -->\n+)?```(?:ts|js|typescript|javascript)\n([\s\S]*?)```/g

const FENCE = '```'

/** Every document with code, by its path from the project's root. */
export function documents() {
  const own = readdirSync('docs').filter((file) => file.endsWith('.md'))
  return ['README.md', 'CONTRIBUTING.md', ...own.map((file) => `docs/${file}`)]
}

/** The blocks of code in a text. */
export function blocksOf(text) {
  return [...text.matchAll(BLOCK)].map(([, file, code]) => ({ file, code }))
}

/** What of a file its block shows. */
export function shownOf(file) {
  const text = readFileSync(file, 'utf8')
  const region = /^ *\/\/ #region shown\n([\s\S]*?)^ *\/\/ #endregion/m.exec(text)?.[1] ?? text
  const indent = Math.min(
    ...region
      .split('\n')
      .filter(Boolean)
      .map((line) => line.search(/\S/)),
  )
  return region.replaceAll(new RegExp(`^ {${indent}}`, 'gm'), '')
}

/** @returns what is wrong, a line each. */
export function staleBlocks(paths = documents()) {
  return paths.flatMap((path) =>
    blocksOf(readFileSync(path, 'utf8')).flatMap(({ file, code }) => {
      const begin = code.split('\n')[0]
      if (file === undefined) return [`${path}: no file is named for the code that begins "${begin}"`]
      if (!existsSync(file)) return [`${path}: there is no ${file}`]
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
