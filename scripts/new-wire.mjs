// Writes a new adapter that passes all checks, and its fixtures. The author replaces it concept by concept.
//   npm run new-wire acme-chat
//   npm run new-wire acme-chat -- --like openai-chat
// The templates in scripts/new-wire/ are the adapter of a wire called `acme-chat`; `--into FOLDER` writes to another project.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { entryOf } from './adapter-entry.mjs'
import { listOf } from './adapter-list.mjs'
import { adapterName } from './adapter-name.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const KINDS = { '': 'plain', 'openai-chat': 'openai-chat' }
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { like: { type: 'string', default: '' }, into: { type: 'string', default: '.' } },
})
const [id = ''] = positionals
const adapters = join(values.into, 'adapters')
refuse(problemOf(id, values.like))
writeAdapter()
await writeFixtures()
if (values.into === '.') writeOutcomes()
console.log(
  `Written: adapters/${id} and fixtures/${id}. Next: npm run wire ${id} -- --watch, and the lines with TODO.`,
)

/** Returns the reason why the wire cannot be created. */
function problemOf(id, like) {
  if (id === '') return 'Which wire? Usage: npm run new-wire acme-chat [-- --like openai-chat]'
  if (!ID.test(id))
    return `"${id}" is not a wire id: use the provider and its format in kebab-case, such as acme-chat.`
  if (existsSync(join(adapters, id))) return `adapters/${id} exists already.`
  if (existsSync(join(values.into, 'fixtures', id))) return `fixtures/${id} exists already.`
  if (!Object.hasOwn(KINDS, like))
    return `There are no templates for --like ${like}. There are: openai-chat, or nothing.`
  return undefined
}

function refuse(problem) {
  if (problem === undefined) return
  console.error(problem)
  process.exit(2)
}

function writeAdapter() {
  const templates = join(ROOT, 'scripts/new-wire', KINDS[values.like])
  const folder = join(adapters, id)
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(templates))
    writeFileSync(join(folder, file), named(readFileSync(join(templates, file), 'utf8')))
  writeFileSync(join(folder, 'index.ts'), entryOf(id, adapters))
  if (values.into === '.') writeFileSync('adapters.ts', listOf(readdirSync('adapters').sort()))
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--vcs-use-ignore-file=false', folder)
}

/** Returns the text of a template with the names of the new wire. */
function named(text) {
  const words = id.split('-')
  const pascal = words.map((word) => word[0].toUpperCase() + word.slice(1)).join('')
  const title = `${words[0][0].toUpperCase()}${words.join(' ').slice(1)}`
  return text
    .replaceAll('acme-chat', id)
    .replaceAll('AcmeChat', pascal)
    .replaceAll('acmeChat', pascal[0].toLowerCase() + pascal.slice(1))
    .replaceAll('Acme chat', title)
    .replaceAll('ACRONYM', words.join(''))
    .replaceAll('ACME', words.join('_').toUpperCase().replaceAll('_', '-'))
}

/** Bundles fixtures.ts with the new adapter, since Node does not resolve its imports, and runs it. */
async function writeFixtures() {
  const program = resolve(values.into, 'adapters', id, 'fixtures.mjs')
  await build({
    stdin: {
      contents: `export { ${adapterName(id)} as adapter } from './adapters/${id}/index.ts'
export { writeFixtures } from ${JSON.stringify(join(ROOT, 'scripts/new-wire/fixtures.ts'))}`,
      resolveDir: resolve(values.into),
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: program,
    logLevel: 'error',
  })
  const written = await import(pathToFileURL(program).href).finally(() => rmSync(program))
  await written.writeFixtures(written.adapter, join(ROOT, 'fixtures'), resolve(values.into, 'fixtures', id))
}

/** Writes the page with the outcomes of all wires, which is a snapshot. */
function writeOutcomes() {
  const given = ['run', '--update', '--coverage.enabled=false', 'test/outcomes/document.test.ts']
  run('node_modules/vitest/vitest.mjs', ...given)
}

function run(script, ...given) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...given], {
    encoding: 'utf8',
  })
  if (status === 0) return
  process.stderr.write(`${stdout}${stderr}`)
  process.exit(1)
}
