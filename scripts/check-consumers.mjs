// Packs the package, installs it into a folder of its own, and compiles one strict program with it: with several versions
// of TypeScript, as a program of Node and as one of a bundler.
//   node scripts/check-consumers.mjs
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
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
/** It knows no AsyncIterableIterator without a type argument, as later versions do. */
const WITHOUT_LIBRARIES = '5.5'

/** What calls are run with. */
const BESIDE_TOOLS = ['@modelcontextprotocol/sdk', '@opentelemetry/api', 'bullmq', 'keyv']

await withPackage('consumers', (folder, add) => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const others = ['@anthropic-ai/sdk', '@types/node', 'openai', 'vitest', 'zod', ...BESIDE_TOOLS]
  const packages = others.map((name) => `${name}@${devDependencies[name]}`)
  add(...packages, ...VERSIONS.map((version) => `${compiler(version)}@npm:typescript@${version}`))
  copyFileSync('scripts/consumers/program.ts', join(folder, 'program.ts'))
  const results = VERSIONS.flatMap((version) =>
    RESOLUTIONS.map((resolution) => compile(folder, version, resolution)),
  )
  process.exitCode = results.every(Boolean) ? 0 : 1
})

function compiler(version) {
  return `typescript-${version.replace('.', '-')}`
}

function compile(folder, version, resolution) {
  const skipLibCheck = version === WITHOUT_LIBRARIES
  const config = { compilerOptions: { ...STRICT, ...resolution, skipLibCheck }, files: ['program.ts'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const label = `TypeScript ${version}, ${resolution.moduleResolution}`
  try {
    execFileSync(process.execPath, [`node_modules/${compiler(version)}/bin/tsc`, '-p', '.'], {
      cwd: folder,
      encoding: 'utf8',
    })
    console.log(`ok       ${label}`)
    return true
  } catch ({ stdout }) {
    console.log(`failed   ${label}\n${stdout}`)
    return false
  }
}
