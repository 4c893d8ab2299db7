// Packs the package and installs it into a separate folder. Compiles one strict program with it: with several
// versions of TypeScript, as a Node program and as a bundler program. Then compiles the programs of the
// README and the guides with each major version of the official SDKs, and runs the README's programs offline
// on this Node and on the newest.
//     node scripts/check-consumers.mjs            also installs the newest Node; NEWEST_NODE=… uses an installed one
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withPackage } from './packed.mjs'

const VERSIONS = ['5.5', '5.9', '7.0']
const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
]
const STRICT = {
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noEmit: true,
}
/** This version has no AsyncIterableIterator without a type argument, unlike later versions. */
const WITHOUT_LIBRARIES = '5.5'

/** Packages needed to run calls. */
const BESIDE_TOOLS = [
  '@huggingface/jinja',
  '@modelcontextprotocol/sdk',
  '@opentelemetry/api',
  'bullmq',
  'keyv',
]

/**
 * The major versions of the SDKs named in the README. npm installs the second set on Node 20; the newest
 * require Node 22.
 */
const SDKS = [
  { openai: '5', '@anthropic-ai/sdk': '0', '@google/genai': '1' },
  { openai: '6', '@anthropic-ai/sdk': '1', '@google/genai': '2' },
  { openai: '7', '@anthropic-ai/sdk': '1', '@google/genai': '3' },
]
/** Needs a client of @google/genai that accepts a `fetch`, as those of version 2 and later do. */
const WITH_FETCH = 'examples/snippets/answered-by-clients.ts'
const PROGRAMS = ['streaming-agent', 'switch-providers', 'web-search-history']

await withPackage('consumers', (folder, add) => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const others = ['@anthropic-ai/sdk', '@types/node', 'openai', 'vitest', 'zod', ...BESIDE_TOOLS]
  const packages = others.map((name) => `${name}@${devDependencies[name]}`)
  add(...packages, ...VERSIONS.map((version) => `${compiler(version)}@npm:typescript@${version}`))
  copyFileSync('scripts/consumers/program.ts', join(folder, 'program.ts'))
  const results = VERSIONS.flatMap((version) =>
    RESOLUTIONS.map((resolution) => compile(folder, version, resolution)),
  )
  results.push(...checkSdks(folder, add, devDependencies))
  process.exitCode = results.every(Boolean) ? 0 : 1
})

function checkSdks(folder, add, versions) {
  cpSync('examples', join(folder, 'examples'), {
    recursive: true,
    filter: (path) => !/compare|agent-loop|three-providers|chat-page|durable-(dbos|parts|restate)/.test(path),
  })
  const { NEWEST_NODE } = process.env
  const node = NEWEST_NODE === undefined ? ['node@latest'] : []
  add(...importedBy('examples'), ...importedBy('examples/snippets'), ...node)
  const newest = NEWEST_NODE ?? join(folder, 'node_modules/.bin/node')
  return SDKS.flatMap((sdks) => {
    const names = Object.entries(sdks).map(([name, major]) => `${name}@${major}`)
    // npm refuses a version whose `engines` exclude this Node, although it runs.
    add('--force', ...names)
    const label = names.join(', ')
    return [
      compileGuides(folder, label),
      ...[process.execPath, newest].map((node) => runPrograms(folder, node, label)),
    ]
  })

  /**
   * Returns the packages that programs import, and their types, in the versions of this project, except the
   * SDKs.
   */
  function importedBy(programs) {
    const specifiers = readdirSync(programs)
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        [...readFileSync(join(programs, name), 'utf8').matchAll(/ from '([^.'][^']*)'/g)].map(
          ([, name]) => name,
        ),
      )
    const packages = new Set(specifiers.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)[0]))
    return [...packages]
      .flatMap((name) => [name, `@types/${name}`])
      .filter((name) => name in versions && !(name in SDKS[0]))
      .map((name) => `${name}@${versions[name]}`)
  }
}

function compileGuides(folder, label) {
  const options = {
    ...STRICT,
    ...RESOLUTIONS[0],
    skipLibCheck: true,
    noEmit: false,
    outDir: '.',
    rootDir: '.',
  }
  const relaxed = { exactOptionalPropertyTypes: false, noPropertyAccessFromIndexSignature: false }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, ...relaxed },
      include: ['examples'],
      exclude: ['node_modules', ...(label.includes('@google/genai@1') ? [WITH_FETCH] : [])],
    }),
  )
  return told(`README and guides, ${label}`, () => compiled(folder, VERSIONS.at(-1)))
}

function runPrograms(folder, node, label) {
  const run = (program) =>
    execFileSync(node, ['--import', './examples/offline.mjs', `examples/${program}.js`], {
      cwd: folder,
      stdio: 'pipe',
    })
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  return told(`README on Node ${version}, ${label}`, () => PROGRAMS.forEach(run))
}

function compiler(version) {
  return `typescript-${version.replace('.', '-')}`
}

function compile(folder, version, resolution) {
  const skipLibCheck = version === WITHOUT_LIBRARIES
  const config = { compilerOptions: { ...STRICT, ...resolution, skipLibCheck }, files: ['program.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const label = `TypeScript ${version}, ${resolution.moduleResolution}`
  return told(label, () => compiled(folder, version))
}

function compiled(folder, version) {
  execFileSync(process.execPath, [`node_modules/${compiler(version)}/bin/tsc`, '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
}

function told(label, check) {
  try {
    check()
    console.log(`ok       ${label}`)
    return true
  } catch ({ stdout, stderr, message }) {
    console.log(`failed   ${label}\n${stdout || stderr || message}`)
    return false
  }
}
