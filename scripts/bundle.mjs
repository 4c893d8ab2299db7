// Bundles the code of the entries from `build` into `dist`. Each module is in exactly one file, so that
// classes and state exist once regardless of the imports. Loading a file costs more than reading it, so
// shared code is in few files (`dist/chunks`): one for each set of purposes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { minifySync } from 'rolldown/utils'
import { commandLineEntries, publicEntries, UNBUNDLED } from './entries.mjs'

/**
 * Entries that are imported together, by the keys of `exports`. Adapters of message formats, which have no
 * HTTP, are additions, too.
 */
const PURPOSES = {
  main: ['.'],
  adapters: ['./adapters/*'],
  additions: [
    './adapters',
    './adapters/*/rules',
    './adapter-kit',
    './text-calls',
    './chat-template',
    './loop',
    './conversation',
    './session',
    './serve',
  ],
  tools: ['./tools', './bullmq', './queue', './schemas', './telemetry', './spec'],
  models: ['./models'],
  servers: ['./replay', './mock', './testing', './proxy', './answered-by', './conformance'],
}
const COMMAND_LINE = 'cli'

/**
 * The purposes whose startup time matters. Their code is divided into files only by these purposes, so that
 * each of them loads few files, which contain little other code.
 */
const STARTED_OFTEN = ['adapters', 'main', 'tools']

/** The purposes that users bundle into one file. */
const BUNDLED_BY_USERS = ['adapters', 'additions', 'main']

/**
 * Packages used only by the command line. They are bundled, so that users of the library do not install them.
 */
const BUNDLED = ['commander', 'picocolors', 'string-width', 'strip-json-comments', 'undici', 'ws', 'yaml']

/**
 * Packages whose files only contain declarations but are not marked as free of side effects. Their unused
 * code is omitted.
 */
const WITHOUT_EFFECTS = /\/node_modules\/ws\//

/** Modules with intended side effects. All other modules only contain declarations. */
const WITH_EFFECTS = ['src/cli', 'src/cli/thread', 'src/cli/proxy/large-thread']

/** Code that opens a file relative to its own location. */
const OPENS_FILES = /new URL\('\.[^']*', import\.meta\.url\)/

const PLAIN = ['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']

const ROOT = `${resolve(UNBUNDLED)}/`

export async function bundle() {
  const entries = purposesOfEntries()
  const modules = new Map()
  const built = await rolldown({
    input: Object.fromEntries([...entries.keys()].map((file) => [file, idOf(file)])),
    platform: 'node',
    // The Node entry is CommonJS, which cannot be tree-shaken.
    resolve: { alias: { yaml: resolve('node_modules/yaml/browser/index.js') } },
    // Some lists have annotations for other tools.
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
    // The types contain the documentation. Annotations for other bundlers are kept.
    comments: { annotation: true, jsdoc: false, legal: true },
    minifyInternalExports: false,
  })
  await built.close()
  // After writing, because the bundler formats the code of its plugins again.
  for (const chunk of output) if (isMinified(chunk)) writeFileSync(`dist/${chunk.fileName}`, minified(chunk))
  checkPlaces(output, users)
  checkPackages(output)
  writeFileSync('dist/THIRD-PARTY-LICENSES.md', licensesOf(output))

  /** Returns true for the command line and the code of other packages, which are not debugged from `dist`. */
  function isMinified({ type, moduleIds }) {
    if (type !== 'chunk') return false
    const needs = new Set(moduleIds.flatMap((id) => [...(users.get(id)?.needs ?? [])]))
    const isOfOthers = moduleIds.some((id) => id.includes('/node_modules/'))
    return isOfOthers || (needs.size === 1 && needs.has(COMMAND_LINE))
  }

  function readModules() {
    // Sorted, because modules are reported in the order in which they were read, which differs each time.
    for (const id of [...this.getModuleIds()].sort()) {
      const { isExternal, code, importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)
      if (!isExternal) modules.set(id, { code, imports: importedIds, later: dynamicallyImportedIds })
    }
  }
}

function minified({ fileName, code }) {
  return minifySync(fileName, code, { module: true }).code
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

/** Returns the path relative to the sources, without the extension. */
function fileOf(id) {
  return id.replace(ROOT, '').replace(/\.js$/, '')
}

/** Returns each built file with its purpose. */
function purposesOfEntries() {
  const named = Object.entries(PURPOSES).flatMap(([purpose, keys]) => keys.map((key) => [key, purpose]))
  const purposes = new Map(named)
  const own = publicEntries().flatMap(([key, files]) => {
    const purpose = purposes.get(key)
    if (purpose === undefined) throw new Error(`${key} of package.json has no purpose in scripts/bundle.mjs`)
    return files.map((file) => [file, isFormat(file) ? 'additions' : purpose])
  })
  const others = commandLineEntries().map((file) => [
    file,
    adapterOf(file) === undefined ? COMMAND_LINE : 'additions',
  ])
  return new Map([...own, ...others])
}

/** Returns true for the entry of an adapter for messages that are not sent to a provider. */
function isFormat(file) {
  const adapter = /^adapters\/([^/]+)\/index$/.exec(file)?.[1]
  return adapter !== undefined && !existsSync(`adapters/${adapter}/http.ts`)
}

function adapterOf(file) {
  return /^adapters\/([^/]+)\//.exec(file)?.[1]
}

/**
 * Top-level statements of modules only declare values. Bundlers recognize this for a complete unused module
 * (`sideEffects`), but not for statements in a file of several modules, so computed values are marked as
 * pure.
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
  // Destructuring counts as a separate computation.
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

/** Returns true if no value is computed. Bundlers omit these values, if they are unused, without a mark. */
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
 * Groups the modules that several entries need by their users: purposes, and adapters for code in an
 * adapter's folder. A module's imports are needed wherever the module is, so groups never import each other
 * in a cycle. A group includes the imports of its modules unless another group contains them; groups with
 * more users come first.
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

function groupOf(id, { needs, often, atOnce, opensFiles, loadsLater, onNode }) {
  const file = fileOf(id)
  // The proxy shares much code with replay, and also runs without Node.
  const isApart = onNode && needs.size > 1
  // Bundlers that emit one file wrap a complete chunk if it loads another one dynamically.
  const isAlone = opensFiles || (loadsLater && BUNDLED_BY_USERS.some((purpose) => needs.has(purpose)))
  const purposes = [...(often.size > 0 ? often : needs)].sort()
  const rank = purposes.length + (often.size > 0 ? Object.keys(PURPOSES).length : 0)
  const name = purposes.join('-') + (isApart ? '-node' : '') + (atOnce ? '' : '-later')
  return {
    name: isAlone ? file : name,
    // The same for all modules of a group, and higher for a separate module than for the group that would
    // otherwise include it.
    priority: (adapterOf(file) === undefined ? 200 : 0) + 8 * rank + 4 * atOnce + 2 * isAlone + !isApart,
  }
}

/**
 * Returns for each module: its users, those of them whose startup loads it and matters, the number of entries
 * and dynamic imports that load it, if an entry loads it statically, and if it loads Node modules, now or
 * later.
 */
function usersOf(entries, modules, starts) {
  const none = ({ code, later }) => ({
    loadsLater: later.length > 0,
    needs: new Set(),
    often: new Set(),
    loads: 0,
    atOnce: false,
    opensFiles: OPENS_FILES.test(code),
  })
  const users = new Map([...modules].map(([id, module]) => [id, none(module)]))
  const importsOf = ({ imports }) => imports
  const importsAndLater = ({ imports, later }) => [...imports, ...later]
  for (const [entry, purpose] of entries) {
    const atOnce = reached(idOf(entry), modules, importsOf)
    for (const id of reached(idOf(entry), modules, importsAndLater)) {
      const need = adapterOf(fileOf(id)) === undefined ? purpose : adapterOf(entry)
      if (need === undefined) continue
      users.get(id).needs.add(need)
      if (atOnce.has(id) && STARTED_OFTEN.includes(need)) users.get(id).often.add(need)
    }
  }
  for (const [id, user] of users)
    user.onNode = [...reached(id, modules, importsAndLater)].some((one) =>
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

/**
 * Checks the imported packages. The bundler may import any package, but users have only those named in
 * package.json. Dynamically loaded packages may be missing.
 */
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

/** Writes the licenses of the bundled packages, as the licenses require. */
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
