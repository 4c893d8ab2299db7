// Bundles the code of the entries from `build` into `dist`. Each module stands in one file, so that classes and state exist
// once whatever is imported. Loading a file costs more than reading it, so what entries share is in few files (`dist/chunks`):
// one for each set of purposes that it serves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { commandLineEntries, publicEntries, UNBUNDLED } from './entries.mjs'

/** What is imported together, by the keys of `exports`. */
const PURPOSES = {
  wires: ['.', './adapters', './adapters/*', './adapters/*/rules', './adapter-kit', './text-calls'],
  tools: ['./tools', './loop', './session', './serve', './bullmq', './schemas'],
  models: ['./models'],
  servers: ['./replay', './testing', './vitest', './proxy'],
}
const COMMAND_LINE = 'cli'

/** Packages of the command line alone. They come with it, so that who uses the library need not install them. */
const BUNDLED = ['commander', 'picocolors', 'string-width', 'strip-json-comments', 'undici', 'ws', 'yaml']

/** Packages of which each file only declares, though they do not say so: what is not used of them is left out. */
const WITHOUT_EFFECTS = /\/node_modules\/ws\//

/** What these do when they are loaded is what they are for; all else only declares. */
const WITH_EFFECTS = ['src/cli', 'src/cli/thread', 'src/cli/proxy/large-thread', 'src/traffic/replay/vitest']

/** Code that opens a file by its place beside its own. */
const OPENS_FILES = /new URL\('\.[^']*', import\.meta\.url\)/

const PLAIN = ['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']

const ROOT = `${resolve(UNBUNDLED)}/`

export async function bundle() {
  const entries = purposesOfEntries()
  const modules = new Map()
  const built = await rolldown({
    input: Object.fromEntries([...entries.keys()].map((file) => [file, idOf(file)])),
    platform: 'node',
    // For Node it has CommonJS, of which nothing can be left out.
    resolve: { alias: { yaml: resolve('node_modules/yaml/browser/index.js') } },
    // Marks that only others heed stand at some lists.
    checks: { invalidAnnotation: false },
    external: isExternal,
    treeshake: { moduleSideEffects: hasEffects },
    plugins: [{ name: 'modules', transform: markPure, buildEnd: readModules }],
  })
  await built.generate()
  const later = [...modules.values()].flatMap((module) => module.later)
  const starts = new Set([...[...entries.keys()].map(idOf), ...later])
  const users = usersOf(entries, modules, starts)
  const { output } = await built.write({
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => (name.includes('/') ? `${name}.js` : `chunks/${name}.js`),
    codeSplitting: { groups: groupsOf(users, starts) },
    plugins: [{ name: 'minify', renderChunk: minifyCommandLine }],
    // The types carry the documentation; marks for other bundlers stay.
    comments: { annotation: true, jsdoc: false, legal: true },
    minifyInternalExports: false,
  })
  await built.close()
  checkPlaces(output, users)
  checkPackages(output)
  writeFileSync('dist/THIRD-PARTY-LICENSES.md', licensesOf(output))

  /** Nobody steps through the command line, or reads its stack traces. */
  function minifyCommandLine(code, { fileName, moduleIds }) {
    const needs = new Set(moduleIds.flatMap((id) => [...(users.get(id)?.needs ?? [])]))
    return needs.size === 1 && needs.has(COMMAND_LINE)
      ? minifySync(fileName, code, { module: true }).code
      : null
  }

  function readModules() {
    // They come in the order in which they were read, which is another one each time.
    for (const id of [...this.getModuleIds()].sort()) {
      const { isExternal, code, importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)
      if (!isExternal) modules.set(id, { code, imports: importedIds, later: dynamicallyImportedIds })
    }
  }
}

function hasEffects(id) {
  if (WITHOUT_EFFECTS.test(id)) return false
  return isPackage(id) ? undefined : WITH_EFFECTS.includes(fileOf(id))
}

function isExternal(id, importer) {
  return (
    !/^[./]/.test(id) &&
    !BUNDLED.some((name) => isOf(id, name)) &&
    !(importer !== undefined && isPackage(importer))
  )
}

function isPackage(id) {
  return id.includes('/node_modules/')
}

function idOf(file) {
  return `${ROOT}${file}.js`
}

/** From the top of the sources, without an ending. */
function fileOf(id) {
  return id.replace(ROOT, '').replace(/\.js$/, '')
}

/** Each file that is built, with its purpose. */
function purposesOfEntries() {
  const named = Object.entries(PURPOSES).flatMap(([purpose, keys]) => keys.map((key) => [key, purpose]))
  const purposes = new Map(named)
  const own = publicEntries().flatMap(([key, files]) => {
    const purpose = purposes.get(key)
    if (purpose === undefined) throw new Error(`${key} of package.json has no purpose in scripts/bundle.mjs`)
    return files.map((file) => [file, purpose])
  })
  const others = commandLineEntries().map((file) => [
    file,
    adapterOf(file) === undefined ? COMMAND_LINE : 'wires',
  ])
  return new Map([...own, ...others])
}

function adapterOf(file) {
  return /^adapters\/([^/]+)\//.exec(file)?.[1]
}

/**
 * What stands at the top of a module only declares. Bundlers know that of a whole module that nobody uses (`sideEffects`), but
 * not of statements in a file of many modules: so values that are computed are marked.
 */
function markPure(code, id) {
  if (isPackage(id) || id.endsWith('.json') || WITH_EFFECTS.includes(fileOf(id))) return null
  const edits = this.parse(code).body.flatMap((node) => {
    const declared = (node.declaration ?? node).declarations ?? []
    return declared.flatMap((declarator) => editsOf(declarator, node.start, code))
  })
  return edits.reduceRight(
    (text, { start, end, now }) => `${text.slice(0, start)}${now}${text.slice(end)}`,
    code,
  )
}

function editsOf({ id, init, start, end }, statement, code) {
  if (init === null || isPlain(init)) return []
  const value = pure(`(${code.slice(init.start, init.end)})`)
  if (id.type === 'Identifier') return [{ start: init.start, end: init.end, now: value }]
  // Taking members of it apart is a computation of its own.
  const whole = `whole${start}`
  const members = id.properties.map(({ key, value }) => `${value.name} = ${pure(`${whole}.${key.name}`)}`)
  return [
    { start: statement, end: statement, now: `const ${whole} = ${value};\n` },
    { start, end, now: members.join(', ') },
  ]
}

function pure(expression) {
  return `/* @__PURE__ */ (() => ${expression})()`
}

/** Nothing is computed: every bundler leaves it out when nobody uses it. */
function isPlain(node) {
  switch (node?.type) {
    case 'ArrayExpression':
      return node.elements.every(isPlain)
    case 'ObjectExpression':
      return node.properties.every((property) => property.type === 'Property' && isPlain(property.value))
    case 'UnaryExpression':
      return isPlain(node.argument)
    default:
      return PLAIN.includes(node?.type)
  }
}

/**
 * Groups of the modules that several entries need, by what needs them: purposes, and for what is in the folder of an adapter
 * those adapters. What a module imports is needed wherever the module is, so groups never import each other in a circle. A
 * group takes along what its modules import, if no other has it: those that are needed for more come first.
 */
function groupsOf(users, starts) {
  const groups = new Map()
  for (const [id, user] of users) {
    if (user.loads < 2 || starts.has(id)) continue
    const { name, priority } = groupOf(id, user)
    const ids = groups.get(name)?.ids ?? new Set()
    groups.set(name, { priority, ids: ids.add(id) })
  }
  const shared = [...groups].map(([name, { priority, ids }]) => ({
    name,
    priority,
    test: (id) => ids.has(id),
  }))
  return [...shared, { name: 'names', test: /\/adapters\/[^/]+\/names\.js$/ }]
}

function groupOf(id, { needs, atOnce, opensFiles, loadsLater, onNode }) {
  const file = fileOf(id)
  // The proxy shares much with replaying and runs where there is no Node.
  const isApart = onNode && needs.size > 1
  // Bundlers that put everything into one file wrap a whole chunk that loads another one later.
  const isAlone = opensFiles || (loadsLater && needs.has('wires'))
  const name = [...needs].sort().join('-') + (isApart ? '-node' : '') + (atOnce ? '' : '-later')
  return {
    name: isAlone ? file : name,
    // The same for all modules of a group, and higher for a module alone than for the group that would take it along.
    priority:
      (adapterOf(file) === undefined ? 200 : 0) + 8 * needs.size + 4 * atOnce + 2 * isAlone + !isApart,
  }
}

/**
 * Of each module, what needs it, how many entries and dynamic imports load it, whether an entry does so at once, and whether it
 * loads modules of Node.
 */
function usersOf(entries, modules, starts) {
  const none = ({ code, later }) => ({
    loadsLater: later.length > 0,
    needs: new Set(),
    loads: 0,
    atOnce: false,
    opensFiles: OPENS_FILES.test(code),
  })
  const users = new Map([...modules].map(([id, module]) => [id, none(module)]))
  for (const [entry, purpose] of entries) {
    const importsAndLater = ({ imports, later }) => [...imports, ...later]
    for (const id of reached(idOf(entry), modules, importsAndLater)) {
      const need = adapterOf(fileOf(id)) === undefined ? purpose : adapterOf(entry)
      if (need !== undefined) users.get(id).needs.add(need)
    }
  }
  for (const [id, user] of users)
    user.onNode = [...reached(id, modules, ({ imports }) => imports)].some((one) =>
      modules.get(one).imports.some((target) => target.startsWith('node:')),
    )
  for (const start of starts)
    for (const id of reached(start, modules, ({ imports }) => imports)) {
      const user = users.get(id)
      user.loads += 1
      user.atOnce ||= entries.has(fileOf(start))
    }
  return users
}

function reached(start, modules, next) {
  const found = new Set()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !modules.has(id)) continue
    found.add(id)
    open.push(...next(modules.get(id)))
  }
  return found
}

function checkPlaces(output, users) {
  for (const { fileName, moduleIds } of output)
    for (const id of moduleIds)
      if (users.get(id)?.opensFiles && fileName !== `${fileOf(id)}.js`)
        throw new Error(`${fileOf(id)} opens a file beside itself, and was moved to ${fileName}`)
}

/** A bundler may import packages for itself; users have none but those that package.json names. What is loaded later may be missing. */
function checkPackages(output) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = Object.keys({ ...dependencies, ...peerDependencies })
  const files = new Set(output.map(({ fileName }) => fileName))
  for (const { fileName, imports = [] } of output)
    for (const target of imports)
      if (!files.has(target) && !target.startsWith('node:') && !named.some((name) => isOf(target, name)))
        throw new Error(`${fileName} imports ${target}, which package.json does not name`)
}

function isOf(target, name) {
  return target === name || target.startsWith(`${name}/`)
}

/** The licenses of the packages that are part of what was built, as they ask for. */
function licensesOf(output) {
  const ids = output.flatMap(({ moduleIds }) => moduleIds).filter(isPackage)
  const folders = new Set(ids.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)[0]))
  const texts = [...folders].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
    const license = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
    if (license === undefined) throw new Error(`${name} has no file with its license`)
    return `## ${name} ${version}\n\n${readFileSync(`${folder}/${license}`, 'utf8').trim()}\n`
  })
  return `# Packages that are part of the command line\n\n${texts.join('\n')}`
}
