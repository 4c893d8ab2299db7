// node scripts/api-surface.mjs [--check]
//
// Writes docs/api-surface.md: every public name of the package, by entry. `--check` fails if the file is stale.
// Reads the declarations in dist, so run `npm run build` first.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const REPORT = 'docs/api-surface.md'
const { exports, name: packageName } = JSON.parse(readFileSync('package.json', 'utf8'))

const report = `# Public names

Every name that can be imported from the package, by entry. \`npm run api-surface\` writes this page.

${entries().map(section).join('\n')}`

if (!process.argv.includes('--check')) writeFileSync(REPORT, report)
else if (!existsSync(REPORT) || readFileSync(REPORT, 'utf8') !== report) {
  console.error(`${REPORT} is stale. Run: npm run api-surface`)
  process.exitCode = 1
}

/** Each entry with its declaration file. Patterns are expanded to the adapters. */
function entries() {
  return Object.entries(exports)
    .filter(([, { types }]) => types !== undefined)
    .flatMap(([key, { types }]) => {
      const imported = key.replace('.', packageName)
      if (!types.includes('*')) return [{ imported, types }]
      return readdirSync('dist/adapters').map((wire) => ({
        imported: imported.replace('*', wire),
        types: types.replace('*', wire),
      }))
    })
    .filter(({ types }) => existsSync(types))
}

function section({ imported, types }) {
  const names = exportedNames(readFileSync(types, 'utf8'))
  const values = new Set(exportedNames(readFileSync(types.replace('.d.ts', '.js'), 'utf8')))
  const lists = [
    list(
      'Values',
      names.filter((name) => values.has(name)),
    ),
    list(
      'Types',
      names.filter((name) => !values.has(name)),
    ),
  ]
  return [`## \`${imported}\``, '', `${names.length} names.`, '', ...lists.flat()].join('\n')
}

function list(title, names) {
  return names.length === 0 ? [] : [`${title}: ${names.map((name) => `\`${name}\``).join(', ')}`, '']
}

/** Returns the names in the `export { … }` statements of a bundled file. */
function exportedNames(code) {
  const lists = [...code.matchAll(/\bexport\s*(?:type\s*)?\{([^}]*)\}/g)].map(([, list]) => list)
  const own = [
    ...code.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|type|interface) (\w+)/gm),
  ]
  const names = lists
    .flatMap((list) => list.split(','))
    .map((entry) => entry.trim().replace(/^type |^.* as /g, ''))
  return [...new Set([...names, ...own.map(([, name]) => name)])].filter(Boolean).sort(byName)
}

function byName(one, other) {
  return one.localeCompare(other, 'en')
}
