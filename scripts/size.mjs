// Prints the size of a bundle, minified and gzipped, for a program that imports these functions of an
// adapter, with their dependencies. Published code is measured in `dist`, and parts of the code in `build`,
// which has separate files. Adapters are found by listing `dist/adapters`. `goal` is the target size;
// `budget` is the maximum for all adapters. If a wire exceeds the goal, the budget is its current size, so
// that growth is noticed.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const FOLDER = 'dist/adapters'
const UNBUNDLED = 'build/adapters'
const CASES = [
  {
    title: 'Whole answers: toolCalls, toolResults',
    words: 'toolCalls, toolResults',
    goal: 10_240,
    budget: 14_848,
  },
  { title: 'Streams: stream, toolResults', words: 'stream, toolResults', goal: 14_336, budget: 23_744 },
  {
    title: 'All everyday words',
    words: 'toolCalls, toolResults, stream, collect, decodeResponse',
    goal: 15_360,
    budget: 25_920,
  },
  { title: 'The whole adapter: every codec in both directions', goal: 25_600, budget: 52_608 },
]

/** Excludes dynamic imports. */
const withoutLater = {
  name: 'without-later',
  setup: ({ onResolve }) =>
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
}

if (!existsSync(FOLDER)) {
  console.log(`no ${FOLDER}; run \`npm run build\` first`)
  process.exit(1)
}
const isWire = (name) => existsSync(`${UNBUNDLED}/${name}/http.js`)
const folders = readdirSync(FOLDER).sort()
const wires = folders.filter(isWire)
for (const { title, words, goal, budget } of CASES) {
  const rows = await Promise.all(wires.map((wire) => measure(wire, `./${FOLDER}/${wire}/index.js`, words)))
  console.log(`${title} (goal ${bytes(goal).trim()}, never over ${bytes(budget).trim()})`)
  for (const row of rows) console.log(line(row, goal, budget))
  if (rows.some(({ gzipped }) => gzipped > budget)) process.exitCode = 1
}

// A program that translates conversations between two wires in both directions. The largest pairs are shown.
const PAIRS = { goal: 34_816, budget: 49_280, shown: 3 }
const pairs = await Promise.all(
  wires.flatMap((a, index) => wires.slice(index + 1).map((b) => measurePair(a, b))),
)
pairs.sort((a, b) => b.gzipped - a.gzipped)
console.log(
  `translate over two wires, the heaviest of ${pairs.length} pairs (never over ${bytes(PAIRS.budget).trim()})`,
)
for (const { wire, minified, gzipped } of pairs.slice(0, PAIRS.shown))
  console.log(`  ${wire.padEnd(48)}${bytes(minified)} minified${bytes(gzipped)} gzipped`)
if (pairs.some(({ gzipped }) => gzipped > PAIRS.budget)) process.exitCode = 1

// The size that the small loop over calls adds to an adapter. The validator of plain JSON Schema and the
// engine for its patterns are separate chunks, which are loaded for the first tool that needs them.
const TOOLS = { words: 'defineTool, runTools', budget: 10_880 }
const beside = await Promise.all(wires.map((wire) => measureTools(wire)))
console.log(`${TOOLS.words} beside an adapter (never over ${bytes(TOOLS.budget).trim()})`)
for (const { wire, gzipped, later } of beside)
  console.log(
    `  ${wire.padEnd(48)}${bytes(gzipped)} gzipped, and${bytes(later)} when a tool has bare JSON Schema with patterns`,
  )
if (beside.some(({ gzipped }) => gzipped > TOOLS.budget)) process.exitCode = 1

// The size of a format beyond the code shared by all adapters.
const CORE_IMPORT = /import \{([^}]*)\} from '(?:\.\.\/)+(src\/[^']*)'/g
const FORMATS = { goal: 6_144, budget: 25_792 }
// LangChain stores OpenAI items unchanged, so it includes their codec, which programs that use OpenAI already
// have.
const LANGCHAIN = { budget: 28_288 }
const formats = await Promise.all(folders.filter((name) => !isWire(name)).map(measureFormat))
console.log(
  `formats, beyond the shared core (goal ${bytes(FORMATS.goal).trim()}, never over ${bytes(FORMATS.budget).trim()})`,
)
for (const row of formats) {
  const { budget } = row.wire === 'langchain' ? LANGCHAIN : FORMATS
  console.log(line(row, FORMATS.goal, budget))
  if (row.gzipped > budget) process.exitCode = 1
}

// Calls in text: the engine, the addition of a reader shared by several dialects, and the addition of one
// dialect.
const TEXT_CALLS = {
  words: 'withTextCalls, readTextCalls, textCallsStep',
  readers: ['braced-calls', 'json-calls', 'named-calls', 'parameters', 'pythonic-calls'],
  budgets: { reader: 3_904, dialect: 1_024 },
}
await measureDialects('build/src/text-calls')

function line({ wire, minified, gzipped }, goal, budget) {
  const share = `${Math.round((100 * gzipped) / goal)} % of the goal`
  const verdict = gzipped > budget ? `${share}, over the budget` : share
  return `  ${wire.padEnd(26)}${bytes(minified)} minified${bytes(gzipped)} gzipped   ${verdict}`
}

/**
 * Measures the bundle of an entry point.
 * @param words the imported names. Default: all exports.
 */
async function measure(wire, entry, words) {
  const { code } = await bundle(words ? `export { ${words} } from '${entry}'` : `export * from '${entry}'`)
  return { wire, ...weight(code) }
}

/**
 * Measures the difference between a bundle of the format and a bundle of its imports from the shared core.
 */
async function measureFormat(wire) {
  const core = coreOf(wire)
  const [whole, shared] = await Promise.all([
    bundle(`export * from './${UNBUNDLED}/${wire}/index.js'\n${core}`),
    bundle(core),
  ])
  const [heavy, light] = [weight(whole.code), weight(shared.code)]
  return { wire, minified: heavy.minified - light.minified, gzipped: heavy.gzipped - light.gzipped }
}

/**
 * Returns exports of all names that the files of a format import from the shared core. Rules are never part
 * of a bundle.
 */
function coreOf(wire) {
  const folder = `${UNBUNDLED}/${wire}`
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.js') && !/^rules\b/.test(file),
  )
  const imports = files.flatMap((file) => [
    ...readFileSync(`${folder}/${file}`, 'utf8').matchAll(CORE_IMPORT),
  ])
  const words = imports.flatMap(([, list, from]) =>
    [...list.matchAll(/(\w+)(?: as \w+)?/g)].map(([, word]) => `'./build/${from}' ${word}`),
  )
  return [...new Set(words)]
    .map((word) => word.split(' '))
    .map(([from, name], index) => `export { ${name} as core${index} } from ${from}`)
    .join('\n')
}

async function measurePair(a, b) {
  const { code } = await bundle(`
    import { messages as a } from './${FOLDER}/${a}/index.js'
    import { messages as b } from './${FOLDER}/${b}/index.js'
    import { translate } from './dist/src/index.js'
    export const there = (messages) => translate(messages, { from: a, to: b })
    export const back = (messages) => translate(messages, { from: b, to: a })`)
  return { wire: `${a} + ${b}`, ...weight(code) }
}

async function measureTools(wire) {
  const adapter = `export * from './${FOLDER}/${wire}/index.js'`
  const tools = `export { ${TOOLS.words} } from './dist/src/index.js'`
  const both = `${adapter}; ${tools}`
  const [without, beside, later] = await Promise.all([bundle(adapter), bundle(both), loadedLater(both)])
  return { wire, gzipped: weight(beside.code).gzipped - weight(without.code).gzipped, later }
}

async function measureDialects(folder) {
  const { words, readers, budgets } = TEXT_CALLS
  const source = readFileSync(`${folder}/index.js`, 'utf8')
  const names = [...source.matchAll(/export \{ (\w+) \} from '\.\/dialects\/(?!all\.)/g)].map(
    ([, name]) => name,
  )
  const engine = `export { ${words} } from './${folder}/index.js'`
  const shared = readers.map((reader) => `export * from './${folder}/${reader}.js'`)
  const sizeOf = async (...contents) => weight((await bundle(contents.join(';'))).code).gzipped
  const [alone, all] = [await sizeOf(engine), await sizeOf(engine, ...shared)]
  const told = async (kind, items) => {
    const rows = await Promise.all(items.map(async ([name, size]) => ({ name, gzipped: await size })))
    console.log(`  a ${kind} (never over ${bytes(budgets[kind]).trim()})`)
    for (const { name, gzipped } of rows.sort((a, b) => b.gzipped - a.gzipped))
      console.log(`    ${name.padEnd(46)}${bytes(gzipped)} gzipped`)
    if (rows.length === 0 || rows.some(({ gzipped }) => gzipped > budgets[kind])) process.exitCode = 1
  }
  console.log(`Calls in text: ${words} take${bytes(alone)} gzipped; what is added to them`)
  const added = async (base, ...contents) => (await sizeOf(...contents)) - base
  await told(
    'reader',
    readers.map((reader, index) => [reader, added(alone, engine, shared[index])]),
  )
  await told(
    'dialect',
    names.map((name) => [
      name,
      added(all, engine, ...shared, `export { ${name} } from './${folder}/index.js'`),
    ]),
  )
}

/** Returns the gzipped size of dynamically loaded code. */
async function loadedLater(contents) {
  const options = { ...optionsFor(contents), splitting: true, outdir: 'unwritten' }
  const { outputFiles, metafile } = await build(options)
  const first = new Set(Object.keys(metafile.outputs).filter((path) => path.endsWith('stdin.js')))
  for (const path of first)
    for (const { path: next, kind } of metafile.outputs[path].imports)
      if (kind === 'import-statement') first.add(next)
  const later = outputFiles.filter(({ path }) => !first.has(relative('.', path)))
  return later.reduce((total, { contents: code }) => total + weight(code).gzipped, 0)
}

/**
 * Bundles the code that is loaded with the entry. Dynamically loaded code, for servers or some tools, is
 * excluded.
 */
async function bundle(contents) {
  const { outputFiles } = await build({ ...optionsFor(contents), plugins: [withoutLater] })
  return { code: outputFiles[0].contents }
}

function optionsFor(contents) {
  return {
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
    metafile: true,
    legalComments: 'none',
  }
}

function weight(code) {
  return { minified: code.length, gzipped: gzipSync(code, { level: 9 }).length }
}

function bytes(count) {
  return `${count.toLocaleString('en')} B`.padStart(12)
}
